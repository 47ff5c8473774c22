import { useState } from 'preact/hooks';
import type {
  Destination,
  OfferedAnswer,
  PermissionPrompt,
  PromptAnswer,
  Suggestion,
} from '../../src/contract/prompts';
import type { RequestSight } from '../tools/parts/requestSight';
import { useCardPage } from '../tools/parts/useCardPage';
import { allows } from './OfferedButtons';
import { promptGuard } from './promptGuard';
import type { Answering } from './useAnswer';
import { useDigits } from './useDigits';
import { usePromptDraft } from './usePromptDraft';
import { usePromptSight } from './usePromptSight';

export type RuleSuggestion = Extract<Suggestion, { type: 'addRules' }>;

export interface Permission {
  readonly answering: Answering;
  /** Allowing waits until the request was in view. */
  readonly sight: RequestSight;
  /** True while the digit keys answer this prompt. */
  readonly isFirst: boolean;
  /** Rules that "Always allow" saves; without any, it is not offered. */
  readonly rules: readonly RuleSuggestion[];
  /** True once "Always allow" has shown its rules; it then saves them. */
  readonly showsRules: boolean;
  readonly destination: Destination;
  /** Index of the suggestion with the digit 2, where there are no rules. */
  readonly secondSuggestion: number | undefined;
  /** Feedback for a denial. */
  readonly words: string;
  setDestination(destination: Destination): void;
  setWords(words: string): void;
  /** Takes "Always allow" back, as long as nothing is saved. */
  hideRules(): void;
  allowOnce(): void;
  allowAlways(): void;
  allowWith(suggestion: number): void;
  /** Takes one of a foreign agent's own answers. */
  take(answer: OfferedAnswer): void;
  deny(): void;
  /** False if one of the agent's own answers denies. */
  readonly hasDeny: boolean;
  /** Digit of the button that denies; absent if there are too many answers before it. */
  readonly denyDigit: number | undefined;
}

/** Unfinished input of a permission card, and its answers by button and digit key. */
export function usePermission(prompt: PermissionPrompt, answering: Answering): Permission {
  const { firstWaiting } = useCardPage();
  const { isArmed, answer } = answering;
  const sight = usePromptSight(prompt.id);
  const [draft, setDraft] = usePromptDraft(prompt.id);
  const rules = prompt.offered
    ? []
    : prompt.suggestions.filter(suggestion => suggestion.type === 'addRules');
  const { words = '', destination = rules[0]?.destination ?? 'session' } = draft;
  const isFirst = firstWaiting === prompt.id;
  const [showsRules, setShowsRules] = useState(draft.destination !== undefined);

  const allow = (chosen: PromptAnswer) => {
    if (sight.isSeen) {
      answer(chosen);
    } else {
      // A key may come while the card is scrolled away. The next one counts once it can be read.
      promptGuard.noteMove();
      sight.reveal();
    }
  };
  const allowOnce = () => allow({ kind: 'allowOnce' });
  const allowAlways = () => {
    if (showsRules) {
      allow({ kind: 'allowAlways', destination });
    } else if (isArmed) {
      // The rules must be read first; the second click of a double click does not save them.
      promptGuard.noteMove();
      setShowsRules(true);
    }
  };
  const allowWith = (suggestion: number) => allow({ kind: 'allowWith', suggestion });
  const deny = () => {
    const message = words.trim();
    answer(message === '' ? { kind: 'deny' } : { kind: 'deny', message });
  };
  const take = (chosen: OfferedAnswer) => {
    const { index } = chosen;
    (allows(chosen) ? allow : answer)({ kind: 'offered', index });
  };
  const { offered } = prompt;
  const mode = prompt.suggestions.find(({ type }) => type === 'setMode')?.index;
  const secondSuggestion = rules.length === 0 && !offered ? mode : undefined;
  const second =
    rules.length > 0
      ? { 2: allowAlways }
      : secondSuggestion === undefined
        ? {}
        : { 2: () => allowWith(secondSuggestion) };
  const hasDeny = !offered?.some(one => !allows(one));
  const place = offered ? offered.length + 1 : 3;
  const denyDigit = place <= 9 ? place : undefined;
  const answers = offered?.slice(0, 9).map((one, index) => [index + 1, () => take(one)] as const);
  useDigits(isFirst, {
    ...(answers ? Object.fromEntries(answers) : { 1: allowOnce, ...second }),
    ...(hasDeny && denyDigit !== undefined ? { [denyDigit]: deny } : {}),
  });
  return {
    ...{
      answering,
      sight,
      isFirst,
      rules,
      showsRules,
      secondSuggestion,
      destination,
      words,
      allowOnce,
      allowAlways,
      deny,
      take,
      hasDeny,
      denyDigit,
    },
    allowWith,
    hideRules: () => setShowsRules(false),
    setDestination: chosen => setDraft({ destination: chosen }),
    setWords: typed => setDraft({ words: typed }),
  };
}
