import type { APIRoute } from 'astro';
import { collector } from '../../collector';

export const ALL: APIRoute = async ({ request }) => (await collector()).fetch(request);
