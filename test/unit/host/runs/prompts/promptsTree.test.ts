import { expect, test } from 'vitest';
import { Deferred } from '../../../../../src/base/deferred';
import { Emitter } from '../../../../../src/base/emitter';
import { silentLog } from '../../../../../src/base/log';
import type { PromptNodes } from '../../../../../src/host/runs/prompts/promptList';
import { PromptsTree } from '../../../../../src/host/runs/prompts/promptsTree';
import { FakeClock } from '../../../node/fakeClock';

/** Rows of one group with these prompts, each with what its last run said. */
function rowsOf(prompts: Readonly<Record<string, string>>): PromptNodes {
  const names = Object.keys(prompts);
  const group = ['scope:project', { item: { id: 'scope:project' }, children: names }] as const;
  const rows = names.map(
    name => [name, { item: { id: name, description: prompts[name] }, children: [] }] as const,
  );
  return { nodes: new Map([group, ...rows] as never), roots: ['scope:project'] };
}

/** A tree that has been drawn once. */
async function drawn(first: PromptNodes) {
  const changed = new Emitter<void>();
  const reads: Deferred<PromptNodes>[] = [];
  const began = new Emitter<void>();
  const list = {
    onChanged: changed.event,
    setVisible: () => undefined,
    read: () => {
      const read = new Deferred<PromptNodes>();
      reads.push(read);
      began.fire();
      return read.promise;
    },
  };
  const view = { visible: true, onDidChangeVisibility: () => ({ dispose: () => undefined }) };
  const tree = new PromptsTree({ fill: () => undefined, view: view as never });
  const redrawn: (readonly string[] | undefined)[] = [];
  const answered = new Emitter<void>();
  tree.onDidChangeTreeData(change => {
    redrawn.push(change as string[] | undefined);
    answered.fire();
  });
  /** Resolves when the list is read, which goes on until it is answered. */
  const reading = () => new Promise<void>(resolve => began.event(() => resolve()));
  const begun = reading();
  const clock = new FakeClock();
  tree.follow(list, clock, silentLog);
  const roots = tree.getChildren();
  await begun;
  reads.pop()?.resolve(first);
  expect(await roots).toEqual(['scope:project']);
  redrawn.length = 0;
  return {
    ...{ tree, redrawn, clock, changed, reads },
    /** The list changes; resolves to what answers the read that this starts. */
    change: async () => {
      const next = reading();
      changed.fire();
      await next;
      return (rows: PromptNodes) => {
        const done = new Promise<void>(resolve => answered.event(() => resolve()));
        reads.pop()?.resolve(rows);
        return done;
      };
    },
  };
}

test('a prompt whose run has ended is drawn again, and no other row', async () => {
  const { tree, redrawn, change } = await drawn(rowsOf({ explain: 'runs', judge: 'never' }));
  const answer = await change();
  // While the list is read, VS Code still has the rows, so that their commands find them.
  expect(redrawn).toEqual([]);
  await answer(rowsOf({ explain: '1 of 1', judge: 'never' }));
  expect(redrawn).toEqual([['explain']]);
  expect(tree.getTreeItem('explain').description).toBe('1 of 1');
});

test('a new prompt is drawn with its group, and a list that is read again alike is not', async () => {
  const { tree, redrawn, change } = await drawn(rowsOf({ explain: '1 of 1' }));
  const same = await change();
  const other = same(rowsOf({ explain: '1 of 1' }));
  const more = await change();
  await Promise.all([other, more(rowsOf({ explain: '1 of 1', judge: 'never' }))]);
  expect(redrawn).toEqual([['scope:project']]);
  expect(await tree.getChildren('scope:project')).toEqual(['explain', 'judge']);
});

test('changes that come while the list is read cause one more read', async () => {
  const { redrawn, change, changed, reads } = await drawn(rowsOf({ explain: 'runs' }));
  const answer = await change();
  for (let i = 0; i < 100; i += 1) {
    changed.fire();
  }
  await answer(rowsOf({ explain: '1 of 1' }));
  await expect.poll(() => reads.length).toBe(1);
  reads.pop()?.resolve(rowsOf({ explain: '2 of 2' }));
  await expect.poll(() => redrawn).toEqual([['explain'], ['explain']]);
  expect(reads).toEqual([]);
});

test('a read that hangs keeps later ones waiting for ten seconds, and is then out of date', async () => {
  const { tree, change, clock } = await drawn(rowsOf({ explain: 'runs' }));
  const late = await change();
  const answered = change().then(answer => answer(rowsOf({ explain: '2 of 2' })));
  clock.advance(10_000);
  await answered;
  void late(rowsOf({ explain: '1 of 1' }));
  await new Promise(setImmediate);
  expect(tree.getTreeItem('explain').description).toBe('2 of 2');
});
