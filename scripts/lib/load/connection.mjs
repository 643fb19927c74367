// A keep-alive connection that has one request under way at most: no pipelining, as browsers and proxies do it.
import { connect } from 'node:net';

const HEAD_END = '\r\n\r\n';

export class Connection {
  #socket;
  #buffer;
  #text = '';
  #answered = null;
  isOpen = false;

  /** @param size The longest request, in bytes. */
  constructor({ port, host = '127.0.0.1' }, size = 1024) {
    this.#buffer = Buffer.alloc(size);
    this.#socket = connect({ port, host, noDelay: true });
    this.#socket.on('connect', () => {
      this.isOpen = true;
    });
    this.#socket.on('data', (part) => this.#read(part));
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      this.isOpen = false;
      this.#finish(0, '');
    });
  }

  get isIdle() {
    return this.isOpen && this.#answered === null;
  }

  /**
   * @param write Given a copy of the request, which lasts until the answer, and where its id begins.
   * @param answered Called once with the status (0: the connection broke), the head and the size of the answer.
   */
  send({ bytes, idAt }, write, answered) {
    bytes.copy(this.#buffer);
    if (idAt >= 0) write(this.#buffer, idAt);
    this.#answered = answered;
    this.#socket.write(this.#buffer.subarray(0, bytes.length));
  }

  close() {
    this.#socket.destroy();
  }

  #read(part) {
    this.#text = this.#text === '' ? part.latin1Slice() : this.#text + part.latin1Slice();
    const text = this.#text;
    const end = text.indexOf(HEAD_END);
    if (end < 0) return;
    const status = Number(text.slice(9, 12));
    if (status !== 304 && text.length < sizeOf(text, end)) return;
    this.#text = '';
    this.#finish(status, text);
  }

  #finish(status, text) {
    const answered = this.#answered;
    this.#answered = null;
    answered?.(status, text);
  }
}

/** How long the whole answer is; infinite while that is unknown. */
function sizeOf(text, headEnd) {
  const head = text.slice(0, headEnd);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head);
  if (length) return headEnd + HEAD_END.length + Number(length[1]);
  if (text.endsWith(`\r\n0${HEAD_END}`)) return text.length;
  return Number.POSITIVE_INFINITY;
}
