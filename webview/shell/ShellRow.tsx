import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { availableText, type Text } from '../../src/contract/content';
import type { ShellEnd } from '../../src/contract/shell';
import { EscapedText } from '../tools/parts/EscapedText';
import { LongText } from '../tools/parts/LongText';
import { Output } from '../tools/parts/Terminal';
import { Icon } from '../ui/Icon';

interface ShellRowProps {
  /** Key under which the fold is saved. */
  readonly id: string;
  readonly command: string;
  readonly output: Text;
  /** How the line ended; `running` while it runs, absent if the output says it. */
  readonly end?: ShellEnd | 'running' | undefined;
  readonly isCut?: boolean | undefined;
  /** Status and buttons. */
  readonly children?: ComponentChildren;
}

/** Lines shown while folded: the last ones, because they show how it ended. */
const tailLines = 12;

/** Line that the user ran in a shell, and what it showed. */
export function ShellRow({ id, command, output, end, isCut, children }: ShellRowProps) {
  const isSilent = availableText(output).trim() === '' && typeof output === 'string';
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form fields to group.
    <div
      class="shell-line"
      role="group"
      aria-label={l10n.t('Shell line {0}', command)}
      data-status={statusOf(end)}
    >
      <div class="shell-head">
        <Icon name={end === 'running' ? 'loading' : 'terminal'} spin={end === 'running'} />
        <code class="shell-command">
          <EscapedText text={command} />
        </code>
        {children}
      </div>
      {isCut ? <p class="tool-note">{l10n.t('The beginning of the output is left out.')}</p> : null}
      {isSilent ? null : (
        <LongText text={output} id={id} shown={tailLines} end="tail">
          {part => <Output text={part} label={l10n.t('Output')} />}
        </LongText>
      )}
      {isSilent && end !== 'running' ? <p class="tool-note">{l10n.t('No output')}</p> : null}
    </div>
  );
}

function statusOf(end: ShellEnd | 'running' | undefined): string {
  if (end === 'running') {
    return 'running';
  }
  return end?.by ? 'interrupted' : end?.exitCode === 0 || !end ? 'done' : 'failed';
}
