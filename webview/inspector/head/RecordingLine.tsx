import * as l10n from '@vscode/l10n';
import type { CallView } from '../../../src/contract/inspector/callRows';
import type { InspectorAction, RecordingState } from '../../../src/contract/inspector/inspector';
import { spelledOut } from '../../tools/parts/invisibleCharacters';
import { Icon } from '../../ui/Icon';
import { Menu } from '../../ui/Menu';
import { isFiltered } from '../calls/callViews';
import { calls, fullTime } from '../parts/figures';
import { useInspector } from '../parts/inspectorContext';
import { recordingItems, recordingText, usedText } from './recordingText';

/** Says what is recorded, with the commands about it. */
export function RecordingLine({ view }: { readonly view: CallView }) {
  const { recording, subject, act } = useInspector();
  if (!recording) {
    return <div class="recording" />;
  }
  const text = recordingText(recording, subject.kind);
  const used = usedText(recording, subject.kind);
  // Without the gateway, nothing is recorded although the user has switched it on.
  const isOn = recording.scope !== undefined && recording.isObserved;
  return (
    <div class="recording" data-on={isOn}>
      {isOn ? <Icon name="record" /> : null}
      <span class="recording-text" title={holdText(recording, text, used)}>
        {text}
        {used === undefined ? null : <span class="recording-used">{` · ${used}`}</span>}
      </span>
      <Menu
        label={l10n.t('Recording, export and import')}
        icon="ellipsis"
        items={recordingItems(recording, subject, isFiltered(view))}
        onPick={id => act(id as InspectorAction, id.startsWith('export') ? { view } : {})}
      />
    </div>
  );
}

function holdText(
  { calls: count, oldestAt, path }: RecordingState,
  text: string,
  used: string | undefined,
): string {
  const since = oldestAt === undefined ? [] : [l10n.t('the oldest of {0}', fullTime(oldestAt))];
  return [
    text,
    ...(used === undefined ? [] : [used]),
    calls(count),
    ...since,
    spelledOut(path),
  ].join(' · ');
}
