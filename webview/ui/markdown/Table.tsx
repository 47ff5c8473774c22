import * as l10n from '@vscode/l10n';
import type { Tokens } from 'marked';
import { renderInline } from './inline';

/** Table in its own scroll container, so that a wide table does not scroll the page. */
export function Table({ table }: { readonly table: Tokens.Table }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: no form fields to group.
    <div class="md-table" role="group" aria-label={l10n.t('Table')} tabIndex={0}>
      <table>
        <thead>
          <tr>{table.header.map(cell => renderCell(cell))}</tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            <tr key={index}>{row.map(cell => renderCell(cell))}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function renderCell(cell: Tokens.TableCell) {
  const align = cell.align === null ? undefined : `md-${cell.align}`;
  const content = renderInline(cell.tokens);
  return cell.header ? (
    <th dir="auto" scope="col" class={align}>
      {content}
    </th>
  ) : (
    <td dir="auto" class={align}>
      {content}
    </td>
  );
}
