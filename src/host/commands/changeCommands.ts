import { noChanges } from '../edits/changes/changeActions';
import type { CommandDeps, CommandTable } from './command';
import { frontChannel } from './targets';

export const changeCommands = {
  'tandem.changes.review': deps => frontChannel(deps).reviews.open(),
  'tandem.changes.reviewAll': async ({ changes }, target) => {
    await changes.openReview(await changes.targets.all(target));
  },
  'tandem.changes.openDiff': async ({ changes }, target) => {
    const [view] = await changes.targets.files(target);
    if (view) {
      await changes.editors.openDiff(view);
    }
  },
  'tandem.changes.openFile': async ({ changes }, target) => {
    const node = changes.targets.lineOf(target);
    const [view] = await changes.targets.files(target);
    if (view) {
      await changes.editors.openFile(view, node);
    }
  },
  'tandem.changes.next': deps => go(deps, 1),
  'tandem.changes.previous': deps => go(deps, -1),
  'tandem.changes.keepHunk': async ({ changes }, first, second, third, fourth) => {
    const target = await changes.actions.keepHunk(() =>
      changes.targets.hunk(first, second, third, fourth),
    );
    await changes.editors.goOn(target, first === undefined);
  },
  'tandem.changes.undoHunk': async ({ changes }, first, second, third, fourth) => {
    const target = await changes.actions.undoHunk(() =>
      changes.targets.hunk(first, second, third, fourth),
    );
    await changes.editors.goOn(target, first === undefined);
  },
  'tandem.changes.keepFile': async ({ changes }, target) => {
    await changes.actions.keepFiles(await changes.targets.files(target));
  },
  'tandem.changes.undoFile': async ({ changes }, target) => {
    await changes.actions.undoFiles(await changes.targets.files(target));
  },
  'tandem.changes.keepTurn': async deps => {
    await deps.reviews.keepTurn(frontChannel(deps));
  },
  'tandem.changes.undoTurn': async deps => {
    await deps.reviews.undoTurn(frontChannel(deps));
  },
  'tandem.changes.keepAll': async ({ changes }, target) => {
    await changes.keepAll(target);
  },
  'tandem.changes.undoAll': async ({ changes }, target) => {
    await changes.undoAll(target);
  },
  'tandem.changes.restore': ({ changes }) => changes.actions.restore(changes.reviews.all),
  'tandem.rewind.open': deps => deps.reviews.pickPoint(frontChannel(deps)),
} satisfies Partial<CommandTable>;

async function go({ changes }: CommandDeps, step: 1 | -1): Promise<void> {
  await changes.list.settled();
  if (!(await changes.editors.go(step))) {
    throw noChanges();
  }
}
