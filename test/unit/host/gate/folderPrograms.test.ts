import { expect, it } from 'vitest';
import { Emitter } from '../../../../src/base/emitter';
import { followAnswers } from '../../../../src/host/gate/folderPrograms';

interface Case {
  readonly name: string;
  readonly cwd?: string;
  readonly isLive?: boolean;
  readonly heldBy?: object;
  readonly isShown?: boolean;
}

/** Returns what an answer about the folder `/a` does to conversations. */
function afterAnswer(cases: readonly Case[]): string[] {
  const done: string[] = [];
  const answered = new Emitter<string>();
  const channels = cases.map(({ name, cwd = '/a', isLive = false, heldBy }) => ({
    ...{ name, cwd, heldBy },
    agent: {
      isLive,
      needRestart: () => done.push(`restart ${name}`),
      warmUp: async () => void done.push(`start ${name}`),
    },
  }));
  const isShown = (channel: { name: string }) =>
    cases.find(({ name }) => name === channel.name)?.isShown ?? true;
  followAnswers({ onAnswered: answered.event }, () => channels, isShown);
  answered.fire('/a');
  return done;
}

it('starts the agents that are shown in the folder, and restarts those that run', () => {
  const cases: Case[] = [
    { name: 'waiting' },
    { name: 'running', isLive: true, isShown: false },
    { name: 'hidden', isShown: false },
    { name: 'elsewhere', cwd: '/b' },
    { name: 'held', heldBy: {} },
  ];
  expect(afterAnswer(cases)).toEqual(['start waiting', 'restart running']);
});
