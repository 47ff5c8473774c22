// Entry point of a worker thread: a thousand files at once would block the extension host.
import { parentPort, workerData } from 'node:worker_threads';
import * as l10n from '@vscode/l10n';
import { messageOf } from '../../../base/errors';
import { FileTasks } from './fileTasks';
import type { Question, Reply } from './messages';
import type { Packed } from './packed';

l10n.config({ contents: workerData.texts });

const tasks = new FileTasks();

parentPort?.on('message', (question: Question) => void answer(question));

async function answer(question: Question): Promise<void> {
  const { id } = question;
  try {
    const found = await tasks.answer(question);
    post({ id, answer: found }, 'contents' in found ? found.contents : undefined);
  } catch (error) {
    post({ id, error: messageOf(error) });
  }
}

/** Hands the contents over instead of copying them. */
function post(reply: Reply, contents?: Packed): void {
  parentPort?.postMessage(reply, contents ? [contents.bytes.buffer] : []);
}
