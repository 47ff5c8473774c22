import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { numberText } from '../../src/base/locale';
import { plural } from '../../src/base/plural';
import type { SectionTable, TableChart, TableRow } from '../../src/contract/sections';
import { EscapedText } from '../tools/parts/EscapedText';
import { spelledOut } from '../tools/parts/invisibleCharacters';
import { Button } from '../ui/Button';
import { type Owner, useSectionActions } from './sectionContext';
import { TablePicture } from './TablePicture';

interface TableViewProps {
  readonly table: SectionTable;
  readonly title: string;
  readonly owner: Owner;
}

/** Rows that are shown without being asked for. */
const fewRows = 10;

/** Table of a group, with its picture. A narrow page scrolls it sideways. */
export function TableView({ table, title, owner }: TableViewProps) {
  const { columns, rows, chart } = table;
  const { errorOf } = useSectionActions();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, fewRows);
  const error = rows
    .map(row => errorOf({ ...owner, row: row.id }))
    .find(message => message !== undefined);
  return (
    <>
      {chart && rows.length > 0 ? <TablePicture table={table} chart={chart} /> : null}
      <section
        class="table-scroll"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: The keyboard scrolls it.
        tabIndex={0}
        aria-label={l10n.t('Table: {0}', spelledOut(title))}
      >
        <table class="section-table">
          {chart ? <caption class="sr-only">{summaryOf(table, chart)}</caption> : null}
          <thead>
            <tr>
              {columns.map(({ label, isNumber }) => (
                <th key={label} scope="col" data-number={isNumber}>
                  <EscapedText text={label} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(row => (
              <RowCells key={row.id} row={row} columns={columns} owner={owner} />
            ))}
          </tbody>
        </table>
      </section>
      <p class="field-problem" role="alert">
        {error === undefined ? null : <EscapedText text={error} />}
      </p>
      {rows.length <= fewRows ? null : (
        <Button
          kind="link"
          label={
            isWhole
              ? l10n.t('Show Fewer Rows: {0}', spelledOut(title))
              : l10n.t('Show All {0} Rows: {1}', rows.length, spelledOut(title))
          }
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole
            ? l10n.t('Show Fewer Rows')
            : plural(rows.length, {
                other: l10n.t('Show All {0} Rows', rows.length),
              })}
        </Button>
      )}
    </>
  );
}

/** Says in words what the picture shows at a glance. */
function summaryOf({ rows }: SectionTable, { series }: TableChart): string {
  const height = (row: TableRow) =>
    series.reduce((sum, column) => sum + (row.cells[column]?.value ?? 0), 0);
  const [first, ...others] = rows;
  if (!first) {
    return l10n.t('Nothing to show');
  }
  const most = others.reduce((best, row) => (height(row) > height(best) ? row : best), first);
  const [name] = most.cells;
  return l10n.t(
    'A picture shows the same. Most: {0} with {1}',
    spelledOut(name?.text ?? ''),
    numberText(height(most)),
  );
}

interface RowCellsProps {
  readonly row: TableRow;
  readonly columns: SectionTable['columns'];
  readonly owner: Owner;
}

function RowCells({ row: { id, cells, action }, columns, owner }: RowCellsProps) {
  const { act } = useSectionActions();
  const [name, ...rest] = cells;
  const text = name?.text ?? '';
  return (
    <tr data-row={id} tabIndex={-1}>
      <th scope="row">
        <span class="table-name">
          {action ? (
            <Button
              kind="link"
              label={spelledOut(`${text}: ${action.label}`)}
              onClick={() => void act({ ...owner, row: id }, action.id)}
            >
              <EscapedText text={text} />
            </Button>
          ) : (
            <EscapedText text={text} />
          )}
        </span>
      </th>
      {rest.map((cell, at) => (
        <td key={columns[at + 1]?.label} data-number={columns[at + 1]?.isNumber}>
          <EscapedText text={cell.text} />
        </td>
      ))}
    </tr>
  );
}
