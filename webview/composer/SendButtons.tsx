import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { lacks } from '../../src/contract/agentFeatures';
import { useActions, usePageState } from '../store/pageContext';
import { runsNow, wayBack } from '../store/phases';
import { IconButton } from '../ui/Button';
import { useFocusHeir } from '../ui/useFocusHeir';

interface SendButtonsProps {
  /** True if there is something to send. */
  readonly hasDraft: boolean;
  readonly onSend: () => void;
  /** Moves the focus to the message box. */
  readonly focus: () => void;
  /** Another way to write, beside Send: it must not move when Stop appears. */
  readonly children: ComponentChildren;
}

/** Send; while something runs, Stop takes its place, or stands beside it if there is a draft. */
export function SendButtons({ hasDraft, onSend, focus, children }: SendButtonsProps) {
  const whileWorking = usePageState(state => state.config.whileWorking);
  const cannotSteer = usePageState(state => lacks(state.conversation.summary.choices, 'steering'));
  const runs = usePageState(state => runsNow(state.conversation.summary));
  const way = usePageState(state => wayBack(state.conversation.summary.agent));
  return (
    <span class="send-buttons">
      {runs && hasDraft ? <StopButton key="stop" /> : null}
      {children}
      {runs && !hasDraft ? (
        <StopButton key="stop" />
      ) : (
        <IconButton
          key="send"
          label={l10n.t('Send')}
          hint={
            runs && (whileWorking === 'queue' || cannotSteer) ? l10n.t('queued') : l10n.t('Enter')
          }
          icon="send"
          unavailable={way && openElsewhere(way)}
          class="send-button"
          onClick={() => {
            // Stop may take the place of this button, which must not get the next press of a key.
            focus();
            onSend();
          }}
        />
      )}
    </span>
  );
}

function openElsewhere(way: 'takeOver' | 'takeBack'): string {
  return l10n.t(
    'The conversation is open elsewhere. To send, choose {0}.',
    way === 'takeOver' ? l10n.t('Take Over') : l10n.t('Take Back'),
  );
}

function StopButton() {
  const { call } = useActions();
  const box = useRef<HTMLSpanElement>(null);
  useFocusHeir(box, () => document.querySelector<HTMLElement>('.message-input'));
  return (
    <span ref={box}>
      <IconButton
        label={l10n.t('Stop')}
        hint={l10n.t('Escape')}
        icon="debug-stop"
        class="stop-button"
        onClick={({ detail }) => {
          // The second click of a double click on Send does not stop what the first one has sent.
          if (detail < 2) {
            void call('agent.stop');
          }
        }}
      />
    </span>
  );
}
