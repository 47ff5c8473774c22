// npm test: everything that must hold, in one run. `npm test -- unit cli` runs only these parts.
import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from './bundles';
import { inWords, provision } from './provision';

const root = join(__dirname, '..');
const results = join(root, 'test-results');
const suites = ['unit', 'cli', 'page', 'editor'] as const;
const checks: readonly { name: string; command: readonly string[] }[] = [
  { name: 'format and lint', command: ['biome', 'ci', '.'] },
  { name: 'types', command: ['tsc', '-b'] },
  { name: 'dead code', command: ['knip'] },
];

interface Counts {
  passed: number;
  failed: number;
}

async function main(): Promise<number> {
  const wanted = process.argv.slice(2);
  const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
  await provision(wanted, line => console.log(line));
  await rm(results, { recursive: true, force: true });
  await mkdir(results, { recursive: true });
  const total: Counts = { passed: 0, failed: 0 };
  const count = (passed: number, failed: number) => {
    total.passed += passed;
    total.failed += failed;
  };
  if (isWanted('check')) {
    for (const { name, command } of checks) {
      const code = await step(name, command);
      count(code === 0 ? 1 : 0, code === 0 ? 0 : 1);
    }
  }
  if (isWanted('page') || isWanted('editor')) {
    say('build');
    await build({ isProduction: true });
  }
  for (const suite of suites.filter(isWanted)) {
    const report = join(results, `${suite}.json`);
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const code = await step(suite, ['vitest', 'run', '--project', suite, ...reporters]);
    const counts = await readCounts(report);
    console.log(`${suite}: ${counts.passed} passed, ${counts.failed} failed`);
    // A run that broke down without a failed test (a crash, no test found) is a failure too.
    count(counts.passed, counts.failed === 0 && code !== 0 ? 1 : counts.failed);
  }
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
}

async function readCounts(report: string): Promise<Counts> {
  const text = await readFile(report, 'utf8').catch(() => undefined);
  if (text === undefined) {
    return { passed: 0, failed: 0 };
  }
  const { numPassedTests, numFailedTests } = JSON.parse(text);
  return { passed: Number(numPassedTests), failed: Number(numFailedTests) };
}

function step(name: string, command: readonly string[]): Promise<number> {
  say(name);
  const [tool, ...args] = command;
  const started = Date.now();
  return new Promise((resolve, reject) => {
    // Our own pinned tools, found as npm finds them; on Windows they are .cmd files.
    const child = spawn('npx', ['--no-install', String(tool), ...args], {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    child.on('error', reject);
    child.on('exit', code => {
      console.log(`${name}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
      resolve(code ?? 1);
    });
  });
}

function say(name: string): void {
  console.log(`\n== ${name}`);
}

main().then(
  code => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(inWords(error));
    process.exitCode = 1;
  },
);
