import { strict as assert } from 'node:assert';
import * as vscode from 'vscode';
import type { OwnedPlan } from '../../../src/core/edits/review/decisions';
import { PlanConfirmation } from '../../../src/host/review/planConfirmation';
import { ChangesBed } from './changesBed';
import { allTabs, type, until } from './editsBed';

const run = vscode.commands.executeCommand;

type ItemEvent = vscode.QuickPickItemButtonEvent<vscode.QuickPickItem>;

/** The newest quick pick, and its button handlers. */
interface Made {
  readonly pick: vscode.QuickPick<vscode.QuickPickItem>;
  pressed: (event: ItemEvent) => void;
  pressedTitle: (button: vscode.QuickInputButton) => void;
}

describe('the undo preview', () => {
  const { createQuickPick } = vscode.window;
  let bed: ChangesBed;
  let made: Made | undefined;

  beforeEach(async () => {
    bed = await ChangesBed.create();
    made = undefined;
    // Wraps the real quick pick: its buttons need a mouse, which a suite does not have.
    vscode.window.createQuickPick = <T extends vscode.QuickPickItem>() => {
      const pick = createQuickPick<T>();
      const last: Made = { pick, pressed: () => undefined, pressedTitle: () => undefined };
      made = last;
      return new Proxy(pick, {
        get(target, key) {
          if (key === 'onDidTriggerItemButton') {
            return (listener: Made['pressed']) => {
              last.pressed = listener;
            };
          }
          if (key === 'onDidTriggerButton') {
            return (listener: Made['pressedTitle']) => {
              last.pressedTitle = listener;
            };
          }
          const value: unknown = Reflect.get(target, key, target);
          return typeof value === 'function' ? value.bind(target) : value;
        },
        set: (target, key, value) => Reflect.set(target, key, value, target),
      });
    };

    await bed.write('clean.txt', '1\n2\n3\n');
    await bed.change('clean.txt', '1\nnew\n3\nmore\n');
    await bed.write('conflict.txt', '1\n');
    await bed.change('conflict.txt', '2\n');
    await bed.write('conflict.txt', '2, mine\n');
    await bed.change('new.txt', 'new\n');
    await bed.write('gone.txt', 'gone\n');
    await bed.change('gone.txt', undefined);
    await bed.settled('clean.txt', 'conflict.txt', 'new.txt', 'gone.txt');
  });

  afterEach(async () => {
    vscode.window.createQuickPick = createQuickPick;
    await run('workbench.action.closeQuickOpen');
    await bed.dispose();
  });

  async function plans(...names: readonly string[]): Promise<OwnedPlan[]> {
    return Promise.all(
      names.map(async name => ({ channel: bed.review(), plan: await bed.undoPlan(name) })),
    );
  }

  function confirm(all: readonly OwnedPlan[]) {
    const done = new PlanConfirmation(bed.edits.contents, bed.stored).confirm('Undo all', all);
    assert.ok(made);
    return { done, ...made, last: made };
  }

  /** Presses Enter once the pick is shown. */
  async function accept(done: Promise<unknown>): Promise<void> {
    let isOver = false;
    const over = done.then(() => {
      isOver = true;
    });
    await until('the pick to be taken', async () => {
      await run('workbench.action.acceptSelectedQuickOpenItem');
      return isOver;
    });
    await over;
  }

  it('lists files with counts and details', async () => {
    const { document } = await bed.open('clean.txt');
    await type(document, '1\nnew\n3\nmore\nmine\n');
    await bed.settled('clean.txt');
    const { pick, done } = confirm(await plans('clean.txt', 'conflict.txt', 'new.txt', 'gone.txt'));
    const name = (item: vscode.QuickPickItem) => item.label.split('/').at(-1);
    assert.deepEqual(
      pick.items.map(item => [name(item), item.description, item.detail]),
      [
        [
          'clean.txt',
          '+1 −2 · 2 changes',
          'Later changes are kept. The editor has unsaved changes; they stay unsaved.',
        ],
        [
          'conflict.txt',
          '+1 −1 · 1 change',
          'The same lines have changed since. Both versions are opened for you to merge.',
        ],
        ['new.txt', 'is deleted', undefined],
        ['gone.txt', 'comes back', undefined],
      ],
    );
    assert.equal(pick.title, 'Undo all');
    assert.equal(pick.canSelectMany, true);
    assert.equal(pick.selectedItems.length, 4);
    assert.deepEqual(
      pick.items.map(item => item.buttons?.[0]?.tooltip),
      Array(4).fill('Show What Would Change'),
    );
    await run('workbench.action.closeQuickOpen');
    assert.equal(await done, undefined);
  });

  it('marks a file of uncertain origin', async () => {
    const [owned] = await plans('clean.txt');
    assert.ok(owned);
    const { pick } = confirm([{ ...owned, plan: { ...owned.plan, isUncertain: true } }]);
    assert.match(pick.items[0]?.detail ?? '', /^Origin uncertain: /);
  });

  it('returns the checked files on Enter', async () => {
    const all = await plans('clean.txt', 'conflict.txt', 'new.txt');
    const { pick, done } = confirm(all);
    // The window's event with the initial ticks must have arrived before.
    await until('the pick', async () => {
      await run('workbench.action.quickOpenSelectNext');
      return pick.activeItems.length > 0;
    });
    pick.selectedItems = pick.items.filter((_, index) => index !== 1);
    await accept(done);
    assert.deepEqual(pathsOf(await done), pathsOf([all[0], all[2]]));
  });

  it('returns nothing on Escape', async () => {
    const { done } = confirm(await plans('clean.txt'));
    await run('workbench.action.closeQuickOpen');
    assert.equal(await done, undefined);
  });

  it('shows a file against its result, and stays open meanwhile', async () => {
    const all = await plans('clean.txt', 'new.txt', 'gone.txt');
    const { pick, done, last } = confirm(all);
    const sidesOf = async (index: number) => {
      const item = pick.items[index];
      const [button] = item?.buttons ?? [];
      assert.ok(item && button);
      last.pressed({ item, button });
      const name = item.label.split('/').at(-1) ?? '';
      const tab = await until(`the diff of ${name}`, () =>
        allTabs().find(({ label }) => label.endsWith(`${name} (as it would be)`)),
      );
      assert.ok(tab.input instanceof vscode.TabInputTextDiff);
      const { original, modified } = tab.input;
      const open = vscode.workspace.openTextDocument;
      return [(await open(original)).getText(), (await open(modified)).getText()];
    };
    assert.deepEqual(await sidesOf(0), ['1\nnew\n3\nmore\n', '1\n2\n3\n']);
    assert.deepEqual(await sidesOf(1), ['new\n', '']);
    assert.deepEqual(await sidesOf(2), ['', 'gone\n']);

    await run('workbench.action.focusActiveEditorGroup');
    let isOver = false;
    void done.then(() => {
      isOver = true;
    });
    // A round trip to the window, in which the pick would have been closed.
    await run('workbench.action.focusActiveEditorGroup');
    assert.equal(isOver, false);
    assert.equal(pick.ignoreFocusOut, true);
    await accept(done);
    assert.deepEqual(pathsOf(await done), pathsOf(all));
  });

  it('shows all files in the multi-file diff', async () => {
    const { pick, last, done } = confirm(await plans('clean.txt', 'new.txt'));
    const [button] = pick.buttons;
    assert.ok(button);
    last.pressedTitle(button);
    await until('the multi-file diff', () =>
      allTabs().find(({ label }) => label.startsWith('Undo all')),
    );
    await accept(done);
  });
});

function pathsOf(plans: readonly (OwnedPlan | undefined)[] | undefined) {
  return plans?.map(one => one?.plan.path);
}
