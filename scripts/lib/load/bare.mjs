// node scripts/lib/load/bare.mjs --port PORT
//
// What node:http does when it does nothing else: reads a body and answers the 28 bytes that a collector answers.
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { port: { type: 'string' } } });
const answer = Buffer.from('{"accepted":1,"duplicate":0}');
const headers = { 'content-type': 'application/json', 'content-length': answer.length };

createServer((request, response) => {
  request.on('data', () => {});
  request.on('end', () => {
    response.writeHead(202, headers);
    response.end(answer);
  });
}).listen(Number(values.port), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
