import * as l10n from '@vscode/l10n';
import { useId, useRef, useState } from 'preact/hooks';
import { lacks } from '../../src/contract/agentFeatures';
import { type Draft, type DraftAddition, isEmptyDraft } from '../../src/contract/draft';
import type { ChannelId } from '../../src/contract/ids';
import { shellCommandIn } from '../../src/contract/shell';
import { useActions, usePageState } from '../store/pageContext';
import { AttachButton } from './AttachButton';
import { addToDraft, spaced } from './addToDraft';
import type { BoxHandle } from './box/boxProps';
import type { BoxList, MessageBox, TypedWord } from './box/messageBox';
import { CommandsButton } from './CommandsButton';
import { DropOverlay } from './DropOverlay';
import type { DictationView } from './dictation/dictationView';
import {
  LateContextMeter,
  LateDictateButton,
  LateDictationStrip,
  LateDraftContents,
  LateFrontChip,
  LateInvisibleNotice,
  LateShellHint,
  LateSuggesting,
} from './LateParts';
import { MentionButton } from './MentionButton';
import { MessageInput } from './MessageInput';
import { Pickers } from './Pickers';
import { SendButtons } from './SendButtons';
import { useAdditions } from './useAdditions';
import { useArrivingFocus } from './useArrivingFocus';
import { useAttachments } from './useAttachments';
import { useComposerRequests } from './useComposerRequests';
import { useDraft } from './useDraft';
import { useDrop } from './useDrop';
import { useInvisibleCheck } from './useInvisibleCheck';
import { useLooseTyping } from './useLooseTyping';
import { useMessageHistory } from './useMessageHistory';
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
  const box = useRef<BoxHandle>(undefined);
  /** Word at the caret, for the list that it opens. */
  const [word, setWord] = useState<TypedWord>();
  const { notices, tell, clear } = useNotices();
  const focus = () => box.current?.focus();
  const awaitFocus = useArrivingFocus(focus);
  const insert: MessageBox['insert'] = pieces => box.current?.insert(pieces);
  const { mentionsOf } = useActions();
  const attachments = useAttachments({ keeper, focus, onErrors: tell });
  const attach = (files: readonly File[]) => void attachments.add(files);
  const isAfterBlank = () => {
    const caret = box.current?.caret();
    return caret?.isAtStart || (caret?.isAtEnd && /\s$/.test(keeper.latest().text));
  };
  const add = (addition: DraftAddition) => {
    const { draft, pieces } = addToDraft(keeper.latest(), addition);
    keeper.change(() => draft);
    awaitFocus();
    insert(spaced(pieces, !isAfterBlank()));
  };
  useAdditions(add, keeper.flush);
  useLooseTyping(focus);
  const drag = useDrop({
    onFiles: attach,
    onPlaces: places => void mentionPlaces(places),
  });
  /** @param text that is inserted if nothing of it can be mentioned */
  const mentionPlaces = async (places: readonly string[], text = '') => {
    const pieces = await mentionsOf(places).catch(() => []);
    if (pieces.length === 0 && text !== '') {
      insert([text]);
      return;
    }
    add({ pieces, attachments: [] });
    if (pieces.length < places.length) {
      tell([
        l10n.t('Some of what was dropped or pasted is not a file or folder that can be mentioned.'),
      ]);
    }
  };
  const history = useMessageHistory(
    box,
    () => keeper.latest().text,
    content => keeper.change(old => ({ images: old.images, ...content })),
  );
  const invisible = useInvisibleCheck(keeper);
  const isCertain = useRef(false);
  const [dictation, setDictation] = useState<DictationView>();
  const send = useSend({
    keeper,
    focus,
    mayGo: draft => isCertain.current || invisible.passes(draft),
    onSend: sent => {
      clear();
      // The user has typed instead, and needs no message about it.
      if (dictation?.isActive === false) {
        dictation.dismiss();
      }
      history.reset();
      history.remember(sent);
    },
  });
  const [list, setList] = useState<BoxList>();
  const hasShell = usePageState(state => !lacks(state.conversation.summary.choices, 'shellLines'));
  const isForeign = usePageState(state => !!state.conversation.summary.choices.foreign);
  const isShell = hasShell && isShellLine(keeper.draft);
  const hintId = useId();
  const openCommands = () => {
    focus();
    box.current?.moveToStart();
    insert(['/']);
  };
  const sendAnyway = () => {
    invisible.dismiss();
    isCertain.current = true;
    void send();
    isCertain.current = false;
  };
  /** Number of the last request to dictate. */
  const [asked, setAsked] = useState(0);
  const opened = useComposerRequests({
    ...{ keeper, focus: awaitFocus, insert, preview: attachments.preview },
    dictate: setAsked,
  });
  // The dictated text goes into the message before the message goes.
  const sendOrFinish = () => (dictation?.isActive ? dictation.finish() : void send());
  return (
    <div class={isShell ? 'composer composer-shell' : 'composer'}>
      {drag ? <DropOverlay drag={drag} /> : null}
      <LateFrontChip onRemoved={focus} />
      {invisible.found.length > 0 ? (
        <LateInvisibleNotice
          found={invisible.found}
          onRemove={invisible.remove}
          onSend={sendAnyway}
        />
      ) : null}
      <LateDraftContents
        draft={keeper.draft}
        onOpen={attachments.open}
        onRemove={attachments.remove}
        onPreview={attachments.preview}
      />
      {isShell ? <LateShellHint id={hintId} /> : null}
      <LateSuggesting
        word={word}
        keeper={keeper}
        box={{ replaceWord: pieces => box.current?.replaceWord(pieces) }}
        onSend={() => void send()}
        onList={setList}
      />
      <MessageInput
        box={box}
        keeper={keeper}
        history={history}
        list={list}
        describedBy={isShell ? hintId : undefined}
        onWord={found => setWord(hasShell && isShellLine(keeper.latest()) ? undefined : found)}
        onChange={change => {
          clear();
          keeper.change(change);
        }}
        onSend={sendOrFinish}
        onFiles={attach}
        onPlaces={(places, text) => void mentionPlaces(places, text)}
      />
      {dictation ? <LateDictationStrip view={dictation} /> : null}
      {notices.map(text => (
        <p key={text} class="composer-notice">
          {text}
        </p>
      ))}
      <div class={isForeign ? 'toolbar toolbar-wraps' : 'toolbar'}>
        <AttachButton onFiles={attach} />
        <span class="toolbar-roomy">
          <MentionButton
            onClick={() => {
              focus();
              insert([isAfterBlank() ? '@' : ' @']);
            }}
          />
          <CommandsButton onClick={openCommands} />
        </span>
        <Pickers opened={opened} />
        <LateContextMeter />
        <SendButtons
          hasDraft={!isEmptyDraft(keeper.draft) || dictation?.isActive === true}
          onSend={sendOrFinish}
          focus={focus}
        >
          <LateDictateButton box={box} asked={asked} onView={setDictation} />
        </SendButtons>
      </div>
    </div>
  );
}

/** Lists stay away from such a line: `@` and `/` mean something else to a shell. */
function isShellLine({ text }: Draft): boolean {
  return shellCommandIn(text) !== undefined;
}
