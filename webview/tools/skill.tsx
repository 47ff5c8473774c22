import * as l10n from '@vscode/l10n';
import { fillIn } from '../ui/fillIn';
import { Code } from './parts/Code';
import { EscapedText } from './parts/EscapedText';
import { LongText } from './parts/LongText';
import type { ToolView } from './parts/toolView';

export const skill: ToolView<'skill'> = {
  icon: 'mortar-board',
  Request: ({ call }) => {
    const { args, name } = call.input ?? {};
    return (
      <>
        {name === undefined || name === call.target ? null : (
          <p class="tool-note">{fillIn(l10n.t('Skill {0}'), <EscapedText text={name} />)}</p>
        )}
        {args === undefined || args === '' ? null : (
          <LongText text={args} id={`${call.id}:args`} shown={20}>
            {part => <Code text={part} label={l10n.t('Arguments')} />}
          </LongText>
        )}
      </>
    );
  },
};
