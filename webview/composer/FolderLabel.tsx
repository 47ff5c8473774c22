import { useActions, usePageState } from '../store/pageContext';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';

/** Shows the folder if it is not obvious, disabled tools, and that a conversation is temporary. */
export function FolderLabel() {
  const { call } = useActions();
  const place = usePageState(state => state.conversation.summary.folder);
  const off = usePageState(state => state.conversation.summary.settings.disabledTools?.length ?? 0);
  const { name, branch, isTemporary } = place ?? {};
  return (
    <>
      {isTemporary ? (
        <span class="place-temporary" title="The agent does not store this conversation.">
          <Icon name="eye-closed" /> Temporary: not stored
        </span>
      ) : null}
      {off > 0 ? (
        <span class="place-temporary" title="Switched off for this conversation: see Choose Tools…">
          <Icon name="tools" /> {off === 1 ? '1 tool is off' : `${off} tools are off`}
        </span>
      ) : null}
      {name === undefined ? null : (
        <Button
          kind="link"
          icon={branch === undefined ? 'folder' : 'git-branch'}
          label={branch === undefined ? `Folder: ${name}` : `Folder: ${name}, worktree ${branch}`}
          onClick={() => void call('folder.open')}
        >
          <span class="place-name" dir="auto">
            {branch === undefined ? name : `worktree ${branch}`}
          </span>
        </Button>
      )}
    </>
  );
}
