import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../src/base/log';
import { ProgramAnswers } from '../../src/cli/programs/programAnswers';
import { ProgramGate } from '../../src/cli/programs/programGate';
import { readPrograms } from '../../src/cli/programs/readPrograms';
import { ChannelWatch } from '../support/channels/channelBed';
import { useChannelBeds } from './support/channelBeds';
import { versionsWith } from './support/versionRows';

const beds = useChannelBeds(['hello', 'scheduled']);

const path = (name: string) => join(beds.home.workspace, name);
const isThere = (name: string) => existsSync(join(beds.home.root, name));
const touch = (name: string) => `touch '${join(beds.home.root, name)}'`;

function hookThat(command: string) {
  return { SessionStart: [{ hooks: [{ type: 'command', command }] }] };
}

/** Writes a folder that runs a hook and a server, and a user who approves all servers. */
async function bringPrograms(hook = 'hook'): Promise<void> {
  await mkdir(path('.claude'), { recursive: true });
  await writeFile(path('.claude/settings.json'), JSON.stringify({ hooks: hookThat(touch(hook)) }));
  const task = { id: 'abcd1234', cron: '* * * * *', prompt: 'scheduled', recurring: true };
  const tasks = [{ ...task, createdAt: Date.now() - 600_000 }];
  await writeFile(path('.claude/scheduled_tasks.json'), JSON.stringify({ tasks }));
  const server = { command: 'sh', args: ['-c', touch('server')] };
  await writeFile(path('.mcp.json'), JSON.stringify({ mcpServers: { server } }));
  const approval = { enableAllProjectMcpServers: true, hooks: hookThat(touch('own')) };
  await writeFile(join(beds.home.configDir, 'settings.json'), JSON.stringify(approval));
}

function programGate(): ProgramGate {
  const answers = new ProgramAnswers(join(beds.home.root, 'answers.json'), silentLog);
  const options = {
    home: beds.home.home,
    isTracked: async () => true,
    hasOwnRules: (folder: string) => answers.hasOwnRules(folder),
  };
  return new ProgramGate(place => readPrograms(place, options), answers);
}

describe.each(versionsWith())('Claude Code %s', version => {
  it('runs what a folder brings after the user has allowed it, and not before', async () => {
    await bringPrograms();
    const programs = programGate();
    const registry = await beds.open({ version, programs });
    const channel = await registry.create(beds.home.workspace);
    const watch = new ChannelWatch(channel);
    await channel.agent.warmUp();
    const draft = watch.until('the message in the composer', () => channel.hasDraft);
    channel.messages.send({ text: 'hello', images: [] });
    await draft;
    expect(channel.agent.slot.status).toEqual({ phase: 'stopped' });
    expect(['hook', 'own', 'server'].filter(isThere)).toEqual([]);

    const question = programs.waiting(beds.home.workspace);
    expect(question?.programs.map(({ kind }) => kind)).toEqual(['hook', 'command', 'server']);
    if (question) {
      await programs.answer(question, 'allow');
    }
    await channel.agent.warmUp();
    channel.messages.send({ text: 'hello', images: [] });
    await watch.turns(1);
    expect(['hook', 'own'].filter(isThere)).toEqual(['hook', 'own']);
  });

  it('runs nothing of a folder that the user has declined, until it changes', async () => {
    await bringPrograms();
    const programs = programGate();
    await programs.answer(
      await programs.look({ cwd: beds.home.workspace, addDirs: [] }),
      'decline',
    );
    const registry = await beds.open({ version, programs });
    const channel = await registry.create(beds.home.workspace);
    const watch = new ChannelWatch(channel);
    channel.messages.send({ text: 'hello', images: [] });
    await watch.turns(1);
    // The user's own hooks run all the same.
    expect(['hook', 'own', 'server'].filter(isThere)).toEqual(['own']);
    expect(beds.api.requests.map(({ prompt }) => prompt)).not.toContain('scheduled');

    await channel.agent.end();
    await bringPrograms('other');
    await expect(channel.agent.resume()).rejects.toMatchObject({ code: 'folder.unanswered' });
    expect(['hook', 'other', 'server'].filter(isThere)).toEqual([]);
  });
});
