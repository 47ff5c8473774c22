import type { ResolvedPos } from 'prosemirror-model';
import { TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { chipType } from './schema';

/*
 * Chromium does not move the caret over elements that cannot be edited: it skips them, or stops.
 * In lines with chips, these functions move it instead; in others, the browser does.
 */

/**
 * Moves the caret for a key.
 * @returns true if the library must not see the key
 */
export function moveCaret(view: EditorView, event: KeyboardEvent): boolean {
  const { selection } = view.state;
  if (!(selection instanceof TextSelection)) {
    return false;
  }
  const step = stepOf(event);
  if (!step) {
    return false;
  }
  const { $head } = selection;
  const isRightToLeft = directionAt(view, $head.pos) === 'rtl';
  const isForward = step.isForward !== (step.isVisual && isRightToLeft);
  if (!selection.empty && step.by !== 'row' && !event.shiftKey) {
    // The arrow ends the selection, which the browser does well.
    return isRightToLeft;
  }
  const target =
    step.by === 'row' ? rowEnd(view, $head, isForward) : beyondChip($head, isForward, step.by);
  if (target === undefined) {
    // The library takes the left arrow for a step back, whatever the direction of the line.
    return isRightToLeft && step.by === 'character';
  }
  event.preventDefault();
  const head = view.state.doc.resolve(target);
  const anchor = event.shiftKey ? selection.$anchor : head;
  view.dispatch(view.state.tr.setSelection(new TextSelection(anchor, head)).scrollIntoView());
  return true;
}

interface Step {
  readonly by: 'character' | 'word' | 'row';
  readonly isForward: boolean;
  /** True if right is forward only in lines from left to right. */
  readonly isVisual: boolean;
}

function stepOf({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): Step | undefined {
  const isForward = key === 'ArrowRight' || key === 'End';
  const hasModifier = altKey || ctrlKey || metaKey;
  if (key === 'Home' || key === 'End') {
    return hasModifier ? undefined : { by: 'row', isForward, isVisual: false };
  }
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') {
    return undefined;
  }
  const by = metaKey ? 'row' : hasModifier ? 'word' : 'character';
  return { by, isForward, isVisual: true };
}

/** Returns the position after the chip that is next, undefined if none is. */
function beyondChip(
  $head: ResolvedPos,
  isForward: boolean,
  by: 'character' | 'word',
): number | undefined {
  const { parent, parentOffset } = $head;
  let offset = parentOffset;
  const next = () => {
    const { node } = isForward ? parent.childAfter(offset) : parent.childBefore(offset);
    return node;
  };
  if (by === 'word') {
    // A word ends with the blanks before it, as the browser has it going back.
    const around = parent.textBetween(0, parent.content.size, undefined, '\ufffc');
    const rest = isForward ? around.slice(offset) : around.slice(0, offset);
    const blanks = (isForward ? /^\s*/ : /\s*$/).exec(rest)?.[0].length ?? 0;
    offset += isForward ? blanks : -blanks;
  }
  return next()?.type === chipType ? $head.start() + offset + (isForward ? 1 : -1) : undefined;
}

/** Returns the position at the end of the row on the screen, undefined in a line without chips. */
function rowEnd(view: EditorView, $head: ResolvedPos, isForward: boolean): number | undefined {
  const { parent, pos } = $head;
  if (!hasChip($head)) {
    return undefined;
  }
  const row = view.coordsAtPos(pos);
  const isInRow = (position: number) => {
    const { top, bottom } = view.coordsAtPos(position, isForward ? -1 : 1);
    return bottom > row.top + 1 && top < row.bottom - 1;
  };
  let [inside, outside] = [pos, isForward ? $head.end() + 1 : $head.start() - 1];
  while (Math.abs(outside - inside) > 1) {
    const middle = (inside + outside) >> 1;
    if (isInRow(middle)) {
      inside = middle;
    } else {
      outside = middle;
    }
  }
  return parent.content.size === 0 ? pos : inside;
}

function hasChip({ parent }: ResolvedPos): boolean {
  for (let index = 0; index < parent.childCount; index += 1) {
    if (parent.child(index).type === chipType) {
      return true;
    }
  }
  return false;
}

function directionAt(view: EditorView, position: number): string {
  const { node } = view.domAtPos(position);
  const element = node instanceof Element ? node : node.parentElement;
  return element ? getComputedStyle(element).direction : 'ltr';
}
