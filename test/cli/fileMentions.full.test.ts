import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { cliPath } from '../../src/host/mentions/files/cliPath';
import { text } from '../support/api/reply';
import { type CliVersion, cliBinary } from '../support/cli/cliBinary';
import { AgentRun } from './support/agentRun';

let run: AgentRun | undefined;

afterEach(async () => {
  await run?.close();
  run = undefined;
});

const names = [
  'plain.txt',
  'dir/in it.txt',
  'ümläut (1).txt',
  "it's.txt",
  'at@x,y.txt',
  'a"b.txt',
  '__proto__',
  '[b].txt',
  '日本語😀.txt',
  '[a](b).txt',
  'app/[slug]/page.txt',
  'dot.',
  'copy(1)',
  "it's'",
];

it.each<CliVersion>(['newest', '2.0.36', '2.1.120', '2.1.7'])(
  'Claude Code %s expands files as their chips say',
  async version => {
    run = await AgentRun.start(await cliBinary(version));
    for (const [number, name] of names.entries()) {
      const path = run.path(name);
      await mkdir(dirname(path), { recursive: true });
      for (const range of [undefined, { start: 3, end: 4 }]) {
        // Different content each time: it cannot come from an earlier message.
        const words = `case ${number} ${range ? 'lines' : 'whole'}`;
        const all = Array.from({ length: 9 }, (_, line) => String(line + 1));
        await writeFile(path, all.map(line => `${words} line ${line}`).join('\n'));
        run.api.onPrompt(`${words}:`, [text('Seen.')]);
        await run.turn(`${words}: see ${cliPath(name, range)} please`);
        const body = JSON.stringify(run.api.mainRequests(`${words}:`).at(-1)?.messages ?? []);
        const seen = [...body.matchAll(new RegExp(`${words} line (\\d)`, 'g'))];
        const found = [...new Set(seen.map(([, line]) => line))];
        expect({ name, range, found }).toEqual({ name, range, found: range ? ['3', '4'] : all });
      }
    }
  },
);
