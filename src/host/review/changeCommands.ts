import type { CommandTable } from '../commands/command';
import { type ActiveChat, activeChannel } from '../commands/targets';
import type { Edits } from './buildEdits';
import { noChanges } from './changeActions';
import type { ReviewCommands } from './reviewCommands';

interface ChangeCommandDeps {
  readonly chats: ActiveChat;
  readonly edits: Pick<Edits, 'actions' | 'editors' | 'list' | 'reviews' | 'reviewTab' | 'targets'>;
  readonly turns: ReviewCommands;
}

export function changeCommands({ chats, edits, turns }: ChangeCommandDeps) {
  const { actions, editors, reviews, reviewTab, targets } = edits;
  return {
    'tandem.changes.review': () => activeChannel(chats).reviews.open(),
    'tandem.changes.reviewAll': async () => {
      await reviewTab.open(await targets.all());
    },
    'tandem.changes.reviewConversation': async target => {
      await reviewTab.open(await targets.conversation(target));
    },
    'tandem.changes.openDiff': async target => {
      const [view] = await targets.files(target);
      if (view) {
        await editors.openDiff(view);
      }
    },
    'tandem.changes.openFile': async target => {
      const node = targets.lineOf(target);
      const [view] = await targets.files(target);
      if (view) {
        await editors.openFile(view, node);
      }
    },
    'tandem.changes.next': () => go(edits, 1),
    'tandem.changes.previous': () => go(edits, -1),
    'tandem.changes.keepHunk': async (first, second, third, fourth) => {
      const target = await actions.keepHunk(() => targets.hunk(first, second, third, fourth));
      await editors.advance(target, first === undefined);
    },
    'tandem.changes.undoHunk': async (first, second, third, fourth) => {
      const target = await actions.undoHunk(() => targets.hunk(first, second, third, fourth));
      await editors.advance(target, first === undefined);
    },
    'tandem.changes.keepFile': async target => {
      await actions.keep(await targets.files(target));
    },
    'tandem.changes.undoFile': async target => {
      await actions.undo(await targets.files(target));
    },
    'tandem.changes.keepTurn': async () => {
      await turns.keepTurn(activeChannel(chats));
    },
    'tandem.changes.undoTurn': async () => {
      await turns.undoTurn(activeChannel(chats));
    },
    'tandem.changes.keepAll': () => reviewTab.decide(what => actions.keep(what)),
    'tandem.changes.undoAll': () => reviewTab.decide(what => actions.undoAll(what)),
    'tandem.changes.keepConversation': async target => {
      await actions.keep(await targets.conversation(target));
    },
    'tandem.changes.undoConversation': async target => {
      await actions.undoAll(await targets.conversation(target));
    },
    'tandem.changes.restore': () => actions.restore(reviews.all),
    'tandem.rewind.open': () => turns.pickRewindTarget(activeChannel(chats)),
  } satisfies Partial<CommandTable>;
}

async function go({ list, editors }: Pick<Edits, 'list' | 'editors'>, step: 1 | -1): Promise<void> {
  await list.settled();
  if (!(await editors.go(step))) {
    throw noChanges();
  }
}
