import type { RefObject } from 'preact';
import type { BoxHandle } from '../box/boxProps';

/** Loudness, 0 to 1, and seconds since the start. */
export interface ShownLevel {
  readonly level: number;
  readonly seconds: number;
}

export type DictationState =
  | { readonly phase: 'starting' | 'listening' | 'transcribing'; readonly heard: string }
  | {
      readonly phase: 'failed';
      readonly message: string;
      readonly offersSetUp: boolean;
    }
  /** The text is in the box; `note` says what else there is to know. */
  | { readonly phase: 'noted'; readonly note: string };

/** Dictation as the composer shows it. */
export interface DictationView {
  readonly state: DictationState;
  /** True until the text is in the box, or there will be none. */
  readonly isActive: boolean;
  /** Calls a function with each level; returns what ends that. */
  onLevel(listener: (level: ShownLevel) => void): () => void;
  /** Ends the recording; the text follows. */
  finish(): void;
  /** Ends it without a text. */
  cancel(): void;
  /** Takes a message away. */
  dismiss(): void;
  setUp(): void;
}

export interface DictateButtonProps {
  readonly box: RefObject<BoxHandle | undefined>;
  /** A new number asks to begin, or to finish. */
  readonly asked: number;
  readonly onView: (view: DictationView | undefined) => void;
}

export interface DictationStripProps {
  readonly view: DictationView;
}
