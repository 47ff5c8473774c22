import type { MessageId } from '../../src/contract/ids';
import { useActions, usePageState } from '../store/pageContext';
import { IconButton } from '../ui/Button';

/** Buttons that rewind to before a message: the files, the conversation, or both. */
export function RewindTools({ messageId }: { readonly messageId: MessageId }) {
  const actions = useActions();
  const place = usePageState(state => state.conversation.summary.folder);
  return (
    <>
      <IconButton
        label="Rewind code to here"
        icon="discard"
        onClick={() => void actions.rewindCode(messageId)}
      />
      {/* Temporary conversations are not stored, so they cannot be forked. */}
      {place?.isTemporary ? null : (
        <>
          <IconButton
            label="Fork conversation from here"
            icon="repo-forked"
            onClick={() => void actions.fork(messageId, false)}
          />
          <IconButton
            label="Fork and rewind code"
            icon="history"
            onClick={() => void actions.fork(messageId, true)}
          />
        </>
      )}
    </>
  );
}
