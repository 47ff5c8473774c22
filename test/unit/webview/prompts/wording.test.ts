import { describe, expect, it } from 'vitest';
import type { Suggestion } from '../../../../src/contract/prompts';
import { outcomeOf } from '../../../../webview/prompts/promptOutcome';
import { suggestionLabel } from '../../../../webview/prompts/wording';
import { ask } from '../../transcript/events';

const folder: Suggestion = {
  type: 'addDirectories',
  index: 1,
  directories: ['/srv/data'],
  destination: 'session',
};
const prompt = ask('p', 't', { suggestions: [folder] });

describe('A suggestion', () => {
  it('is labeled with its effect and its scope', () => {
    const label = (mode: 'acceptEdits' | 'plan', destination: 'session' | 'userSettings') =>
      suggestionLabel({ type: 'setMode', index: 0, mode, destination });
    expect(label('acceptEdits', 'session')).toBe('Allow All Edits in This Conversation');
    expect(label('acceptEdits', 'userSettings')).toBe('Allow All Edits in all projects');
    expect(label('plan', 'session')).toBe('Switch to Plan in This Conversation');
    expect(suggestionLabel(folder)).toBe('Allow This Folder in This Conversation');
    expect(suggestionLabel({ ...folder, directories: ['/a', '/b'] })).toBe(
      'Allow These 2 Folders in This Conversation',
    );
  });
});

describe('The outcome of a prompt', () => {
  it('describes the answer given on this page', () => {
    expect(outcomeOf(prompt, undefined, { kind: 'deny', message: 'Not now' })).toEqual({
      kind: 'denied',
      text: 'Denied: Not now',
    });
    expect(outcomeOf(prompt, 'allowed', { kind: 'allowWith', suggestion: 1 })?.text).toBe(
      'Allowed (Allow This Folder in This Conversation: /srv/data)',
    );
  });

  it('is the effective one if another page was faster', () => {
    expect(outcomeOf(prompt, 'denied', { kind: 'allowOnce' })?.text).toBe('Denied');
    expect(outcomeOf(prompt, 'withdrawn', { kind: 'allowOnce' })?.text).toBe('Canceled');
  });

  it('is undefined until the prompt is answered', () => {
    expect(outcomeOf(prompt, undefined, undefined)).toBeUndefined();
  });
});
