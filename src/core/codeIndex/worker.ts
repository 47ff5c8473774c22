// Entry point of a worker thread: reading all files of a folder would block the extension host.
import { parentPort } from 'node:worker_threads';
import { messageOf } from '../../base/errors';
import { CodeIndexes } from './codeIndexes';
import type { Note, Question, Reply } from './messages';

const post = (reply: Reply) => parentPort?.postMessage(reply);
const indexes = new CodeIndexes(post);

parentPort?.on('message', (message: Question | Note) => {
  if (!('id' in message)) {
    indexes.note(message);
    return;
  }
  const { id } = message;
  void indexes
    .answer(message)
    .catch((error: unknown): Reply => ({ kind: 'failed', id, reason: messageOf(error) }))
    .then(post);
});
