// The worker's half of a replay: one job, one unit at a time.
import { LdpError, type LdpErrorCode } from '../internal/errors.js';
import { playUnit } from './play.js';
import type { Played, ReplayJob, ReplayUnit } from './types.js';

export type ToReplayWorker =
  | { readonly type: 'open'; readonly job: ReplayJob }
  | { readonly type: 'play'; readonly unit: ReplayUnit }
  | { readonly type: 'stop' };

export type FromReplayWorker =
  | { readonly type: 'progress'; readonly done: number; readonly total: number }
  | { readonly type: 'played'; readonly played: Played }
  | { readonly type: 'failed'; readonly code: LdpErrorCode | null; readonly text: string };

export interface ReplayChannel {
  post(message: FromReplayWorker): void;
  onMessage(listener: (message: ToReplayWorker) => void): void;
}

export function serveReplay({ post, onMessage }: ReplayChannel): void {
  let job: ReplayJob | undefined;
  let stop = new AbortController();

  async function play(unit: ReplayUnit): Promise<void> {
    stop = new AbortController();
    try {
      const played = await playUnit(job as ReplayJob, unit, {
        signal: stop.signal,
        onProgress: (done, total) => post({ type: 'progress', done, total }),
      });
      post({ type: 'played', played });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      post({ type: 'failed', code: LdpError.is(error) ? error.code : null, text });
    }
  }

  onMessage((message) => {
    if (message.type === 'open') job = message.job;
    else if (message.type === 'stop') stop.abort();
    else void play(message.unit);
  });
}
