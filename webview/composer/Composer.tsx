import * as l10n from '@vscode/l10n';
import { useRef } from 'preact/hooks';
import type { ChannelId } from '../../src/contract/ids';
import { usePageState } from '../store/pageContext';
import { AttachButton } from './AttachButton';
import { ContextMeter } from './ContextMeter';
import { ImageStrip } from './ImageStrip';
import { insertText } from './insertText';
import { MessageInput } from './MessageInput';
import { Pickers } from './Pickers';
import { SendButtons } from './SendButtons';
import { useAttachments } from './useAttachments';
import { useComposerRequests } from './useComposerRequests';
import { useDraft } from './useDraft';
import { useDrop } from './useDrop';
import { useNotices } from './useNotices';
import { useSend } from './useSend';

/** Message box with its images and toolbar. */
export function Composer() {
  const channelId = usePageState(state => state.channelId);
  // The page only renders a composer together with a conversation.
  return channelId ? <ChannelComposer channelId={channelId} /> : null;
}

function ChannelComposer({ channelId }: { readonly channelId: ChannelId }) {
  const keeper = useDraft(channelId);
  const input = useRef<HTMLTextAreaElement>(null);
  const { notices, tell, clear } = useNotices();
  const focus = () => input.current?.focus();
  const insert = (text: string) => {
    focus();
    if (text !== '' && input.current) {
      insertText(input.current, text);
    }
  };
  const attachments = useAttachments({ keeper, focus, onErrors: tell });
  const attach = (files: readonly File[]) => void attachments.add(files);
  const isDragging = useDrop({
    onFiles: attach,
    onPaths: paths => insert(paths.map(path => `@${path} `).join('')),
  });
  const send = useSend({ keeper, focus, onSend: clear });
  const opened = useComposerRequests({ keeper, focus, insert });
  return (
    <div class="composer">
      {isDragging ? <DropOverlay /> : null}
      <ImageStrip images={keeper.draft.images} onRemove={attachments.remove} />
      <MessageInput
        inputRef={input}
        text={keeper.draft.text}
        onText={text => {
          clear();
          keeper.change(old => ({ ...old, text }));
        }}
        onSend={() => void send()}
        onFiles={attach}
        onNotice={text => tell([text])}
        onBlur={keeper.flush}
      />
      {notices.map(text => (
        <p key={text} class="composer-notice">
          {text}
        </p>
      ))}
      <div class="toolbar">
        <AttachButton onFiles={attach} />
        <Pickers opened={opened} />
        <ContextMeter />
        <SendButtons onSend={() => void send()} />
      </div>
    </div>
  );
}

function DropOverlay() {
  return (
    <div class="drop-overlay">
      <p>{l10n.t('Drop images or files here')}</p>
      <p class="quiet">{l10n.t('Hold Shift when you drag from the editor')}</p>
    </div>
  );
}
