import type { CommandTable } from '../commands/command';
import { type ActiveChat, activeChannel } from '../commands/targets';
import { noChanges } from './changeActions';
import type { Changes } from './changes';
import type { ReviewCommands } from './reviewCommands';

interface ChangeCommandDeps {
  readonly chats: ActiveChat;
  readonly changes: Changes;
  readonly reviews: ReviewCommands;
}

export function changeCommands({ chats, changes, reviews }: ChangeCommandDeps) {
  return {
    'tandem.changes.review': () => activeChannel(chats).reviews.open(),
    'tandem.changes.reviewAll': async target => {
      await changes.openReview(await changes.targets.all(target));
    },
    'tandem.changes.openDiff': async target => {
      const [view] = await changes.targets.files(target);
      if (view) {
        await changes.editors.openDiff(view);
      }
    },
    'tandem.changes.openFile': async target => {
      const node = changes.targets.lineOf(target);
      const [view] = await changes.targets.files(target);
      if (view) {
        await changes.editors.openFile(view, node);
      }
    },
    'tandem.changes.next': () => go(changes, 1),
    'tandem.changes.previous': () => go(changes, -1),
    'tandem.changes.keepHunk': async (first, second, third, fourth) => {
      const target = await changes.actions.keepHunk(() =>
        changes.targets.hunk(first, second, third, fourth),
      );
      await changes.editors.advance(target, first === undefined);
    },
    'tandem.changes.undoHunk': async (first, second, third, fourth) => {
      const target = await changes.actions.undoHunk(() =>
        changes.targets.hunk(first, second, third, fourth),
      );
      await changes.editors.advance(target, first === undefined);
    },
    'tandem.changes.keepFile': async target => {
      await changes.actions.keepFiles(await changes.targets.files(target));
    },
    'tandem.changes.undoFile': async target => {
      await changes.actions.undoFiles(await changes.targets.files(target));
    },
    'tandem.changes.keepTurn': async () => {
      await reviews.keepTurn(activeChannel(chats));
    },
    'tandem.changes.undoTurn': async () => {
      await reviews.undoTurn(activeChannel(chats));
    },
    'tandem.changes.keepAll': async target => {
      await changes.keepAll(target);
    },
    'tandem.changes.undoAll': async target => {
      await changes.undoAll(target);
    },
    'tandem.changes.restore': () => changes.actions.restore(changes.reviews.all),
    'tandem.rewind.open': () => reviews.pickRewindTarget(activeChannel(chats)),
  } satisfies Partial<CommandTable>;
}

async function go(changes: Changes, step: 1 | -1): Promise<void> {
  await changes.list.settled();
  if (!(await changes.editors.go(step))) {
    throw noChanges();
  }
}
