import type { MessageId } from '../../src/contract/ids';
import type { Mention, SentContext } from '../../src/contract/mentions';
import { useActions } from '../store/pageContext';

interface MentionedTextProps {
  readonly messageId: MessageId;
  readonly text: string;
  readonly mentions: readonly Mention[] | undefined;
  readonly context: readonly SentContext[] | undefined;
}

/** Text of a message, with its mentions as chips that open what they refer to. */
export function MentionedText({
  messageId,
  text,
  mentions = [],
  context = [],
}: MentionedTextProps) {
  const { call } = useActions();
  const open = ({ target }: Mention) => {
    const index =
      target.kind === 'attachment'
        ? context.findIndex(({ attachment }) => attachment === target.id)
        : -1;
    void (index === -1
      ? call('mention.open', { target })
      : call('context.open', { messageId, index }));
  };
  return (
    <>
      {splitAtMentions(text, mentions).map((part, index) =>
        typeof part === 'string' ? (
          part
        ) : (
          <button
            key={index}
            type="button"
            class="mention-chip"
            title={part.token}
            onClick={() => open(part)}
          >
            {part.label}
          </button>
        ),
      )}
    </>
  );
}

/** Splits a text at the tokens of its mentions; the longest token at a place counts. */
function splitAtMentions(
  text: string,
  mentions: readonly Mention[],
): readonly (string | Mention)[] {
  if (mentions.length === 0) {
    return [text];
  }
  const byToken = new Map(mentions.map(mention => [mention.token, mention]));
  const tokens = [...byToken.keys()].sort((a, b) => b.length - a.length);
  const token = new RegExp(`(${tokens.map(escaped).join('|')})`);
  return text.split(token).flatMap(part => (part === '' ? [] : (byToken.get(part) ?? part)));
}

function escaped(token: string): string {
  return token.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
