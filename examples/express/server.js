import express from 'express';
import { toNodeHandler } from 'ldp-bandits/node';
import { collector } from '../collector.js';

const app = express();
app.use('/collector', toNodeHandler(collector)); // before anything that reads bodies
app.use(express.json());
app.post('/orders', (request, response) => response.json(request.body));

app.listen(process.env.PORT ?? 8787, '127.0.0.1');
