import { UserError } from '../../base/errors';
import { deepEqual, type JsonObject } from '../../base/json';
import type { EditProposal, NotebookSides } from '../../protocol/agentSource';
import { hasMarkers, type MarkerLabels, mergeTexts } from './proposalMerge';
import { asEditorText, withoutMark } from './proposalText';

/** What a proposal was made for, what it proposes, and what stands on its right side now. */
export interface Standing {
  /** The file; `undefined`: there is none. */
  readonly current: string | undefined;
  readonly after: string;
  readonly right: string;
}

interface Sides {
  readonly before: string;
  readonly after: string;
}

/** Both sides for another content of the file, with what the user made of the proposal. */
interface Followed extends Sides {
  readonly right: string;
  readonly hasConflicts: boolean;
}

/** How a proposal is shown: as text, or as a whole notebook. */
export interface ProposalForm {
  /** @throws UserError when the edit does not fit the file */
  sides(current: string | undefined): Sides;
  /** The tool's input that makes the file what stands on the right side. */
  inputFor(current: string | undefined, after: string): JsonObject;
  isEdited(standing: Standing): boolean;
  /** @throws UserError when the edit, or what the user made of it, does not fit the file */
  follow(standing: Standing, newer: string | undefined): Followed;
  /** Conflict markers that `follow` put in are left. */
  hasMarkers(standing: Standing): boolean;
}

export function textForm(edit: EditProposal, labels: MarkerLabels): ProposalForm {
  const isEdited = ({ right, after }: Standing) =>
    right !== after && asEditorText(right) !== asEditorText(after);
  const follow = (standing: Standing, newer: string | undefined): Followed => {
    const { current, right } = standing;
    if (!isEdited(standing)) {
      const sides = edit.sides(newer);
      return { ...sides, right: sides.after, hasConflicts: false };
    }
    const sides = fittedSides(edit, standing, newer);
    if (newer === undefined) {
      return { ...sides, right, hasConflicts: false };
    }
    const base = withoutMark(edit.kind === 'text' ? (current ?? '') : edit.sides(current).before);
    const theirs = withoutMark(sides.before);
    const { text, hasConflicts } = mergeTexts({ base, ours: right, theirs }, labels);
    const end = right.includes('\r\n') ? '\r\n' : '\n';
    return { ...sides, right: text.replaceAll('\n', end), hasConflicts };
  };
  return {
    sides: current => edit.sides(current),
    inputFor: (current, after) => edit.inputFor(current, after),
    isEdited,
    follow,
    hasMarkers: ({ right, after, current }) => hasMarkers(right, labels, after, current ?? ''),
  };
}

/** Of a file that is replaced by the user's text as a whole, the edit need not fit any more. */
function fittedSides(edit: EditProposal, { after }: Standing, newer: string | undefined): Sides {
  try {
    return edit.sides(newer);
  } catch (error) {
    if (error instanceof UserError && edit.kind === 'text') {
      return { before: newer ?? '', after };
    }
    throw error;
  }
}

export function notebookForm(notebook: NotebookSides): ProposalForm {
  const isEdited = ({ current, right, after }: Standing) => {
    try {
      return !deepEqual(notebook.inputFor(current, right), notebook.inputFor(current, after));
    } catch (error) {
      if (error instanceof UserError) {
        // More than the tool can change.
        return true;
      }
      throw error;
    }
  };
  return {
    sides: current => notebook.sides(current),
    inputFor: (current, after) => notebook.inputFor(current, after),
    isEdited,
    follow(standing, newer) {
      const { current, right } = standing;
      const sides = notebook.sides(newer);
      const followed = isEdited(standing) ? notebook.rebase(current, right, newer) : sides.after;
      return { ...sides, right: followed, hasConflicts: false };
    },
    hasMarkers: () => false,
  };
}
