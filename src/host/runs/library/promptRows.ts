import * as l10n from '@vscode/l10n';
import { type Batch, busyTimeOf, endOf } from '../../../core/runs/run';
import type { RowTexts } from '../../nativeText/rows';
import { clockTime } from '../../tasks/tasksModel';
import { startText, summaryText } from '../rows/batchTexts';
import { batchState, stateIcon } from '../rows/runRows';
import type { LibraryPrompt, PromptScope } from './promptLibrary';

/** Texts of a prompt: how its last runs went, else what it is for. */
export function promptRow(
  { name, scope, description, path }: LibraryPrompt,
  last: Batch | undefined,
  now: number,
  language: string,
): RowTexts {
  const label = scope === 'saved' ? name : `/${name}`;
  const facts = last && lastFacts(last, now, language);
  return {
    label,
    description: facts ?? description,
    tooltip: [label, description, facts, path].filter(Boolean).join('\n'),
    accessibleLabel: [
      label,
      facts === undefined ? l10n.t('not run yet') : l10n.t('last run {0}', facts),
      ...(description === undefined ? [] : [description]),
    ].join(', '),
  };
}

/** Codicon of a prompt, and its color. */
export function promptIcon(
  { scope }: LibraryPrompt,
  last: Batch | undefined,
): ReturnType<typeof stateIcon> {
  return last ? stateIcon(batchState(last)) : { icon: scope === 'saved' ? 'bookmark' : 'file' };
}

/** Words that `when` clauses of menus look for. */
export function promptContext(prompt: LibraryPrompt, last: Batch | undefined): string {
  return ['prompt', prompt.path === undefined ? 'saved' : 'file', ...(last ? ['ran'] : [])].join(
    ' ',
  );
}

function lastFacts(last: Batch, now: number, language: string): string {
  const end = endOf(last);
  return [
    summaryText(last),
    ...(end === undefined ? [] : [clockTime(busyTimeOf(last))]),
    startText(last.startedAt, now, language),
  ].join(' · ');
}

export function scopeTitle(scope: PromptScope): string {
  switch (scope) {
    case 'project':
      return l10n.t('Project');
    case 'user':
      return l10n.t('Personal');
    case 'saved':
      return l10n.t('Saved');
  }
}
