import * as l10n from '@vscode/l10n';
import { useMemo } from 'preact/hooks';
import { withoutEnd } from '../../../src/base/withoutEnd';
import { availableText, type Text } from '../../../src/contract/content';
import type { ToolContent } from '../../../src/contract/tools';
import { CopyText } from './CopyText';
import { LongText } from './LongText';
import { parseSgr } from './sgr';

type TerminalContent = Extract<ToolContent, { type: 'terminal' }>;

/** Lines shown while folded: the last ones, because they show how the command ended. */
const tailLines = 12;

/** Command output with separate stdout and stderr, and how the command ended. */
export function Terminal({ content, id }: { content: TerminalContent; id: string }) {
  const { stdout, stderr, exitCode, interrupted, backgroundId } = content;
  const isSilent = isBlank(stdout) && isBlank(stderr);
  return (
    <div class="tool-terminal">
      {isBlank(stdout) ? null : <Stream text={stdout} kind="stdout" id={`${id}:stdout`} />}
      {isBlank(stderr) ? null : <Stream text={stderr} kind="stderr" id={`${id}:stderr`} />}
      {isSilent && backgroundId === undefined ? (
        <p class="tool-note">{l10n.t('No output')}</p>
      ) : null}
      {exitCode === undefined || exitCode === 0 ? null : (
        <p class="tool-note tool-exit">{l10n.t('Exit code {0}', exitCode)}</p>
      )}
      {interrupted ? (
        <p class="tool-note tool-exit">{l10n.t('Interrupted before it ended')}</p>
      ) : null}
    </div>
  );
}

function Stream({ text, kind, id }: { text: Text; kind: 'stdout' | 'stderr'; id: string }) {
  const name = kind === 'stdout' ? l10n.t('Output') : l10n.t('Error output');
  const copyLabel = kind === 'stdout' ? l10n.t('Copy output') : l10n.t('Copy error output');
  return (
    <div class="tool-stream" data-stream={kind}>
      <LongText text={text} id={id} shown={tailLines} end="tail">
        {part => <Output text={part} label={name} />}
      </LongText>
      <CopyText text={text} label={copyLabel} />
    </div>
  );
}

/** Terminal output in the theme's colors. */
export function Output({ text, label }: { readonly text: string; readonly label: string }) {
  const spans = useMemo(() => parseSgr(withoutEnd(text, '\n')), [text]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form fields to group.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long output scrolls by keyboard.
    <pre class="tool-output" role="group" aria-label={label} tabIndex={0}>
      {spans.map((span, index) =>
        span.classes.length === 0 ? (
          span.text
        ) : (
          <span key={index} class={span.classes.join(' ')}>
            {span.text}
          </span>
        ),
      )}
    </pre>
  );
}

function isBlank(text: Text): boolean {
  return availableText(text).trim() === '';
}
