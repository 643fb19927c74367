// The worker's half of the pool: plays the units that it is given, one slice of each in turn.
import { LdpError } from '../internal/errors.js';
import { loadEngine } from './engine.js';
import { type FromWorker, kProtocol, type PlainError, type ToWorker } from './messages.js';
import { orStopped } from './or-stopped.js';
import { loadOwn } from './own-code.js';
import type { OwnCode } from './own-types.js';
import { Player } from './player.js';
import type { SimulationSpec } from './types.js';

/** The worker's end of its channel. */
export interface Channel {
  post(message: FromWorker, transfer?: readonly ArrayBuffer[]): void;
  onMessage(listener: (message: ToWorker) => void): void;
}

interface OpenJob {
  readonly spec: SimulationSpec;
  readonly own: Promise<OwnCode> | undefined;
}

export function serve(channel: Channel): void {
  const jobs = new Map<number, OpenJob>();
  const stops = new Map<number, AbortController>();
  let player: Player | undefined;

  async function load(module: WebAssembly.Module): Promise<void> {
    try {
      player = new Player(await loadEngine(module));
      channel.post({ type: 'ready', protocol: kProtocol });
    } catch (error) {
      channel.post({ type: 'unloaded', error: toPlain(error) });
    }
  }

  function openJob({ job, spec, own }: Extract<ToWorker, { type: 'open' }>): void {
    const loading = own === undefined ? undefined : loadOwn(own);
    loading?.catch(() => {}); // `play` says it
    jobs.set(job, { spec, own: loading });
  }

  async function play(message: Extract<ToWorker, { type: 'play' }>): Promise<void> {
    const { id, job, unit, preview } = message;
    const stop = new AbortController();
    stops.set(id, stop);
    try {
      const open = jobs.get(job);
      if (player === undefined || open === undefined) throw new Error('no such job');
      const own = open.own && (await orStopped(open.own, stop.signal));
      const recorded = await player.play(open.spec, unit, {
        stopped: stop.signal,
        own,
        preview,
        report: (rounds, known) => channel.post({ type: 'playing', id, rounds, regrets: known }),
      });
      channel.post({ type: 'played', id, recorded }, [recorded.buffer as ArrayBuffer]);
    } catch (error) {
      if (stop.signal.aborted) channel.post({ type: 'stopped', id });
      else {
        const dead = LdpError.is(error, 'aborted');
        channel.post({ type: 'failed', id, error: toPlain(error), dead });
      }
    } finally {
      stops.delete(id);
    }
  }

  channel.onMessage((message) => {
    switch (message.type) {
      case 'load':
        void load(message.module);
        break;
      case 'open':
        openJob(message);
        break;
      case 'close':
        jobs.delete(message.job);
        break;
      case 'play':
        void play(message);
        break;
      case 'stop':
        stops.get(message.id)?.abort();
        break;
      case 'ping':
        channel.post({ type: 'pong' });
        break;
    }
  });
}

function toPlain(error: unknown): PlainError {
  const message = error instanceof Error ? error.message : String(error);
  return LdpError.is(error)
    ? { code: error.code, message, details: plainDetails(error.details) }
    : { code: null, message, details: {} };
}

/** Details that survive the way between threads. */
function plainDetails(details: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(details).filter(([, value]) => ['string', 'number'].includes(typeof value)),
  );
}
