import { history, isHistoryTransaction } from 'prosemirror-history';
import { EditorState, Plugin, Selection, TextSelection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import type { Draft } from '../../../../src/contract/draft';
import type { BoxState } from '../../../store/boxState';
import { type BoxHandle, type BoxProps, type CaretPlace, listAttributes } from '../boxProps';
import { unixLines } from '../invisible';
import type { Piece } from '../messageBox';
import { attachmentIds } from '../pieces';
import { type WordAtCaret, wordBefore } from '../typedWord';
import { WordReport } from '../wordReport';
import { moveCaret } from './caretKeys';
import { withOwnStep } from './chipHistory';
import { chipSpaces } from './chipSpaces';
import { type ChipActions, ChipView } from './chipView';
import { clipboardHandlers } from './clipboard';
import { chipsOf, documentOf, intoDraft, positionAt, sliceOf, textOfDocument } from './document';
import { heardMark, insertHeard, showHeard, showsHeard } from './heardMark';
import { invisibleMarks } from './invisibleMarks';
import { boxKeys, moveToLineStart } from './keys';
import { UndoCommands } from './undoCommands';

export interface RichProps extends BoxProps, ChipActions {
  readonly label: string;
}

/** The rich message box around ProseMirror. Its props may change with each drawing of the page. */
export class RichEditor implements BoxHandle {
  private readonly view: EditorView;
  private readonly undoCommands: UndoCommands;
  /** Draft that the document shows. */
  private shown: Draft;
  /** Attachments that were chips: without a chip, they are no longer part of the message. */
  private readonly seen = new Set<string>();
  private readonly words = new WordReport(word => this.props.onWord(word));
  /** A draft from elsewhere is being drawn, which is no change by the user. */
  private isShowing = false;

  constructor(
    place: HTMLElement,
    private props: RichProps,
    from: BoxState | undefined,
  ) {
    this.shown = props.draft;
    this.noteSeen(props.draft);
    const doc = documentOf(props.draft);
    const selection = from
      ? TextSelection.create(
          doc,
          positionAt(doc, from.selection.anchor),
          positionAt(doc, from.selection.head),
        )
      : Selection.atEnd(doc);
    // The view makes the browser lay out the page before it has its text, so it is added later.
    this.view = new EditorView(null, {
      state: EditorState.create({ doc, selection, plugins: this.plugins() }),
      attributes: state => this.attributes(state),
      dispatchTransaction: transaction => {
        const { view } = this;
        view.updateState(view.state.apply(withOwnStep(transaction)));
        this.noteWord(transaction.docChanged && !isHistoryTransaction(transaction));
      },
      nodeViews: {
        chip: (node, view, position) =>
          new ChipView(node, view, position, { open: mention => this.props.open(mention) }),
      },
      handleDOMEvents: this.handlers(),
    });
    place.append(this.view.dom);
    this.undoCommands = new UndoCommands(this.view);
    if (from) {
      this.view.dom.scrollTop = from.scrollTop;
    }
    if (from?.hasFocus) {
      this.view.focus();
    }
    // The plain box may have reported another word.
    props.onWord(undefined);
    this.noteWord(from?.isTyped === true);
  }

  /** Takes over new props, and a draft that was changed elsewhere. */
  update(props: RichProps): void {
    const { list, placeholder, describedBy } = this.props;
    this.props = props;
    const { draft } = props;
    const isOther =
      draft.text !== this.shown.text ||
      draft.mentions !== this.shown.mentions ||
      draft.attachments !== this.shown.attachments;
    this.shown = draft;
    if (isOther) {
      this.noteSeen(draft);
      this.show(draft);
    } else if (
      props.list !== list ||
      props.placeholder !== placeholder ||
      props.describedBy !== describedBy
    ) {
      // Draws the attributes again.
      this.view.setProps({});
    }
  }

  focus(): void {
    this.view.focus();
  }

  /** Does not take the focus from elsewhere in VS Code. */
  insert(pieces: readonly Piece[]): void {
    if (document.hasFocus()) {
      this.view.focus();
    }
    this.replace(undefined, pieces.map(plain));
  }

  replaceWord(pieces: readonly Piece[]): void {
    const { $head } = this.view.state.selection;
    const next = $head.nodeAfter?.text ?? '';
    this.view.focus();
    this.replace(this.wordAtCaret()?.length, [
      ...pieces.map(plain),
      ...(/^\s/.test(next) ? [] : [' ']),
    ]);
  }

  caret(): CaretPlace {
    const { selection, doc } = this.view.state;
    return {
      isCaret: selection.empty,
      isAtStart: selection.from === 1,
      isAtEnd: selection.to === doc.content.size - 1,
    };
  }

  moveToStart(): void {
    const { state } = this.view;
    this.view.dispatch(state.tr.setSelection(Selection.atStart(state.doc)).scrollIntoView());
  }

  showHeard(text: string | undefined): void {
    showHeard(this.view, text);
  }

  insertHeard(text: string): void {
    this.view.focus();
    insertHeard(this.view, text);
  }

  dispose(): void {
    this.undoCommands.dispose();
    this.view.destroy();
  }

  private replace(length: number | undefined, pieces: readonly Piece[]): void {
    const { state } = this.view;
    const { from, to } = state.selection;
    const slice = sliceOf(pieces, this.props.draft.attachments);
    const start = length === undefined ? from : to - length;
    const transaction = state.tr.replace(start, to, slice);
    const end = transaction.mapping.map(to);
    this.view.dispatch(
      transaction.setSelection(Selection.near(transaction.doc.resolve(end), -1)).scrollIntoView(),
    );
  }

  /** Undo goes back over it like over typing. */
  private show(draft: Draft): void {
    const { state } = this.view;
    const next = documentOf(draft);
    if (next.eq(state.doc)) {
      return;
    }
    const transaction = state.tr.replaceWith(0, state.doc.content.size, next.content);
    this.isShowing = true;
    this.view.dispatch(transaction.setSelection(Selection.atEnd(transaction.doc)));
    this.isShowing = false;
    if (textOfDocument(this.view.state.doc) !== draft.text) {
      this.report();
    }
  }

  private plugins(): Plugin[] {
    return [
      history(),
      chipSpaces(),
      invisibleMarks(),
      heardMark(),
      ...boxKeys(),
      new Plugin({
        view: () => ({
          update: (view, before) => {
            if (!this.isShowing && !view.state.doc.eq(before.doc)) {
              this.report();
            }
          },
        }),
      }),
    ];
  }

  private report(): void {
    const { doc } = this.view.state;
    for (const { mention } of chipsOf(doc)) {
      if (mention.target.kind === 'attachment') {
        this.seen.add(mention.target.id);
      }
    }
    this.props.onChange(old => {
      this.shown = intoDraft(old, doc, this.seen);
      return this.shown;
    });
  }

  private noteSeen({ mentions = [] }: Draft): void {
    for (const id of attachmentIds(mentions)) {
      this.seen.add(id);
    }
  }

  private noteWord(isTyped: boolean): void {
    if (this.isShowing) {
      this.words.clear();
    } else {
      this.words.note(this.wordAtCaret(), isTyped);
    }
  }

  private wordAtCaret(): WordAtCaret | undefined {
    const { selection } = this.view.state;
    const { $head } = selection;
    const before = $head.parent.textBetween(0, $head.parentOffset, undefined, ' ');
    const isFirst = $head.index(0) === 0;
    return selection.empty ? wordBefore(before, isFirst) : undefined;
  }

  private handlers() {
    return {
      ...clipboardHandlers({
        onFiles: files => this.props.onFiles(files),
        onPlaces: (...pasted) => this.props.onPlaces(...pasted),
        content: () => this.props.draft,
      }),
      keydown: (view: EditorView, event: KeyboardEvent) => {
        if (isInChip(event.target)) {
          return false;
        }
        this.undoCommands.noteKey(event);
        return (
          this.props.onKey(event) ||
          moveCaret(view, event) ||
          moveToLineStart(view, event) ||
          // The library would take it from the page, which stops the turn.
          event.key === 'Escape'
        );
      },
      beforeinput: (view: EditorView, event: InputEvent) =>
        this.undoCommands.handleInput(event) || insertLines(view, event),
      // The library restores the caret a moment later, and a key may come before.
      focus: (view: EditorView) => {
        view.focus();
        return false;
      },
      blur: () => {
        this.props.onBlur();
        return false;
      },
    };
  }

  private attributes(state: EditorState): Record<string, string> {
    const { doc } = state;
    const { label, placeholder, list, describedBy } = this.props;
    const isEmpty = doc.childCount === 1 && doc.firstChild?.childCount === 0 && !showsHeard(state);
    return {
      class: isEmpty ? 'message-input rich is-empty' : 'message-input rich',
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': label,
      'aria-placeholder': placeholder,
      'data-placeholder': placeholder,
      spellcheck: 'true',
      translate: 'no',
      ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
      ...listAttributes(list),
    };
  }
}

function plain(piece: Piece): Piece {
  return typeof piece === 'string' ? unixLines(piece) : piece;
}

function isInChip(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.chip') !== null;
}

/** Text of several lines from an input method or a tool becomes lines, not one with breaks. */
function insertLines(view: EditorView, event: InputEvent): boolean {
  if (event.inputType !== 'insertText' || !event.data?.includes('\n')) {
    return false;
  }
  event.preventDefault();
  const slice = sliceOf([unixLines(event.data)]);
  view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView());
  return true;
}
