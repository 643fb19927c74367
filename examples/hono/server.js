import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { collector } from '../collector.js';

const app = new Hono();
app.all('/collector/*', (c) => collector.fetch(c.req.raw));

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 8787), hostname: '127.0.0.1' });
