import * as l10n from '@vscode/l10n';
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
        label={l10n.t('Rewind code to here')}
        icon="discard"
        onClick={() => void actions.rewindCode(messageId)}
      />
      {/* Temporary conversations are not stored, so they cannot be forked. */}
      {place?.isTemporary ? null : (
        <>
          <IconButton
            label={l10n.t('Fork conversation from here')}
            icon="repo-forked"
            onClick={() => void actions.fork(messageId, false)}
          />
          <IconButton
            label={l10n.t('Fork and rewind code')}
            icon="history"
            onClick={() => void actions.fork(messageId, true)}
          />
        </>
      )}
    </>
  );
}
