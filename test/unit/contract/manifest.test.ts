import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, PackageManager } from '@vscode/vsce';
import { expect, it } from 'vitest';
import manifest from '../../../package.json';
import strings from '../../../package.nls.json';
import { flags } from '../../../src/cli/launch/flags';
import { rowCommands } from '../../../src/host/contributed';
import { settingTable } from '../../../src/host/settingTable';
import { testInFull } from '../../support/inFull';

// Type-only contributions leave no value at run time, so the test reads the ids from the source.
const contributed = readFileSync(join(__dirname, '../../../src/host/contributed.ts'), 'utf8');

function idsIn(declaration: string): string[] {
  const body = new RegExp(`(?:interface|const) ${declaration}[^{[]*[{[]([\\s\\S]*?)\\n[}\\]]`).exec(
    contributed,
  )?.[1];
  return [...(body ?? '').matchAll(/'(tandem[.:][\w.]+)'/g)].map(match => String(match[1]));
}

const { contributes } = manifest;
const properties: Record<
  string,
  {
    markdownDescription: string;
    scope: string;
    default?: unknown;
    enum?: readonly unknown[];
  }
> = Object.assign({}, ...contributes.configuration.map(section => section.properties));

/** Settings that no workspace sets, by the table. */
const restrictedSettings = Object.entries(settingTable).flatMap(([key, { scope }]) =>
  scope === 'user' ? [key] : [],
);

it('declares exactly the existing commands', () => {
  const declared = contributes.commands.map(command => command.command);
  expect(declared.sort()).toEqual(idsIn('CommandArguments').sort());
});

it('uses no command id that VS Code reserves for a view', () => {
  const ids = Object.values(contributes.views).flatMap(list => list.map(({ id }) => id));
  const own = ['open', 'focus', 'resetViewLocation', 'removeView', 'toggleVisibility'];
  const taken = new Set(ids.flatMap(id => own.map(name => `${id}.${name}`)));
  const commands = contributes.commands.map(({ command }) => command);
  // A view that is moved loses all of them if one is registered already. For the chat, the side bar
  // works around it; see `showView`.
  expect(commands.filter(command => taken.has(command))).toEqual(['tandem.chat.open']);
});

it('gives every command a category, and a title that is clear without its place', () => {
  const texts: Record<string, string> = strings;
  const titles = contributes.commands.map(({ title }) => texts[title.slice(1, -1)] ?? '');
  expect(contributes.commands.filter(({ category }) => category !== '%category%')).toEqual([]);
  expect(titles.filter(title => !/\S \S/.test(title))).toEqual([]);
});

it('declares exactly the settings that are read', () => {
  expect(Object.keys(properties).sort()).toEqual(idsIn('Settings').sort());
});

it('has no setting below another one, of which VS Code would drop one', () => {
  const keys = Object.keys(properties);
  expect(keys.filter(key => keys.some(other => key.startsWith(`${other}.`)))).toEqual([]);
});

it('lists the settings in sections with a title, in an order of their own', () => {
  const texts: Record<string, string> = strings;
  const { configuration } = contributes;
  expect(configuration.map(({ order }) => order)).toEqual(
    configuration.map((_, index) => index + 1),
  );
  for (const { title, properties: own } of configuration) {
    expect(texts[title.slice(1, -1)], title).toMatch(/^\p{Lu}/u);
    const places = Object.values<{ order: number }>(own).map(({ order }) => order);
    expect(places, title).toEqual(places.map((_, index) => index + 1));
  }
});

it('opens a walkthrough whose steps lead to commands that exist', () => {
  const texts: Record<string, string> = strings;
  const [walkthrough] = contributes.walkthroughs;
  expect(walkthrough?.steps).toHaveLength(4);
  const commands = contributes.commands.map(({ command }) => command);
  for (const { title, description, media } of walkthrough?.steps ?? []) {
    expect(texts[title.slice(1, -1)], title).toBeDefined();
    const text = texts[description.slice(1, -1)] ?? '';
    const linked = [...text.matchAll(/\(command:([\w.]+)\)/g)].map(match => match[1]);
    expect(linked.length, description).toBeGreaterThan(0);
    // A walkthrough's marks are double; VS Code shows single ones as they are.
    const unmarked = text.replace(/\*\*|``|__/g, '');
    expect(unmarked, description).not.toMatch(/[*`]/);
    expect(linked.filter(command => !commands.includes(String(command)))).toEqual([]);
    expect(texts[media.altText.slice(1, -1)], media.altText).toBeDefined();
    for (const picture of Object.values(media.image)) {
      expect(existsSync(join(__dirname, '../../..', picture)), picture).toBe(true);
    }
  }
});

testInFull('packs what the walkthrough shows', async () => {
  const cwd = join(__dirname, '../../..');
  const packed = await listFiles({ cwd, packageManager: PackageManager.None });
  const shown = contributes.walkthroughs.flatMap(({ steps }) =>
    steps.flatMap(step => Object.values(step.media.image)),
  );
  expect(packed).toEqual(expect.arrayContaining(shown));
});

it('gives every setting a default and a description', () => {
  for (const [key, property] of Object.entries(properties)) {
    expect(property, key).toHaveProperty('default');
    expect(property.markdownDescription, key).toBe(`%setting.${key.slice('tandem.'.length)}%`);
  }
});

it('restricts exactly the settings that are read from user settings only', () => {
  const { restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
  expect([...restrictedConfigurations].sort()).toEqual([...restrictedSettings].sort());
});

it('says of exactly the restricted settings that no workspace sets them', () => {
  const texts: Record<string, string> = strings;
  const told = Object.keys(properties).filter(key =>
    texts[`setting.${key.slice('tandem.'.length)}`]?.includes('user or remote settings only'),
  );
  expect(told.sort()).toEqual([...restrictedSettings].sort());
});

it('lets a workspace choose every value that the manifest offers, where it may choose', () => {
  for (const [key, { scope, accepts }] of Object.entries(settingTable)) {
    const { enum: offered = [], scope: place } = properties[key] ?? {};
    const isChoice = scope === 'workspace';
    expect(isChoice && !offered.every(accepts), key).toBe(false);
    expect(place, key).toBe(scope === 'machine' ? 'machine' : 'window');
  }
});

it('has a setting for each CLI flag', () => {
  const flagSettings = flags.map(flag => flag.setting).sort();
  const missing = flagSettings.filter(setting => !(setting in properties));
  expect(missing).toEqual([]);
  const names = flags.map(({ flag }) => flag);
  for (const required of [
    '--model',
    '--max-thinking-tokens',
    '--permission-mode',
    '--add-dir',
    '--tools',
    '--allowedTools',
    '--disallowedTools',
    '--mcp-config',
    '--settings',
    '--setting-sources',
    '--max-turns',
    '--max-budget-usd',
    '--fallback-model',
    '--betas',
    '--system-prompt',
    '--append-system-prompt',
    '--allow-dangerously-skip-permissions',
    '--effort',
  ]) {
    expect(names).toContain(required);
  }
});

it('has a text for every placeholder, and vice versa', () => {
  const used = new Set(
    [...JSON.stringify(manifest).matchAll(/%([\w.]+)%/g)].map(match => String(match[1])),
  );
  expect([...used].sort()).toEqual(Object.keys(strings).sort());
});

it('uses only declared commands in menus and keybindings', () => {
  const declared = new Set(contributes.commands.map(command => command.command));
  const menus = Object.values(contributes.menus).flat();
  for (const entry of [...menus, ...contributes.keybindings]) {
    for (const command of commandsOf(entry)) {
      expect(declared).toContain(command);
    }
  }
});

it('uses only existing context keys, and all of them', () => {
  const { menus, keybindings } = contributes;
  const whens = JSON.stringify([menus, keybindings, contributes.views, contributes.viewsWelcome]);
  const used = new Set([...whens.matchAll(/tandem:\w+/g)].map(([key]) => key));
  expect([...used].sort()).toEqual(idsIn('ContextKeys').sort());
});

it('offers a command that answers a prompt while one of its kind waits', () => {
  const keys = {
    ...{ permission: 'asksPermission', question: 'asksQuestion' },
    ...{ plan: 'asksPlan', input: 'asksInput' },
  };
  const offered = contributes.menus.commandPalette.flatMap(({ command, when }) => {
    const key = Object.entries(keys).find(([kind]) => command.startsWith(`tandem.${kind}.`))?.[1];
    return key ? [[command, when, `tandem:${key}`]] : [];
  });
  expect(offered.map(([command]) => command).sort()).toEqual(
    idsIn('CommandArguments')
      .filter(id => /^tandem\.(permission|question|plan|input)\./.test(id))
      .sort(),
  );
  for (const [command, when, key] of offered) expect(when, command).toBe(key);
});

it('knows which commands are in the menus of rows, and has none of them in the title of a view', () => {
  const { menus } = contributes;
  const ofRows = [
    ...menus['view/item/context'],
    ...menus['scm/resourceState/context'],
    ...menus['scm/resourceGroup/context'],
  ];
  const ids = [...new Set(ofRows.map(({ command }) => command))].sort();
  expect([...rowCommands].sort()).toEqual(ids);
  const inTitles = menus['view/title'].map(({ command }) => command);
  expect(inTitles.filter(command => ids.includes(command))).toEqual([]);
});

it('has every command of a row in its context menu, too, where the keyboard reaches it', () => {
  const ofRows = contributes.menus['view/item/context'];
  const isInline = ({ group }: { group: string }) => group.startsWith('inline');
  const inMenu = new Set(ofRows.filter(item => !isInline(item)).map(({ command }) => command));
  const missing = ofRows.filter(isInline).filter(({ command }) => !inMenu.has(command));
  expect(missing.map(({ command }) => command)).toEqual([]);
});

it('offers for several conversations only what is done with all of them', () => {
  const items = contributes.menus['view/item/context'].filter(({ when, group }) => {
    return when.startsWith('view == tandem.sessions') && !group.startsWith('inline');
  });
  const ofMany = items.filter(({ when }) => !when.includes('!listMultiSelection'));
  expect([...new Set(ofMany.map(({ command }) => command))].sort()).toEqual(
    ['archive', 'delete', 'markRead', 'markUnread', 'pin', 'unarchive', 'unpin'].map(
      name => `tandem.sessions.${name}`,
    ),
  );
});

/** Returns a keybinding's commands, without the `list.` commands of the editor's own lists. */
function commandsOf(entry: {
  command: string;
  args?: { commands: (string | { command: string })[] };
}): string[] {
  const all = (entry.args?.commands ?? [entry.command]).map(one =>
    typeof one === 'string' ? one : one.command,
  );
  return all.filter(command => !command.startsWith('list.'));
}

it('uses no proposed API, no browser entry and no other extension', () => {
  for (const key of ['enabledApiProposals', 'browser', 'extensionDependencies']) {
    expect(manifest).not.toHaveProperty(key);
  }
  expect(manifest.extensionKind).toEqual(['workspace']);
});

it('pins the VS Code types to the oldest supported version', () => {
  const floor = manifest.engines.vscode.replace('^', '').split('.').slice(0, 2).join('.');
  expect(manifest.devDependencies['@types/vscode'].startsWith(`${floor}.`)).toBe(true);
});

it('lists its version first in the changelog', () => {
  const changelog = readFileSync(join(__dirname, '../../../CHANGELOG.md'), 'utf8');
  expect(/^## (\S+)/m.exec(changelog)?.[1]).toBe(manifest.version);
});
