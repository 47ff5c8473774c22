import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { lacks } from '../../src/contract/agentFeatures';
import { useActions, usePageState } from '../store/pageContext';
import { isBusy } from '../store/phases';
import { IconButton } from '../ui/Button';

interface SendButtonsProps {
  readonly onSend: () => void;
  /** Another way to write, beside Send: it must not move when Stop appears. */
  readonly children: ComponentChildren;
}

/** Send, and Stop while the agent works. */
export function SendButtons({ onSend, children }: SendButtonsProps) {
  const { call } = useActions();
  const whileWorking = usePageState(state => state.config.whileWorking);
  const cannotSteer = usePageState(state => lacks(state.conversation.summary.choices, 'steering'));
  const isWorking = usePageState(state => isBusy(state.conversation.summary.agent.phase));
  return (
    <span class="send-buttons">
      {isWorking ? (
        <IconButton
          label={l10n.t('Stop')}
          hint={l10n.t('Escape')}
          icon="debug-stop"
          class="stop-button"
          onClick={() => void call('agent.stop')}
        />
      ) : null}
      {children}
      <IconButton
        label={l10n.t('Send')}
        hint={
          isWorking && (whileWorking === 'queue' || cannotSteer)
            ? l10n.t('queued')
            : l10n.t('Enter')
        }
        icon="send"
        class="send-button"
        onClick={onSend}
      />
    </span>
  );
}
