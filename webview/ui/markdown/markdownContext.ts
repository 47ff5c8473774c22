import { createContext } from 'preact';
import type { LinkTarget } from './links';

/** Actions for parts of a message; the object stays the same while the message grows. */
export interface MarkdownActions {
  readonly openLink: (target: LinkTarget) => void;
  readonly copy: (text: string) => void;
  /** Inserts code into the editor. */
  readonly insert: (text: string) => void;
  /** Brings code into the terminal. */
  readonly run: (text: string) => void;
}

export const MarkdownContext = createContext<MarkdownActions>({
  openLink: () => undefined,
  copy: () => undefined,
  insert: () => undefined,
  run: () => undefined,
});
