import { Hono } from 'hono';
import { handle } from 'hono/aws-lambda';
import { collector } from '../collector.js';

const app = new Hono();
app.mount('/collector', collector.fetch);

export const handler = handle(app);
