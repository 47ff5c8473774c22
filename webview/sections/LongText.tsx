import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { EscapedText } from '../tools/parts/EscapedText';
import { spelledOut } from '../tools/parts/invisibleCharacters';
import { Button } from '../ui/Button';

/** Characters and lines that are shown without being asked for. */
const fewCharacters = 280;
const fewLines = 4;

interface LongTextProps {
  readonly text: string;
  /** Name of what the text is about, for screen readers. */
  readonly of: string;
}

/** Text of a row. A long one, such as a description for the model, is cut until it is asked for. */
export function LongText({ text, of }: LongTextProps) {
  const [isWhole, setWhole] = useState(false);
  const short = shortened(text);
  const label = isWhole ? l10n.t('Show Less') : l10n.t('Show More');
  return (
    <p class="section-row-detail">
      <EscapedText text={isWhole || short === undefined ? text : short} />
      {short === undefined ? null : (
        <>
          {' '}
          <Button
            kind="link"
            label={spelledOut(`${label}: ${of}`)}
            onClick={() => setWhole(!isWhole)}
          >
            {label}
          </Button>
        </>
      )}
    </p>
  );
}

/** Cuts at the end of a word. Returns undefined for a text that is short enough. */
function shortened(text: string): string | undefined {
  const lines = text.split('\n');
  const start = lines.slice(0, fewLines).join('\n');
  const cut = start.length > fewCharacters ? start.slice(0, fewCharacters) : start;
  if (cut.length === text.length) {
    return undefined;
  }
  const words = cut.length < start.length ? cut.replace(/\s+\S*$/, '') : cut;
  return `${words}…`;
}
