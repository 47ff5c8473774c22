import type { EditorView } from 'prosemirror-view';
import { isObject } from '../../../../src/base/json';
import type { Attachment } from '../../../../src/contract/draft';
import type { Mention } from '../../../../src/contract/mentions';
import { chipIcons } from '../../../ui/chipName';
import type { BoxProps } from '../boxProps';
import { pastedPlaces } from '../droppedPaths';
import { unixLines } from '../invisible';
import { withFreshTokens } from '../pastedText';
import { type BoxContent, piecesOf } from '../pieces';
import { chipsOf, sliceOf, textOfDocument } from './document';
import { insertPasted } from './pastedText';
import { schema } from './schema';

/** Type of the clipboard under which chips travel between messages. */
const chipData = 'application/x-tandem-message';

export interface ClipboardTarget extends Pick<BoxProps, 'onFiles' | 'onPlaces'> {
  /** Known mentions: their tokens become chips when they are pasted as text. */
  readonly content: () => BoxContent;
}

/**
 * Handlers that come before ProseMirror's own: those parse HTML, which the page's policy forbids.
 * Each returns true, which keeps the library from seeing the event.
 */
export function clipboardHandlers(target: ClipboardTarget) {
  return {
    copy: (view: EditorView, event: ClipboardEvent) => copy(view, event),
    cut: (view: EditorView, event: ClipboardEvent) => {
      copy(view, event);
      view.dispatch(view.state.tr.deleteSelection().scrollIntoView());
      return true;
    },
    paste: (view: EditorView, event: ClipboardEvent) => {
      event.preventDefault();
      const { clipboardData: data } = event;
      if (data) {
        paste(view, data, target);
      }
      return true;
    },
    drop: (view: EditorView, event: DragEvent) => drop(view, event, target),
    dragstart: (view: EditorView, event: DragEvent) => {
      // The library would put HTML into the drag; text is all that a message can be.
      event.dataTransfer?.clearData();
      if (event.dataTransfer && !view.state.selection.empty) {
        putSelection(view, event.dataTransfer);
        event.dataTransfer.effectAllowed = 'copyMove';
      }
      return true;
    },
  };
}

function copy(view: EditorView, event: ClipboardEvent): boolean {
  event.preventDefault();
  if (event.clipboardData && !view.state.selection.empty) {
    putSelection(view, event.clipboardData);
  }
  return true;
}

function putSelection(view: EditorView, data: DataTransfer): void {
  const { content } = view.state.selection.content();
  const selected = schema.nodes.doc.create(null, content);
  const text = textOfDocument(selected);
  const chips = chipsOf(selected);
  data.setData('text/plain', text);
  if (chips.length > 0) {
    const mentions = chips.map(({ mention }) => mention);
    const attachments = chips.flatMap(({ attachment }) => (attachment ? [attachment] : []));
    data.setData(chipData, JSON.stringify({ text, mentions, attachments }));
  }
}

function paste(view: EditorView, data: DataTransfer, target: ClipboardTarget): void {
  const text = unixLines(data.getData('text/plain'));
  const places = pastedPlaces(data);
  if (places.length > 0) {
    target.onPlaces(places, text);
    return;
  }
  const files = [...data.files];
  // Office programs put a picture of the text on the clipboard in addition to the text.
  if (text === '' && files.length > 0) {
    target.onFiles(files);
    return;
  }
  insertData(view, text, data.getData(chipData), target);
}

function insertData(view: EditorView, text: string, chips: string, target: ClipboardTarget): void {
  const copied = parseCopied(chips);
  if (copied) {
    const { mentions, attachments } = copied;
    const taken = chipsOf(view.state.doc).map(({ mention }) => mention);
    const pieces = withFreshTokens(piecesOf(copied.text, mentions), attachments, taken);
    const slice = sliceOf(pieces, attachments);
    view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView());
  } else if (text !== '') {
    insertPasted(view, text, target.content());
  }
}

/** Drops of files are the page's matter; text goes where the pointer is. */
function drop(view: EditorView, event: DragEvent, target: ClipboardTarget): boolean {
  const { dataTransfer: data, clientX: left, clientY: top } = event;
  const isOthers = data?.types.some(type => type === 'Files' || type === 'text/uri-list') ?? true;
  const place = view.posAtCoords({ left, top });
  if (!data || isOthers || !place) {
    return true;
  }
  event.preventDefault();
  const { state } = view;
  const { from, to } = state.selection;
  const isOwn = view.dom.contains(dragSource) && !event.ctrlKey && !event.altKey;
  const moved = state.tr;
  if (isOwn) {
    moved.delete(from, to);
  }
  const position = moved.mapping.map(place.pos);
  const copied = parseCopied(data.getData(chipData));
  const content: BoxContent = copied ?? target.content();
  const text = copied?.text ?? unixLines(data.getData('text/plain'));
  const slice = sliceOf(piecesOf(text, content.mentions), content.attachments);
  view.dispatch(moved.replace(position, position, slice));
  view.focus();
  return true;
}

/** Element from which the present drag started, to tell moving from copying. */
let dragSource: Node | null = null;
document.addEventListener('dragstart', ({ target }) => {
  dragSource = target instanceof Node ? target : null;
});
document.addEventListener('dragend', () => {
  dragSource = null;
});

type Copied = Required<BoxContent>;

/** Reads chips from the clipboard, on which any program may have put anything. */
function parseCopied(json: string): Copied | undefined {
  if (json === '') {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(json);
    if (!isObject(value) || typeof value.text !== 'string') {
      return undefined;
    }
    const { text, mentions, attachments } = value;
    return {
      text,
      mentions: Array.isArray(mentions) ? mentions.filter(isMention) : [],
      attachments: Array.isArray(attachments) ? attachments.filter(isPastedText) : [],
    };
  } catch {
    // Not ours after all: the plain text is there, too.
    return undefined;
  }
}

/** The host checks the target, which it gets back. */
function isMention(value: unknown): value is Mention {
  return (
    isObject(value) &&
    typeof value.token === 'string' &&
    typeof value.label === 'string' &&
    isObject(value.target) &&
    typeof value.target.kind === 'string' &&
    Object.hasOwn(chipIcons, value.target.kind)
  );
}

function isPastedText(value: unknown): value is Attachment {
  return (
    isObject(value) &&
    typeof value.id === 'string' &&
    typeof value.name === 'string' &&
    typeof value.text === 'string' &&
    value.kind === 'text' &&
    value.origin === 'paste'
  );
}
