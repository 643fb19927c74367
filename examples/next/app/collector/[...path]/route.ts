import { collector } from '../../../lib/collector';

async function serve(request: Request): Promise<Response> {
  return (await collector()).fetch(request);
}

export { serve as GET, serve as HEAD, serve as OPTIONS, serve as POST };
