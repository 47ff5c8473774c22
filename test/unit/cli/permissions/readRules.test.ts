import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { currentReadRules } from '../../../../src/cli/permissions/readRules';
import { SettingsLayers } from '../../../../src/cli/permissions/settingsLayers';

let root: string;
let cwd: string;
let config: string;
let launch: { 'tandem.cli.settings'?: string };

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'read rules ä-')));
  [cwd, config] = [join(root, 'project'), join(root, 'config')];
  launch = {};
  await write('project/src/a.txt', '');
});

afterEach(() => rm(root, { recursive: true, force: true }));

async function write(name: string, content: string | { deny: unknown }): Promise<string> {
  const path = join(root, name);
  await mkdir(dirname(path), { recursive: true });
  const text = typeof content === 'string' ? content : JSON.stringify({ permissions: content });
  await writeFile(path, text);
  return path;
}

function rules(others: readonly string[] = []) {
  const layers = new SettingsLayers({
    configFolders: () => [config],
    managed: join(root, 'managed'),
    launch: () => launch,
  });
  const home = () => join(root, 'home');
  return currentReadRules({ layers, home, platform: process.platform }, [cwd], others);
}

const denies = (name: string) => rules().deny(join(root, name));

test('nothing is denied without settings', async () => {
  await expect(denies('project/src/a.txt')).resolves.toBe(false);
});

test.each([
  'config/settings.json',
  'config/remote-settings.json',
  'project/.claude/settings.json',
  'project/.claude/settings.local.json',
  'managed/managed-settings.json',
  'managed/managed-settings.d/10-own.json',
])('rules of %s hold', async file => {
  await write(file, { deny: ['Bash(rm *)', 'Read(./src/**)'] });
  await expect(denies('project/src/a.txt')).resolves.toBe(true);
  await expect(denies('project/b.txt')).resolves.toBe(false);
});

test('rules of the settings that the agent is started with hold', async () => {
  launch = { 'tandem.cli.settings': JSON.stringify({ permissions: { deny: ['Read(src)'] } }) };
  await expect(denies('project/src/a.txt')).resolves.toBe(true);
  await write('layers/mine.json', { deny: ['Read(b.txt)'] });
  launch = { 'tandem.cli.settings': '../layers/mine.json' };
  await expect(denies('project/b.txt')).resolves.toBe(true);
  await expect(denies('project/src/a.txt')).resolves.toBe(false);
});

test('a rule holds from the moment that its file is saved', async () => {
  const asked = rules();
  const path = join(cwd, 'src', 'a.txt');
  await write('config/settings.json', { deny: [] });
  await expect(asked.deny(path)).resolves.toBe(false);
  await write('config/settings.json', { deny: ['Read(src/**)'] });
  await expect(asked.deny(path)).resolves.toBe(true);
  await rm(join(config, 'settings.json'));
  await expect(asked.deny(path)).resolves.toBe(false);
});

test.each([
  ['broken JSON', '{"permissions": {"deny": ["Read(src)"]'],
  ['no object', '[]'],
  ['permissions that are no object', '{"permissions": []}'],
  ['rules that are no list', '{"permissions": {"deny": "Read"}}'],
  ['a rule that is no text', '{"permissions": {"deny": [1]}}'],
])('%s leaves the rules unknown, and the error names the file', async (_, text) => {
  const file = await write('project/.claude/settings.json', text);
  await expect(denies('project/src/a.txt')).rejects.toMatchObject({
    code: 'settings.unreadable',
    message: expect.stringContaining(file),
  });
});

test('a folder in the place of a settings file leaves the rules unknown', async () => {
  await mkdir(join(config, 'settings.json'), { recursive: true });
  await expect(denies('project/src/a.txt')).rejects.toMatchObject({ code: 'settings.unreadable' });
});

test('an empty file holds no rules', async () => {
  await write('config/settings.json', '\uFEFF\n');
  await expect(denies('project/src/a.txt')).resolves.toBe(false);
});

test('links lead around no rule, neither of a file nor of the rule', async () => {
  await write('vault/key.txt', '');
  await symlink(join(root, 'vault'), join(cwd, 'link'));
  await symlink(join(cwd, 'src', 'a.txt'), join(cwd, 'harmless.txt'));
  await write('config/settings.json', { deny: ['Read(/src/**)', 'Read(./src/*.txt)'] });
  await expect(denies('project/harmless.txt')).resolves.toBe(true);
  await write('config/settings.json', { deny: [`Read(/${cwd}/link/**)`] });
  await expect(denies('vault/key.txt')).resolves.toBe(true);
  await expect(denies('project/link/key.txt')).resolves.toBe(true);
  await expect(denies('project/link/new.txt')).resolves.toBe(true);
  await expect(denies('other/key.txt')).resolves.toBe(false);
});

test('a rule without a start holds in folders that the agent was given', async () => {
  await write('config/settings.json', { deny: ['Read(*.pem)'] });
  const path = join(root, 'other', 'a.pem');
  await expect(rules().deny(path)).resolves.toBe(false);
  await expect(rules([join(root, 'other')]).deny(path)).resolves.toBe(true);
});

test.each([
  ['Read', 'Read()', 'Read(*)', 'Read(**)', 'Read(/**)', 'Read(./**)', 'Read(src)', 'Read(src/)'],
  ['Read(src/**)', 'Read(./src/**)', 'Read(/src/**)', 'Read(src/*)', 'Read(*.txt)', 'Read(a.txt)'],
  ['Read(**/a.txt)', 'Read(**/src/**)', 'Read(SRC)', 'Read(s?c/a.txt)', 'Read([rs]rc)'],
  ['Read(src/[a-c].txt)', 'Read(//**)', 'Read(**/*.txt)', 'Read(*)', 'Read(a.*)', 'Read(/src)'],
  ['Read(#)', 'Read(\\)', 'Read(src//a.txt)', 'Read(/src/a.txt)', 'Read(./a.txt)'],
])('each of %s … forbids src/a.txt or is no pattern that fits', async (...list) => {
  const misses = ['Read(#)'];
  for (const rule of list) {
    await write('project/.claude/settings.json', { deny: [rule] });
    expect(await denies('project/src/a.txt'), rule).toBe(!misses.includes(rule));
  }
});

test.each([
  'Read(./b.txt)',
  'Read(/a.txt)',
  'Read(~/src/**)',
  'Read(//src/**)',
  'Read(src/b/**)',
  'Read(src/*.md)',
  'Read(a)',
  'Read(/**/b.txt)',
  'Read(!src)',
  'Edit(src/**)',
  'Grep(src/**)',
])('%s does not forbid src/a.txt', async rule => {
  await write('project/.claude/settings.json', { deny: [rule] });
  await expect(denies('project/src/a.txt')).resolves.toBe(false);
});

test('an exclamation mark in a set is read in both ways', async () => {
  await write('config/settings.json', { deny: ['Read(src/[!a].txt)'] });
  await expect(denies('project/src/a.txt')).resolves.toBe(true);
  await expect(denies('project/src/b.txt')).resolves.toBe(true);
  await expect(denies('project/src/bc.txt')).resolves.toBe(false);
});

test('rules of Edit deny edits, and those of Read nothing but reading', async () => {
  await write('config/settings.json', {
    deny: ['Edit(src/**)', 'Write(docs/**)', 'Read(private/**)', 'Bash(rm:*)'],
  });
  await write('project/docs/b.txt', '');
  const edits = (name: string) => rules().deny(join(root, name), 'edit');
  expect(await edits('project/src/a.txt')).toBe(true);
  expect(await edits('project/docs/b.txt')).toBe(true);
  expect(await edits('project/private/c.txt')).toBe(false);
  expect(await denies('project/src/a.txt')).toBe(false);
  expect(await denies('project/private/c.txt')).toBe(true);
  await write('config/settings.json', { deny: ['Edit'] });
  expect(await edits('project/any.txt')).toBe(true);
});
