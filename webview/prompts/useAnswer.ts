import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../../src/base/errors';
import type { Prompt, PromptAnswer, PromptOutcome } from '../../src/contract/prompts';
import { useCardPage } from '../tools/parts/useCardPage';
import { promptGuard } from './promptGuard';
import { useArmed } from './useArmed';

export interface Answering {
  /** Answer given on this page; undefined again if its delivery failed. */
  readonly sentAnswer: PromptAnswer | undefined;
  /** Reason why the delivery failed. */
  readonly problem: string | undefined;
  readonly isArmed: boolean;
  readonly answer: (answer: PromptAnswer) => void;
}

/**
 * Answers once; ignores input while an answer is under way or before a card can be read.
 * @param outcome set once the prompt is closed
 */
export function useAnswer(prompt: Prompt, outcome?: PromptOutcome): Answering {
  const page = useCardPage();
  const isArmed = useArmed(outcome === undefined);
  const [sentAnswer, setGiven] = useState<PromptAnswer>();
  const [problem, setProblem] = useState<string>();
  // When its process ends, the same prompt arrives again, marked as interrupted.
  useEffect(() => setGiven(undefined), [prompt]);
  const answer = (chosen: PromptAnswer) => {
    if (!isArmed || sentAnswer !== undefined) {
      return;
    }
    setGiven(chosen);
    setProblem(undefined);
    promptGuard.noteAnswer();
    page.answer(prompt.id, chosen).catch(error => {
      setGiven(undefined);
      setProblem(messageOf(error));
    });
  };
  return { sentAnswer, problem, isArmed, answer };
}
