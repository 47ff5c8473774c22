// npm run bench: runs every benchmark against its limit; exits non-zero if one is exceeded.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Benchmark } from '../test/bench/benchmark';
import { exitCodes, onEndAsked } from './endings';
import { provision } from './provision';
import { quietMachine } from './quietMachine';
import { runScript } from './runScript';

const folder = join(__dirname, '..', 'test', 'bench');
/** Argument of a process that runs a single file. */
const single = '--file=';
/** Process of the benchmark that runs. */
let running: ChildProcess | undefined;

async function main(): Promise<number> {
  const wanted = process.argv.slice(2);
  const [first = ''] = wanted;
  if (first.startsWith(single)) {
    // A browser that benchmarks share would keep the process from ending by itself.
    process.exit(await runFile(first.slice(single.length)));
  }
  const files = (await readdir(folder)).filter(
    file =>
      file.endsWith('.bench.ts') &&
      (wanted.length === 0 || wanted.some(name => file.startsWith(name))),
  );
  await provision(['bench'], line => console.log(line));
  onEndAsked(signal => {
    running?.kill(signal);
    process.exit(exitCodes[signal]);
  });
  let isOver = false;
  for (const file of files) {
    if (!(await quietMachine())) {
      console.log(`\nOther programs keep the machine busy: ${file} may measure them, too.`);
    }
    isOver = (await inOwnProcess(file)) !== 0 || isOver;
  }
  return isOver ? 1 : 0;
}

/** The heap that other benchmarks leave, and what V8 has compiled for them, would cost time. */
async function inOwnProcess(file: string): Promise<number> {
  const args = [...process.execArgv, process.argv[1] ?? '', `${single}${file}`];
  running = spawn(process.execPath, args, { stdio: 'inherit' });
  const [code] = (await once(running, 'exit')) as [number | null];
  // A benchmark that was killed has not shown that it is within its limits.
  return code ?? 1;
}

async function runFile(file: string): Promise<number> {
  const { bench } = (await import(pathToFileURL(join(folder, file)).href)) as {
    bench: Benchmark;
  };
  let isOver = false;
  console.log(`\n== ${bench.name}`);
  const results = await bench.run();
  for (const { what, measured, limit, unit, detail } of Array.isArray(results)
    ? results
    : [results]) {
    const isWithin = measured <= limit;
    isOver ||= !isWithin;
    const name = what === undefined ? '' : `${what}: `;
    const numbers = `${measured.toFixed(2)} ${unit} (limit ${limit})`;
    console.log(`${isWithin ? 'ok  ' : 'OVER'} ${name}${numbers}  ${detail}`);
  }
  return isOver ? 1 : 0;
}

runScript(main);
