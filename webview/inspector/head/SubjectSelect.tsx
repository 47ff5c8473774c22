import * as l10n from '@vscode/l10n';
import type { InspectorSubject } from '../../../src/contract/inspector/inspector';
import { spokenName } from '../parts/cutText';

interface SubjectSelectProps {
  readonly subjects: readonly InspectorSubject[];
  readonly shown: string;
  readonly onShow: (subject: string) => void;
}

/** Conversation, recording or file whose calls are shown. */
export function SubjectSelect({ subjects, shown, onShow }: SubjectSelectProps) {
  const groups = [
    [l10n.t('Conversations'), subjects.filter(({ kind }) => kind === 'conversation')],
    [l10n.t('Recordings'), subjects.filter(({ kind }) => kind === 'recording')],
    [l10n.t('Imported files'), subjects.filter(({ kind }) => kind === 'import')],
  ] as const;
  return (
    <select
      class="subject-select"
      aria-label={l10n.t('Conversation')}
      title={l10n.t('Conversation')}
      value={shown}
      onChange={event => onShow(event.currentTarget.value)}
    >
      {groups
        .filter(([, entries]) => entries.length > 0)
        .map(([label, entries]) => (
          <optgroup key={label} label={label}>
            {entries.map(({ id, title, agent }) => (
              <option key={id} value={id}>
                {titleText(title, agent)}
              </option>
            ))}
          </optgroup>
        ))}
    </select>
  );
}

function titleText(title: string, agent: string | undefined): string {
  const name = title.trim() === '' ? l10n.t('New conversation') : spokenName(title, 80);
  return agent === undefined ? name : `${name} · ${spokenName(agent, 40)}`;
}
