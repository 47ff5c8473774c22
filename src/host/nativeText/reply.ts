import type { CommandId } from '../contributed';

/** Command of a button: one of Tandem's, or one of VS Code's that mends what is missing. */
type ReplyCommand =
  | CommandId
  | 'workbench.trust.manage'
  | 'workbench.action.files.openFolder'
  | 'workbench.actions.view.problems';

export interface ReplyButton {
  readonly title: string;
  readonly command: ReplyCommand;
  readonly args?: readonly unknown[];
}

/** File or folder in a tree; a folder has children. */
export interface TreeEntry {
  readonly name: string;
  readonly children?: readonly TreeEntry[];
}

/** Response to one request, as it is written in VS Code's Chat view. Paths are absolute. */
export interface Reply {
  /** Appends Markdown of the agent. What it leaves open ends before text of ours. */
  said(text: string): void;
  /** Appends Markdown of ours, in which other text is escaped. */
  markdown(text: string): void;
  /** Shows what goes on until something else is written. */
  progress(text: string): void;
  /** Lists a file that was read. */
  reference(path: string): void;
  /** @param line 1-based */
  anchor(path: string, title: string, line?: number): void;
  tree(entries: readonly TreeEntry[], base: string): void;
  button(button: ReplyButton): void;
}
