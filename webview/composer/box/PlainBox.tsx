import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Mention } from '../../../src/contract/mentions';
import type { BoxState } from '../../store/boxState';
import { type BoxHandle, type BoxProps, listAttributes } from './boxProps';
import { fieldState } from './fieldState';
import { handlePaste } from './handlePaste';
import { insertAlone, insertText } from './insertText';
import { joinHeard } from './joinHeard';
import type { Piece } from './messageBox';
import { textOf } from './pieces';
import { wordBefore } from './typedWord';
import { WordReport } from './wordReport';

interface PlainBoxProps extends BoxProps {
  /** Gives out the function that reads what the rich box takes over; undefined while composing. */
  readonly onLeave: (read: () => BoxState | undefined) => void;
  /** State of the box that this one replaces. Default: the caret is at the end. */
  readonly from?: BoxState | undefined;
  /** Called when a composition has ended, or the pointer is up. */
  readonly onCalm: () => void;
}

/** Message box of the first moments, and for good if the rich one cannot be loaded. */
export function PlainBox(props: PlainBoxProps) {
  const { draft, onChange, onKey, onBlur, onCalm, placeholder, list } = props;
  const input = useRef<HTMLTextAreaElement>(null);
  const isBusy = useRef(false);
  const latest = useRef(props);
  latest.current = props;
  const [words] = useState(() => new WordReport(word => latest.current.onWord(word)));
  /** Text as the user has left it; undefined for a draft from elsewhere, whose words open no list. */
  const typed = useRef(props.from?.isTyped ? draft.text : undefined);
  useLayoutEffect(() => {
    const { current } = input;
    if (!current) {
      return;
    }
    restore(current, props.from);
    words.note(wordAt(current), typed.current !== undefined);
    props.onHandle(handleOf(current, () => latest.current));
    props.onLeave(() =>
      isBusy.current
        ? undefined
        : { ...fieldState(current), isTyped: typed.current === current.value },
    );
    return () => props.onHandle(undefined);
  }, []);
  const setBusy = (busy: boolean) => {
    isBusy.current = busy;
    if (!busy) {
      onCalm();
    }
  };
  useLayoutEffect(() => {
    if (draft.text !== typed.current) {
      typed.current = undefined;
      words.clear();
    }
  }, [draft.text]);
  return (
    <textarea
      ref={input}
      class="message-input"
      aria-label={l10n.t('Message')}
      placeholder={placeholder}
      aria-describedby={props.describedBy}
      dir="auto"
      rows={1}
      spellcheck
      value={draft.text}
      onInput={event => {
        const { currentTarget } = event;
        const { value: text } = currentTarget;
        typed.current = text;
        onChange(old => ({ ...old, text }));
        words.note(wordAt(currentTarget), true);
      }}
      onSelect={({ currentTarget }) => words.note(wordAt(currentTarget), false)}
      onKeyDown={event => void onKey(event)}
      onPaste={event => handlePaste(event, props)}
      onCompositionStart={() => setBusy(true)}
      onCompositionEnd={() => setBusy(false)}
      onPointerDown={() => {
        setBusy(true);
        addEventListener('pointerup', () => setBusy(false), { once: true });
      }}
      onBlur={onBlur}
      {...listAttributes(list)}
    />
  );
}

function handleOf(input: HTMLTextAreaElement, props: () => BoxProps): BoxHandle {
  const put = (pieces: readonly Piece[]) => {
    if (document.hasFocus()) {
      input.focus();
    }
    props().onChange(old => ({ ...old, ...withMentions(old.mentions, pieces) }));
    const text = textOf(pieces);
    if (text !== '') {
      insertText(input, text);
    }
  };
  return {
    focus: () => input.focus(),
    insert: put,
    replaceWord: pieces => {
      const { selectionEnd: end } = input;
      input.setSelectionRange(end - (wordAt(input)?.length ?? 0), end);
      put([...pieces, ...(/^\s/.test(input.value.slice(end)) ? [] : [' '])]);
    },
    caret: () => {
      const { selectionStart: start, selectionEnd: end, value } = input;
      return { isCaret: start === end, isAtStart: start === 0, isAtEnd: end === value.length };
    },
    // A text field can mark no place: the line below it shows what is heard.
    showHeard: () => undefined,
    insertHeard: text => {
      const { selectionStart: start, selectionEnd: end, value } = input;
      const joined = joinHeard(text, value.slice(0, start), value.slice(end));
      insertAlone(input, joined);
    },
    moveToStart: () => input.setSelectionRange(0, 0),
  };
}

function withMentions(
  known: readonly Mention[] = [],
  pieces: readonly Piece[],
): { readonly mentions?: readonly Mention[] } {
  const added = pieces.filter(piece => typeof piece !== 'string');
  const tokens = new Set(added.map(({ token }) => token));
  return added.length > 0
    ? { mentions: [...known.filter(({ token }) => !tokens.has(token)), ...added] }
    : {};
}

function restore(input: HTMLTextAreaElement, from: BoxState | undefined): void {
  const end = input.value.length;
  const { anchor, head } = from?.selection ?? { anchor: end, head: end };
  const direction = head < anchor ? 'backward' : 'forward';
  input.setSelectionRange(Math.min(anchor, head), Math.max(anchor, head), direction);
  if (from?.hasFocus && document.hasFocus()) {
    input.focus();
  }
}

function wordAt({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) {
  const start = value.lastIndexOf('\n', selectionEnd - 1) + 1;
  return selectionStart === selectionEnd
    ? wordBefore(value.slice(start, selectionEnd), start === 0)
    : undefined;
}
