import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ToolItem } from '../../src/contract/conversation';
import { EscapedText } from './parts/EscapedText';

const tailLines = 40;

/** Argument that is being streamed, scrolled to its end. */
export function DraftView({ draft }: { readonly draft: NonNullable<ToolItem['draft']> }) {
  const element = useRef<HTMLPreElement>(null);
  const lines = draft.text.split('\n');
  const tail = lines.slice(-tailLines).join('\n');
  useLayoutEffect(() => {
    element.current?.scrollTo({ top: element.current.scrollHeight });
  }, [draft.text]);
  const name = nameOfArgument(draft.argument);
  return (
    <div class="tool-block tool-draft">
      <div class="tool-block-bar">
        <span class="tool-block-name">
          {lines.length > 1 ? l10n.t('{0}, {1} lines so far', name, lines.length) : `${name} …`}
        </span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: no form fields to group. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is cut off scrolls by keyboard. */}
      <pre class="tool-code" role="group" aria-label={name} ref={element} tabIndex={0}>
        <EscapedText text={tail} />
      </pre>
    </div>
  );
}

/** "new_string" → "New string". */
function nameOfArgument(argument: string): string {
  const label = argument
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return label.charAt(0).toUpperCase() + label.slice(1);
}
