import * as l10n from '@vscode/l10n';
import type { Section, SectionGroup, SectionId, SectionNote } from '../../src/contract/sections';
import { EscapedText } from '../tools/parts/EscapedText';
import { spelledOut } from '../tools/parts/invisibleCharacters';
import { Button } from '../ui/Button';
import { ActionButtons } from './ActionButtons';
import { ChoiceBox, ProgressLine } from './GroupHead';
import { RowView } from './RowView';
import { useSectionActions } from './sectionContext';
import type { ReadSection } from './sectionStore';
import { TableView } from './TableView';
import { useTargetHeading } from './useTarget';

interface SectionViewProps {
  readonly id: SectionId;
  readonly title: string;
  readonly read: ReadSection;
  readonly onRefresh: () => void;
}

/** The chosen section. What was read last stays in view while it is read anew. */
export function SectionView({ id, title, read, onRefresh }: SectionViewProps) {
  const { section, failure, isReading } = read;
  const heading = useTargetHeading(id, !isReading && (section ?? failure) !== undefined);
  return (
    <div class="section" aria-busy={isReading}>
      <header class="section-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <Button kind="link" label={l10n.t('Refresh {0}', title)} onClick={onRefresh}>
          {l10n.t('Refresh')}
        </Button>
      </header>
      {failure === undefined ? null : (
        <div class="section-note" data-tone="warning" role="alert">
          <p>
            <EscapedText text={failure} />
          </p>
        </div>
      )}
      {section ? <SectionBody section={section} title={title} /> : null}
      {section === undefined && isReading ? (
        <p class="section-loading" role="status">
          {l10n.t('Loading…')}
        </p>
      ) : null}
      <span class="sr-only" data-section={id} />
    </div>
  );
}

function SectionBody({ section, title }: { readonly section: Section; readonly title: string }) {
  const { id, notes = [], groups, actions = [] } = section;
  return (
    <>
      {notes.map(note => (
        <NoteView key={note.text} note={note} section={id} />
      ))}
      <ActionButtons owner={{ section: id }} of={title} actions={actions} />
      {groups.map(group => (
        <GroupView key={group.id} group={group} section={id} />
      ))}
    </>
  );
}

function NoteView({
  note: { text, tone, opens },
  section,
}: {
  readonly note: SectionNote;
  readonly section: SectionId;
}) {
  const { open } = useSectionActions();
  return (
    <p class="section-note" data-tone={tone}>
      <EscapedText text={text} />
      {opens === undefined ? null : (
        <>
          {' '}
          <Button
            kind="link"
            label={l10n.t('Open {0}', spelledOut(text))}
            onClick={() => void open({ section, row: opens })}
          >
            {l10n.t('Open')}
          </Button>
        </>
      )}
    </p>
  );
}

function GroupView({
  group,
  section,
}: {
  readonly group: SectionGroup;
  readonly section: SectionId;
}) {
  const { id, title, note, choices = [], progress, rows, table, empty, actions = [] } = group;
  const owner = { section, group: id };
  return (
    <section class="section-group" aria-label={spelledOut(title)}>
      <h2>
        <EscapedText text={title} />
      </h2>
      {note === undefined ? null : (
        <p class="quiet">
          <EscapedText text={note} />
        </p>
      )}
      {choices.map(choice => (
        <ChoiceBox key={choice.id} choice={choice} owner={owner} />
      ))}
      {progress ? <ProgressLine progress={progress} title={title} /> : null}
      {table && rows.length === 0 ? null : rows.length === 0 ? (
        <p class="quiet">
          <EscapedText text={empty ?? l10n.t('There is nothing here.')} />
        </p>
      ) : (
        <ul class="section-rows">
          {rows.map(row => (
            <RowView key={row.id} row={row} owner={owner} within={title} />
          ))}
        </ul>
      )}
      {table ? <TableView table={table} title={title} owner={owner} /> : null}
      <ActionButtons owner={owner} of={title} actions={actions} />
    </section>
  );
}
