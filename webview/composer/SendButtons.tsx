import { useActions, usePageState } from '../store/pageContext';
import { isBusy } from '../store/phases';
import { IconButton } from '../ui/Button';

interface SendButtonsProps {
  readonly onSend: () => void;
}

/** Send, and Stop while the agent works. */
export function SendButtons({ onSend }: SendButtonsProps) {
  const { call } = useActions();
  const whileWorking = usePageState(state => state.config.whileWorking);
  const isWorking = usePageState(state => isBusy(state.conversation.summary.agent.phase));
  return (
    <span class="send-buttons">
      {isWorking ? (
        <IconButton
          label="Stop"
          hint="Escape"
          icon="debug-stop"
          class="stop-button"
          onClick={() => void call('agent.stop')}
        />
      ) : null}
      <IconButton
        label="Send"
        hint={isWorking && whileWorking === 'queue' ? 'queued' : 'Enter'}
        icon="send"
        class="send-button"
        onClick={onSend}
      />
    </span>
  );
}
