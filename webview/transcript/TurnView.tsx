import type { Turn } from '../../src/contract/conversation';
import { messageGroups } from '../../src/transcript/selectors';
import { LateTurnFooter, LateTurnHeading } from '../late/LateCards';
import { memo } from '../ui/memo';
import { AgentMessage } from './AgentMessage';
import { UserMessage } from './UserMessage';

interface TurnViewProps {
  readonly turn: Turn;
  readonly isOpen: boolean;
  readonly isLast: boolean;
}

/** User message and the agent's response. */
export const TurnView = memo(function TurnView({ turn, isOpen, isLast }: TurnViewProps) {
  return (
    <div class={isOpen ? 'turn turn-open' : 'turn'}>
      {isOwn(turn) ? <LateTurnHeading turn={turn} /> : null}
      {messageGroups(turn).map(({ speaker, key, items }) => {
        if (speaker === 'agent') {
          return (
            <AgentMessage key={key} groupKey={key} items={items} turn={turn} isOpen={isOpen} />
          );
        }
        const [item] = items;
        return item?.kind === 'prompt' ? <UserMessage key={key} item={item} /> : null;
      })}
      {isOpen ? null : <LateTurnFooter turn={turn} isLast={isLast} />}
    </div>
  );
});

/** Whether the agent has begun the turn by itself, and does more in it than to tell. */
function isOwn({ origin, items }: Turn): boolean {
  return (
    origin === 'agent' &&
    items.some(({ kind }) => kind === 'text' || kind === 'tool') &&
    !items.some(({ kind }) => kind === 'prompt')
  );
}
