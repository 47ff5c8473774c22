import * as l10n from '@vscode/l10n';
import { Code } from './parts/Code';
import type { ToolView } from './parts/toolView';

export const slashCommand: ToolView<'slashCommand'> = {
  icon: 'terminal',
  Request: ({ call }) =>
    call.input === undefined || call.input.command === call.target ? null : (
      <Code text={call.input.command} label={l10n.t('Command')} />
    ),
};
