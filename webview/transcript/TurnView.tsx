import type { Turn } from '../../src/contract/conversation';
import { messageGroups } from '../../src/transcript/selectors';
import { LateTurnFooter } from '../late/LateCards';
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
