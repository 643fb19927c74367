import { collector } from '../collector.js';

const port = Number(Deno.env.get('PORT') ?? 8787);
Deno.serve({ port, hostname: '127.0.0.1' }, (request) => collector.fetch(request));
