import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stop as stopEsbuild } from 'esbuild';
import { load } from 'js-yaml';
import { afterAll, afterEach, expect, it } from 'vitest';
import { toolUse } from '../support/api/reply';
import { cliBinary } from '../support/cli/cliBinary';
import { ProgramBed, programFile } from './support/programBed';

interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Workflow {
  readonly jobs: Readonly<
    Record<string, { steps: readonly Step[]; strategy?: { matrix: Record<string, string> } }>
  >;
}

let bed: ProgramBed;

afterEach(() => bed.close());
afterAll(() => stopEsbuild());

const path = join(__dirname, '..', '..', 'docs', 'examples', 'review.yml');

/** Puts values in the place of expressions, as GitHub does before a step runs. */
function evaluated(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{\{ ([^}]+) \}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The test has no value for ${name}`);
    return value;
  });
}

it('the example lists changed files as a matrix, and reviews each of them', async () => {
  bed = await ProgramBed.open();
  const { workspace, root } = bed.home;
  const { jobs } = load(await readFile(path, 'utf8')) as Workflow;
  const git = (...args: string[]) => {
    const user = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
    return bed.start([...user, ...args], {}, 'git').ended();
  };
  await mkdir(join(workspace, 'tools'));
  await copyFile(await programFile(), join(workspace, 'tools', 'tandem.js'));
  await writeFile(join(workspace, 'old.ts'), 'old');
  await git('init', '-q', '-b', 'main');
  await git('add', '.');
  await git('commit', '-qm', 'base');
  const base = (await git('rev-parse', 'HEAD')).out.trim();
  await writeFile(join(workspace, "it's new.ts"), 'const a = 1;');
  await writeFile(join(workspace, 'old.ts'), 'newer');
  await writeFile(join(workspace, 'notes.txt'), 'text');
  await git('add', '.');
  await git('commit', '-qm', 'change');
  await mkdir(join(root, 'bin'));
  await symlink((await cliBinary('newest')).path, join(root, 'bin', 'claude'));
  bed.home.env.PATH = `${join(root, 'bin')}:${bed.home.env.PATH}`;

  const step = async (job: string, name: string, values: Readonly<Record<string, string>>) => {
    const found = jobs[job]?.steps.find(one => one.name === name);
    for (const [key, value] of Object.entries(found?.env ?? {})) {
      bed.home.env[key] = evaluated(value, values);
    }
    const options = ['--noprofile', '--norc', '-eo', 'pipefail', '-c'];
    return bed.start([...options, found?.run ?? ''], {}, 'bash').ended();
  };
  const output = join(root, 'output');
  bed.home.env.GITHUB_OUTPUT = output;
  const listed = await step('list', 'List changed files', {
    'github.event.pull_request.base.sha': base,
  });
  expect(listed).toEqual({ code: 0, out: '', err: '' });
  const [, files = ''] = /^files=(.*)\n$/.exec(await readFile(output, 'utf8')) ?? [];
  expect(JSON.parse(files)).toEqual(["it's new.ts", 'old.ts']);
  expect(jobs.review?.strategy?.matrix.file).toContain('fromJSON(needs.list.outputs.files)');

  bed.api.onPrompt(/const a = 1/, [
    toolUse('StructuredOutput', {
      findings: [{ file: "it's new.ts", line: 1, severity: 'warning', message: 'Unused' }],
    }),
  ]);
  bed.api.onPrompt(/\+newer/, [toolUse('StructuredOutput', { findings: [] })]);
  const key = bed.home.env.ANTHROPIC_API_KEY ?? '';
  const reviewed = [];
  for (const file of JSON.parse(files) as string[]) {
    const values = { 'github.event.pull_request.base.sha': base, 'matrix.file': file };
    reviewed.push(await step('review', 'Review', { ...values, 'secrets.ANTHROPIC_API_KEY': key }));
  }
  expect(reviewed).toEqual([
    { code: 0, out: "it's new.ts:1:1: warning: Unused\n", err: '' },
    { code: 0, out: '', err: '' },
  ]);
});
