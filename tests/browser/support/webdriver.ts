// As much of the WebDriver protocol as the tests need, https://www.w3.org/TR/webdriver2/: commands to one session, one
// after the other, each in the tab that it is about.

/** An answer of the driver that says what went wrong. */
export class WebDriverError extends Error {
  override readonly name = 'WebDriverError';
  /** Such as `no such window`. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

/** Longest time that a command may take; navigations and scripts are begun by one, and waited for by others. */
const kCommandMs = 60_000;

export class WebDriver {
  readonly #base: string;
  #session = '';
  /** The tab that commands go to. */
  #current = '';
  #last: Promise<unknown> = Promise.resolve();

  constructor(port: number) {
    this.#base = `http://127.0.0.1:${port}`;
  }

  /** Resolves with the version of the browser and its first tab, once the driver listens. */
  async begin(timeoutMs: number): Promise<{ version: string; tab: string }> {
    const deadline = Date.now() + timeoutMs;
    while (!(await this.#request('GET', '/status').catch(() => undefined))) {
      if (Date.now() > deadline) throw new Error('The driver does not listen.');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    // A command must not wait for a page to load: what is waited for is up to its caller.
    const alwaysMatch = { pageLoadStrategy: 'none' };
    const { sessionId, capabilities } = (await this.#request('POST', '/session', {
      capabilities: { alwaysMatch },
    })) as { sessionId: string; capabilities: { browserVersion: string } };
    this.#session = sessionId;
    this.#current = (await this.#request('GET', `/session/${sessionId}/window`)) as string;
    return { version: capabilities.browserVersion, tab: this.#current };
  }

  /** Runs after every command that came before. */
  inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(run);
    this.#last = turn.catch(() => {});
    return turn;
  }

  /** One command in `tab`. */
  command(tab: string, method: string, path: string, body?: object): Promise<unknown> {
    return this.inTurn(() => this.commandNow(tab, method, path, body));
  }

  /** The same, of a caller whose turn it is. */
  async commandNow(tab: string, method: string, path: string, body?: object): Promise<unknown> {
    const session = `/session/${this.#session}`;
    if (tab !== this.#current) {
      await this.#request('POST', `${session}/window`, { handle: tab });
      this.#current = tab;
    }
    return this.#request(method, session + path, body);
  }

  async #request(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(this.#base + path, {
      method,
      signal: AbortSignal.timeout(kCommandMs),
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    });
    const { value } = (await response.json()) as { value: { error?: string; message?: string } };
    if (!response.ok) throw new WebDriverError(value?.error ?? 'unknown', value?.message ?? '');
    return value;
  }
}
