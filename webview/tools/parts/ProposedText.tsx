import * as l10n from '@vscode/l10n';
import type { Text } from '../../../src/contract/content';
import { FileLine } from './EscapedText';
import { LongText } from './LongText';
import { linesOf } from './plainText';

interface ProposedTextProps {
  readonly text: Text;
  readonly sign: '-' | '+';
  readonly id: string;
}

/** Text that an edit removes or adds, as in the input; no diff is computed. */
export function ProposedText({ text, sign, id }: ProposedTextProps) {
  if (text === '') {
    return null;
  }
  const kind = sign === '-' ? 'tool-code tool-removal' : 'tool-code tool-addition';
  const label = sign === '-' ? l10n.t('Text to remove') : l10n.t('Text to add');
  return (
    <LongText text={text} id={id} shown={20}>
      {part => (
        // biome-ignore lint/a11y/useSemanticElements: no form fields to group.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll by keyboard.
        <pre class={kind} role="group" aria-label={label} tabIndex={0}>
          {linesOf(part).map((line, index) => (
            <span key={index} class="tool-line">
              <span class="tool-sign" aria-hidden="true">
                {sign === '-' ? '−' : '+'}
              </span>
              <span class="tool-line-text">
                <FileLine line={line} />
                {'\n'}
              </span>
            </span>
          ))}
        </pre>
      )}
    </LongText>
  );
}
