import { beforeEach, expect, it } from 'vitest';
import type { ChannelId } from '../../../../../src/contract/ids';
import type { GatewayState } from '../../../../../src/host/gateway/gatewayState';
import type { Obstacle } from '../../../../../src/host/gateway/obstacles';
import {
  type RecordingParts,
  RecordingService,
} from '../../../../../src/host/inspector/recording/recordingService';
import { RecordingSwitches } from '../../../../../src/host/inspector/recording/recordingSwitches';

type Archive = RecordingParts['recordings']['archive'];

const id = 'one' as ChannelId;
const megabyte = 1024 * 1024;

let asked: string[];
let answer: string | undefined;
let cleared: (string | undefined)[];
let kept: number;
let isLive: boolean;
let isObserved: boolean;
let isDue: boolean;
let isOn: boolean;
let isTrusted: boolean;
let ahead: Obstacle | undefined;
let source: string | undefined;
let unobserved: Map<ChannelId, Obstacle>;
let switches: RecordingSwitches;
let service: RecordingService;

const channel = () => ({
  ...{ id, cwd: '/w', agent: { isLive } },
  record: { ...(source === undefined ? {} : { source }) } as never,
});

beforeEach(() => {
  [asked, answer, cleared, kept] = [[], 'Record', [], 3];
  [isLive, isObserved, isDue, isOn, isTrusted] = [false, false, false, false, true];
  [source, unobserved, ahead] = [undefined, new Map(), undefined];
  const stored = new Map<string, unknown>();
  let isEverywhere = false;
  switches = new RecordingSwitches({
    memory: {
      get: key => stored.get(key),
      update: async (key, value) => void stored.set(key, value),
    },
    isEverywhere: () => isEverywhere,
    setEverywhere: async value => {
      isEverywhere = value;
    },
    isTrusted: () => isTrusted,
  });
  const archive: Partial<Archive> = {
    state: async () => ({ bytes: 5 * megabyte, calls: kept, oldestAt: 7 }),
    list: async () => [{ id: 'one', title: 'One', cwd: '/w' }],
  };
  service = new RecordingService({
    ...{ switches, isTrusted: () => isTrusted, limit: () => 200 * megabyte, path: '~/calls' },
    recordings: {
      archive: archive as Archive,
      clear: async subject => void cleared.push(subject),
    },
    gateway: {
      isObserved: () => isObserved,
      isDue: () => isDue,
      obstacleIn: async () => ahead,
      get state(): GatewayState {
        return { isOn, observed: 0, kept: 0, calls: 0, unobserved };
      },
    },
    channel: subject => (subject === 'one' ? channel() : undefined),
    gatewayText: async () => 'The gateway changes this.',
    ask: async (question, detail, ...actions) => {
      asked.push(question, detail, ...actions);
      return answer;
    },
  });
});

it('says before it records what is stored, where, how much and for how long', async () => {
  expect(await service.start('conversation', channel())).toEqual({
    text: 'Model calls of this conversation are recorded.',
  });
  const [question, detail = ''] = asked;
  expect(question).toBe('Record the model calls of this conversation?');
  for (const part of ['~/calls', '200 MB', 'until', 'Keys and tokens', 'The gateway changes']) {
    expect(detail).toContain(part);
  }
  expect(await service.state('one')).toMatchObject({ scope: 'conversation', isAllowed: true });
});

it('does not speak of the gateway where calls pass it already', async () => {
  [isOn, isObserved, isLive] = [true, true, true];
  expect(await service.start('folder', channel())).toEqual({
    text: 'Model calls of conversations in this folder are recorded.',
  });
  expect(asked[1]).not.toContain('The gateway changes');
});

it('says that a running agent is recorded from its next start', async () => {
  isLive = true;
  expect((await service.start('everywhere', channel())).text).toContain(
    'restarts with its next message',
  );
  expect((await service.state('one')).obstacle).toContain('restarts with its next message');
});

it.each([
  ['elsewhere', 'profile'],
  ['cloud', undefined],
] as const)('says at once that nothing can be recorded: %s', async (obstacle, remedy) => {
  [isLive, ahead] = [true, obstacle];
  expect((await service.state('one')).obstacle).toBeUndefined();
  const { text, failing } = await service.start('conversation', channel());
  expect(text).toContain('cannot be recorded yet');
  expect(text).not.toContain('restarts');
  expect(failing).toEqual({ remedy });
  const state = await service.state('one');
  expect(text).toContain(state.obstacle);
  expect(state.remedy).toBe(remedy);
});

it('records nothing if the user declines', async () => {
  answer = undefined;
  expect(await service.start('everywhere', channel())).toEqual({ text: '' });
  expect((await service.state('one')).scope).toBeUndefined();
});

it('refuses without asking where it cannot record', async () => {
  isTrusted = false;
  await expect(service.start('everywhere', channel())).rejects.toThrow('not trusted');
  isTrusted = true;
  await expect(service.start('folder', undefined)).rejects.toThrow('not open');
  source = 'Gemini';
  await expect(service.start('conversation', channel())).rejects.toThrow('Gemini answers');
  expect(asked).toEqual([]);
});

it('tells why nothing is known of a conversation', async () => {
  unobserved.set(id, 'cloud');
  expect((await service.state('one')).obstacle).toContain('A cloud provider answers');
  expect(await service.state('one')).not.toHaveProperty('remedy');
  unobserved.set(id, 'elsewhere');
  expect(await service.state('one')).toMatchObject({
    ...{ obstacle: expect.stringContaining('Make a profile'), remedy: 'profile' },
  });
  source = 'Gemini';
  expect((await service.state('one')).obstacle).toContain('Gemini answers');
  expect(await service.state('one')).not.toHaveProperty('remedy');
  expect(await service.state('gone')).toEqual({
    ...{ isObserved: false, isAllowed: true, bytes: 5 * megabyte, limit: 200 * megabyte },
    ...{ calls: 3, oldestAt: 7, path: '~/calls' },
  });
});

it('deletes one recording or all, and only after the question', async () => {
  answer = undefined;
  expect(await service.clear('one')).toBe('');
  answer = 'Clear This Conversation';
  await service.clear('one');
  answer = 'Clear All';
  await service.clear('one');
  expect(cleared).toEqual(['one', undefined]);
  asked = [];
  await service.clear('never recorded');
  expect(asked.slice(2)).toEqual(['Clear All']);
  [kept, asked] = [0, []];
  expect(await service.clear('one')).toBe('No calls are recorded.');
  expect(asked).toEqual([]);
});

it('calls a conversation observed whose agent will be, as after a reload of the window', async () => {
  expect(await service.state('one')).toMatchObject({ isObserved: false });
  isDue = true;
  expect(await service.state('one')).toMatchObject({ isObserved: true });
  // A running agent is observed only after its next start.
  isLive = true;
  expect(await service.state('one')).toMatchObject({ isObserved: false });
});
