import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { CallView } from '../../../src/contract/inspector/callRows';
import type {
  InspectorAction,
  InspectorSubject,
  RecordingState,
} from '../../../src/contract/inspector/inspector';
import type { InspectorHost } from '../../store/hostConnection';

/** Members that say what an action is about, beyond the subject. */
export interface ActionTarget {
  readonly key?: string;
  readonly turn?: number;
  readonly view?: CallView;
}

/** Parts of the inspector share the subject, the way to the host, and the ways to other places. */
export interface Inspector {
  readonly host: Pick<InspectorHost, 'call'>;
  readonly subject: InspectorSubject;
  /** Absent before it is known. */
  readonly recording: RecordingState | undefined;
  act(action: InspectorAction, target?: ActionTarget): void;
  openCall(key: string): void;
  /** Shows the calls of a turn in the table. */
  showTurnCalls(turn: number): void;
  showTimeline(turn: number): void;
  compare(one: string, other: string): void;
}

export const InspectorContext = createContext<Inspector | undefined>(undefined);

/** Grows with each change of the subject. Apart from all else: few parts follow each change. */
export const RevisionContext = createContext(0);

export function useRevision(): number {
  return useContext(RevisionContext);
}

export function useInspector(): Inspector {
  const inspector = useContext(InspectorContext);
  if (!inspector) {
    throw new Error('A part of the inspector was drawn outside of it.');
  }
  return inspector;
}
