// Entry point of a worker thread: listing and searching paths would block the extension host.
import { parentPort } from 'node:worker_threads';
import { Sequencer } from '../../base/sequencer';
import { Indexes } from './indexes';
import type { Question } from './messages';

const indexes = new Indexes();
const sequencer = new Sequencer();

parentPort?.on('message', (question: Question) => {
  void sequencer.queue(async () => parentPort?.postMessage(await indexes.answer(question)));
});
