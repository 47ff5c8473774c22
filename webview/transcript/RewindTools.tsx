import { lacks } from '../../src/contract/agentFeatures';
import type { MessageId } from '../../src/contract/ids';
import { rewindLabel } from '../../src/contract/labels/rewindLabel';
import { useActions, usePageState } from '../store/pageContext';
import { IconButton } from '../ui/Button';

/** Buttons that rewind to before a message: the files, the conversation, or both. */
export function RewindTools({ messageId }: { readonly messageId: MessageId }) {
  const { call } = useActions();
  const place = usePageState(state => state.conversation.summary.folder);
  const cannotFork = usePageState(state => lacks(state.conversation.summary.choices, 'fork'));
  // Temporary conversations are not stored, so they cannot be forked.
  const forks = !place?.isTemporary && !cannotFork;
  return (
    <>
      <IconButton
        label={rewindLabel('code')}
        icon="discard"
        onClick={() => void call('rewind.code', { messageId })}
      />
      {forks ? (
        <>
          <IconButton
            label={rewindLabel('fork')}
            icon="repo-forked"
            onClick={() => void call('rewind.fork', { messageId, rewindsCode: false })}
          />
          <IconButton
            label={rewindLabel('both')}
            icon="history"
            onClick={() => void call('rewind.fork', { messageId, rewindsCode: true })}
          />
        </>
      ) : null}
    </>
  );
}
