import * as l10n from '@vscode/l10n';
import { useEffect, useState } from 'preact/hooks';
import type { InspectorInit, InspectorLink } from '../../src/contract/inspector/inspector';
import { type InspectorHost, rememberInspected } from '../store/hostConnection';
import { useHeard } from './parts/useHeard';
import { SubjectView } from './SubjectView';

interface InspectorAppProps {
  readonly host: Pick<InspectorHost, 'call'>;
  readonly init: InspectorInit;
  /** Fires the events of the host by their names. */
  readonly heard: EventTarget;
}

/** The inspector: one subject at a time, from the place that the last link leads to. */
export function InspectorApp({ host, init, heard }: InspectorAppProps) {
  const [subjects, setSubjects] = useState(init.subjects);
  const [link, setLink] = useState<InspectorLink>(init.show);
  useHeard(heard, 'inspector.subjects', event => setSubjects(event.subjects));
  useHeard(heard, 'inspector.show', setLink);
  // A new subject may be shown before the list has it.
  const subject = subjects.find(({ id }) => id === link.subject) ?? subjects[0];
  const id = subject?.id;
  useEffect(() => {
    if (id !== undefined) rememberInspected(id);
  }, [id]);
  if (!subject) {
    return (
      <main class="inspector">
        <div class="empty">
          <h1>{l10n.t('Nothing to inspect')}</h1>
          <p class="quiet">{l10n.t('Open a conversation to see its model calls.')}</p>
        </div>
      </main>
    );
  }
  return (
    <SubjectView
      key={subject.id}
      {...{ host, heard, subjects, subject }}
      link={link.subject === subject.id ? link : { subject: subject.id }}
      onLink={setLink}
    />
  );
}
