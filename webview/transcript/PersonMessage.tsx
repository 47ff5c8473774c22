import type { Item } from '../../src/contract/conversation';
import { useActions, useExpanded } from '../store/context';
import { useText } from '../store/useText';
import { Button } from '../ui/Button';
import { CopyButton } from '../ui/CopyButton';
import { memo } from '../ui/memo';
import { Picture } from './Picture';
import { Timestamp } from './Timestamp';

type PromptItem = Extract<Item, { kind: 'prompt' }>;

const longText = 1500;
const longLines = 20;

export const PersonMessage = memo(function PersonMessage({ item }: { readonly item: PromptItem }) {
  const actions = useActions();
  const { text, isWhole, isLoading, error, load } = useText(item.text);
  const [isExpanded, setExpanded] = useExpanded(item.key);
  const isLong =
    !isWhole || text.length > longText || text.split('\n', longLines + 1).length > longLines;
  const toggle = () => {
    setExpanded(!isExpanded);
    load();
  };
  return (
    <article class="message message-person" aria-label="You" data-key={item.key}>
      {item.images.length > 0 ? (
        <div class="pictures">
          {item.images.map((image, index) => (
            <Picture key={index} image={image} />
          ))}
        </div>
      ) : null}
      {text === '' ? null : (
        <div
          class={isLong && !isExpanded ? 'person-text person-clamped' : 'person-text'}
          dir="auto"
        >
          {text}
        </div>
      )}
      {error ? <p class="hint">{error}</p> : null}
      <div class="message-foot">
        {isLong ? (
          <Button kind="link" onClick={toggle}>
            {isExpanded ? (isLoading ? 'Loading…' : 'Show less') : 'Show all'}
          </Button>
        ) : null}
        <span class="message-tools">
          <Timestamp at={item.at} />
          {text === '' ? null : (
            <CopyButton label="Copy message" onCopy={() => actions.copy(text)} />
          )}
        </span>
      </div>
    </article>
  );
});
