import { afterEach, beforeEach, expect, it } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import { UserError } from '../../../../src/base/errors';
import { sideQuestionIn } from '../../../../src/core/conversation/sideQuestionIn';
import { type ScriptedBed, scriptedBed } from '../../../support/channels/scriptedAgents';

let bed: ScriptedBed;

beforeEach(async () => {
  bed = scriptedBed();
  bed.agents.stored = [];
  await bed.channel.agent.warmUp();
});

afterEach(() => bed.channel.dispose());

const shown = () => bed.channel.conversation.summary.sideQuestions ?? [];

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await new Promise(resolve => setImmediate(resolve));
  }
}

it('is shown while the agent is asked, and answered beside the conversation', async () => {
  const answer = new Deferred<string>();
  bed.agents.newest.askAside = () => answer.promise;
  bed.channel.sideQuestions.ask('  why? ');
  expect(shown()).toMatchObject([{ question: 'why?' }]);
  answer.resolve('Because.');
  await settled();
  expect(shown()).toMatchObject([{ question: 'why?', answer: 'Because.' }]);
  expect(bed.channel.conversation.turns).toEqual([]);
  expect(bed.channel.record.sideQuestions).toEqual(shown());
});

it('repeats the exchanges that a follow-up continues, and no others', async () => {
  const asked: string[] = [];
  bed.agents.newest.askAside = async question => {
    asked.push(question);
    return `answer ${asked.length}`;
  };
  bed.channel.sideQuestions.ask('first');
  bed.channel.sideQuestions.ask('unrelated');
  await settled();
  bed.channel.sideQuestions.ask('and then?', shown()[0]?.id);
  bed.channel.sideQuestions.ask('alone', 'no such question');
  await settled();
  expect(asked[2]).toContain('I asked: first\nYou answered: answer 1');
  expect(asked[2]).not.toContain('unrelated');
  expect(asked[2]).toMatch(/Now I ask: and then\?$/);
  expect(asked[3]).toBe('alone');
});

it('shows why there is no answer', async () => {
  bed.agents.newest.askAside = async () => {
    throw new UserError('cli.unsupported', 'This version cannot.');
  };
  bed.channel.sideQuestions.ask('why?');
  await settled();
  expect(shown()).toMatchObject([{ question: 'why?', error: 'This version cannot.' }]);
});

it('refuses an empty and an endless question', () => {
  expect(() => bed.channel.sideQuestions.ask('  ')).toThrow('Type a question');
  expect(() => bed.channel.sideQuestions.ask('x'.repeat(5_000))).toThrow('at most');
  expect(shown()).toEqual([]);
});

it('keeps the newest twenty, cut to a bound, and forgets them on request', async () => {
  bed.agents.newest.askAside = async () => `${'a'.repeat(8 * 1024 - 1)}😀 and more`;
  for (let count = 0; count < 25; count += 1) bed.channel.sideQuestions.ask(`question ${count}`);
  await settled();
  expect(shown()).toHaveLength(20);
  expect(shown()[0]).toMatchObject({ question: 'question 5' });
  expect(shown()[0]?.answer).toBe(`${'a'.repeat(8 * 1024 - 1)}…`);
  bed.channel.sideQuestions.clear();
  expect(shown()).toEqual([]);
});

it('an answer that comes after clearing is not shown', async () => {
  const answer = new Deferred<string>();
  bed.agents.newest.askAside = () => answer.promise;
  bed.channel.sideQuestions.ask('why?');
  bed.channel.sideQuestions.clear();
  answer.resolve('Because.');
  await settled();
  expect(shown()).toEqual([]);
});

it('a question that a lost window asked says so, and others keep their answers', async () => {
  bed.channel.dispose();
  const asked = { id: 'a', question: 'why?', at: 1 };
  const answered = { id: 'b', question: 'how?', at: 2, answer: 'So.' };
  bed = scriptedBed({ sideQuestions: [asked, answered] });
  bed.agents.stored = [];
  await bed.channel.restorer.restore();
  expect(shown()).toMatchObject([{ error: expect.stringContaining('Ask again') }, answered]);
});

it('the agent forgets them with the conversation', async () => {
  bed.channel.sideQuestions.ask('why?');
  await settled();
  bed.agents.newest.host.onEvents([{ type: 'conversation.cleared' }]);
  expect(shown()).toEqual([]);
  expect(bed.channel.record.sideQuestions).toBeUndefined();
});

it.each([
  ['/btw why?', 'why?'],
  ['/btw\nwhy?\nand how?', 'why?\nand how?'],
  ['/btw', ''],
  ['/btwx why', undefined],
  ['see /btw why', undefined],
])('%j asks %j', (text, question) => {
  expect(sideQuestionIn(text)).toBe(question);
});
