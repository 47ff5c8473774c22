import { useEffect, useLayoutEffect, useReducer, useState } from 'preact/hooks';
import type { PromptId } from '../../src/contract/ids';
import { RequestSight } from '../tools/parts/requestSight';
import { useCardPage } from '../tools/parts/useCardPage';

/** Follows how much of a request was in view, and tells the host once all of it was. */
export function usePromptSight(prompt: PromptId): RequestSight {
  const page = useCardPage();
  const [sight] = useState(() => new RequestSight());
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => sight.onChange(() => draw(undefined)), [sight]);
  const { isWholeSeen } = sight;
  useEffect(() => {
    if (isWholeSeen) {
      page.tellSeen(prompt);
    }
  }, [isWholeSeen, prompt]);
  return sight;
}
