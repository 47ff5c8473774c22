import { beforeEach, expect, it } from 'vitest';
import type { ChannelId } from '../../../../../src/contract/ids';
import {
  RecordingSwitches,
  type SwitchParts,
} from '../../../../../src/host/inspector/recording/recordingSwitches';

const one = { id: 'one' as ChannelId, cwd: '/w' };
const neighbour = { id: 'two' as ChannelId, cwd: '/w' };
const stranger = { id: 'three' as ChannelId, cwd: '/other' };

let stored: Map<string, unknown>;
let isEverywhere: boolean;
let isTrusted: boolean;
let switches: RecordingSwitches;
let fired: number;

beforeEach(() => {
  stored = new Map();
  [isEverywhere, isTrusted, fired] = [false, true, 0];
  const parts: SwitchParts = {
    memory: {
      get: key => stored.get(key),
      update: async (key, value) => void stored.set(key, value),
    },
    isEverywhere: () => isEverywhere,
    setEverywhere: async isOn => {
      isEverywhere = isOn;
    },
    isTrusted: () => isTrusted,
  };
  switches = new RecordingSwitches(parts);
  switches.onChanged(() => {
    fired += 1;
  });
});

const scopes = () => [one, neighbour, stranger].map(place => switches.scopeOf(place));

it('records nothing until the user says so', () => {
  expect(scopes()).toEqual([undefined, undefined, undefined]);
});

it('records a conversation, a folder, or everything, of which the widest counts', async () => {
  await switches.switchOn('conversation', one);
  expect(scopes()).toEqual(['conversation', undefined, undefined]);
  await switches.switchOn('folder', one);
  expect(scopes()).toEqual(['folder', 'folder', undefined]);
  await switches.switchOn('everywhere', {});
  expect(scopes()).toEqual(['everywhere', 'everywhere', 'everywhere']);
  expect(fired).toBe(3);
});

it('stops what records a conversation, and with the widest scope everything', async () => {
  await switches.switchOn('folder', one);
  await switches.switchOn('conversation', one);
  await switches.switchOn('conversation', stranger);
  expect(await switches.switchOff(one)).toBe('folder');
  expect(scopes()).toEqual([undefined, undefined, 'conversation']);
  await switches.switchOn('everywhere', {});
  expect(await switches.switchOff(one)).toBe('everywhere');
  expect(scopes()).toEqual([undefined, undefined, undefined]);
  expect(await switches.switchOff(one)).toBeUndefined();
});

it('never records in a workspace that is not trusted', async () => {
  await switches.switchOn('everywhere', {});
  isTrusted = false;
  expect(switches.isOn(one)).toBe(false);
  isTrusted = true;
  expect(switches.isOn(one)).toBe(true);
});

it('reads a memory that someone else has written as far as it makes sense', async () => {
  for (const broken of [null, 'one', { 0: 'one' }, 7]) {
    stored.set('inspector.conversations', broken);
    expect(switches.scopeOf(one)).toBeUndefined();
  }
  stored.set('inspector.conversations', [1, null, 'one']);
  expect(switches.scopeOf(one)).toBe('conversation');
});

it('forgets the oldest of too many conversations', async () => {
  stored.set(
    'inspector.conversations',
    Array.from({ length: 1_000 }, (_, index) => (index === 0 ? 'one' : `other-${index}`)),
  );
  expect(switches.scopeOf(one)).toBe('conversation');
  await switches.switchOn('conversation', stranger);
  expect(scopes()).toEqual([undefined, undefined, 'conversation']);
});
