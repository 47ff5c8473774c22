import type { DraftAddition } from '../../contract/draft';
import type { HeadlessRuns } from '../headless/headlessRuns';
import type { HostBase } from '../hostBase';
import type { GitReader } from '../mentions/git/gitReader';
import { TextDocuments } from '../mentions/textDocuments';
import type { ProposalEditors } from '../proposedEdits/proposalEditors';
import type { WorkspaceFiles } from '../review/workspaceFiles';
import { CodeReview } from './codeReview';
import { Dismissals } from './dismissals';
import { FindingActions } from './findingActions';
import { FindingBoard } from './findingBoard';
import { registerFindingFixes } from './findingFixes';
import { Suggestions } from './suggestions';

export interface CodeReviewParts extends HostBase {
  readonly git: GitReader;
  readonly runs: HeadlessRuns;
  readonly files: WorkspaceFiles;
  readonly editors: ProposalEditors;
  /** Returns the folder to review; undefined if the user cancels the prompt. */
  folder(): Promise<string | undefined>;
  addToChat(make: (channel: { readonly cwd: string }) => DraftAddition): Promise<void>;
}

/** Builds the review of changes. Its comments appear in VS Code with the first review. */
export function createCodeReview(parts: CodeReviewParts) {
  const { git, runs, files, editors, clock, context, add } = parts;
  const dismissals = new Dismissals(context.workspaceState, () => clock.now());
  const documents = add(new TextDocuments('tandem-findings'));
  let board: FindingBoard | undefined;
  const openBoard = (): FindingBoard => {
    if (!board) {
      board = add(new FindingBoard());
      add(registerFindingFixes(board));
    }
    return board;
  };
  const suggestions = new Suggestions({
    ...{ editors, files, clock },
    applied: shown => board?.remove(shown),
  });
  const review = new CodeReview({
    ...{ git, runs, dismissals, clock },
    show: findings => {
      suggestions.clear();
      openBoard().show(findings);
    },
    shown: () => board?.all ?? [],
    folder: () => parts.folder(),
    showText: (name, text) => documents.show(name, text, 'plaintext'),
  });
  const actions = new FindingActions({
    ...{ suggestions, dismissals },
    board: () => board,
    addToChat: make => parts.addToChat(make),
  });
  return { review, actions, suggestions };
}
