import { createServer } from 'node:http';
import { toNodeHandler } from 'ldp-bandits/node';
import { collector } from '../collector.js';

createServer(toNodeHandler(collector)).listen(process.env.PORT ?? 8787, '127.0.0.1');
