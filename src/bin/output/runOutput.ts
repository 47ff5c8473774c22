import type { HeadlessFrame, HeadlessResult } from '../../cli/headless/headlessTypes';

/** Facts about a run that the CLI does not know. */
export interface RunFacts {
  /** Work tree that was kept. */
  readonly worktree?: { readonly path: string; readonly branch: string } | undefined;
}

/** Writes one run in one format. */
export interface RunOutput {
  onFrame(frame: HeadlessFrame): void;
  onText(text: string): void;
  /** Writes what is left, once everything has ended. */
  end(result: HeadlessResult, facts: RunFacts): void;
}

/** Where to write; the texts are complete lines or pieces of them. */
export interface Sink {
  out(text: string): void;
  /** For the user; not part of the result. */
  err(text: string): void;
}
