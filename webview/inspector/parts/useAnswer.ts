import { useEffect, useRef, useState } from 'preact/hooks';
import { messageOf } from '../../../src/base/errors';

export interface Answer<T> {
  /** False before the first answer to this question. */
  readonly isKnown: boolean;
  /** Last answer, which stays while the question is asked again. */
  readonly value?: T | undefined;
  readonly failure?: string | undefined;
}

interface Asked<T> extends Answer<T> {
  readonly key: string | undefined;
}

const unknown = { isKnown: false } as const;

/**
 * Asks the host, and again whenever `revision` changes. One question is on its way at a time; a change
 * meanwhile is one more question after that.
 * @param key differs between questions; undefined asks nothing
 */
export function useAnswer<T>(
  key: string | undefined,
  revision: number,
  ask: () => Promise<T>,
): Answer<T> {
  const [answer, setAnswer] = useState<Asked<T>>({ key: undefined, ...unknown });
  const state = useRef({ key, ask, isRunning: false, isAgain: false, isGone: false });
  state.current.ask = ask;
  useEffect(
    () => () => {
      state.current.isGone = true;
    },
    [],
  );
  useEffect(() => {
    const { current } = state;
    if (current.key !== key) {
      // An answer to the question of before goes nowhere.
      current.isGone = true;
      state.current = { key, ask, isRunning: false, isAgain: false, isGone: false };
    }
    if (key !== undefined) {
      void run(state.current, setAnswer);
    }
  }, [key, revision]);
  return answer.key === key && key !== undefined ? answer : unknown;
}

interface Question<T> {
  readonly key: string | undefined;
  ask: () => Promise<T>;
  isRunning: boolean;
  isAgain: boolean;
  isGone: boolean;
}

async function run<T>(
  question: Question<T>,
  show: (update: (before: Asked<T>) => Asked<T>) => void,
): Promise<void> {
  if (question.isRunning) {
    question.isAgain = true;
    return;
  }
  question.isRunning = true;
  do {
    question.isAgain = false;
    const { key } = question;
    const next = await question.ask().then(
      value => ({ key, isKnown: true, value }),
      error => ({ key, isKnown: true, failure: messageOf(error) }),
    );
    if (question.isGone) {
      return;
    }
    show(before => (before.key === key && !('value' in next) ? { ...before, ...next } : next));
  } while (question.isAgain);
  question.isRunning = false;
}
