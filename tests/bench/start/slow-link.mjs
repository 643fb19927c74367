// A slow network for any browser: a TCP proxy between a page and its host that delays and rations bytes. There is no TLS
// and no slow start, which would cost the larger script more round trips.
import { connect, createServer } from 'node:net';

/** As WebPageTest's "Slow 3G": 400 kbit/s each way, 400 ms from a question to its answer. */
export const SLOW_3G = { bytesPerSecond: 50_000, roundTripMs: 400 };

/**
 * Listens on a port of its own and passes on to `port`. All connections share the link; each costs a round trip before
 * its first byte, as the handshake of TCP does. `hangUp` ends what is open, so that a later visit pays it again.
 */
export async function slowLink(port, { bytesPerSecond, roundTripMs }) {
  const sockets = new Set();
  const half = roundTripMs / 2;
  const lane = () => {
    let free = 0;
    /** When bytes that are sent now have arrived. */
    return (size) => {
      free = Math.max(free, performance.now()) + (1000 * size) / bytesPerSecond;
      return free + half;
    };
  };
  const up = lane();
  const down = lane();
  const pass = (from, to, arrival, opensAt) => {
    let last = Promise.resolve();
    const later = (at, run) => {
      last = last.then(
        () => new Promise((done) => setTimeout(done, Math.max(0, at - performance.now()))),
      );
      last.then(run);
    };
    from.on('data', (bytes) =>
      later(Math.max(arrival(bytes.length), opensAt), () => to.destroyed || to.write(bytes)),
    );
    from.on('end', () => later(performance.now() + half, () => to.end()));
    from.on('error', () => to.destroy());
    from.on('close', () => later(performance.now() + half, () => to.destroy()));
  };
  const server = createServer((browser) => {
    const host = connect(port, '127.0.0.1');
    for (const socket of [browser, host]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
    pass(browser, host, up, performance.now() + roundTripMs + half);
    pass(host, browser, down, 0);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    hangUp,
    async close() {
      hangUp();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
