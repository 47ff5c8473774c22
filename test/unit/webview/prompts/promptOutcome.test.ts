import { describe, expect, it } from 'vitest';
import type { Prompt, PromptAnswer, PromptOutcome } from '../../../../src/contract/prompts';
import { outcomeOf } from '../../../../webview/prompts/promptOutcome';
import { suggestionLabel } from '../../../../webview/prompts/wording';
import { ask } from '../../transcript/events';

const { id, toolId, call } = ask('p', 't');
const base = { id, toolId, call };
const permission = ask('p', 't', {
  suggestions: [
    { type: 'setMode', index: 2, mode: 'acceptEdits', destination: 'session' },
    { type: 'addDirectories', index: 3, directories: ['/srv'], destination: 'session' },
  ],
});
const question: Prompt = { ...base, kind: 'question', questions: [] };
const plan: Prompt = { ...base, kind: 'plan' };

describe('outcomeOf', () => {
  it.each<[Prompt, PromptOutcome | undefined, PromptAnswer | undefined, string | undefined]>([
    [permission, undefined, undefined, undefined],
    [permission, undefined, { kind: 'allowOnce' }, 'Allowed once'],
    [permission, 'allowed', { kind: 'allowOnce' }, 'Allowed once'],
    [
      permission,
      'allowed',
      { kind: 'allowAlways', destination: 'userSettings' },
      'Always allowed (all projects)',
    ],
    [
      permission,
      'allowed',
      { kind: 'allowWith', suggestion: 2 },
      'Allowed (Allow All Edits in This Conversation)',
    ],
    [
      permission,
      'allowed',
      { kind: 'allowWith', suggestion: 3 },
      'Allowed (Allow This Folder in This Conversation: /srv)',
    ],
    [permission, 'denied', { kind: 'deny', message: 'use tabs' }, 'Denied: use tabs'],
    [permission, 'denied', { kind: 'deny' }, 'Denied'],
    [permission, 'allowed', undefined, 'Allowed'],
    [permission, 'denied', undefined, 'Denied'],
    [question, 'answered', { kind: 'answers', answers: {} }, 'Answered'],
    [question, 'denied', { kind: 'deny' }, 'Skipped'],
    [
      plan,
      'allowed',
      { kind: 'approvePlan', mode: 'acceptEdits' },
      'Approved (Edit automatically)',
    ],
    [plan, 'allowed', undefined, 'Approved'],
    [plan, 'denied', { kind: 'keepPlanning', feedback: 'more' }, 'Kept planning: more'],
    [plan, 'denied', undefined, 'Kept planning'],
  ])('describes how a %j ended', (prompt, outcome, given, text) => {
    expect(outcomeOf(prompt, outcome, given)?.text).toBe(text);
  });

  it('prefers the outcome from another page that was first', () => {
    expect(outcomeOf(permission, 'denied', { kind: 'allowOnce' })).toEqual({
      kind: 'denied',
      text: 'Denied',
    });
  });

  it('reports a withdrawn prompt, whatever was answered here', () => {
    expect(outcomeOf(permission, 'withdrawn', { kind: 'allowOnce' })?.text).toBe('Canceled');
  });
});

describe('suggestionLabel', () => {
  it.each([
    [
      { type: 'setMode', index: 0, mode: 'acceptEdits', destination: 'session' } as const,
      'Allow All Edits in This Conversation',
    ],
    [
      { type: 'setMode', index: 0, mode: 'plan', destination: 'userSettings' } as const,
      'Switch to Plan in all projects',
    ],
    [
      {
        type: 'addDirectories',
        index: 0,
        directories: ['/a', '/b'],
        destination: 'localSettings',
      } as const,
      'Allow These 2 Folders in this project, just me',
    ],
  ])('describes what %j does', (suggestion, label) => {
    expect(suggestionLabel(suggestion)).toBe(label);
  });
});
