import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ruleFor } from '../../src/cli/permissions/commandRules';
import { text, toolUse } from '../support/api/reply';
import { cliBinary } from '../support/cli/cliBinary';
import { AgentRun } from './support/agentRun';
import { versionsWith } from './support/versionRows';

const rules = [
  'Bash(mkdir:*)',
  'Bash(touch x*)',
  'Bash(rmdir old)',
  'Bash(git push *)',
  'Bash(printf * secret)',
  'Read(./nothing)',
];

/** Lines, and whether the CLI runs them under these rules. */
const lines: Readonly<Record<string, boolean>> = {
  'mkdir a': false,
  'mkdirs a': true,
  mkdir: false,
  'true && mkdir b': false,
  'true; mkdir c': false,
  'true | mkdir d': false,
  'mkdir e & true': false,
  'touch xa': false,
  'touch a': true,
  'rmdir old': false,
  'rmdir older': true,
  'git push origin': false,
  'git push': false,
  'git pushed': true,
  'printf a secret': false,
  'printf secret': true,
  'echo "mkdir a"': true,
  "echo 'a; mkdir b'": true,
  'A=1 mkdir f': false,
  'timeout 5 mkdir g': false,
  '(mkdir h)': false,
  'echo $(mkdir i)': false,
  'echo `mkdir j`': false,
  'if true; then mkdir k; fi': false,
  'echo a > f && mkdir l': false,
  'nohup mkdir m': false,
  '"mkdir" o': false,
  'mk\\dir p': false,
  'env mkdir q': false,
  'echo r | xargs mkdir': false,
  'for x in 1; do mkdir s; done': false,
  'command mkdir t': false,
  'echo a # mkdir u': true,
  'sudo mkdir v': false,
  '/bin/mkdir w': false,
};

/** Lines that the CLI runs, and that ours refuses. */
const stricter = ['sh -c "mkdir n"', 'eval mkdir x', "bash -c 'true; mkdir y'"];

describe.each(versionsWith())('Claude Code %s', version => {
  it('denies commands that are denied to lines of the user', async () => {
    const run = await AgentRun.create(await cliBinary(version), {});
    try {
      const settings = JSON.stringify({ permissions: { deny: rules } });
      await writeFile(join(run.home.configDir, 'settings.json'), settings);
      await run.process.start();
      const all = [...Object.keys(lines), ...stricter];
      run.api.onPrompt('run', [...all.map(command => toolUse('Bash', { command })), text('Done.')]);
      await run.turn('run');
      const results = run.api.mainRequests('run').flatMap(request => request.results);
      const isRun = (line: string) => !/denied/.test(JSON.stringify(results[all.indexOf(line)]));
      const isAllowed = (line: string) => ruleFor(line, rules) === undefined;
      const cli = Object.fromEntries(Object.keys(lines).map(line => [line, isRun(line)]));
      const ours = Object.fromEntries(Object.keys(lines).map(line => [line, isAllowed(line)]));
      expect(ours).toEqual(lines);
      expect(stricter.filter(isAllowed)).toEqual([]);
      // Older versions deny less.
      expect(all.filter(line => isAllowed(line) && !isRun(line))).toEqual([]);
      if (version === 'newest') {
        expect(cli).toEqual(lines);
      }
    } finally {
      await run.close();
    }
  });
});
