import { useEffect, useRef, useState } from 'preact/hooks';
import type { ChannelId } from '../../src/contract/ids';
import type { ImageUpload } from '../../src/contract/view';
import { useActions, usePageState } from '../store/pageContext';
import { emptyDraft, type PickerName } from '../store/pageState';
import { isBusy } from '../store/phases';
import { IconButton } from '../ui/Button';
import { AttachButton } from './AttachButton';
import { ContextMeter } from './ContextMeter';
import { ImageStrip } from './ImageStrip';
import { insertText } from './insertText';
import { MessageInput } from './MessageInput';
import { mergeDraft } from './mergeDraft';
import { Pickers } from './Pickers';
import { readImages } from './readImages';
import { useDraft } from './useDraft';
import { useDrop } from './useDrop';

/** Message box with its images and toolbar. */
export function Composer() {
  const channelId = usePageState(state => state.channelId);
  // The page only renders a composer together with a conversation.
  return channelId ? <ChannelComposer channelId={channelId} /> : null;
}

function ChannelComposer({ channelId }: { readonly channelId: ChannelId }) {
  const actions = useActions();
  const config = usePageState(state => state.config);
  const phase = usePageState(state => state.conversation.summary.agent.phase);
  const request = usePageState(state => state.request);
  const keeper = useDraft(channelId);
  const input = useRef<HTMLTextAreaElement>(null);
  const [notices, setNotices] = useState<readonly string[]>([]);
  const [opened, setOpened] = useState<{ picker: PickerName; id: number }>();
  const { draft, change } = keeper;
  const isWorking = isBusy(phase);

  const tell = (texts: readonly string[]) => {
    setNotices(texts);
    for (const text of texts) {
      actions.announce(text);
    }
  };
  const setText = (text: string) => {
    setNotices([]);
    change(old => ({ ...old, text }));
  };
  const addFiles = async (files: readonly File[]) => {
    const read = await readImages(files, keeper.latest().images.length, config.imageLimits);
    change(old => ({ ...old, images: [...old.images, ...read.images] }));
    tell(read.errors);
    input.current?.focus();
  };
  const insert = (text: string) => {
    input.current?.focus();
    if (text !== '' && input.current) {
      insertText(input.current, text);
    }
  };
  const isDragging = useDrop({
    onFiles: files => void addFiles(files),
    onPaths: paths => insert(paths.map(path => `@${path} `).join('')),
  });

  const send = async () => {
    const { text, images } = keeper.latest();
    if (text.trim() === '' && images.length === 0) {
      input.current?.focus();
      return;
    }
    setNotices([]);
    change(() => emptyDraft);
    if (await actions.call('message.send', { text: text.trimEnd(), images })) {
      keeper.flush();
    } else {
      // The host refused the message: restore it in front of text typed in the meantime.
      change(current => mergeDraft({ text, images }, current, emptyDraft));
    }
  };

  useEffect(() => {
    if (!request) {
      return;
    }
    actions.takeRequest(request.id);
    switch (request.kind) {
      case 'insert':
        insert(request.text);
        return;
      case 'fill':
        change(old => (old.text.trim() === '' ? { ...old, text: request.text } : old));
        input.current?.focus();
        return;
      case 'merge':
        change(old => mergeDraft(request.draft, old, keeper.saved()));
        input.current?.focus();
        return;
      case 'openPicker':
        setOpened({ picker: request.picker, id: request.id });
        return;
    }
  }, [request]);

  const removeImage = (removed: ImageUpload) => {
    change(old => ({ ...old, images: old.images.filter(image => image !== removed) }));
    input.current?.focus();
  };

  return (
    <div class="composer">
      {isDragging ? (
        <div class="drop-overlay">
          <p>Drop images or files here</p>
          <p class="quiet">Hold Shift when you drag from the editor</p>
        </div>
      ) : null}
      <ImageStrip images={draft.images} onRemove={removeImage} />
      <MessageInput
        inputRef={input}
        text={draft.text}
        onText={setText}
        onSend={() => void send()}
        onFiles={files => void addFiles(files)}
        onNotice={text => tell([text])}
        onBlur={keeper.flush}
      />
      {notices.map(text => (
        <p key={text} class="composer-notice">
          {text}
        </p>
      ))}
      <div class="toolbar">
        <AttachButton onFiles={files => void addFiles(files)} />
        <Pickers opened={opened} />
        <ContextMeter />
        <span class="send-buttons">
          {isWorking ? (
            <IconButton
              label="Stop"
              hint="Escape"
              icon="debug-stop"
              class="stop-button"
              onClick={() => void actions.call('agent.stop')}
            />
          ) : null}
          <IconButton
            label="Send"
            hint={isWorking && config.whileWorking === 'queue' ? 'queued' : 'Enter'}
            icon="send"
            class="send-button"
            onClick={() => void send()}
          />
        </span>
      </div>
    </div>
  );
}
