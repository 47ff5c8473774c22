import { closeHistory } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import { type EditorState, Plugin, PluginKey, type Transaction } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import { joinHeard } from '../joinHeard';
import { sliceOf } from './document';

/** Place that dictated text goes to, which follows edits around it, and what was heard so far. */
interface Heard {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** News in a transaction: the text so far, or that it is over. */
type Told = { readonly text: string } | 'over';

const key = new PluginKey<Heard | undefined>('heard');

/** Shows what was heard at its place, without making it part of the message. */
export function heardMark(): Plugin {
  return new Plugin<Heard | undefined>({
    key,
    state: { init: () => undefined, apply: next },
    props: { decorations: state => marks(state) },
  });
}

/** Returns whether anything is shown that was heard. */
export function showsHeard(state: EditorState): boolean {
  return Boolean(key.getState(state)?.text);
}

/** @param text everything that was heard; undefined takes it away */
export function showHeard({ state, dispatch }: EditorView, text: string | undefined): void {
  const told: Told = text === undefined ? 'over' : { text };
  if (text !== undefined || key.getState(state)) {
    dispatch(state.tr.setMeta(key, told));
  }
}

/** Puts the text at its place, or at the caret. One undo takes all of it away, and nothing else. */
export function insertHeard(view: EditorView, text: string): void {
  const { state } = view;
  const { from, to } = key.getState(state) ?? state.selection;
  const joined = joinHeard(text, ...around(state.doc, from, to));
  const told: Told = 'over';
  view.dispatch(
    closeHistory(state.tr.replace(from, to, sliceOf([joined])))
      .setMeta(key, told)
      .scrollIntoView(),
  );
  view.dispatch(closeHistory(view.state.tr));
}

function next(transaction: Transaction, heard: Heard | undefined): Heard | undefined {
  const told: Told | undefined = transaction.getMeta(key);
  if (told === 'over') {
    return undefined;
  }
  const { mapping, selection } = transaction;
  const place = heard
    ? { from: mapping.map(heard.from, -1), to: mapping.map(heard.to) }
    : { from: selection.from, to: selection.to };
  const text = told?.text ?? heard?.text;
  return text === undefined ? undefined : { ...place, text };
}

function marks(state: EditorState): DecorationSet {
  const heard = key.getState(state);
  if (!heard?.text) {
    return DecorationSet.empty;
  }
  const { from, to, text } = heard;
  const joined = joinHeard(text, ...around(state.doc, from, to));
  const draw = () => {
    const span = document.createElement('span');
    span.className = 'heard';
    span.ariaHidden = 'true';
    span.textContent = joined;
    return span;
  };
  return DecorationSet.create(state.doc, [
    Decoration.widget(to, draw, { key: joined, side: -1, ignoreSelection: true }),
  ]);
}

/** Returns the texts on the line before and after a range. */
function around(doc: Node, from: number, to: number): [before: string, after: string] {
  const $from = doc.resolve(from);
  const $to = doc.resolve(to);
  return [
    $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc'),
    $to.parent.textBetween($to.parentOffset, $to.parent.content.size, undefined, '\ufffc'),
  ];
}
