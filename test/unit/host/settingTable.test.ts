import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import manifest from '../../../package.json';
import { silentLog } from '../../../src/base/log';
import { buildArgv } from '../../../src/cli/launch/argv';
import { flags } from '../../../src/cli/launch/flags';
import { toolRule } from '../../../src/cli/launch/flagValues';
import type { SessionId } from '../../../src/contract/ids';
import { readLaunchSettings } from '../../../src/host/agent/readLaunchSettings';
import type { SettingKey, Settings } from '../../../src/host/contributed';
import { effectiveValue } from '../../../src/host/settingScopes';
import { settingTable } from '../../../src/host/settingTable';
import { agentToolNames } from '../../../src/protocol/editorServer';

const keys = Object.keys(settingTable) as SettingKey[];
const defaults: Record<string, { default: unknown }> = Object.assign(
  {},
  ...manifest.contributes.configuration.map(({ properties }) => properties),
);

/** Limits that the user has set. */
const user: Partial<Settings> = {
  'tandem.permissions.disallowedTools': ['WebFetch'],
  'tandem.toolChoice.disabled': ['WebSearch'],
  'tandem.tools': ['Read', 'Edit'],
  'tandem.limits.maxTurns': 5,
  'tandem.limits.maxBudgetUsd': 2,
  'tandem.thinking.maxTokens': 1_000,
  'tandem.problems.tellAgent': false,
  'tandem.ide.shareSelection': false,
  'tandem.ide.enabled': false,
  'tandem.files.saveBeforeTools': false,
};

const hooks = '{"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"x"}]}]}}';
const hostile: readonly unknown[] = [
  '--dangerously-skip-permissions',
  '-p',
  `--settings=${hooks}`,
  'x\n--mcp-config\ny',
  hooks,
  'x\0--debug',
  'x'.repeat(100_000),
  '—dangerously-skip-permissions ‐p ‑p',
  'Bash(echo "a), Bash, (b")',
  '../../etc/x',
  { '0': '--debug', length: 1, '--debug': true },
  1e99,
];

/** A value by itself, in a list, and among what is well-formed. */
const shapes: readonly ((value: unknown) => unknown)[] = [
  value => value,
  value => [value],
  value => ['Read', '--settings', value, 'Write'],
];

let scratch = '';
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'tandem-settings-'));
});
afterAll(() => rm(scratch, { recursive: true }));

function effective<K extends SettingKey>(key: K, workspace: Partial<Record<SettingKey, unknown>>) {
  const scopes = {
    defaultValue: defaults[key]?.default,
    globalValue: user[key],
    workspaceValue: workspace[key],
  };
  return effectiveValue(key, scopes) as Settings[K];
}

const cache = new Map<string, ReturnType<typeof flagsFor>>();

/** Returns a copy of the flags for a workspace with this one setting. */
async function flagsWith(key?: SettingKey, value?: unknown) {
  // A command line depends on the values that count alone, and most hostile ones do not.
  const workspace = key === undefined ? {} : { [key]: value };
  const counts = JSON.stringify(keys.map(one => effective(one, workspace)));
  const known = cache.get(counts) ?? flagsFor(workspace);
  cache.set(counts, known);
  return new Map(await known);
}

/** Returns each flag's values. A word that begins with a dash is a flag, as it is to the CLI. */
async function flagsFor(workspace: Partial<Record<SettingKey, unknown>>) {
  const get = <K extends SettingKey>(key: K) => effective(key, workspace);
  const settings = readLaunchSettings({ get, isSet: () => true }, '/w', ['/w', '/other']);
  const denied = settings['tandem.permissions.disallowedTools'] ?? [];
  const off = agentToolNames(get('tandem.toolChoice.disabled'));
  const argv = await buildArgv({
    version: '2.1.329',
    session: { kind: 'new', id: 's1' as SessionId },
    mayBypass: true,
    settings: { ...settings, 'tandem.permissions.disallowedTools': [...denied, ...off] },
    scratchFolder: scratch,
    log: silentLog,
  });
  argv.dispose();
  const found = new Map<string, string[]>();
  for (const word of argv.args) {
    if (word.startsWith('-')) {
      expect(found.has(word), word).toBe(false);
      found.set(word, []);
    } else {
      [...found.values()].at(-1)?.push(word);
    }
  }
  return found;
}

it.each(keys)('no value of a workspace for %s adds a word beyond the table', async key => {
  const { scope } = settingTable[key];
  const before = await flagsWith();
  const setting = key === 'tandem.toolChoice.disabled' ? 'tandem.permissions.disallowedTools' : key;
  const own = flags.find(flag => flag.setting === setting)?.flag;
  for (const value of hostile.flatMap(one => shapes.map(shape => shape(one)))) {
    const after = await flagsWith(key, value);
    if (own === undefined || scope === 'user' || scope === 'machine') {
      expect(after).toEqual(before);
      continue;
    }
    const [had, has] = [before.get(own), after.get(own) ?? []];
    before.delete(own);
    after.delete(own);
    expect(after).toEqual(before);
    for (const word of has) {
      expect(word.length).toBeLessThan(5_000);
      expect(scope === 'union' ? toolRule.split(word) : [word]).toHaveLength(1);
    }
    if (scope === 'union') expect(has).toEqual(expect.arrayContaining(had ?? []));
    else if (scope === 'common')
      expect(had?.join().split(',')).toEqual(expect.arrayContaining(has.join().split(',')));
    else if (scope === 'smaller') expect(Number(has[0])).toBeLessThanOrEqual(Number(had?.[0]));
    else expect(has).toEqual(had ?? []);
    if (had) before.set(own, had);
  }
});

it.each(keys)('no hostile value of a workspace becomes that of %s', key => {
  const before = effective(key, {});
  for (const value of hostile.flatMap(one => shapes.map(shape => shape(one)))) {
    const after = effective(key, { [key]: value });
    if (settingTable[key].scope !== 'union') expect(after).toEqual(before);
  }
});

it.each(Object.keys(user) as SettingKey[])('no workspace lifts the limit %s', key => {
  for (const value of [[], null, 0, 1e9, true, ['default'], ['Bash', 'Read', 'Edit']]) {
    const after = effective(key, { [key]: value });
    const own = user[key];
    if (Array.isArray(own) && key !== 'tandem.tools') {
      expect(after).toEqual(expect.arrayContaining(own));
    } else if (typeof own === 'number') {
      expect(after).toBeLessThanOrEqual(own);
    } else {
      expect(after).toEqual(own);
    }
  }
});
