import * as l10n from '@vscode/l10n';
import type { CallColumn } from '../../../src/contract/inspector/callRows';

interface Column {
  readonly id: CallColumn;
  /** Text of the header. */
  readonly label: string;
  /** Longer name, which begins with the text. */
  readonly name?: string;
  readonly isNumber?: true;
  /** True if its first sorting puts the largest at the top. */
  readonly startsDescending?: true;
}

/** Columns in their order. */
export function columns(): readonly Column[] {
  const number = { isNumber: true, startsDescending: true } as const;
  return [
    { id: 'startedAt', label: l10n.t('Time'), startsDescending: true },
    { id: 'who', label: l10n.t('Who') },
    { id: 'model', label: l10n.t('Model') },
    { id: 'input', label: l10n.t('In'), name: l10n.t('In: input tokens, not cached'), ...number },
    { id: 'output', label: l10n.t('Out'), name: l10n.t('Out: output tokens'), ...number },
    {
      id: 'cacheWritten',
      label: l10n.t('Written'),
      name: l10n.t('Written to the cache, in tokens'),
      ...number,
    },
    {
      id: 'cacheRead',
      label: l10n.t('Read'),
      name: l10n.t('Read from the cache, in tokens'),
      ...number,
    },
    { id: 'cost', label: l10n.t('Cost'), ...number },
    {
      id: 'firstToken',
      label: l10n.t('TTFT'),
      name: l10n.t('TTFT: time to first token'),
      ...number,
    },
    { id: 'duration', label: l10n.t('Duration'), ...number },
    { id: 'stopReason', label: l10n.t('Result') },
    {
      id: 'retry',
      label: l10n.t('Retry'),
      name: l10n.t('Retry: failed attempts before'),
      ...number,
    },
  ];
}
