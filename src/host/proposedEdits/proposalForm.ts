import { UserError } from '../../base/errors';
import { deepEqual, type JsonObject } from '../../base/json';
import type { EditProposal, NotebookSides } from '../../protocol/agentSource';
import { hasMarkers, type MarkerLabels, mergeTexts } from './proposalMerge';
import { asEditorText, withoutMark } from './proposalText';

/** File that a proposal was made for, text that it proposes, and its present right side. */
export interface Standing {
  /** Content of the file; `undefined` if there is none. */
  readonly current: string | undefined;
  readonly after: string;
  readonly right: string;
}

interface Sides {
  readonly before: string;
  readonly after: string;
}

/** Both sides for a new content of the file, with the user's edits to the proposal. */
interface Followed extends Sides {
  readonly right: string;
  readonly hasConflicts: boolean;
}

/** Display form of a proposal: text or a whole notebook. */
export interface ProposalForm {
  /** @throws UserError when the edit does not fit the file */
  sides(current: string | undefined): Sides;
  /** Returns the tool input that turns the file into the right side. */
  inputFor(current: string | undefined, after: string): JsonObject;
  isEdited(standing: Standing): boolean;
  /** @throws UserError when the edit, or the user's version of it, does not fit the file */
  follow(standing: Standing, newer: string | undefined): Followed;
  /** Whether conflict markers inserted by `follow` remain. */
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

/** Returns the sides for `newer`. The edit need not fit if the user's text replaces the file. */
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
        // The edit changes more than the tool can.
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
