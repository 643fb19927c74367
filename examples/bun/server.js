import { collector } from '../collector.js';

Bun.serve({ fetch: collector.fetch, port: process.env.PORT ?? 8787, hostname: '127.0.0.1' });
