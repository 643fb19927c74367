// Slow and silent senders take sockets, not the service.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { CONFIG, folder, serve, until } from './serve-support.js';
import { report } from './server-support.js';

const LIMITS = { headersMs: 1000, requestMs: 2000, keepAliveMs: 1000, connections: 200 };
const EACH = 40;

test('slow senders are cut off, while the reports of others are taken', async () => {
  const { url, report: send } = await serve(folder(), { ...CONFIG, limits: LIMITS });
  const { port } = new URL(url);
  const head = 'POST /collector/demo/reports HTTP/1.1\r\nhost: x\r\n';
  const body = `${head}content-type: application/json\r\ncontent-length: 90\r\n\r\n`;
  const sockets: Socket[] = [];
  let closed = 0;
  const open = (first: string, drip: string) => {
    const socket = connect(Number(port), '127.0.0.1');
    const timer = setInterval(() => socket.write(drip), 100);
    socket.on('error', () => {});
    socket.resume();
    socket.once('close', () => {
      clearInterval(timer);
      closed += 1;
    });
    socket.write(first);
    sockets.push(socket);
    return once(socket, 'connect');
  };
  // One more byte of a header, or of a body, every now and then.
  const opening = Array.from({ length: EACH }, () => [open(head, 'x'), open(body, ' ')]).flat();
  await Promise.all(opening);
  let accepted = 0;
  await until('all slow connections closed', async () => {
    const response = await send(report());
    if (response.status === 202) accepted += 1;
    else throw new Error(`an honest report met ${response.status}`);
    return closed === 2 * EACH;
  });
  expect(accepted).toBeGreaterThan(0);
  for (const socket of sockets) socket.destroy();
});
