import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InProcessMcpServer } from '../../src/cli/control/mcpServers';
import { sessionPath } from '../../src/cli/sessions/sessionFile';
import { sessionFolder } from '../../src/cli/sessions/sessionFolder';
import type { SessionId, TaskId } from '../../src/contract/ids';
import { gate, text, thinking, toolUse } from '../support/api/reply';
import { ScriptedApi } from '../support/api/scriptedApi';
import { type CliBinary, newestCli } from '../support/cli/cliBinary';
import { type IsolatedHome, isolatedHome } from '../support/cli/isolatedHome';
import { standInCli } from '../support/cli/standInCli';
import { AgentRun, type AgentRunOptions, allowOnce, type Decide } from './support/agentRun';
import { comparable } from './support/comparable';
import { fileAppears } from './support/fileAppears';

/** A CLI in a temporary home, in which a story may start several processes. */
class Stage {
  readonly runs: AgentRun[] = [];

  private constructor(
    private readonly binary: CliBinary,
    readonly api: ScriptedApi,
    readonly home: IsolatedHome,
  ) {}

  static async set(binary: CliBinary): Promise<Stage> {
    const api = await ScriptedApi.start();
    return new Stage(binary, api, await isolatedHome({ apiUrl: api.url, maxRetries: 0 }));
  }

  async start(options: AgentRunOptions = {}): Promise<AgentRun> {
    const { api, home } = this;
    const run = await AgentRun.start(this.binary, { api, home, ...options });
    this.runs.push(run);
    return run;
  }

  path(name: string): string {
    return join(this.home.workspace, name);
  }

  async clear(): Promise<void> {
    for (const run of this.runs) await run.close();
    await this.api.close();
    await this.home.dispose();
  }
}

const deny: Decide = () => ({ kind: 'deny', message: 'Rather not.' });
const acceptEdits = { settings: { 'tandem.permissions.initialMode': 'acceptEdits' } } as const;
const touch = (name: string) => toolUse('Bash', { command: `touch ${name}`, description: 'Touch' });
const edit = (file_path: string, old_string: string, new_string: string) =>
  toolUse('Edit', { file_path, old_string, new_string });

/** Ends the process like a window that closes. */
async function ended(run: AgentRun): Promise<void> {
  await run.process.stop('whenIdle');
  await run.exited();
}

/** @returns the id of the line that ends with these words */
async function lineOf({ sessionId, home }: AgentRun, words: string): Promise<string> {
  const path = sessionPath(await sessionFolder(home.workspace, home.env), sessionId);
  const lines = (await readFile(path, 'utf8')).split('\n').filter(Boolean);
  const line = lines
    .map(one => JSON.parse(one))
    .findLast(
      one => one.type === 'assistant' && JSON.stringify(one.message.content).includes(words),
    );
  return line.uuid;
}

/** Stories in which the stand-in must behave like the CLI. */
const stories: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  'answers with thinking and text, twice': async stage => {
    const { api } = stage;
    const run = await stage.start();
    api.onPrompt('greet me', [[thinking('A greeting.'), text('Grüß dich, 世界 👋')]]);
    api.onPrompt('once more', [text('Again.')]);
    await run.turn('greet me');
    await run.turn('once more');
    await ended(run);
  },

  'reads, edits and writes files when allowed': async stage => {
    const file = stage.path('a.txt');
    await writeFile(file, 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n');
    stage.api.onPrompt('change it', [
      [text('I look.'), toolUse('Read', { file_path: file })],
      [
        edit(file, 'two', 'TWO\nand more'),
        toolUse('Write', { file_path: stage.path('b.txt'), content: 'new\n' }),
      ],
      toolUse('Write', { file_path: stage.path('b.txt'), content: 'newer\n' }),
      text('Changed.'),
    ]);
    const run = await stage.start();
    run.words = 'The file has a problem now.';
    await run.turn('change it');
    expect(await readFile(file, 'utf8')).toContain('TWO\nand more\nthree');
    const asked = JSON.stringify(stage.api.mainRequests('change it').at(-1)?.body);
    expect(asked).toContain('The file has a problem now.');
  },

  'changes files without asking in the mode acceptEdits': async stage => {
    const file = stage.path('a.txt');
    await writeFile(file, 'one one\n');
    await writeFile(stage.path('b.txt'), 'one\n');
    stage.api.onPrompt('change it', [
      toolUse('Edit', { file_path: file, old_string: 'one', new_string: '1', replace_all: true }),
      [
        touch('d.txt'),
        toolUse('Bash', { command: "sed -i 's/one/two/' b.txt && rm d.txt && echo x > c.txt" }),
      ],
      text('Changed.'),
    ]);
    const run = await stage.start(acceptEdits);
    await run.turn('change it');
    expect(run.requests).toEqual([]);
  },

  'skips denied calls and edits that do not match': async stage => {
    const file = stage.path('a.txt');
    await writeFile(file, 'one\n');
    stage.api.onPrompt('change it', [
      [edit(file, 'one', '1'), touch('b.txt')],
      edit(file, 'two', '2'),
      toolUse('Read', { file_path: stage.path('absent.txt') }),
      text('Not then.'),
    ]);
    const run = await stage.start();
    run.decide_ = deny;
    await run.turn('change it');
    expect(await readFile(file, 'utf8')).toBe('one\n');
  },

  'uses the changed input of an answer': async stage => {
    const file = stage.path('a.txt');
    await writeFile(file, 'one\n');
    stage.api.onPrompt('change it', [edit(file, 'one', '1'), text('Changed.')]);
    const run = await stage.start();
    run.decide_ = ({ input }) => ({
      kind: 'allow',
      input: { ...input, new_string: 'uno' },
      apply: [],
    });
    await run.turn('change it');
    expect(await readFile(file, 'utf8')).toBe('uno\n');
  },

  'runs commands, and asks before those that are not read-only': async stage => {
    const bash = (command: string) => toolUse('Bash', { command, description: 'Run' });
    stage.api.onPrompt('run them', [
      [bash('echo hello'), bash('echo partial; echo broken >&2; exit 3')],
      [touch('a.txt'), bash('ls; pwd')],
      bash('true'),
      text('All run.'),
    ]);
    const run = await stage.start();
    await run.turn('run them');
  },

  'saves the rule of an answer and follows it': async stage => {
    stage.api.onPrompt('touch', [touch('a.txt'), touch('a.txt'), text('Twice.')]);
    const run = await stage.start();
    run.decide_ = ({ input }) => ({ kind: 'allow', input, apply: [{ index: 0 }] });
    await run.turn('touch');
    expect(run.requests).toHaveLength(1);
    const settings = JSON.parse(await readFile(stage.path('.claude/settings.local.json'), 'utf8'));
    expect(settings.permissions.allow).toEqual(['Bash(touch a.txt)']);
  },

  'is interrupted during text, a command and a prompt, and continues': async stage => {
    const { api } = stage;
    const run = await stage.start();
    api.onPrompt('count', [text('one two three ', gate('mid'), 'four')]);
    await run.send('count');
    await api.reached('mid');
    await run.until(() => run.text.includes('three'));
    await run.process.stop('interrupt');
    await run.idle();

    const command = 'echo x > begun; tail -f /dev/null';
    api.onPrompt('wait', [toolUse('Bash', { command, description: 'Wait' })]);
    await run.send('wait');
    await fileAppears(stage.path('begun'));
    await run.process.stop('interrupt');
    await run.idle();

    let isWithdrawn = false;
    run.decide_ = (_request, signal) =>
      new Promise(() => {
        signal.addEventListener('abort', () => {
          isWithdrawn = true;
        });
      });
    const asked = run.requests.length;
    api.onPrompt('ask', [touch('never.txt')]);
    await run.send('ask');
    await run.until(() => run.requests.length > asked);
    await run.process.stop('interrupt');
    await run.idle();
    expect(isWithdrawn).toBe(true);

    run.decide_ = allowOnce;
    api.onPrompt('go on', [text('Here I am.')]);
    await run.turn('go on');
  },

  'answers an urgent message at once': async stage => {
    const { api } = stage;
    const run = await stage.start();
    api.onPrompt('talk', [text('bla bla ', gate('urgent'), 'bla')]);
    api.onPrompt('stop that', [text('Stopped.')]);
    await run.send('talk');
    await api.reached('urgent');
    await run.until(() => run.text.includes('bla bla'));
    await run.send('stop that', 'now');
    await run.until(() => run.text === 'Stopped.');
    await run.idle();
  },

  'resumes a session with its history': async stage => {
    const { api } = stage;
    api.onPrompt('first', [[text('Two.'), touch('a.txt'), touch('b.txt')], text('Apples.')]);
    api.onPrompt('second', [text('Apples they were.')]);
    const first = await stage.start();
    await first.turn('first');
    await first.process.rename('Of apples');
    await ended(first);
    const again = await stage.start({ session: { kind: 'resume', id: first.sessionId } });
    await again.turn('second');
    expect(JSON.stringify(api.mainRequests('second')[0]?.messages)).toContain('Apples.');
  },

  'forks a session at a line, and rewinds to a line in it': async stage => {
    const { api } = stage;
    for (const words of ['one', 'two', 'three', 'else']) {
      api.onPrompt(words, [text(`Answer ${words}.`)]);
    }
    const first = await stage.start();
    for (const words of ['one', 'two', 'three']) await first.turn(words);
    await ended(first);
    const from = first.sessionId;
    const at = await lineOf(first, 'Answer one.');
    const id = randomUUID() as string as SessionId;
    const fork = await stage.start({ session: { kind: 'fork', from, id, at } });
    await fork.turn('else');
    const back = await stage.start({
      session: { kind: 'resume', id: from, at: await lineOf(first, 'Answer two.') },
    });
    await back.turn('else');
    const [forked, gone] = api.mainRequests('else').map(({ messages }) => JSON.stringify(messages));
    expect(forked).not.toContain('Answer two.');
    expect(gone).toContain('Answer two.');
    expect(gone).not.toContain('Answer three.');
  },

  'maintains a to-do list': async stage => {
    const create = (subject: string) => toolUse('TaskCreate', { subject, description: subject });
    stage.api.onPrompt('plan', [
      [create('Read'), create('Write')],
      toolUse('TaskUpdate', { taskId: '1', status: 'in_progress' }),
      toolUse('TaskUpdate', { taskId: '1', status: 'completed' }),
      text('One is left.'),
    ]);
    const run = await stage.start();
    await run.turn('plan');
    expect(run.folded.summary.todos).toHaveLength(2);
  },

  'runs a command in the background until it is stopped': async stage => {
    const command = 'echo ready; echo x > begun; tail -f /dev/null';
    const call = toolUse('Bash', { command, description: 'Serve', run_in_background: true });
    stage.api.onPrompt('serve', [call, text('It runs.')]);
    const run = await stage.start();
    await run.turn('serve');
    await fileAppears(stage.path('begun'));
    const [task] = run.folded.summary.tasks;
    const id = task?.id as TaskId;
    // A pipe may be slower than the file.
    const output = () => run.process.taskOutput(id);
    await expect.poll(output, { timeout: 20_000 }).toEqual({ text: 'ready\n', isCut: false });
    await run.process.stopTask(id);
    await run.until(() => run.folded.summary.tasks.every(({ status }) => status !== 'running'));
  },

  'delegates to a subagent': async stage => {
    const input = { description: 'Look around', prompt: 'look around' };
    const call = { ...input, subagent_type: 'general-purpose', run_in_background: false };
    stage.api.onSubagent('look around', [text('Nothing there.')]);
    stage.api.onPrompt('delegate', [toolUse('Agent', call), text('All quiet.')]);
    const run = await stage.start();
    await run.turn('delegate');
  },

  'connects to an MCP server of its host and refreshes its tool list': async stage => {
    const heard: unknown[] = [];
    const names = ['first'];
    const server: InProcessMcpServer = {
      handle: async ({ id, method }) => {
        heard.push(method);
        const tools = names.map(name => ({ name, inputSchema: { type: 'object' } }));
        const capabilities = { tools: { listChanged: true } };
        const serverInfo = { name: 'editor', version: '1' };
        const hello = { protocolVersion: '2025-11-25', capabilities, serverInfo };
        return { jsonrpc: '2.0', id, result: method === 'initialize' ? hello : { tools } };
      },
      dispose: () => undefined,
    };
    const run = await stage.start({ mcpServers: new Map([['editor', server]]) });
    stage.api.onPrompt('what is there', [text('This.')]);
    await run.turn('what is there');
    names.push('second');
    expect(await run.process.servers.toolsChanged()).toBe(true);
    await run.turn('what is there');
    expect(await run.process.servers.list()).toEqual([
      { name: 'editor', status: 'connected', tools: ['first', 'second'] },
    ]);
    const methods = ['initialize', 'notifications/initialized', 'tools/list', 'tools/list'];
    expect(heard).toEqual(methods);
  },

  'switches mode, model, effort and thinking at runtime': async stage => {
    const { api } = stage;
    const run = await stage.start();
    api.onPrompt('begin', [text('Begun.')]);
    api.onPrompt('with which', [text('With these.')]);
    await run.turn('begin');
    await run.process.setMode('plan');
    await run.process.setMode('acceptEdits');
    await run.process.setModel('haiku');
    await run.process.setEffort('low');
    await run.process.setMaxThinkingTokens(2_048);
    await run.turn('with which');
    expect(api.mainRequests('with which')[0]?.body).toMatchObject({
      output_config: { effort: 'low' },
    });
  },
};

let folder: string;
let standIn: CliBinary;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-stand-in-'));
  standIn = await standInCli(folder);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function told(binary: CliBinary, tell: (stage: Stage) => Promise<void>): Promise<unknown> {
  const stage = await Stage.set(binary);
  try {
    await tell(stage);
    return await comparable(stage.runs);
  } finally {
    await stage.clear();
  }
}

const every = Object.entries(stories);

describe('the stand-in, like the newest CLI,', () => {
  it.each(every)('%s', async (_name, tell) => {
    const real = await told(newestCli(), tell);
    expect(await told(standIn, tell)).toEqual(real);
  });
});
