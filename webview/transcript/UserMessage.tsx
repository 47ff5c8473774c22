import * as l10n from '@vscode/l10n';
import { useEffect } from 'preact/hooks';
import { messageOf } from '../../src/base/errors';
import type { Item } from '../../src/contract/conversation';
import { LateRewindTools, LateSentShell, LateSentWith } from '../late/LateCards';
import { useActions, useExpanded } from '../store/pageContext';
import { fullText, useText } from '../store/useText';
import { Button } from '../ui/Button';
import { CopyButton } from '../ui/CopyButton';
import { memo } from '../ui/memo';
import { MentionedText } from './MentionedText';
import { MessageImage } from './MessageImage';
import { Timestamp } from './Timestamp';

type PromptItem = Extract<Item, { kind: 'prompt' }>;

const longText = 1500;
const longLines = 20;

export const UserMessage = memo(function UserMessage({ item }: { readonly item: PromptItem }) {
  const actions = useActions();
  const { text, isWhole, isLoading, error, load } = useText(item.text);
  const [isExpanded, setExpanded] = useExpanded(item.key);
  const isLong =
    !isWhole || text.length > longText || text.split('\n', longLines + 1).length > longLines;
  // An effect instead of the click handler, because a reload may restore the message expanded.
  useEffect(() => {
    if (isExpanded && !isWhole) {
      load();
    }
  }, [isExpanded, item.text]);
  const copy = async () => {
    try {
      const whole = isWhole ? text : await fullText(item.text, actions.readBlob);
      return await actions.callHost('clipboard.write', { text: whole });
    } catch (problem) {
      actions.alert(messageOf(problem));
      return false;
    }
  };
  return (
    <article
      class="message message-person"
      aria-label={l10n.t('You')}
      data-key={item.key}
      data-reveal={item.key}
    >
      {item.images.length > 0 ? (
        <div class="pictures">
          {item.images.map((image, index) => (
            <MessageImage key={index} id={`${item.key}#${index}`} image={image} />
          ))}
        </div>
      ) : null}
      {item.context?.some(({ kind }) => kind === 'shell') ? (
        <LateSentShell context={item.context} id={item.key} />
      ) : null}
      {text === '' ? null : (
        <div
          class={isLong && !isExpanded ? 'person-text person-clamped' : 'person-text'}
          dir="auto"
          // Whoever is led here goes on from the text, not from a button that rewinds.
          tabIndex={-1}
        >
          <MentionedText
            text={text}
            mentions={item.mentions}
            context={item.context}
            messageId={item.messageId}
          />
        </div>
      )}
      {item.context ? (
        <LateSentWith
          messageId={item.messageId}
          text={text}
          context={item.context}
          mentions={item.mentions}
        />
      ) : null}
      {error ? <p class="hint">{error}</p> : null}
      <div class="message-foot">
        {isLong ? (
          <Button kind="link" onClick={() => setExpanded(!isExpanded)}>
            {foldLabel(isExpanded, isLoading)}
          </Button>
        ) : null}
        <span class="message-tools">
          <Timestamp at={item.at} />
          <LateRewindTools messageId={item.messageId} />
          {text === '' ? null : <CopyButton label={l10n.t('Copy Message')} onCopy={copy} />}
        </span>
      </div>
    </article>
  );
});

function foldLabel(isExpanded: boolean, isLoading: boolean): string {
  if (!isExpanded) {
    return l10n.t('Show All');
  }
  return isLoading ? l10n.t('Loading…') : l10n.t('Show Less');
}
