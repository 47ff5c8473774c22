import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stop as stopEsbuild } from 'esbuild';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json';
import { failure, gate, stop, text, toolUse } from '../support/api/reply';
import type { CliVersion } from '../support/cli/cliBinary';
import { rowsOf } from '../support/extent';
import { testInFull } from '../support/inFull';
import { fileAppears } from './support/fileAppears';
import { ProgramBed } from './support/programBed';

let bed: ProgramBed;

afterEach(() => bed.close());
afterAll(() => stopEsbuild());

const schema = JSON.stringify({
  type: 'object',
  properties: { count: { type: 'number' } },
  required: ['count'],
});

/** A command that older versions do not take for an edit. */
const command = `node -e "require('fs').writeFileSync('made', '')"`;

/** Members that are the same in two runs of one prompt. */
const stable = ['type', 'subtype', 'is_error', 'result', 'num_turns', 'structured_output'];

function lines(out: string): JsonObject[] {
  return out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as JsonObject);
}

describe.each(rowsOf<CliVersion>(['newest'], ['newest', '2.1.120', '2.1.7']))('%s', version => {
  beforeEach(async () => {
    bed = await ProgramBed.open(version);
    bed.api.onPrompt('hello', [[text('Hello.')]]);
    bed.api.onPrompt('make', [[toolUse('Bash', { command })], [text('Did I?')]]);
    bed.api.onPrompt('count', [[toolUse('StructuredOutput', { count: 3 })], [text('Done')]]);
    bed.api.onPrompt('talk', () => text('Just words.'));
    bed.api.onPrompt('break', [failure(400, { message: 'The request is malformed.' })]);
    bed.api.onPrompt('lock', () => failure(401, { message: 'The key is not valid.' }));
    bed.api.on(
      ({ body }) => JSON.stringify(body).includes('decline this'),
      () => [text('No.'), stop('refusal')],
    );
  });

  testInFull('writes what `claude -p` writes, in each format', async () => {
    const plain = await (await bed.run(['--prompt', 'hello'])).ended();
    const bare = await (await bed.claude(['hello'])).ended();
    expect(plain).toEqual({ code: 0, out: bare.out, err: '' });

    const json = await (await bed.run(['--output', 'json'], { input: 'make' })).ended();
    const bareJson = await (await bed.claude(['--output-format', 'json', 'make'])).ended();
    const [own = {}] = lines(json.out);
    const [theirs = {}] = lines(bareJson.out);
    expect(Object.keys(own)).toEqual(expect.arrayContaining(Object.keys(theirs)));
    const pick = (value: JsonObject) => stable.map(key => value[key]);
    expect(pick(own)).toEqual(pick(theirs));
    expect(own).toMatchObject({ outcome: 'success', permission_denials: [{ tool_name: 'Bash' }] });
    expect(theirs).toMatchObject({ permission_denials: [{ tool_name: 'Bash' }] });

    const stream = await (await bed.run(['--output', 'stream-json'], { input: 'hello' })).ended();
    const args = ['--output-format', 'stream-json', '--verbose', 'hello'];
    const bareStream = await (await bed.claude(args)).ended();
    const kinds = (out: string) =>
      lines(out)
        .filter(({ type }) => type === 'assistant' || type === 'result')
        .map(({ type, subtype }) => `${type} ${subtype}`);
    expect(kinds(stream.out)).toEqual(kinds(bareStream.out));
    expect(lines(stream.out).at(-1)).toMatchObject({ type: 'result', outcome: 'success' });
  });

  const endings: readonly (readonly [number, readonly string[], RegExp])[] = [
    [0, ['--prompt', 'make'], /^Denied: Bash node -e/],
    [7, ['--prompt', 'make', '--fail-on-denied'], /^Denied: Bash/],
    [5, ['--prompt', 'make', '--max-turns', '1'], /turn limit \(1\)/],
    [5, ['--prompt', 'make', '--max-budget-usd', '0.000001'], /cost limit/],
    [4, ['--prompt', 'lock'], /not signed in, or its key was not accepted/],
    [6, ['--prompt', 'talk', '--schema', schema], /no value that matches the schema/],
    [4, ['--prompt', 'break'], /^$/],
    [8, ['--prompt', 'decline this'], /^/],
  ];
  const [, , turns, , signIn] = endings;
  const few = [turns, signIn].filter(row => row !== undefined);
  it.each(rowsOf(few, endings))('exits with %i for %j', async (code, args, words) => {
    const { err, ...ended } = await (await bed.run(args)).ended();
    expect(ended.code).toBe(code);
    expect(err).toMatch(words);
  });

  it('writes the value of a schema', async () => {
    await writeFile(join(bed.home.workspace, 'schema.json'), schema);
    const value = await (await bed.run(['--prompt', 'count', '--schema', 'schema.json'])).ended();
    expect(value).toMatchObject({ code: 0, out: '{"count":3}\n' });
  });

  it('reads and runs nothing of a folder without the flag', async () => {
    const { workspace } = bed.home;
    await hostileFolder(workspace);
    const prompt = ['--prompt-file', join(workspace, '.claude', 'commands', 'go.md')];
    const run = await (await bed.run(prompt)).ended();
    expect(run).toMatchObject({ code: 0, err: expect.stringContaining('Denied: Bash') });
    expect(await readdir(workspace)).toEqual(['.claude', '.mcp.json', 'CLAUDE.md']);
    expect(JSON.stringify(bed.api.requests.map(({ body }) => body))).not.toContain('MARKED');

    const trusted = await (await bed.run([...prompt, '--trust-folder'])).ended();
    expect(trusted).toMatchObject({ code: 0, err: '' });
    const names = ['made', 'ran-hook', 'ran-server'];
    expect(await readdir(workspace)).toEqual(expect.arrayContaining(names));
    expect(JSON.stringify(bed.api.requests.at(-1)?.body)).toContain('MARKED');
  });
});

/** Folder whose files run programs, and whose command grants itself a rule. */
async function hostileFolder(folder: string): Promise<void> {
  const touch = (name: string) =>
    `node -e "require('fs').writeFileSync('${join(folder, name)}', '')"`;
  const hooks = {
    UserPromptSubmit: [{ hooks: [{ type: 'command', command: touch('ran-hook') }] }],
  };
  const write = `require('fs').writeFileSync(${JSON.stringify(join(folder, 'ran-server'))}, '')`;
  const servers = { mcpServers: { bad: { command: 'node', args: ['-e', write] } } };
  await mkdir(join(folder, '.claude', 'commands'), { recursive: true });
  await writeFile(
    join(folder, '.claude', 'settings.json'),
    JSON.stringify({ enableAllProjectMcpServers: true, hooks }),
  );
  await writeFile(join(folder, '.mcp.json'), JSON.stringify(servers));
  await writeFile(join(folder, 'CLAUDE.md'), 'MARKED');
  await writeFile(
    join(folder, '.claude', 'commands', 'go.md'),
    '---\nallowed-tools: Bash(node -e:*)\n---\nmake it',
  );
}

describe('The command line', () => {
  beforeEach(async () => {
    bed = await ProgramBed.open();
    bed.api.onPrompt('Greet', [[text('Hello.')]]);
  });

  it('fills the inputs of prompt files, and names those that are missing', async () => {
    const prompts = join(bed.home.workspace, '.github', 'prompts');
    await mkdir(prompts, { recursive: true });
    const file = join(prompts, 'greet.prompt.md');
    await writeFile(file, '---\nmodel: haiku\n---\nGreet ${input:who} in ${workspaceFolder}.');
    const missing = await (await bed.run(['--prompt-file', file])).ended();
    expect(missing).toMatchObject({ code: 2, err: expect.stringContaining('value for "who"') });
    const wrong = await (await bed.run(['--prompt-file', file, '--input', 'whom=Ada'])).ended();
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('It has: who') });
    expect(bed.api.requests).toEqual([]);

    const given = ['--prompt-file', file, '--input', 'who=the cat = Tom'];
    expect(await (await bed.run(given)).ended()).toMatchObject({ code: 0, out: 'Hello.\n' });
    const [request] = bed.api.mainRequests('Greet');
    expect(request?.prompt).toContain(`Greet the cat = Tom in ${bed.home.workspace}.`);
    expect(request?.model).toContain('haiku');
  });

  testInFull(
    'never waits for a stdin that it does not need, and says what is missing',
    async () => {
      const open = await (await bed.run(['--prompt', 'Greet me'], { input: 'open' })).ended();
      expect(open).toMatchObject({ code: 0, out: 'Hello.\n' });
      const none = await (await bed.run([], { input: 'ignore' })).ended();
      expect(none).toMatchObject({
        code: 2,
        err: expect.stringContaining('The prompt is missing'),
      });
      const noCli = await (await bed.run(['--prompt', 'Greet', '--cli', '/no/such'])).ended();
      expect(noCli).toMatchObject({ code: 3, err: expect.stringContaining('/no/such') });
      const agent = await (await bed.run(['--prompt', 'Greet', '--agent', 'nobody'])).ended();
      expect(agent).toMatchObject({ code: 2, err: expect.stringContaining('nobody') });
    },
  );

  testInFull('shows tools and cost while it is verbose, and text as it is written', async () => {
    const file = join(bed.home.workspace, 'notes.txt');
    await writeFile(file, 'A note.');
    bed.api.onPrompt('read', [
      [text('I look.'), toolUse('Read', { file_path: file })],
      [text('Half', gate('half'), ' and half.')],
    ]);
    const run = await bed.run(['--prompt', 'read', '--verbose']);
    await bed.api.reached('half');
    await run.says('Half');
    expect(run.err).toContain(`→ Read ${file}\n`);
    bed.api.open('half');
    const ended = await run.ended();
    expect(ended).toMatchObject({ code: 0, out: 'I look.\nHalf and half.\n' });
    expect(ended.err).toMatch(/2 turns, \d+\.\d s, \$0\.\d{4}\n$/);
  });
});

describe('A signal', () => {
  beforeEach(async () => {
    bed = await ProgramBed.open();
  });

  const sleeper = `node -e "require('fs').writeFileSync('begun', ''); setInterval(() => {}, 1000)"`;
  const moments = ['stdin', 'request', 'stream', 'tool'] as const;
  const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
  const all = moments.flatMap(moment =>
    (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map(signal => ({ moment, signal })),
  );
  const story = [
    { moment: 'request', signal: 'SIGTERM' },
    { moment: 'tool', signal: 'SIGINT' },
  ] as const;

  it.each(rowsOf<(typeof all)[number]>(story, all))(
    '$signal ends all of it: $moment',
    async ({ moment, signal }) => {
      bed.api.onPrompt('request', [[gate('first'), text('Never')]]);
      bed.api.onPrompt('stream', [[text('Some', gate('first'), 'more')]]);
      bed.api.onPrompt('tool', [[toolUse('Bash', { command: sleeper })]]);
      const args = ['--allow', 'Bash(node -e:*)', '--output', 'json'];
      const prompt = moment === 'stdin' ? [] : ['--prompt', moment];
      const run = await bed.run([...args, ...prompt], { input: 'open' });
      if (moment === 'stdin') {
        await untilReading(run.child.pid ?? 0);
      } else if (moment === 'tool') {
        await fileAppears(join(bed.home.workspace, 'begun'));
      } else {
        await bed.api.reached('first');
      }
      run.child.kill(signal);
      const { code, out } = await run.ended();
      expect(code).toBe(signals[signal]);
      if (moment !== 'stdin') {
        expect(lines(out)).toMatchObject([{ type: 'result', is_error: true, outcome: 'stopped' }]);
      }
      expect([...(await bed.leftOver())]).toEqual([]);
      expect(await temporaryFiles()).toEqual([]);
    },
  );

  it('ends at once when it comes again', async () => {
    bed.api.onPrompt('tool', [[toolUse('Bash', { command: sleeper })]]);
    const run = await bed.run(['--prompt', 'tool', '--allow', 'Bash(node -e:*)']);
    await fileAppears(join(bed.home.workspace, 'begun'));
    run.child.kill('SIGINT');
    run.child.kill('SIGTERM');
    // The system may deliver either first.
    expect([130, 143]).toContain((await run.ended()).code);
    await bed.allGone();
  });

  it('is not needed where nobody reads the output any more', async () => {
    bed.api.onPrompt('stream', [[text('Some', gate('first'), 'more')]]);
    const run = await bed.run(['--prompt', 'stream', '--output', 'stream-json']);
    await run.says('"init"');
    await bed.api.reached('first');
    run.child.stdout?.destroy();
    bed.api.open('first');
    expect(await run.ended()).toMatchObject({ code: 141, err: '' });
    expect([...(await bed.leftOver())]).toEqual([]);
  });

  async function temporaryFiles(): Promise<string[]> {
    const names = await readdir(join(bed.home.root, 'tmp'));
    return names.filter(name => name.startsWith('tandem'));
  }
});

/** Resolves once the program listens for signals and reads its input. */
async function untilReading(pid: number): Promise<void> {
  // Bit of SIGHUP, the last signal that it catches. Node itself catches the others from its start.
  const wanted = 1n << 0n;
  for (;;) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const caught = BigInt(`0x${/SigCgt:\s*([0-9a-f]+)/.exec(status)?.[1] ?? '0'}`);
    if ((caught & wanted) === wanted) return;
  }
}

testInFull('keeps a work tree with changes, and removes one without', async () => {
  bed = await ProgramBed.open();
  const { workspace } = bed.home;
  const git = (...args: string[]) => bed.start(args, {}, 'git').ended();
  await writeFile(join(workspace, 'a.txt'), 'a');
  await git('init', '-q', '-b', 'main');
  await git('add', '.');
  await git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-qm', 'a');
  bed.api.onPrompt('look', [[text('Seen.')]]);
  bed.api.onPrompt('make', [[toolUse('Bash', { command })], [text('Made.')]]);
  const looked = await (await bed.run(['--prompt', 'look', '--worktree'])).ended();
  expect(looked).toEqual({ code: 0, out: 'Seen.\n', err: '' });
  expect((await git('branch')).out).toBe('* main\n');

  const args = ['--prompt', 'make', '--worktree', 'new', '--allow', 'Bash(node -e:*)'];
  const made = await (await bed.run([...args, '--output', 'json'])).ended();
  const path = `${workspace}.worktrees/new`;
  expect(lines(made.out)).toMatchObject([{ worktree: { path, branch: 'new' } }]);
  expect(existsSync(join(path, 'made'))).toBe(true);
  expect(existsSync(join(workspace, 'made'))).toBe(false);
  const outside = await (await bed.run(['--prompt', 'x', '--worktree', '--cwd', '/'])).ended();
  expect(outside).toMatchObject({
    code: 2,
    err: expect.stringContaining('needs a git repository'),
  });
});
