import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Emitter } from '../../../../src/base/emitter';
import { MergeTab } from '../../../../src/host/review/mergeTab';
import { FakeClock } from '../../node/fakeClock';

let clock: FakeClock;
let changed: Emitter<void>;
/** Names of the open tabs; the last one is in front. */
let tabs: string[];
let tab: MergeTab;
/** Tabs that were in front when the command ran. */
let applied: string[];

function show(...names: string[]): void {
  tabs = names;
  changed.fire();
}

/** Lets time pass in steps, with everything that waits for it. */
async function pass(time: number): Promise<void> {
  for (let passed = 0; passed < time; passed += 100) {
    clock.advance(100);
    await new Promise(setImmediate);
  }
}

beforeEach(() => {
  clock = new FakeClock();
  changed = new Emitter();
  tabs = [];
  applied = [];
  tab = new MergeTab(
    {
      isOpen: () => tabs.includes('ours'),
      isActive: () => tabs.at(-1) === 'ours',
      onDidChange: changed.event,
    },
    clock,
  );
});
afterEach(() => tab.dispose());

const command = async () => void applied.push(tabs.at(-1) ?? 'none');

describe('a merge editor', () => {
  test('is closed once its tab has gone', async () => {
    let isClosed = false;
    const closed = tab.closed().then(() => {
      isClosed = true;
    });
    show('ours');
    show('ours', 'another');
    await pass(60_000);
    expect(isClosed).toBe(false);
    show('another');
    await closed;
  });

  test('counts as closed if it does not appear', async () => {
    const closed = tab.closed();
    await pass(10_000);
    await closed;
  });

  test('gets a command as soon as it is in front, until the command has an effect', async () => {
    const applying = tab.apply(command, () => applied.length === 2);
    show('ours', 'another');
    await pass(500);
    expect(applied).toEqual([]);
    show('another', 'ours');
    await pass(500);
    await applying;
    expect(applied).toEqual(['ours', 'ours']);
  });

  test('leaves other merge editors alone once it is closed', async () => {
    const applying = tab.apply(command, () => false);
    show('another', 'ours');
    show('another');
    await pass(100);
    await applying;
    expect(applied).toEqual([]);
  });

  test('gets a command for a limited time', async () => {
    const applying = tab.apply(command, () => false);
    show('another');
    await pass(10_000);
    await applying;
    expect(applied).toEqual([]);
  });
});
