/** `ldp-bandits doctor`: looks for what would go wrong later, and says what to do. */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { describeChecked } from '../server/options.js';
import { COLLECTOR_HEADER } from '../server/serve-at.js';
import { SHORTEST_TOKEN, whatIsWrong } from './admin-token.js';
import { type Config, optionsOf, readConfig } from './config.js';
import { type Finding, storeFindings } from './doctor-store.js';
import { listen } from './listen.js';
import { knownEntries, withStore } from './offline.js';
import { listenAddress, parsed, parseServeFlags } from './serve-options.js';

export const doctorHelp = `Usage: ldp-bandits doctor [--store …] [--config …] [--admin-port <n>]

Checks the config, the store and its durability, the clock, the times of each experiment, the ports and the token,
and names packages of this project that trace requests.
Exit code 1 if something is wrong. Run it where serve will run, before it does, or beside a collector that runs, before
an upgrade; opening an empty store prepares it.
`;

const STRONG_TOKEN = 32;
/** For the answer of what has taken a port. */
const PATIENCE_MS = 3000;

/** The exit code. @throws {Problem}. */
export async function runDoctor(args: readonly string[]): Promise<number> {
  const { values } = parsed(() =>
    parseArgs({
      args: [...args],
      options: {
        store: { type: 'string' },
        config: { type: 'string' },
        'admin-port': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }),
  );
  if (values.help) {
    process.stdout.write(doctorHelp);
    return 0;
  }
  const { config, file } = await readConfig(values.config);
  const findings: Finding[] = [
    { ok: true, about: 'node', text: `${process.versions.node}` },
    { ok: true, about: 'config', text: file ?? 'none; the store has the experiments' },
    tokenFinding(process.env['LDP_ADMIN_TOKEN']),
    ...(await tracingFindings()),
    ...(await portFindings(config, values['admin-port'])),
    ...(await withStore(values, false, async (offline) => [
      ...(await storeFindings(offline.opened)),
      ...timingFindings(config, await knownEntries(offline)),
    ])),
  ];
  for (const { ok, about, text } of findings) {
    process.stdout.write(`${ok ? 'ok   ' : 'WRONG'} ${about}: ${text}\n`);
  }
  return findings.every(({ ok }) => ok) ? 0 : 1;
}

/** Packages by which pages trace their requests. */
const TRACING =
  /^(@sentry|@opentelemetry|@elastic|@newrelic|@grafana\/faro|@datadog\/browser)|^(dd-trace|newrelic)$/;

/** Of the project in this folder: what it traces, it may trace reports with. */
async function tracingFindings(): Promise<Finding[]> {
  const text = await readFile('package.json', 'utf8').catch(() => '{}');
  let names: string[];
  try {
    const { dependencies, devDependencies } = JSON.parse(text) as Record<string, object>;
    names = Object.keys({ ...dependencies, ...devDependencies }).filter((name) =>
      TRACING.test(name),
    );
  } catch {
    return []; // it is not ours to check
  }
  if (names.length === 0) return [];
  const advice = `${names.join(', ')} may add sentry-trace, baggage or traceparent to reports: exclude the collector (docs/guides/install.md)`;
  return [{ ok: true, about: 'tracing', text: advice }];
}

function tokenFinding(variable: string | undefined): Finding {
  const about = 'token';
  const token = variable?.trim();
  if (token === undefined || variable === '') {
    return {
      ok: true,
      about,
      text: 'LDP_ADMIN_TOKEN is not set; --admin-token-file or a terminal needed',
    };
  }
  if (token.length < STRONG_TOKEN) {
    const text = `${token.length} characters; ${STRONG_TOKEN} random ones are safe, under ${SHORTEST_TOKEN} are refused`;
    return { ok: false, about, text };
  }
  const wrong = whatIsWrong(token);
  if (wrong !== null) return { ok: false, about, text: wrong };
  return { ok: true, about, text: `${token.length} characters` };
}

async function portFindings(config: Config, adminPort: string | undefined): Promise<Finding[]> {
  const flags = parseServeFlags(adminPort === undefined ? [] : ['--admin-port', adminPort]);
  if (flags === null) return [];
  const { host, port } = listenAddress(flags, process.env, config);
  const places = [
    { flag: '--port', host, port },
    { flag: '--admin-port', host: flags.adminHost, port: flags.adminPort },
  ];
  return Promise.all(
    places.map(async (place) => {
      const about = `port ${place.port} of ${place.host}`;
      try {
        const { limits } = config;
        const socket = await listen({ ...place, limits, handler: (_, response) => response.end() });
        await socket.close(0);
        return { ok: true, about, text: 'free' };
      } catch (error) {
        if (await hasCollector(place)) {
          return { ok: true, about, text: 'taken by a collector that runs' };
        }
        return { ok: false, about, text: (error as Error).message };
      }
    }),
  );
}

/** Does a collector, or its admin port, answer there? An upgrade runs this command beside the old one. */
async function hasCollector({ host, port }: { host: string; port: number }): Promise<boolean> {
  const near = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const url = `http://${near.includes(':') ? `[${near}]` : near}:${port}/healthz`;
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const { headers } = await fetch(url, { signal, redirect: 'manual' });
    return headers.has(COLLECTOR_HEADER);
  } catch {
    return false;
  }
}

function timingFindings(
  { shared }: Config,
  entries: Awaited<ReturnType<typeof knownEntries>>,
): Finding[] {
  if (entries.size === 0) return [{ ok: true, about: 'experiments', text: 'none yet' }];
  return [...entries].map(([name, entry]) => {
    const about = `experiment ${name}`;
    try {
      const { manifest } = describeChecked(name, optionsOf(entry), shared.retention ?? 64);
      const { closesAfterMs, publishAtMostEveryMs } = manifest.timing;
      const text = `a snapshot every ${publishAtMostEveryMs / 1000} s at most, reports to it for ${closesAfterMs / 1000} s after the next`;
      return { ok: true, about, text };
    } catch (error) {
      return { ok: false, about, text: (error as Error).message };
    }
  });
}
