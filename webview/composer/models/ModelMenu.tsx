import * as l10n from '@vscode/l10n';
import { useRef } from 'preact/hooks';
import { settingLabel } from '../../../src/contract/labels/settingLabel';
import type { PickerListProps } from '../../ui/PickerList';
import { useCloseOutside } from '../../ui/useCloseOutside';
import { useRoomAbove } from '../../ui/useRoomAbove';
import { ChoiceList } from './ChoiceList';
import { useEffort } from './useEffort';
import { useFastMode } from './useFastMode';
import { useThinking } from './useThinking';

/** Open lists of the models and of what the chosen one can be set to. */
export function ModelMenu(props: PickerListProps<string>) {
  return <Menu {...props} isForEffort={false} />;
}

/** The same, with the focus on the settings if another part of the page asked for them. */
export function EffortMenu(props: PickerListProps<string>) {
  return <Menu {...props} isForEffort={props.isRequested} />;
}

function Menu(props: PickerListProps<string> & { readonly isForEffort: boolean }) {
  const { id, name, options, value, onPick, onClose, opener, isForEffort } = props;
  const popup = useRef<HTMLDivElement>(null);
  useCloseOutside(popup, opener, onClose);
  useRoomAbove(popup);
  const effort = useEffort();
  const thinking = useThinking();
  const fastMode = useFastMode();
  const startsAt = !isForEffort ? 'model' : effort ? 'effort' : thinking ? 'thinking' : 'model';
  const common = { onClose };
  const close = (pick: () => void) => {
    onClose(true);
    pick();
  };
  return (
    <div
      ref={popup}
      id={id}
      class="picker-list model-menu"
      role="dialog"
      aria-label={l10n.t('Model and effort')}
    >
      <ChoiceList
        {...common}
        {...{ name, options, value, onPick }}
        isFirst={startsAt === 'model'}
      />
      {effort ? (
        <ChoiceList
          {...common}
          {...effort}
          name={settingLabel('effort')}
          isFirst={startsAt === 'effort'}
          onPick={picked => close(() => effort.pick(picked))}
        />
      ) : null}
      {thinking ? (
        <ChoiceList
          {...common}
          {...thinking}
          name={l10n.t('Thinking')}
          isFirst={startsAt === 'thinking'}
          onPick={picked => close(() => thinking.pick(picked))}
        />
      ) : null}
      {fastMode ? (
        <ChoiceList
          {...common}
          {...fastMode}
          name={settingLabel('fastMode')}
          isFirst={false}
          onPick={picked => close(() => fastMode.pick(picked))}
        />
      ) : null}
    </div>
  );
}
