import { useCallback, useRef, useState } from 'preact/hooks';
import { messageOf } from '../../src/base/errors';
import type { InspectorAction, InspectorLink } from '../../src/contract/inspector/inspector';
import type { InspectorHost } from '../store/hostConnection';
import type { ActionTarget } from './parts/inspectorContext';

/** Outcome of the last action. */
export interface Outcome {
  /** Differs from that of the outcome before, so that the same words are announced again. */
  readonly number: number;
  readonly text: string;
  readonly isError: boolean;
}

/** Actions of a subject, one of a kind at a time, and the outcome of the last one. */
export function useActions(
  host: Pick<InspectorHost, 'call'>,
  subject: string,
  onDone: (show: InspectorLink | undefined) => void,
) {
  const [outcome, setOutcome] = useState<Outcome>();
  const running = useRef(new Set<InspectorAction>());
  const done = useRef(onDone);
  done.current = onDone;
  const act = useCallback(
    async (action: InspectorAction, target: ActionTarget = {}) => {
      if (running.current.has(action)) {
        return;
      }
      running.current.add(action);
      const tell = (text: string, isError: boolean) =>
        setOutcome(before => ({ number: (before?.number ?? 0) + 1, text, isError }));
      try {
        const { text, show } = await host.call('inspector.act', { subject, action, ...target });
        // Nothing was done if the user has declined.
        if (text !== '') tell(text, false);
        done.current(show);
      } catch (error) {
        tell(messageOf(error), true);
      } finally {
        running.current.delete(action);
      }
    },
    [host, subject],
  );
  return { act, outcome, clear: () => setOutcome(undefined) };
}
