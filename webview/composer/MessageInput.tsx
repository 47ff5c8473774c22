import * as l10n from '@vscode/l10n';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { Draft } from '../../src/contract/draft';
import { agentTitleOf } from '../store/agentTitle';
import type { BoxState } from '../store/boxState';
import { useActions, usePageState, usePageStore } from '../store/pageContext';
import { isElsewhere } from '../store/phases';
import type { BoxHandle, BoxProps } from './box/boxProps';
import type { BoxList, TypedWord } from './box/messageBox';
import { PlainBox } from './box/PlainBox';
import { useBoxKeys } from './useBoxKeys';
import type { DraftKeeper } from './useDraft';
import { useFocusKeys } from './useFocusKeys';
import type { useMessageHistory } from './useMessageHistory';
import { useRichBox } from './useRichBox';

interface MessageInputProps {
  readonly box: RefObject<BoxHandle | undefined>;
  readonly keeper: DraftKeeper;
  readonly history: ReturnType<typeof useMessageHistory>;
  readonly onChange: (change: (draft: Draft) => Draft) => void;
  readonly onSend: () => void;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onPlaces: BoxProps['onPlaces'];
  /** Receives the word at the caret that opens a list. */
  readonly onWord: (word: TypedWord | undefined) => void;
  /** Id of an element that tells what Enter does. */
  readonly describedBy?: string | undefined;
  /** List that is open above the box. */
  readonly list?: BoxList | undefined;
}

/** Message box: a plain text field at first, the rich one as soon as it has loaded. */
export function MessageInput(props: MessageInputProps) {
  const { box, keeper, history, onChange, onSend, list } = props;
  const { call } = useActions();
  const { draft } = keeper;
  const suggestion = useSuggestion(draft);
  const agentTitle = usePageState(agentTitleOf);
  const isOthers = usePageState(({ conversation: { summary } }) => isElsewhere(summary.agent));
  const { rich, setReader, retry } = useRichBox();
  const first = useFirstBox();
  const onKey = useBoxKeys({
    list,
    onSend,
    leave: useFocusKeys(
      () => box.current?.focus(),
      () => box.current?.caret()?.isAtStart ?? true,
    ),
    walkHistory: key => history.walk(key, keeper.latest()),
    takeSuggestion: () => {
      if (suggestion !== undefined) {
        box.current?.insert([suggestion]);
      }
      return suggestion !== undefined;
    },
  });
  const common = {
    draft,
    list,
    onChange,
    onKey,
    onHandle: (handle: BoxHandle | undefined) => {
      box.current = handle;
    },
    onWord: props.onWord,
    onFiles: props.onFiles,
    onPlaces: props.onPlaces,
    onBlur: keeper.flush,
    describedBy: props.describedBy,
    placeholder: isOthers
      ? l10n.t('Open elsewhere, read-only')
      : (suggestion ?? l10n.t('Ask {0} (/ commands, @ files)', agentTitle)),
  };
  if (!rich) {
    return <PlainBox {...common} from={first} onLeave={setReader} onCalm={retry} />;
  }
  const { Box, from } = rich;
  return (
    <Box
      {...common}
      from={from}
      open={({ target }) => {
        if (target.kind === 'attachment') {
          // The host opens what it has: the newest draft.
          keeper.flush();
          void call('attachment.open', { id: target.id });
        } else {
          void call('mention.open', { target });
        }
      }}
    />
  );
}

/** Returns the state of the first picture's box to the first message box of the page. */
function useFirstBox(): BoxState | undefined {
  const store = usePageStore();
  const actions = useActions();
  const [first] = useState(() => store.get().firstBox);
  useLayoutEffect(() => actions.takeFirstBox(), []);
  return first;
}

/** Returns the agent's suggestion for the next message, while the box is empty. */
function useSuggestion({ text, images, attachments = [] }: Draft): string | undefined {
  const { announce } = useActions();
  const suggestion = usePageState(state => state.conversation.summary.suggestion);
  const isOffered = !!suggestion && text === '' && images.length === 0 && attachments.length === 0;
  useEffect(() => {
    if (isOffered) {
      announce(l10n.t('Suggestion: {0}. Press Tab to use it.', suggestion));
    }
  }, [suggestion, isOffered]);
  return isOffered ? suggestion : undefined;
}
