import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AcpBed, type AcpTalk } from '../support/acp/acpBed';
import { vendorAdapter } from '../support/acp/vendorAdapter';
import { text, toolUse } from '../support/api/reply';
import { ScriptedApi } from '../support/api/scriptedApi';
import { put } from '../support/channels/reviewBed';
import { isolatedHome } from '../support/cli/isolatedHome';

let api: ScriptedApi;
let bed: AcpBed;

beforeEach(async () => {
  api = await ScriptedApi.start();
  bed = await AcpBed.open({ home: await isolatedHome({ apiUrl: api.url, maxRetries: 0 }) });
  bed.agents.push(await vendorAdapter());
});
afterEach(async () => {
  await bed.close();
  await api.close();
});

async function begin(): Promise<AcpTalk> {
  return bed.talk(undefined, 'claude-acp');
}

describe('The vendor’s adapter', () => {
  it('answers, and offers modes and models', { timeout: 120_000 }, async () => {
    api.onPrompt('hello there', [text('Good day.')]);
    const talk = await begin();
    await talk.turn('hello there');
    expect(talk.said).toBe('Good day.');
    const { choices, usage } = talk.channel.conversation.summary;
    expect(choices.foreign?.version).toBe('0.100.0');
    expect(choices.options?.map(({ role }) => role)).toEqual(
      expect.arrayContaining(['mode', 'model']),
    );
    expect(usage.contextWindow).toBeGreaterThan(0);
    expect(talk.unknowns).toEqual([]);
    const mode = choices.options?.find(({ role }) => role === 'mode');
    const values = mode?.kind === 'select' ? mode.groups.flatMap(group => group.values) : [];
    expect(values.map(({ value }) => value)).toContain('plan');
    await talk.channel.agent.slot.live?.setOption?.(mode?.id ?? '', 'plan');
    await talk.watch.until('the mode', ({ conversation }) =>
      conversation.summary.choices.options?.some(
        option => option.kind === 'select' && option.value === 'plan',
      ),
    );
  });

  it('edits with permission, and its edit can be undone', { timeout: 120_000 }, async () => {
    const path = bed.path('a.txt');
    await put(path, 'Hello\n');
    const edit = { file_path: path, old_string: 'Hello', new_string: 'Good morning' };
    api.onPrompt('be polite', [
      toolUse('Read', { file_path: path }),
      toolUse('Edit', edit),
      text('Done.'),
    ]);
    const talk = await begin();
    talk.send('be polite');
    const prompt = await talk.watch.prompt();
    expect(await readFile(path, 'utf8')).toBe('Hello\n');
    await talk.channel.answer(prompt.id, { kind: 'offered', index: 0 });
    await talk.watch.turns(1);
    expect(await readFile(path, 'utf8')).toBe('Good morning\n');
    await bed.undo(talk, path);
    expect(await readFile(path, 'utf8')).toBe('Hello\n');
  });

  it('stops in the middle of a stream, and goes on after a restart', {
    timeout: 120_000,
  }, async () => {
    api.onPrompt('write at length', [text('word '.repeat(20_000))]);
    api.onPrompt('what was it', [text('At length.')]);
    const talk = await begin();
    talk.send('write at length');
    await talk.watch.until('text', () => talk.said.includes('word') || undefined);
    await talk.channel.stop();
    await talk.watch.until('the end', ({ conversation }) => !conversation.open || undefined);
    const { id } = talk.channel;
    await bed.leave();
    const next = await AcpBed.open({ after: bed });
    const again = await next.reopen(id, 'claude-acp');
    expect(again.said).toContain('word');
    await again.turn('what was it', 2);
    expect(again.said).toContain('At length.');
    expect(again.notices).toEqual([]);
    await next.leave();
  });

  it('forks a session; opens one that only it has kept; deletes it', {
    timeout: 120_000,
  }, async () => {
    api.onPrompt('remember the milk', [text('Noted.')]);
    api.onPrompt('only here', [text('Here only.')]);
    const name = 'claude-acp';
    const { workspace, root } = bed.home;
    const source = await begin();
    await source.turn('remember the milk');
    const fork = bed.talkIn(await bed.registry.forkWhole(source.channel), name);
    await fork.turn('only here', 2);
    expect(fork.said).toBe('Noted.\nHere only.');
    expect(fork.notices).toEqual([]);
    expect(source.said).toBe('Noted.');
    const listed = await bed.launcher.agentSessions(name, workspace);
    expect(listed).toHaveLength(2);
    const own = await bed.launcher.stored(source.channel.record.sessionId);
    await Promise.all(bed.registry.all.map(({ id }) => bed.registry.close(id)));
    await rm(join(root, 'storage', 'acp'), { recursive: true });
    const kept = listed?.find(({ id }) => id === own?.agentSessionId);
    if (!kept) throw new Error('The session is not listed');
    const id = await bed.launcher.adopt(name, kept);
    const again = await bed.openSession(id, name);
    await again.channel.agent.resume();
    expect(again.said).toBe('Noted.');
    await bed.registry.close(again.channel.id);
    await bed.launcher.delete(id);
    const left = async () => (await bed.launcher.agentSessions(name, workspace))?.length;
    await expect.poll(left, { timeout: 30_000 }).toBe(1);
  });
});
