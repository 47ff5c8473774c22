import type { Page } from 'playwright-core';
import type { ConversationEvent, TurnOutcome } from '../../../../src/contract/events';
import { newestRecorded } from '../../../support/recordings/recording';
import { recordedTogether } from '../../harness/recorded';
import { arrived, reported } from '../../harness/reports';
import { bashCall, delta, endTurn, say, startBlock, startTurn } from '../../harness/story';
import { conversation } from './conversation';
import { at, reply, talk, titled, working } from './samples';

const group = 'Conversation';
const log = (page: Page) => page.getByRole('log');

function ended(outcome: TurnOutcome): readonly ConversationEvent[] {
  return [...talk, ...startTurn('2', 'Run the tests'), ...endTurn(outcome)];
}

const minutes = 60_000;
const tests = bashCall('t9', 'npm test', 'done');
const atTop = async (page: Page) => {
  await log(page).evaluate(box => box.scrollTo({ top: 0 }));
};

const outcomes = (
  [
    ['overloaded', { kind: 'error', reason: 'overloaded', message: 'Overloaded', status: 529 }],
    ['signed-out', { kind: 'error', reason: 'authentication', message: 'Invalid API key' }],
    ['interrupted', { kind: 'interrupted' }],
    ['too-long', { kind: 'error', reason: 'promptTooLong', message: 'prompt is too long' }],
  ] as const
).map(([name, outcome]) =>
  conversation(`outcome-${name}`, group, ended(outcome), page =>
    page.locator('.outcome').last().waitFor(),
  ),
);

/** A conversation that goes well, one that does not, and what is said in between. */
export const conversationStates = [
  conversation('talk', group, talk, page => log(page).getByText('parse.ts').first().waitFor()),
  conversation(
    'talk-top',
    group,
    [...talk, ...startTurn('2', 'Explain the table'), ...say('b2', reply), ...endTurn()],
    async page => {
      await page.getByText('Explain the table').waitFor();
      await atTop(page);
    },
  ),
  conversation(
    'streaming',
    group,
    [
      ...talk,
      ...startTurn('2', 'And the tests?'),
      startBlock('b2'),
      delta('b2', 'The tests are in `test/`. I will look at '),
    ],
    page => page.getByText('I will look at').waitFor(),
  ),
  conversation(
    'thinking',
    group,
    [...talk, ...startTurn('2', 'And the tests?'), startBlock('k2', 'thinking')],
    page =>
      page
        .getByRole('group', { name: 'Thinking' })
        .last()
        .getByText(/Thinking/)
        .waitFor(),
  ),
  conversation(
    'thought-open',
    group,
    [
      ...arrived,
      titled,
      ...startTurn('1', 'Where is the parser?'),
      startBlock('k1', 'thinking'),
      delta('k1', 'The parser may be in `src/parse.ts`. Let me look at the files first.'),
      { type: 'block.ended', blockId: 'k1', durationMs: 4_200 },
      ...say('b1', 'It is in `src/parse.ts`.'),
      ...endTurn(),
    ],
    async page => {
      await page.getByRole('button', { name: /^Thought for/ }).click();
      await page.getByText('Let me look at the files first.').waitFor();
    },
  ),
  conversation(
    'notices',
    group,
    [
      ...talk,
      ...startTurn('2', 'Go on'),
      {
        type: 'notice',
        notice: { kind: 'compacted', summary: 'Short.', tokensBefore: 150_000 },
        at,
      },
      {
        type: 'notice',
        notice: { kind: 'commandOutput', command: '/cost', text: 'Total: $1' },
        at,
      },
      { type: 'notice', notice: { kind: 'warning', text: 'The disk is nearly full.' }, at: at + 1 },
      {
        type: 'notice',
        notice: { kind: 'hook', name: 'Stop', result: 'failed', exitCode: 1, text: 'lint failed' },
        at: at + 2,
      },
      { type: 'unknown', what: 'frame of type "hologram"', at: at + 3 },
      ...endTurn(),
    ],
    page => page.getByText('The disk is nearly full.').waitFor(),
  ),
  conversation(
    'rate-limit-retrying',
    group,
    [
      ...talk,
      ...startTurn('2', 'Run the tests'),
      {
        type: 'notice',
        notice: { kind: 'retrying', attempt: 2, maxAttempts: 10, delayMs: 8_000, status: 429 },
        at: at - 50_000,
      },
    ],
    page =>
      page
        .getByText(/attempt 2|2 of 10/i)
        .first()
        .waitFor(),
  ),
  conversation(
    'rate-limit-ended',
    group,
    ended({ kind: 'error', reason: 'rateLimit', message: 'Rate limited', status: 429 }),
    page => page.locator('.outcome').waitFor(),
  ),
  conversation(
    'usage-limit',
    group,
    [
      ...ended({
        ...{ kind: 'error', reason: 'usageLimit', message: 'Usage limit reached' },
        resetsAt: at + 95 * minutes,
      }),
      {
        type: 'limit.changed',
        limit: { type: 'five_hour', isReached: true, used: 1, resetsAt: at + 95 * minutes },
      },
      { type: 'goOn.changed', at: at + 95 * minutes },
    ],
    page => page.locator('.outcome').waitFor(),
  ),
  ...outcomes,
  conversation(
    'agent-lost',
    group,
    [
      ...ended({ kind: 'lost', message: 'The process ended (signal SIGKILL).' }),
      {
        type: 'agent.changed',
        agent: {
          ...{ phase: 'lost', detail: 'The process ended (signal SIGKILL).' },
          ...{ stderr: 'Error: out of memory', actions: ['resume', 'showLog'] },
        },
      },
    ],
    page => page.getByText('Last output of the process').waitFor(),
  ),
  conversation(
    'restart-before-next',
    group,
    [
      ...talk,
      reported({ mode: 'plan' }),
      { type: 'agent.changed', agent: { phase: 'idle', restartsBeforeNext: true } },
    ],
    page => page.getByText('restarts before the next message').waitFor(),
  ),
  conversation(
    'compacted-alone',
    group,
    recordedTogether([[newestRecorded, 'auto_compact']]),
    page =>
      page
        .getByText(/compact|summar/i)
        .first()
        .waitFor(),
  ),
  conversation(
    'side-questions',
    group,
    [
      ...talk,
      ...working,
      {
        type: 'sideQuestions.changed',
        sideQuestions: [
          {
            ...{ id: 'a', question: 'What is a lease?', at },
            answer: 'The **right** to run a session in one window.',
          },
        ],
      },
    ],
    page => page.getByRole('textbox', { name: 'Follow up' }).waitFor(),
  ),
  conversation(
    'turn-changes',
    group,
    [
      ...talk.slice(0, -2),
      { type: 'tool.updated', call: tests, at },
      {
        type: 'file.updated',
        update: {
          ...{ toolId: tests.id, path: 'src/parse.ts', status: 'updated' },
          ...{ added: 120, removed: 33, via: 'command' },
        },
      },
      ...endTurn(),
      {
        type: 'review.changed',
        review: { files: 1, added: 120, removed: 33, tools: [tests.id] },
      },
    ],
    page => page.locator('.turn-footer').last().waitFor(),
  ),
];
