// A proxy before a server that writes down what pages ask its collector for, and the reports that they send.
import { once } from 'node:events';
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SentReport {
  readonly id: string;
  readonly snapshot: number;
  readonly arm: number;
  readonly bit: number;
  /** The answer of the collector. */
  readonly status: number;
}

/** Each report once, however often it was sent. */
export async function record(origin: string) {
  const reports = new Map<string, SentReport>();
  const asked: string[] = [];
  const { hostname, port } = new URL(origin);
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    if (path?.startsWith('/collector')) asked.push(`${method} ${path}`);
    const chunks: Buffer[] = [];
    const forwarded = ask({ hostname, port, method, path, headers }, (answer) => {
      if (path?.endsWith('/reports')) {
        const report = JSON.parse(Buffer.concat(chunks).toString());
        reports.set(report.id, { ...report, status: answer.statusCode });
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.pipe(forwarded);
  });
  // A development server tells its pages of changes over a WebSocket.
  server.on('upgrade', ({ url: path, headers }, socket, head) => {
    const forwarded = ask({ hostname, port, path, headers });
    forwarded.on('upgrade', (answer, upstream, first) => {
      const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}`);
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
      upstream.write(head);
      socket.write(first);
      upstream.pipe(socket).pipe(upstream);
      for (const one of [socket, upstream]) one.on('error', () => one.destroy());
    });
    forwarded.on('error', () => socket.destroy());
    forwarded.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = (server.address() as AddressInfo).port;
  return {
    origin: `http://127.0.0.1:${at}`,
    reports: () => [...reports.values()],
    asked,
    [Symbol.dispose]: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
