import { join } from 'node:path';
import type { JsonObject } from '../../../../../src/base/json';
import type { Wish } from '../permissions';
import type { Session } from '../session';
import { startTask } from './backgroundTasks';
import { readCommand } from './commandLine';
import { endShell, spawnShell } from './shell';
import { type Tool, ToolFailure } from './tool';

export const bash: Tool = {
  wish: (input, session) => wishOf(String(input.command), input, session),
  run: async (call, session, signal) => {
    const { input } = call;
    if (input.run_in_background === true) {
      return startTask(call, session);
    }
    const { stdout, stderr, code } = await runCommand(String(input.command), session, signal);
    const said = [stdout, stderr].filter(Boolean).join('\n');
    if (code !== 0) {
      throw new ToolFailure(`Exit code ${code}\n${said}`.trimEnd());
    }
    const result = { stdout, stderr, interrupted: false, isImage: false };
    const noOutputExpected = /^(?:touch|mkdir|rm|mv|cp)\b/.test(String(input.command));
    return {
      content: said === '' ? '(Bash completed with no output)' : said,
      isError: false,
      result: { ...result, noOutputExpected },
    };
  },
};

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

function runCommand(command: string, session: Session, signal: AbortSignal): Promise<Printed> {
  return new Promise((resolve, reject) => {
    const child = spawnShell(command, session.cwd);
    const printed = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', text => {
        printed[name] += text;
      });
    }
    const kill = () => endShell(child);
    signal.addEventListener('abort', kill, { once: true });
    child.once('error', reject);
    child.once('close', code => {
      signal.removeEventListener('abort', kill);
      if (signal.aborted) {
        reject(new Error('aborted'));
      } else {
        const { stdout, stderr } = printed;
        resolve({ stdout: stdout.trimEnd(), stderr: stderr.trimEnd(), code });
      }
    });
  });
}

function wishOf(command: string, input: JsonObject, session: Session): Wish {
  const { isHarmless, isEdit, isSingle, others, changed } = readCommand(command);
  const description = input.description === undefined ? undefined : String(input.description);
  const base = { isHarmless, isEdit, subject: command, description: description ?? command };
  const rules = isSingle ? [command] : others;
  const suggestions: JsonObject[] = rules.map(ruleContent => ({
    type: 'addRules',
    rules: [{ toolName: 'Bash', ruleContent }],
    behavior: 'allow',
    destination: 'localSettings',
  }));
  if (changed === undefined || !isSingle) {
    const more = { permission_suggestions: suggestions };
    return { ...base, more, reason: 'subcommandResults' };
  }
  suggestions.push(
    { type: 'addDirectories', directories: [session.cwd], destination: 'session' },
    { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
  );
  const more = { permission_suggestions: suggestions, blocked_path: join(session.cwd, changed) };
  return { ...base, more };
}
