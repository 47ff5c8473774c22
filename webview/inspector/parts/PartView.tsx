import * as l10n from '@vscode/l10n';
import { useMemo, useState } from 'preact/hooks';
import type { PartRef, PartText } from '../../../src/contract/inspector/callDetails';
import { Code } from '../../tools/parts/Code';
import { linesOf } from '../../tools/parts/plainText';
import { Button } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { Failure } from './Failure';
import { fullCount } from './figures';
import { useInspector } from './inspectorContext';
import { prettyJson } from './prettyJson';
import { useAnswer } from './useAnswer';

interface PartViewProps {
  readonly callKey: string;
  readonly part: PartRef;
  /** Name of the text for screen readers. */
  readonly label: string;
}

/** Lines that are shown without being asked for. */
const fewLines = 120;

/** Text of a part of a call, fetched when it is opened. */
export function PartView({ callKey, part, label }: PartViewProps) {
  const { host, subject } = useInspector();
  const { value, failure, isKnown } = useAnswer(JSON.stringify([callKey, part]), 0, () =>
    host.call('inspector.part', { subject: subject.id, key: callKey, part }),
  );
  if (!isKnown) {
    return <p class="quiet part-text">{l10n.t('Loading…')}</p>;
  }
  if (failure !== undefined || !value) {
    return <Failure text={failure ?? ''} />;
  }
  return <PartTextView text={value} label={label} />;
}

interface PartTextViewProps {
  readonly text: PartText;
  readonly label: string;
}

function PartTextView({ text: { text, isJson, isCut }, label }: PartTextViewProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = useMemo(() => (isJson ? prettyJson(text) : text), [text, isJson]);
  const lines = useMemo(() => linesOf(shown), [shown]);
  const isLong = lines.length > fewLines + 2;
  const code = isLong && !isWhole ? lines.slice(0, fewLines).join('\n') : shown;
  if (text === '') {
    return <p class="quiet part-text">{l10n.t('Empty')}</p>;
  }
  return (
    <div class="part-text">
      <Code text={code} label={label} language={isJson ? 'json' : undefined} firstLine={1} />
      <CopyButton label={l10n.t('Copy: {0}', label)} onCopy={() => copy(text)} />
      {isLong ? (
        <Button kind="link" onClick={() => setWhole(!isWhole)}>
          {isWhole ? l10n.t('Show Less') : l10n.t('Show All {0} Lines', fullCount(lines.length))}
        </Button>
      ) : null}
      {isCut ? <p class="quiet">{l10n.t('The rest of the text is not shown.')}</p> : null}
    </div>
  );
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // A page without the focus may not copy; the button shows no confirmation then.
    return false;
  }
}
