import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../../src/base/errors';
import type { Prompt, PromptAnswer } from '../../src/contract/prompts';
import { usePage } from '../tools/parts/page';
import { noteAnswer, useArmed } from './promptGuard';

export interface Answering {
  /** What the user has said here; gone again when it could not be delivered. */
  readonly given: PromptAnswer | undefined;
  /** Why the answer could not be delivered. */
  readonly problem: string | undefined;
  readonly isArmed: boolean;
  readonly answer: (answer: PromptAnswer) => void;
}

/** Answers once: what comes while an answer is under way, or before a card can be read, is ignored. */
export function useAnswer(prompt: Prompt): Answering {
  const page = usePage();
  const isArmed = useArmed();
  const [given, setGiven] = useState<PromptAnswer>();
  const [problem, setProblem] = useState<string>();
  // The same prompt comes anew, marked as interrupted, when its process is gone.
  useEffect(() => setGiven(undefined), [prompt]);
  const answer = (chosen: PromptAnswer) => {
    if (!isArmed || given !== undefined) {
      return;
    }
    setGiven(chosen);
    setProblem(undefined);
    noteAnswer();
    page.answer(prompt.id, chosen).catch(error => {
      setGiven(undefined);
      setProblem(messageOf(error));
    });
  };
  return { given, problem, isArmed, answer };
}
