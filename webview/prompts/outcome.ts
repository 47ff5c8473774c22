import type { Prompt, PromptAnswer, PromptOutcome } from '../../src/contract/prompts';
import { destinationLabels, suggestionLabel } from './wording';

export interface Outcome {
  readonly kind: PromptOutcome;
  readonly text: string;
}

/** Describes the outcome in one line. `given`, the answer from this page, has more detail. */
export function outcomeOf(
  prompt: Prompt,
  outcome: PromptOutcome | undefined,
  given: PromptAnswer | undefined,
): Outcome | undefined {
  if (outcome === 'withdrawn') {
    return { kind: outcome, text: 'No longer asked' };
  }
  const own = given === undefined ? undefined : ownOutcome(prompt, given);
  // Another page may have answered first; then only its answer counts.
  if (own !== undefined && (outcome === undefined || own.kind === outcome)) {
    return own;
  }
  return outcome === undefined ? undefined : { kind: outcome, text: plainWords(prompt, outcome) };
}

function ownOutcome(prompt: Prompt, given: PromptAnswer): Outcome {
  switch (given.kind) {
    case 'allowOnce':
      return { kind: 'allowed', text: 'Allowed once' };
    case 'allowAlways':
      return {
        kind: 'allowed',
        text: `Always allowed (${destinationLabels[given.destination]})`,
      };
    case 'allowWith':
      return { kind: 'allowed', text: `Allowed. ${suggestionText(prompt, given.suggestion)}` };
    case 'deny':
      return { kind: 'denied', text: withWords(deniedWord(prompt), given.message) };
    case 'answers':
      return { kind: 'answered', text: 'Answered' };
    case 'approvePlan':
      return {
        kind: 'allowed',
        text: given.acceptEdits ? 'Approved, edits are accepted' : 'Approved',
      };
    case 'keepPlanning':
      return { kind: 'denied', text: withWords('Keep planning', given.feedback) };
  }
}

function suggestionText(prompt: Prompt, index: number): string {
  const chosen =
    prompt.kind === 'permission'
      ? prompt.suggestions.find(suggestion => suggestion.index === index)
      : undefined;
  if (chosen === undefined || chosen.type === 'addRules') {
    return '';
  }
  const label = suggestionLabel(chosen);
  return chosen.type === 'addDirectories' ? `${label}: ${chosen.directories.join(', ')}` : label;
}

function plainWords(prompt: Prompt, outcome: Exclude<PromptOutcome, 'withdrawn'>): string {
  if (outcome === 'answered') {
    return 'Answered';
  }
  if (prompt.kind === 'plan') {
    return outcome === 'allowed' ? 'Approved' : 'Keep planning';
  }
  return outcome === 'allowed' ? 'Allowed' : deniedWord(prompt);
}

function deniedWord(prompt: Prompt): string {
  return prompt.kind === 'question' ? 'Skipped' : 'Denied';
}

function withWords(word: string, words: string | undefined): string {
  return words === undefined || words === '' ? word : `${word}: ${words}`;
}
