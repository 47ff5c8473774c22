import { expect, test } from 'vitest';
import type { FileView } from '../../../../src/core/edits/review/fileView';
import { type ChangeNode, ChangeNodes, partsOf } from '../../../../src/host/review/changeNodes';
import { reviewOf, viewOf } from './fileViews';

const [one, two] = [reviewOf('one'), reviewOf('two')];

const lines = (...changed: number[]) =>
  Array.from({ length: 9 }, (_, at) => (changed.includes(at) ? `NEW ${at}\n` : `${at}\n`)).join('');

const file = (path: string, channel = one, now = lines(2, 6)): FileView =>
  viewOf(path, channel, { before: lines(), after: lines(2, 6), now });

function outline(nodes: ChangeNodes, under?: ChangeNode): unknown[] {
  return nodes.childrenOf(under).map(node => [nameOf(node), ...outline(nodes, node)]);
}

function nameOf(node: ChangeNode): string | number {
  switch (node.kind) {
    case 'conversation':
      return node.channel.record.channelId;
    case 'file':
      return node.view.review.path;
    case 'hunk':
      return node.hunk.now.start;
  }
}

/** The nodes of these views, and a function that updates them. */
function shown(...views: FileView[]) {
  const nodes = new ChangeNodes();
  nodes.update(views);
  return { nodes, update: (...next: FileView[]) => nodes.update(next) };
}

const hunk = (start: number) => [start];

test('files have their changes as children, below conversations if there are several', () => {
  const { nodes, update } = shown(file('/a'), file('/b'));
  expect(outline(nodes)).toEqual([
    ['/a', hunk(2), hunk(6)],
    ['/b', hunk(2), hunk(6)],
  ]);
  update(file('/a'), file('/a', two));
  expect(outline(nodes)).toEqual([
    ['one', ['/a', hunk(2), hunk(6)]],
    ['two', ['/a', hunk(2), hunk(6)]],
  ]);
  expect(nodes.all).toHaveLength(8);
  update();
  expect(nodes.all).toEqual([]);
});

test('every row that stays keeps its element, which has the present state of the file', () => {
  const { nodes, update } = shown(file('/a'), file('/b', two));
  const before = [...nodes.all];
  const [a, b] = [file('/a', one, `${lines(2, 6)}mine\n`), file('/b', two)];
  update(a, b);
  expect(nodes.all).toHaveLength(before.length);
  for (const [at, node] of nodes.all.entries()) {
    expect(node).toBe(before[at]);
  }
  const views = nodes.all.flatMap(node => (node.kind === 'conversation' ? [] : [node.view]));
  expect(new Set(views)).toEqual(new Set([a, b]));
});

test('a decided change takes its element along, and the others keep theirs', () => {
  const { nodes, update } = shown(file('/a'));
  const [a] = nodes.childrenOf();
  const [first, second] = nodes.childrenOf(a);
  update(file('/a', one, lines(6)));
  expect(nodes.childrenOf()).toEqual([a]);
  expect(nodes.childrenOf(a)).toHaveLength(1);
  expect(nodes.childrenOf(a)[0]).toBe(second);
  expect(nodes.all).not.toContain(first);
});

test('another change at the place of an earlier one has an element of its own', () => {
  const { nodes, update } = shown(file('/a'));
  const [a] = nodes.childrenOf();
  const [first] = nodes.childrenOf(a);
  const other = lines(2, 6).replace('NEW 2', 'OTHER 2');
  update(viewOf('/a', one, { before: lines(), after: other }));
  const [replaced] = nodes.childrenOf(a);
  expect(nodes.childrenOf()[0]).toBe(a);
  expect(replaced?.kind === 'hunk' && replaced.hunk.now.start).toBe(2);
  expect(replaced).not.toBe(first);
});

test('a file that is listed again later has another element', () => {
  const { nodes, update } = shown(file('/a'));
  const [before] = nodes.childrenOf();
  update();
  update(file('/a'));
  expect(nodes.childrenOf()[0]).not.toBe(before);
});

test('typing in one file leaves what the rows of the others are made of', () => {
  const b = file('/b');
  const { nodes, update } = shown(file('/a'), b);
  const partsBelow = (at: number) => {
    const node = nodes.childrenOf()[at];
    return [node, ...nodes.childrenOf(node)].map(one => one && partsOf(one));
  };
  const [ofA, ofB] = [partsBelow(0), partsBelow(1)];
  update(file('/a', one, `${lines(2, 6)}mine\n`), b);
  const isSame = (parts: readonly unknown[] = [], others: readonly unknown[] = []) =>
    parts.every((part, index) => part === others[index]);
  expect(partsBelow(1).map((parts, row) => isSame(parts, ofB[row]))).toEqual([true, true, true]);
  expect(partsBelow(0).map((parts, row) => isSame(parts, ofA[row]))).toEqual([false, false, false]);
});
