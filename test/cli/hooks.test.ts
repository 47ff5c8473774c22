import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json';
import type { ChannelId, PromptId } from '../../src/contract/ids';
import type { EditedInput, ProposalPresenter } from '../../src/core/conversation/permissionBroker';
import type { EditProposal, PermissionRequest } from '../../src/protocol/agentSource';
import { text, toolUse } from '../support/api/reply';
import { ScriptedApi } from '../support/api/scriptedApi';
import { ChannelWatch, channelBed } from '../support/channels/channelBed';
import { type CliVersion, cliBinary } from '../support/cli/cliBinary';
import { isolatedHome } from '../support/cli/isolatedHome';
import { rowsOf } from '../support/extent';
import { AgentRun } from './support/agentRun';
import { hasEveryRow, versionsWith } from './support/versionRows';
import { versionTraits } from './support/versionTraits';

describe.each(versionsWith())('Claude Code %s', version => {
  let run: AgentRun;

  beforeAll(async () => {
    run = await AgentRun.start(await cliBinary(version));
  });
  afterAll(() => run.close());

  /** Makes the model call a tool; resolves with the host's hook events for the call. */
  async function call(tool: string, input: JsonObject, on = run) {
    const [before, after] = [on.before.length, on.after.length];
    const prompt = `call number ${on.folded.turns.length}.`;
    on.api.onPrompt(prompt, [toolUse(tool, input), text('done')]);
    await on.turn(prompt);
    return { before: on.before.slice(before), after: on.after.slice(after) };
  }

  const lastRequest = () => JSON.stringify(run.api.mainRequests().at(-1)?.body.messages);

  it('reports a command before and after it runs, and passes on a note about it', async () => {
    run.words = 'The command has changed 3 files.';
    const { before, after } = await call('Bash', { command: 'touch made', description: 'x' });
    run.words = undefined;
    expect(existsSync(run.path('made'))).toBe(true);
    const use = { tool: 'Bash', edits: [], reads: [], command: { isBackground: false } };
    expect(before).toMatchObject([use]);
    expect(after).toMatchObject([{ use, outcome: { kind: 'succeeded' } }]);
    expect(before[0]?.toolId).toBe(after[0]?.use.toolId);
    expect(lastRequest()).toContain('The command has changed 3 files.');
  });

  it('reports a failed command if the version supports it', async () => {
    const { before, after } = await call('Bash', { command: 'exit 3', description: 'x' });
    expect(before).toHaveLength(1);
    expect(after.map(({ outcome }) => outcome.kind)).toEqual(
      versionTraits[version].reportsToolFailure ? ['failed'] : [],
    );
  });

  if (hasEveryRow(version)) {
    it('reports a file before it is read, and nothing afterwards', async () => {
      const file = run.path('read.txt');
      await writeFile(file, 'one\n');
      const { before, after } = await call('Read', { file_path: file });
      expect(before).toMatchObject([{ tool: 'Read', reads: [file], edits: [] }]);
      expect(before[0]).not.toHaveProperty('command');
      expect(after).toEqual([]);
    });

    it('reports no edited file when the agent writes a plan into its own folder', async () => {
      const plan = join(run.home.configDir, 'plans', 'a-plan.md');
      const { before, after } = await call('Write', { file_path: plan, content: 'First this.' });
      expect(existsSync(plan)).toBe(true);
      expect([...before, ...after.map(({ use }) => use)].map(({ edits }) => edits)).toEqual([
        [],
        [],
      ]);
    });

    it('reports a command that continues in the background', async () => {
      const input = { command: 'true', description: 'x', run_in_background: true };
      // The end of the command starts a turn, which tests that share an agent would take for theirs.
      const own = await AgentRun.start(await cliBinary(version));
      try {
        const { before, after } = await call('Bash', input, own);
        expect(before).toMatchObject([{ command: { isBackground: true } }]);
        expect(after).toHaveLength(1);
      } finally {
        await own.close();
      }
    });
  }
});

/** Simulates a user who has edited every proposal. */
class EditedDiffs implements ProposalPresenter {
  private readonly asked = new Map<PromptId, EditProposal>();

  open(_channel: ChannelId, id: PromptId, _request: PermissionRequest, edit: EditProposal): void {
    this.asked.set(id, edit);
  }

  async change(): Promise<undefined> {
    return undefined;
  }

  async reveal(): Promise<void> {
    throw new Error('Nothing is shown here.');
  }

  async editedInput(id: PromptId): Promise<EditedInput | undefined> {
    const input = this.asked.get(id)?.inputFor(undefined, 'final\n');
    return input && { input, feedback: 'The user wrote "final" instead.' };
  }

  async close(id: PromptId): Promise<void> {
    this.asked.delete(id);
  }
}

it.each(rowsOf<CliVersion>([], ['newest', '2.0.36']))(
  'adds notes from user and editor to the tool result and the card (Claude Code %s)',
  async version => {
    const api = await ScriptedApi.start();
    const home = await isolatedHome({ apiUrl: api.url, maxRetries: 0 });
    const file = join(home.workspace, 'a.txt');
    const problems = new Map([[file, { errors: 1, warnings: 0 }]]);
    const registry = await channelBed({
      home,
      version,
      ports: {
        proposals: new EditedDiffs(),
        openFiles: {
          before: async () => ['a.txt could not be saved.'],
          after: async () => ({ problems, feedback: 'There is 1 problem.' }),
          forget: () => undefined,
        },
      },
    });
    try {
      api.onPrompt('write', [
        toolUse('Write', { file_path: file, content: 'draft\n' }),
        text('Written.'),
      ]);
      const channel = await registry.create(home.workspace);
      const watch = new ChannelWatch(channel);
      channel.messages.send({ text: 'write', images: [] });
      const prompt = await watch.prompt();
      await channel.answer(prompt.id, { kind: 'allowOnce' });
      await watch.turns(1);
      const sent = JSON.stringify(api.mainRequests('write').at(-1)?.body.messages);
      expect(sent).toContain('The user wrote \\"final\\" instead.\\n\\nThere is 1 problem.');
      const card = channel.conversation.turns[0]?.items.find(item => item.kind === 'tool');
      expect(card).toMatchObject({
        notes: ['a.txt could not be saved.'],
        files: [{ path: file, status: 'created', problems: { errors: 1, warnings: 0 } }],
      });
    } finally {
      await Promise.all(registry.all.map(channel => registry.close(channel.id)));
      registry.dispose();
      await api.close();
      await home.dispose();
    }
  },
);
