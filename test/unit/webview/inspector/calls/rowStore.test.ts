import { describe, expect, it } from 'vitest';
import type { CallRow, CallView } from '../../../../../src/contract/inspector/callRows';
import type { InspectorCalls } from '../../../../../src/contract/inspector/inspector';
import { usualView } from '../../../../../webview/inspector/calls/callViews';
import { RowStore } from '../../../../../webview/inspector/calls/rowStore';
import { pageOfView, rowsOfView } from '../../../../page/harness/rowsOfView';
import { sampleRow, sampleRows } from '../../../../page/harness/sampleCalls';

type RowsParams = Parameters<InspectorCalls['inspector.rows']>[0];

/** Host with rows, whose answers a test can hold back. */
class Bed {
  readonly asked: RowsParams[] = [];
  readonly held: (() => void)[] = [];
  isHolding = false;
  failure: string | undefined;
  finds = 0;

  constructor(public rows: CallRow[]) {}

  store(view: CallView = usualView): RowStore {
    const call = async (method: string, params: unknown) => {
      if (method === 'inspector.find') {
        this.finds += 1;
        const { view: own, key } = params as { view: CallView; key: string };
        const at = rowsOfView(this.rows, own).findIndex(row => row.key === key);
        return at === -1 ? {} : { at };
      }
      this.asked.push(params as RowsParams);
      if (this.failure !== undefined) throw new Error(this.failure);
      const answer = structuredClone(pageOfView(this.rows, params as RowsParams));
      if (this.isHolding) await new Promise<void>(resolve => this.held.push(resolve));
      return answer;
    };
    return new RowStore({ call: call as never }, 'shop', view);
  }

  release(): void {
    for (const go of this.held.splice(0)) go();
  }
}

/** Waits until nothing more happens by itself. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
}

const keysOf = (store: RowStore) =>
  [...store.shown.rows].sort(([a], [b]) => a - b).map(([index, { key }]) => [index, key]);

describe('The rows of a view', () => {
  it('are asked for around what is in view, and not twice', async () => {
    const bed = new Bed(sampleRows(500));
    const store = bed.store();
    store.refresh();
    await settle();
    expect(store.shown).toMatchObject({ isKnown: true, total: 500, all: 500, moved: 0 });
    store.look(200, 230, true);
    store.look(201, 231, true);
    await settle();
    expect(bed.asked.map(({ from, count }) => [from, count])).toEqual([
      [0, 40],
      [180, 70],
      [250, 1],
    ]);
    store.look(200, 230, true);
    await settle();
    expect(bed.asked).toHaveLength(3);
    expect(store.shown.rows.get(200)?.key).toBe('call-299');
  });

  it('stay the same objects while they do not change', async () => {
    const bed = new Bed(sampleRows(30));
    const store = bed.store();
    store.refresh();
    await settle();
    const before = store.shown.rows.get(3);
    bed.rows = bed.rows.map(row => (row.key === 'call-25' ? { ...row, retry: 2 } : row));
    store.refresh();
    await settle();
    expect(store.shown.rows.get(3)).toBe(before);
    expect(store.shown.rows.get(4)?.retry).toBe(2);
  });

  it('keep their place when others come before them, near or far', async () => {
    const bed = new Bed(sampleRows(300));
    const store = bed.store();
    store.refresh();
    await settle();
    store.look(100, 130, true);
    await settle();
    bed.rows = sampleRows(303);
    store.refresh();
    await settle();
    expect(store.shown).toMatchObject({ total: 303, moved: 3 });
    expect(bed.finds).toBe(0);
    // More than are asked for around the view: the host is asked where the row is.
    bed.rows = sampleRows(400);
    store.refresh();
    await settle();
    expect(store.shown).toMatchObject({ total: 400, moved: 100 });
    expect(bed.finds).toBe(1);
    expect(store.shown.rows.get(200)?.key).toBe('call-199');
  });

  it('move with the newest if their place is not to be kept', async () => {
    const bed = new Bed(sampleRows(50));
    const store = bed.store();
    store.look(0, 20, false);
    store.refresh();
    await settle();
    bed.rows = sampleRows(51);
    store.refresh();
    await settle();
    expect(store.shown.moved).toBe(0);
    expect(keysOf(store)[0]).toEqual([0, 'call-50']);
  });

  it('of an older view are dropped when they arrive late', async () => {
    const bed = new Bed(sampleRows(100));
    const store = bed.store();
    store.refresh();
    await settle();
    bed.isHolding = true;
    store.refresh();
    await settle();
    bed.isHolding = false;
    store.setView({ ...usualView, kinds: ['title'] });
    await settle();
    expect(store.shown.total).toBe(10);
    bed.release();
    await settle();
    expect(store.shown.total).toBe(10);
    expect(keysOf(store)[0]).toEqual([0, 'call-99']);
  });

  it('are read once more after many changes during one reading', async () => {
    const bed = new Bed(sampleRows(10));
    bed.isHolding = true;
    const store = bed.store();
    store.refresh();
    for (let at = 0; at < 50; at += 1) store.refresh();
    await settle();
    expect(bed.asked).toHaveLength(1);
    bed.rows = sampleRows(12);
    bed.isHolding = false;
    bed.release();
    await settle();
    expect(bed.asked).toHaveLength(2);
    expect(store.shown.total).toBe(12);
  });

  it('stay while the host fails, and say why', async () => {
    const bed = new Bed(sampleRows(10));
    const store = bed.store();
    store.refresh();
    await settle();
    bed.failure = 'The disk is gone.';
    store.refresh();
    await settle();
    expect(store.shown.failure).toBe('The disk is gone.');
    expect(store.shown.rows.size).toBe(10);
    bed.failure = undefined;
    store.refresh();
    await settle();
    expect(store.shown.failure).toBeUndefined();
  });

  it('are forgotten far from the view, and asked for in bounded numbers', async () => {
    const bed = new Bed(sampleRows(1_600));
    const store = bed.store();
    store.refresh();
    await settle();
    for (let from = 0; from < 1_500; from += 90) {
      store.look(from, from + 100, true);
      await settle();
    }
    expect(store.shown.rows.size).toBeLessThanOrEqual(1_000);
    expect(Math.max(...bed.asked.map(({ count }) => count))).toBeLessThanOrEqual(200);
    expect(store.shown.rows.has(1_450)).toBe(true);
    expect(store.shown.rows.has(0)).toBe(false);
  });

  it('tell the models that were seen if the host does not tell all', async () => {
    const bed = new Bed([sampleRow(0), sampleRow(2)]);
    const store = new RowStore(
      {
        call: (async (_method: string, params: RowsParams) => {
          const { choices: _, ...page } = pageOfView(bed.rows, params);
          return page;
        }) as never,
      },
      'shop',
      usualView,
    );
    store.refresh();
    await settle();
    expect(store.shown.choices?.models).toEqual(['claude-sonnet-5', 'claude-opus-5']);
  });
});
