import { expect, it } from 'vitest';
import { UserError } from '../../../../src/base/errors';
import type { JsonObject } from '../../../../src/base/json';
import type { ControlClient } from '../../../../src/cli/control/controlClient';
import { LiveSwitches } from '../../../../src/cli/control/liveSwitches';

/** Switches of a CLI that takes settings and reports these as applied. @param model that it sets */
function switchesOf(applied: JsonObject, model?: string) {
  const asked: JsonObject[] = [];
  const request = async (subtype: string, params: JsonObject) => {
    asked.push({ subtype, ...params });
    return { applied, ...(model ? { model } : {}) };
  };
  const client = { request } as unknown as ControlClient;
  const own = { model: false, effort: false };
  const idOf = (name: string) => (name === 'opus' ? 'claude-opus-5-5' : undefined);
  return { asked, switches: new LiveSwitches(client, '2.1.329', ['default'], own, idOf) };
}

it('Ultracode is set, and reported as the CLI then applies it', async () => {
  const { asked, switches } = switchesOf({ ultracode: true, ultracodeAvailable: true });
  expect(await switches.ultracode('on')).toEqual({ ultracode: 'on' });
  expect(asked[0]).toEqual({ subtype: 'apply_flag_settings', settings: { ultracode: true } });
  expect(await switches.current()).toMatchObject({ ultracode: 'on' });
});

it('the model is reported until one is set by name, which may stand for several', async () => {
  const { switches } = switchesOf({ model: 'claude-sonnet-5-5', effort: 'high' });
  expect(await switches.current()).toMatchObject({ model: 'claude-sonnet-5-5' });
  await switches.model('opusplan');
  expect(await switches.current()).not.toHaveProperty('model');
});

it('a model has the name under which it was set, unless the CLI takes another one', async () => {
  expect(await switchesOf({}).switches.model('opus')).toEqual({ model: 'opus' });
  const opus = switchesOf({}, 'claude-opus-5-5').switches;
  expect(await opus.model('opus')).toEqual({ model: 'opus' });
  expect(await opus.model('sonnet')).toEqual({ model: 'claude-opus-5-5' });
});

it('Ultracode that the CLI does not apply is refused', async () => {
  const { switches } = switchesOf({ ultracode: false, ultracodeAvailable: false });
  await expect(switches.ultracode('on')).rejects.toThrow(UserError);
});
