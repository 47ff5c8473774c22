import * as l10n from '@vscode/l10n';
import { plural } from '../../src/base/plural';
import { toolNames } from '../../src/contract/labels/toolNames';
import { useActions, usePageState } from '../store/pageContext';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';

const none: readonly string[] = [];

/** Shows the folder if it is not obvious, disabled tools, and that a conversation is temporary. */
export function FolderLabel() {
  const { call } = useActions();
  const place = usePageState(state => state.conversation.summary.folder);
  const rules = usePageState(state => state.conversation.summary.settings.disabledTools ?? none);
  const names = toolNames(rules);
  const off = names.length;
  const { name, branch, isTemporary, added = [] } = place ?? {};
  return (
    <>
      {isTemporary ? (
        <span class="place-temporary" title={l10n.t('This conversation is not stored.')}>
          <Icon name="eye-closed" /> {l10n.t('Temporary: not stored')}
        </span>
      ) : null}
      {off > 0 ? (
        <Button
          kind="link"
          icon="tools"
          title={l10n.t('Off in this conversation: {0}', names.join(', '))}
          onClick={() => void call('command.run', { name: 'tools' })}
        >
          {plural(off, {
            one: l10n.t('{0} tool is off', off),
            other: l10n.t('{0} tools are off', off),
          })}
        </Button>
      ) : null}
      {name === undefined ? null : (
        <Button
          kind="link"
          icon={branch === undefined ? 'folder' : 'git-branch'}
          label={labelOf(name, branch, added)}
          onClick={() => void call('folder.open')}
        >
          <span class="place-name" dir="auto">
            {branch === undefined ? name : l10n.t('worktree {0}', branch)}
          </span>
          {added.length > 0 ? ` +${added.length}` : null}
        </Button>
      )}
    </>
  );
}

/** Folders that are named; a workspace may have many. */
const mostNames = 5;

function labelOf(name: string, branch: string | undefined, added: readonly string[]): string {
  const own =
    branch === undefined
      ? l10n.t('Folder: {0}', name)
      : l10n.t('Folder: {0}, worktree {1}', name, branch);
  const names = added.slice(0, mostNames).join(', ');
  const more = added.length > mostNames ? `${names}, …` : names;
  return added.length === 0 ? own : l10n.t('{0}, and also {1}', own, more);
}
