import * as l10n from '@vscode/l10n';
import { numberText } from '../../src/base/locale';
import { plural } from '../../src/base/plural';
import type { Badge, SectionMeter, SectionRow, SectionSwitch } from '../../src/contract/sections';
import { EscapedText } from '../tools/parts/EscapedText';
import { spelledOut } from '../tools/parts/invisibleCharacters';
import { Button } from '../ui/Button';
import { ActionButtons } from './ActionButtons';
import { LongText } from './LongText';
import { OriginLine } from './OriginLine';
import { PreviewButton } from './PreviewButton';
import { type Owner, useSectionActions } from './sectionContext';
import { useTargetRow } from './useTarget';

interface RowViewProps {
  readonly row: SectionRow;
  readonly owner: Owner;
  /** Title of the group. */
  readonly within?: string | undefined;
}

/** Row of a section with its state and its actions. */
export function RowView({ row, owner: { section, group }, within }: RowViewProps) {
  const owner: Owner = { section, ...(group === undefined ? {} : { group }), row: row.id };
  const { open } = useSectionActions();
  const element = useTargetRow(section, row.id);
  const { title, detail, badges = [], meter, origin, more, toggle, actions = [], rows = [] } = row;
  const opening = row.canOpen ? (
    <Button
      kind="link"
      label={l10n.t('Open {0}', spelledOut(title))}
      onClick={() => void open(owner)}
    >
      {l10n.t('Open')}
    </Button>
  ) : null;
  return (
    <li ref={element} class="section-row" tabIndex={-1} data-row={row.id}>
      <div class="section-row-head">
        <div class="section-row-name">
          <span class="section-row-title">
            <EscapedText text={title} />
          </span>
          {badges.map(badge => (
            <BadgeText key={badge.text} {...badge} />
          ))}
          {origin === undefined ? opening : null}
        </div>
        {toggle === undefined ? null : <RowSwitch owner={owner} of={title} toggle={toggle} />}
      </div>
      {detail === undefined || detail === '' ? null : <LongText text={detail} of={title} />}
      {meter === undefined ? null : <RowMeter title={title} meter={meter} />}
      {origin === undefined ? null : (
        <OriginLine origin={origin} said={[within, title]}>
          {opening}
        </OriginLine>
      )}
      {more === undefined ? null : (
        <details class="section-more">
          <summary>{l10n.t('Details')}</summary>
          <pre>
            <EscapedText text={more} />
          </pre>
        </details>
      )}
      <ActionButtons owner={owner} of={title} actions={actions} />
      {rows.length === 0 ? null : (
        <InnerRows rows={rows} count={row.rowsCount} owner={owner} within={within} />
      )}
    </li>
  );
}

function RowSwitch({
  owner,
  of,
  toggle: { action, label, isOn, canPreview },
}: {
  readonly owner: Owner;
  readonly of: string;
  readonly toggle: SectionSwitch;
}) {
  const { act } = useSectionActions();
  // A switch that is named like its row says so once.
  const name = label === of ? label : `${label}: ${of}`;
  return (
    <span class="section-action section-switch-box">
      {canPreview ? <PreviewButton owner={owner} action={action} label={name} /> : null}
      <button
        type="button"
        role="switch"
        class="section-switch"
        aria-checked={isOn}
        aria-label={spelledOut(name)}
        title={spelledOut(label)}
        onClick={() => void act(owner, action)}
      >
        <span class="section-switch-thumb" aria-hidden="true" />
      </button>
    </span>
  );
}

/** Rows that are shown without being asked for. */
const fewRows = 6;

/** Rows in a row. Many are folded; a link to one of them unfolds all. */
function InnerRows({
  rows,
  count,
  owner,
  within,
}: {
  readonly rows: readonly SectionRow[];
  readonly count: string | undefined;
  readonly owner: Owner;
  readonly within: string | undefined;
}) {
  const list = (
    <ul class="section-rows">
      {rows.map(inner => (
        <RowView key={inner.id} row={inner} owner={owner} within={within} />
      ))}
    </ul>
  );
  return rows.length <= fewRows ? (
    list
  ) : (
    <details class="section-inner">
      <summary>
        {count ??
          plural(rows.length, {
            one: l10n.t('1 entry'),
            other: l10n.t('{0} entries', numberText(rows.length)),
          })}
      </summary>
      {list}
    </details>
  );
}

function BadgeText({ text, tone }: Badge) {
  return (
    <span class="section-badge" data-tone={tone}>
      <EscapedText text={text} />
    </span>
  );
}

function RowMeter({ title, meter }: { readonly title: string; readonly meter: SectionMeter }) {
  const share = Math.min(1, Math.max(0, meter.value));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <meter> takes no colors of a theme.
    <div
      role="meter"
      class="section-meter"
      data-tone={meter.tone}
      aria-label={spelledOut(title)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      aria-valuetext={spelledOut(meter.text)}
    >
      <span class="section-meter-track" aria-hidden="true">
        <span class="section-meter-fill" style={{ width: `${share * 100}%` }} />
      </span>
      <span aria-hidden="true">
        <EscapedText text={meter.text} />
      </span>
    </div>
  );
}
