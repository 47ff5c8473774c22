// Plays an extension host that is killed: all of the core, the real CLI, and no editor.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Channel } from '../../../../src/core/conversation/channel';
import { Decisions } from '../../../../src/core/edits/review/decisions';
import { FileViewer } from '../../../../src/core/edits/review/fileView';
import { FilesOnDisk } from '../../../../src/core/edits/review/reviewedFiles';
import { systemClock } from '../../../../src/node/systemClock';
import { ChannelWatch, channelBed } from '../../../support/channels/channelBed';
import { TrackedEdits } from '../../../support/trackedEdits';
import { fileHolds } from '../fileAppears';
import { HeldMoments } from './heldMoments';
import {
  type HostOrder,
  type HostOrders,
  type HostReport,
  names,
  streamed,
  texts,
  words,
} from './moments';

const orders: HostOrders = JSON.parse(process.argv[2] ?? '{}');
const { home, moment } = orders;
const path = (name: string) => join(home.workspace, name);
const tell = (report: HostReport) => process.send?.(report);

let channel: Channel | undefined;
const held = new HeldMoments(moment, () => {
  if (channel) tell({ kind: 'reached', channel: channel.id, agent: held.agent?.pid });
});

/** Resolves when the host has dealt with the end of its CLI. */
async function settled(watch: ChannelWatch): Promise<void> {
  await held.exited.promise;
  await watch.until('an agent at rest', ({ conversation: { summary } }) =>
    ['idle', 'stopped', 'lost', 'asleep', 'failed'].includes(summary.agent.phase),
  );
  await watch.channel.flush();
  tell({ kind: 'settled' });
}

/** Sends a message as the page's handler does. */
function send(to: Channel, text: string): void {
  to.sendDraft({ text, images: [] });
}

async function undo(edits: TrackedEdits): Promise<void> {
  const { contents, saved, reviews } = edits;
  const viewer = new FileViewer(contents);
  const files = new FilesOnDisk(() => [home.workspace]);
  const ui = { confirm: async () => undefined, resolve: async () => false };
  const decisions = new Decisions({ contents, files, viewer, ui, saved, clock: systemClock });
  await decisions.undoFiles('Undo', reviews.at(path(names.edited)));
}

async function live(): Promise<void> {
  const edits = new TrackedEdits(join(home.root, 'storage'));
  const isAsking = /permission|Allow/.test(moment);
  const registry = await channelBed({
    home,
    edits,
    settings: { 'tandem.permissions.allowedTools': ['Bash'] },
    channelSettings: { initialMode: isAsking ? 'default' : 'acceptEdits' },
    around: agents => held.around(agents),
    ports: { edits: held.aroundEdits(edits.tracker) },
  });
  const talk = await registry.create(home.workspace);
  channel = talk;
  const watch = new ChannelWatch(talk);
  process.on('message', (order: HostOrder) => {
    if (order === 'goOn') {
      held.goOn();
      void settled(watch);
    } else {
      registry.dispose();
      edits.dispose();
      process.exit();
    }
  });
  if (moment !== 'while the CLI starts') {
    send(talk, 'Hello.');
    await watch.turns(1);
  }
  talk.saveDraft({ text: words, images: [] });
  await talk.flush();
  const isUndone = () => readFileSync(path(names.edited), 'utf8') === texts.before;
  held.holdWrites('/channels/', 'after Enter, before the record is written');
  held.holdWrites('/reviews/', 'while an undo is recorded', isUndone);
  const comesLater =
    moment === 'while an undo is recorded' || moment === 'while a Stop is under way';
  if (!comesLater) held.arm();
  send(talk, words);
  await proceed(talk, watch, edits);
}

/** Goes on to moments that are not inside a call. */
async function proceed(talk: Channel, watch: ChannelWatch, edits: TrackedEdits): Promise<void> {
  const says = () =>
    watch.until('streamed text', ({ conversation: { open } }) =>
      open?.items.some(item => item.kind === 'text' && item.text.includes(streamed)),
    );
  switch (moment) {
    case 'while text streams':
      await says();
      break;
    case 'while a permission card waits':
      await watch.prompt();
      break;
    case 'after Allow, before the CLI has it':
      await talk.answer((await watch.prompt()).id, { kind: 'allowOnce' });
      return;
    case 'while a command runs':
      // The shell makes the file before it writes to it.
      await fileHolds(path(names.started), text => text !== '');
      break;
    case 'while an undo is recorded':
      await watch.turns(2);
      await talk.flush();
      held.arm();
      await undo(edits);
      return;
    case 'while a Stop is under way':
      await says();
      held.arm();
      await talk.agent.stop();
      return;
    default:
      return;
  }
  await held.at(moment);
}

if (!existsSync(home.workspace)) throw new Error('There is no workspace');
process.on('disconnect', () => process.exit(1));
live().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exit(1);
});
