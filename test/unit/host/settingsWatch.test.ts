import { expect, it } from 'vitest';
import { Emitter } from '../../../src/base/emitter';
import type { SettingKey } from '../../../src/host/contributed';
import { watchSettings } from '../../../src/host/settingsWatch';

it.each<[SettingKey, boolean]>([
  ['tandem.editorTools.enabled', true],
  ['tandem.editorTools.allowReadOnly', true],
  ['tandem.appendSystemPrompt', true],
  ['tandem.model', false],
  ['tandem.diff.open', false],
])('a change of %s needs a new process: %s', (changed, needsNew) => {
  const changes = new Emitter<(key: SettingKey) => boolean>();
  let restarts = 0;
  const agent = {
    needRestart: () => {
      restarts += 1;
    },
  };
  const watching = watchSettings(
    { onChanged: changes.event } as never,
    { all: [{ agent }] } as never,
    { sendConfig: () => undefined } as never,
  );
  changes.fire(key => key === changed);
  expect(restarts).toBe(needsNew ? 1 : 0);
  watching.dispose();
});
