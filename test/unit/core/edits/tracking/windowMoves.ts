import type { LineEdit } from '../review/lineEdits';

export interface FileStart {
  readonly text: string | undefined;
  readonly mode: 0o600 | 0o644 | 0o755;
  readonly kind: 'plain' | 'symbolicLink' | 'hardLink';
}

type Place = { readonly file: number; readonly of: number };
export type Change =
  | ({ readonly do: 'agentEdits' | 'cardOpens'; readonly edit: LineEdit } & Place)
  | ({ readonly do: 'agentDeletes' } & Place)
  | { readonly do: 'cardAnswered'; readonly isAllowed: boolean; readonly of: number }
  | {
      readonly do: 'commandRuns';
      readonly of: number;
      readonly edits: readonly (LineEdit | undefined)[];
    }
  | { readonly do: 'userEdits'; readonly file: number; readonly edit: LineEdit }
  | { readonly do: 'userDeletes'; readonly file: number };

export type Decision = {
  readonly do:
    | 'keepFile'
    | 'undoFile'
    | 'keepHunk'
    | 'undoHunk'
    | 'keepTool'
    | 'undoTool'
    | 'undoAll'
    | 'restore'
    | 'rewind';
  readonly which: number;
  readonly window: number;
} & Place;

export type Move =
  | Change
  | Decision
  | { readonly do: 'together'; readonly both: readonly [Decision, Decision] }
  | { readonly do: 'crashes'; readonly at: number; readonly during: Change | Decision }
  | { readonly do: 'fails'; readonly isFull: boolean; readonly during: Change | Decision }
  | { readonly do: 'reopens'; readonly window: number }
  | { readonly do: 'mergeIsRefused' };
