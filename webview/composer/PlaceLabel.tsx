import { useActions, usePageState } from '../store/context';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';

/** Where the conversation runs, where that is not plain, and that it is not stored. */
export function PlaceLabel() {
  const actions = useActions();
  const place = usePageState(state => state.conversation.summary.place);
  const { folder, branch, isTemporary } = place ?? {};
  return (
    <>
      {isTemporary ? (
        <span class="place-temporary" title="The agent does not store this conversation.">
          <Icon name="eye-closed" /> Temporary: not stored
        </span>
      ) : null}
      {folder === undefined ? null : (
        <Button
          kind="link"
          icon={branch === undefined ? 'folder' : 'git-branch'}
          label={
            branch === undefined ? `Folder: ${folder}` : `Folder: ${folder}, worktree ${branch}`
          }
          onClick={() => void actions.openPlace()}
        >
          <span class="place-name" dir="auto">
            {branch === undefined ? folder : `worktree ${branch}`}
          </span>
        </Button>
      )}
    </>
  );
}
