import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { HighlightedLine } from '../../ui/highlight/highlightLines';
import { HighlightRequest } from '../../ui/highlight/highlightRequest';
import type { Language } from '../../ui/highlight/languages';
import { EscapedText, FileLine } from './EscapedText';
import { hasHidden, hasInvisible } from './invisibleCharacters';
import { linesOf } from './plainText';

interface CodeProps {
  readonly text: string;
  /** Name of the block for screen readers. */
  readonly label: string;
  readonly language?: Language | undefined;
  /** Number of the first line, 1-based; without it, no numbers are shown. */
  readonly firstLine?: number;
  /** Drawn after the text, inside the box that scrolls. */
  readonly end?: ComponentChildren;
}

/**
 * Highlighted code. Unnumbered text with invisible characters shows these as marks instead; in a
 * file, only the lines that have some do.
 */
export function Code({ text, label, language, firstLine, end }: CodeProps) {
  const element = useRef<HTMLPreElement>(null);
  const lines = useMemo(() => linesOf(text), [text]);
  const isMarked = useMemo(() => firstLine === undefined && hasInvisible(text), [text, firstLine]);
  const [colored, setColored] = useState<readonly HighlightedLine[]>([]);
  useEffect(() => {
    setColored([]);
    if (element.current === null || language === undefined || isMarked) {
      return undefined;
    }
    const request = new HighlightRequest(element.current, lines, language, setColored);
    return () => request.dispose();
  }, [lines, language, isMarked]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form fields to group.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines and texts scroll by keyboard.
    <pre class="tool-code" role="group" aria-label={label} ref={element} tabIndex={0}>
      {isMarked ? (
        <EscapedText text={text} />
      ) : (
        lines.map((line, index) => (
          <CodeLine
            key={index}
            line={line}
            colored={colored[index]}
            number={firstLine === undefined ? undefined : firstLine + index}
          />
        ))
      )}
      {end}
    </pre>
  );
}

interface CodeLineProps {
  readonly line: string;
  readonly colored: HighlightedLine | undefined;
  readonly number: number | undefined;
}

function CodeLine({ line, colored, number }: CodeLineProps) {
  const isMarked = useMemo(() => number !== undefined && hasHidden(line), [line, number]);
  return (
    <span class={number === undefined ? 'tool-line' : 'tool-line tool-line-numbered'}>
      {number === undefined ? null : (
        <span class="tool-line-number" aria-hidden="true">
          {number}
        </span>
      )}
      <span class="tool-line-text">
        {isMarked ? (
          <FileLine line={line} />
        ) : (
          (colored?.map(([text, name]) =>
            name === '' ? text : <span class={name}>{text}</span>,
          ) ?? line)
        )}
        {'\n'}
      </span>
    </span>
  );
}
