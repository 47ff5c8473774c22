import * as l10n from '@vscode/l10n';
import type { FrontContext, WithheldReason } from '../../src/contract/mentions';
import { agentTitleOf } from '../store/agentTitle';
import { useActions, usePageState } from '../store/pageContext';
import { shownFront } from '../store/shownFront';
import { IconButton } from '../ui/Button';
import { fillIn } from '../ui/fillIn';
import { Icon } from '../ui/Icon';
import { frontLabel, frontName } from './frontLabel';
import { CutText, nameEnd } from './suggestions/CutText';

/** Chip of the active editor. */
export interface FrontChipProps {
  /** Moves the focus to the message box, as the chip is gone. */
  readonly onRemoved: () => void;
}

/** VS Code reads this when the chip's context menu opens. */
const menuContext = JSON.stringify({
  webviewSection: 'tandemFront',
  preventDefaultContextMenuItems: true,
});

/** Selection or file of the active editor that goes along with the message. */
export function FrontChip({ onRemoved }: FrontChipProps) {
  const state = usePageState(({ front }) => front);
  const { call, removeFront, announce } = useActions();
  const front = shownFront(state);
  if (!front) {
    return state.withheld ? <WithheldChip {...state.withheld} /> : null;
  }
  const name = frontName(front);
  const remove = () => {
    removeFront();
    announce(l10n.t('{0} removed', name));
    onRemoved();
  };
  return (
    <div class="front-chip" data-vscode-context={menuContext}>
      <button
        type="button"
        class="front-chip-name"
        aria-label={accessibleName(front)}
        title={titleOf(front)}
        onClick={() => void call('front.reveal', { front: front.id })}
      >
        <Icon name={front.kind === 'selection' ? 'list-selection' : 'file'} />
        <FrontName front={front} />
      </button>
      <IconButton
        label={l10n.t('Choose What the Active Editor Shares')}
        icon="chevron-down"
        onClick={() => void call('front.choose')}
      />
      <IconButton label={l10n.t('Remove {0}', name)} icon="close" onClick={remove} />
    </div>
  );
}

/** Label that shortens the name, never the lines: they are what is sent. */
function FrontName({ front }: { readonly front: FrontContext }) {
  const name = frontName(front);
  const label = frontLabel(front);
  const rest = label.startsWith(name) ? label.slice(name.length) : '';
  const cut = rest === '' ? label : name;
  return (
    <>
      <span class="front-chip-label">
        <CutText text={cut} end={nameEnd} />
      </span>
      {rest === '' ? null : <span class="front-chip-lines">{rest}</span>}
    </>
  );
}

function WithheldChip({
  name,
  reason,
}: {
  readonly name: string;
  readonly reason: WithheldReason;
}) {
  const why = reasonText(reason, usePageState(agentTitleOf));
  return (
    <p class="front-chip front-chip-withheld" title={why}>
      <Icon name="eye-closed" />
      {fillIn(
        l10n.t('{0} is not shared'),
        <span class="front-chip-label">
          <CutText text={name} end={nameEnd} />
        </span>,
      )}
      <span class="sr-only">{why}</span>
    </p>
  );
}

function accessibleName(front: FrontContext): string {
  return front.kind === 'selection'
    ? l10n.t('Selection {0}', frontLabel(front))
    : l10n.t('File {0}', frontLabel(front));
}

function titleOf(front: FrontContext): string {
  const cut = front.isCut ? l10n.t('The selection is too long: these lines are sent.') : '';
  const sent =
    front.kind === 'selection'
      ? l10n.t('{0}: the selected text is sent with the message', front.path)
      : l10n.t('{0}: only the path is sent with the message', front.path);
  return cut === '' ? sent : `${sent}\n${cut}`;
}

function reasonText(reason: WithheldReason, agent: string): string {
  switch (reason) {
    case 'secret':
      return l10n.t('Its name suggests secrets.');
    case 'excluded':
      return l10n.t('Your settings exclude it from the Explorer or from search.');
    case 'ignored':
      return l10n.t('Git ignores it.');
    case 'denied':
      return l10n.t('Your rules do not let {0} read it.', agent);
  }
}
