import * as l10n from '@vscode/l10n';
import type { ToolFamily } from '../../src/contract/tools';
import { viewOf } from './all';
import { Arguments } from './parts/Arguments';
import type { ToolProps } from './parts/toolView';

/** Shows all input of a call in readable form. */
export function CallRequest<F extends ToolFamily>(props: ToolProps<F>) {
  const { call } = props;
  const { Request, shownByResult, optionLabels } = viewOf<F>(call);
  const shown = shownByResult?.(props) ?? [];
  const labels = new Map(Object.entries(optionLabels?.() ?? {}));
  const rest = Object.fromEntries(
    Object.entries(call.otherInput ?? {}).flatMap(([name, value]) =>
      shown.includes(name) ? [] : [[labels.get(name) ?? name, value]],
    ),
  );
  return (
    <>
      {call.input === undefined || Request === undefined ? null : <Request {...props} />}
      {Object.keys(rest).length === 0 ? null : (
        <Arguments values={rest} id={`${call.id}:other`} title={l10n.t('Options')} />
      )}
    </>
  );
}
