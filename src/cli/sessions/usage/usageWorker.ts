// Entry point of a worker thread: counting in gigabytes of transcripts would block the host.
import { parentPort } from 'node:worker_threads';
import { messageOf } from '../../../base/errors';
import { type Log, silentLog } from '../../../base/log';
import { Sequencer } from '../../../base/sequencer';
import type { UsageProgress, UsageReply, UsageRequest } from './messages';
import { UsageStore } from './usageStore';

/** Milliseconds between reports of progress. */
const reportEvery = 200;

const post = (reply: UsageReply) => parentPort?.postMessage(reply);
const report = (text: string) => post({ kind: 'log', text });
const log: Log = { ...silentLog, error: report, warn: report };
const sequencer = new Sequencer();
const running = new Map<number, AbortController>();
const stores = new Map<string | undefined, UsageStore>();

parentPort?.on('message', (request: UsageRequest) => {
  if (request.kind === 'cancel') {
    running.get(request.id)?.abort();
    return;
  }
  const { id, cache } = request;
  const abort = new AbortController();
  running.set(id, abort);
  let reportedAt = 0;
  const onProgress = (progress: UsageProgress) => {
    const now = Date.now();
    if (now - reportedAt >= reportEvery) {
      reportedAt = now;
      post({ kind: 'progress', id, progress });
    }
  };
  void sequencer.queue(async () => {
    const store = stores.get(cache) ?? new UsageStore(cache, log);
    stores.set(cache, store);
    try {
      const { signal } = abort;
      post({ kind: 'answer', id, ...(await store.count({ ...request, signal, onProgress })) });
    } catch (error) {
      post({ kind: 'failed', id, reason: messageOf(error) });
    } finally {
      running.delete(id);
    }
  });
});
