import { expect, test } from 'vitest';
import { UserError } from '../../../../src/base/errors';
import type { TurnOutcome } from '../../../../src/contract/events';
import type { MessageId } from '../../../../src/contract/ids';
import { showProblem } from '../../../../src/host/participant/problemParts';
import { nextStep, showEnd } from '../../../../src/host/participant/responseEnd';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';
import { RecordedReply } from '../../../support/recordedReply';

type Summary = typeof emptyConversation.summary;

function ended(outcome: TurnOutcome | undefined, more: Partial<Summary> = {}, problem?: string) {
  const reply = new RecordedReply();
  const conversation = {
    ...emptyConversation,
    summary: { ...emptyConversation.summary, ...more },
  };
  const said = showEnd(
    reply,
    { id: 'c', record: { sessionId: 's' }, conversation },
    {
      messageId: 'm' as MessageId,
      ...(outcome ? { outcome } : {}),
      ...(problem === undefined ? {} : { problem }),
    },
  );
  return { reply, said, next: nextStep(conversation, outcome) };
}

const review = { files: 2, added: 3, removed: 1, tools: [] };
const completed: TurnOutcome = { kind: 'completed' };

test('changes that wait can be reviewed from there', () => {
  const { reply, said, next } = ended(completed, { review });
  expect(said).toBeUndefined();
  expect(reply.text).toContain('2 files');
  expect(reply.parts).toContainEqual({
    button: {
      ...{ title: 'Review Changes', command: 'tandem.changes.reviewConversation' },
      args: [{ id: 'c', resourceStates: [] }],
    },
  });
  expect(reply.buttons).toEqual(['Review Changes', 'Open in Tandem']);
  expect(next).toBe('review');
});

test('tasks that go on can be stopped', () => {
  const task = { id: 't', kind: 'command', status: 'running', title: 'x', startedAt: 1 };
  const { reply } = ended(completed, { tasks: [task as unknown as Summary['tasks'][number]] });
  expect(reply.text).toContain('is still running in the background');
  expect(reply.buttons).toContain('Stop Task…');
});

test.each([
  [{ kind: 'interrupted' }, undefined, 'go'],
  [{ kind: 'maxTurns' }, 'turn limit', 'go'],
  [{ kind: 'error', reason: 'overloaded', message: 'Overloaded' }, 'Overloaded', undefined],
  [{ kind: 'lost', message: 'It died' }, 'It died', undefined],
  [undefined, 'not sent', undefined],
] as const)('%j ends with what went wrong, and what may follow', (outcome, said, next) => {
  const end = ended(outcome);
  if (said === undefined) {
    expect(end.said).toBeUndefined();
  } else {
    expect(end.said).toContain(said);
  }
  expect(end.next).toBe(next);
});

test('who is not signed in gets a button for it', () => {
  const outcome = { kind: 'error', reason: 'authentication', message: 'No key' } as const;
  expect(ended(outcome).reply.buttons).toEqual(['Sign In', 'Open in Tandem']);
});

test('the conversation says why a message was not sent', () => {
  expect(ended(undefined, {}, 'The folder is gone.').said).toBe('The folder is gone.');
});

test('a conversation that plans goes on planning', () => {
  const settings = { ...emptyConversation.summary.settings, mode: 'plan' as const };
  expect(ended(completed, { settings, review }).next).toBe('plan');
});

test.each([
  ['trust.required', ['Manage Trust']],
  ['folder.none', ['Open Folder']],
  ['folder.unanswered', ['Allow Programs…', 'Decline Programs']],
  ['cli.missing', ['Install', 'Choose Path', 'Search Again']],
  ['session.openElsewhere', ['Open in Tandem']],
] as const)('%s has buttons that mend it', (code, buttons) => {
  const reply = new RecordedReply();
  expect(showProblem(reply, new UserError(code, 'Why.'), 's')).toBe('Why.');
  expect(reply.buttons).toEqual(buttons);
});

test('any other error offers the log', () => {
  const reply = new RecordedReply();
  expect(showProblem(reply, new Error('Oops'))).toBe('Tandem: Oops');
  expect(reply.buttons).toEqual(['Show Log']);
});
