// npm run bench: runs every benchmark against its limit; exits non-zero if one is exceeded.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Benchmark } from '../test/bench/benchmark';
import { provision } from './provision';
import { runScript } from './runScript';

const folder = join(__dirname, '..', 'test', 'bench');

async function main(): Promise<number> {
  const wanted = process.argv.slice(2);
  const files = (await readdir(folder)).filter(
    file =>
      file.endsWith('.bench.ts') &&
      (wanted.length === 0 || wanted.some(name => file.startsWith(name))),
  );
  await provision(['bench'], line => console.log(line));
  let isOver = false;
  for (const file of files) {
    const { bench } = (await import(pathToFileURL(join(folder, file)).href)) as {
      bench: Benchmark;
    };
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
  }
  return isOver ? 1 : 0;
}

runScript(main);
