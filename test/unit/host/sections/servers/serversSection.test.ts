import { describe, expect, it } from 'vitest';
import { UserError } from '../../../../../src/base/errors';
import { silentLog } from '../../../../../src/base/log';
import type { SectionRow } from '../../../../../src/contract/sections';
import type { SectionContent } from '../../../../../src/host/sections/model/sectionSource';
import { scriptedBed } from '../../../../support/channels/scriptedAgents';
import { definitions, reported, serversBed } from './serversBed';

const rowsOf = ({ groups }: SectionContent) => groups.flatMap(({ rows }) => rows);
const line = ({ id, badges = [], detail = '', actions = [] }: SectionRow) =>
  `${id} [${badges.map(({ text }) => text).join(', ')}] ${detail} {${actions.map(one => one.id)}}`;

/** Shown content without the actions of a row. */
async function shown(bed: ReturnType<typeof serversBed>, row: string) {
  const found = rowsOf(await bed.section.read(bed.place())).find(({ id }) => id === row);
  if (!found) throw new Error(`No row ${row}`);
  return found;
}

describe('the section of MCP servers', () => {
  it('joins what the CLI reports with the files that define the servers', async () => {
    const bed = serversBed({
      editor: [
        { name: 'asks', file: '/w/.vscode/mcp.json', kind: 'stdio', reason: 'it asks' },
        { name: 'new', file: '/w/.vscode/mcp.json', kind: 'http', reason: 'n', consent: 'waiting' },
      ],
    });
    const content = await bed.section.read(bed.place());
    expect(rowsOf(content).map(line)).toEqual([
      'local/library [Connected, stdio] 2 tools, 1 prompt {reconnect,log,remove}',
      "project/nope [Failed, stdio] ENOENT: no such file or directory, posix_spawn '/bin/nope' {reconnect,log,remove}",
      'project/refused [Rejected in settings, stdio] Listed in the setting disabledMcpjsonServers. {remove}',
      'user/guarded [Needs sign-in, HTTP]  {signIn,reconnect,log,remove}',
      'user/library [Overridden, stdio] Another server with this name takes precedence. {remove}',
      'editor/asks [Not offered, stdio] it asks {}',
      'editor/new [Not allowed yet, HTTP] n {}',
      'editor/tandem [Connected, SDK]  {}',
      'other/plugin:x:y [Off, SSE]  {log}',
    ]);
    expect(content.groups.map(({ id }) => id)).toEqual([
      ...['local', 'project', 'user', 'editor', 'other', 'resources'],
    ]);
    expect(content.notes).toEqual([{ text: '/v cannot be read: bad', tone: 'bad' }]);
    expect(content.groups.at(-1)?.empty).toContain('does not say which resources');
  });

  it('shows tools with their sizes and annotations, and prompts', async () => {
    const mcpTools = [{ name: 'mcp__library__find_book', tokens: 68 }];
    const bed = serversBed({ answers: { get_context_usage: { mcpTools } } });
    let changes = 0;
    bed.section.watch(bed.place(), () => (changes += 1));
    await bed.section.read(bed.place());
    await expect.poll(() => changes).toBe(1);
    const row = await shown(bed, 'local/library');
    expect(row.detail).toBe('2 tools, 1 prompt, about 68 tokens');
    // A prompt is no tool.
    expect(row.rowsCount).toBeUndefined();
    expect(row.rows?.map(line)).toEqual([
      'local/library/tool/find_book [Read-only] about 68 tokens {}',
      'local/library/tool/burn [Destructive, Uses external services]  {}',
      'local/library/prompt/library:greet (MCP) [Prompt] Type it in the message box. {}',
    ]);
    expect(row.more).toContain('library 1.0.0');
    expect(row.origin?.path).toBe('/home/.claude.json');
    await bed.section.read(bed.place());
    expect(changes).toBe(1);
  });

  it('sends no value of a variable or header, and no password of an address', async () => {
    const bed = serversBed();
    const text = JSON.stringify(await bed.section.read(bed.place()));
    expect(text).not.toMatch(/hush|pw@/);
    expect(text).toContain('Variable KEY');
    expect(text).toContain('Header X-Key');
    expect(text).toContain('https://guarded.example/mcp?…');
  });

  it('shows the files only where no CLI may be asked, and changes nothing', async () => {
    const bed = serversBed();
    const place = bed.place({ isTrusted: false });
    const content = await bed.section.read(place);
    expect(bed.said).toEqual([]);
    expect(rowsOf(content).map(({ id }) => id)).toContain('local/library');
    expect(rowsOf(content).some(({ actions, toggle }) => actions || toggle)).toBe(false);
    expect(content.actions).toBeUndefined();
    expect(content.notes?.at(-1)?.text).toContain('not trusted');
    const remove = { action: 'remove', row: 'local/library', entries: [], isPreview: false };
    await expect(bed.section.act(place, remove)).rejects.toMatchObject({ code: 'trust.required' });
    expect(bed.said).toEqual([]);
  });

  it('says why nobody answers, and still removes', async () => {
    const bed = serversBed({ answers: { mcp_status: new UserError('cli.missing', 'No CLI.') } });
    const content = await bed.section.read(bed.place());
    expect(content.notes?.at(-1)?.text).toContain('No CLI.');
    expect(rowsOf(content).map(line)[0]).toBe('local/library [Not running, stdio]  {remove}');
    await bed.act('remove', 'local/library');
    expect(bed.said).toContain('remove local library /w');
  });

  it('takes a server away and back, as it stood in its file', async () => {
    const bed = serversBed();
    const { undo } = await bed.act('remove', 'user/guarded');
    expect(bed.said.slice(-3)).toEqual([
      ...['remove user guarded /w', 'restart', 'restartAgents undefined'],
    ]);
    await undo?.();
    const config = JSON.stringify(definitions[3]?.config);
    expect(bed.said.slice(-2)).toEqual([`add user guarded ${config} /w`, 'mcp_reconnect guarded']);
  });

  it('adds a server, connects it, and takes it back', async () => {
    const bed = serversBed();
    const { undo } = await bed.act('add', undefined, ['new', 'stdio', 'node x', '', 'local']);
    const config = JSON.stringify({ type: 'stdio', command: 'node', args: ['x'] });
    expect(bed.said).toEqual([`add local new ${config} /w`, 'mcp_reconnect new']);
    await undo?.();
    expect(bed.said.slice(2)).toEqual(['remove local new /w', 'restart', 'restartAgents /w']);
  });

  it('waits until a running agent has seen the new server', async () => {
    const bed = serversBed({ answers: { mcp_reconnect: new Error('Server not found: new') } });
    const adding = bed.act('add', undefined, ['new', 'stdio', 'node x', '', 'local']);
    await expect.poll(() => bed.clock.waiting).toEqual([500]);
    Object.assign(bed.answers, { mcp_reconnect: {} });
    bed.clock.advance(500);
    await adding;
    const tries = bed.said.filter(one => one === 'mcp_reconnect new');
    expect(tries).toHaveLength(2);
    expect(bed.said).not.toContain('restart');
  });

  it('restarts an agent that never sees the new server', async () => {
    const refusal = new UserError('cli.refused', 'Server not found: new');
    const bed = serversBed({ answers: { mcp_reconnect: refusal } });
    const adding = bed.act('add', undefined, ['new', 'stdio', 'node x', '', 'local']);
    for (let tries = 1; tries < 20; tries += 1) {
      await expect.poll(() => bed.clock.waiting).toEqual([500]);
      bed.clock.advance(500);
    }
    await adding;
    expect(bed.said.slice(-2)).toEqual(['restart', 'restartAgents /w']);
  });

  it('restarts no agent for a server that answers that it has no such page', async () => {
    const refusal = new UserError('cli.refused', 'HTTP 404: Not Found');
    const bed = serversBed({ answers: { mcp_reconnect: refusal } });
    await bed.act('add', undefined, ['new', 'stdio', 'node x', '', 'local']);
    expect(bed.said.at(-1)).toBe('mcp_reconnect new');
  });

  it('leaves a new server to the next start where the version cannot connect it', async () => {
    const bed = serversBed({ answers: { mcp_reconnect: new UserError('cli.unsupported', 'no') } });
    await bed.act('add', undefined, ['new', 'stdio', 'node x', '', 'local']);
    expect(bed.said.slice(-2)).toEqual(['restart', 'restartAgents /w']);
  });

  it('runs nothing for a form with mistakes', async () => {
    const bed = serversBed();
    const { problems } = await bed.act('add', undefined, ['a b', 'stdio', 'x', '', 'local']);
    expect(problems?.[0]).toContain('hyphens');
    expect(bed.said).toEqual([]);
  });

  it('switches a server off and back on', async () => {
    const bed = serversBed({ isSwitching: true });
    const { undo } = await bed.act('toggle', 'local/library');
    await undo?.();
    const toggles = bed.said.filter(one => one.startsWith('mcp_toggle'));
    expect(toggles).toEqual(['mcp_toggle library false', 'mcp_toggle library true']);
  });

  it('says that a server was not switched', async () => {
    const act = serversBed().act('toggle', 'local/library');
    await expect(act).rejects.toMatchObject({ code: 'mcp.notSwitched' });
  });

  it('notices the end of a sign-in', async () => {
    const answer = { authUrl: 'https://auth.example/', requiresUserAction: true };
    const bed = serversBed({ answers: { mcp_authenticate: answer } });
    let changes = 0;
    bed.section.watch(bed.place(), () => (changes += 1));
    await bed.act('signIn', 'user/guarded');
    expect(bed.said).toContain('open https://auth.example/');
    const during = await shown(bed, 'user/guarded');
    expect(during.actions?.map(({ id }) => id)).toContain('finishSignIn');
    bed.clock.advance(2_000);
    await expect.poll(() => bed.clock.waiting).toEqual([2_000]);
    expect([...bed.signIns.names]).toEqual(['guarded']);
    const mcpServers = reported.map(one => ({ ...one, status: 'connected' }));
    Object.assign(bed.answers, { mcp_status: { mcpServers } });
    const before = changes;
    bed.clock.advance(2_000);
    await expect.poll(() => changes).toBe(before + 1);
    expect(bed.clock.waiting).toEqual([]);
    const after = await shown(bed, 'user/guarded');
    expect(after.actions?.map(({ id }) => id)).toEqual(['reconnect', 'signOut', 'log', 'remove']);
  });

  it('passes on the address that a browser could not reach', async () => {
    const bed = serversBed();
    const bad = await bed.act('finishSignIn', 'user/guarded', ['http://localhost:1/callback']);
    expect(bad.problems?.[0]).toContain('code=');
    await bed.act('finishSignIn', 'user/guarded', ['http://localhost:1/callback?code=1&state=2']);
    expect(bed.said.at(-1)).toBe(
      'mcp_oauth_callback_url guarded http://localhost:1/callback?code=1&state=2',
    );
  });

  it('opens the log of a server, or says that there is none', async () => {
    const bed = serversBed();
    expect(await bed.act('log', 'local/library')).toEqual({ text: '' });
    await expect(bed.act('log', 'project/nope')).rejects.toMatchObject({ code: 'mcp.noLog' });
  });

  it('looks again while a server connects, and stops looking with the tab', async () => {
    const mcpServers = [{ name: 'slow', status: 'pending' }];
    const bed = serversBed({ answers: { mcp_status: { mcpServers } }, files: [] });
    let changes = 0;
    const watch = bed.section.watch(bed.place(), () => (changes += 1));
    await bed.section.read(bed.place());
    bed.clock.advance(1_000);
    expect(changes).toBe(1);
    await bed.section.read(bed.place());
    watch.dispose();
    bed.clock.advance(1_000);
    expect(changes).toBe(1);
  });

  it('leads to the file of a server', async () => {
    const bed = serversBed();
    const place = await bed.section.locate(bed.place(), 'local/library');
    expect(place).toEqual({ path: '/home/.claude.json', line: 7 });
    expect(await bed.section.locate(bed.place(), 'local/gone')).toBeUndefined();
    await expect(bed.act('toggle', 'local/gone')).rejects.toMatchObject({ code: 'row.gone' });
  });

  it('marks a server that its file does not name any more', async () => {
    const bed = serversBed({ files: [] });
    const row = await shown(bed, 'local/library');
    expect(row.detail).toContain('when Claude Code restarts');
    expect(row.actions?.map(({ id }) => id)).toEqual(['reconnect', 'log']);
  });
});

it('prompts of a server are listed while a conversation knows commands of earlier processes', async () => {
  const commands = [{ name: 'compact', description: '', source: 'builtIn' }] as const;
  const known = { of: () => ({ choices: { models: [], modes: [], commands } }) };
  const { channel } = scriptedBed({}, silentLog, { known });
  await channel.restorer.restore();
  const bed = serversBed();
  const content = await bed.section.read(bed.place({ channel }));
  channel.dispose();
  expect(JSON.stringify(content)).toContain('greet');
});
