import { isObject } from '../../../base/json';
import * as z from '../../../base/schema';
import { raceTimeout } from '../../../node/raceTimeout';
import { defineTool, failure, textResult } from '../../../terminalServer/mcp/tool';
import type { EditorTool } from '../tool/editorTool';
import { startOf } from './boundedText';

/** Milliseconds to wait; commands that prompt the user may run longer. */
const limit = 60_000;
const longestResult = 8_000;

type Execute = (command: string, args: readonly unknown[]) => PromiseLike<unknown>;

/** @param allowed ids of commands, from the user's settings */
export function runCommand(allowed: readonly string[], execute: Execute): EditorTool {
  return {
    group: 'execution',
    make: ({ clock }) =>
      defineTool({
        name: 'run_command',
        title: 'Run editor command',
        description: `Runs a command of the editor. Allowed by the user's setting tandem.editorTools.commands: ${allowed.join(', ')}.`,
        input: z.object({
          command: z.string(),
          args: z.optional(z.array(z.unknown())),
        }),
        hints: { destructiveHint: true },
        run: async ({ command, args = [] }, { signal }) => {
          if (!allowed.includes(command)) {
            return failure(
              `"${command}" is not allowed. The user's setting tandem.editorTools.commands allows: ${allowed.join(', ')}.`,
            );
          }
          if (signal.aborted) {
            return failure(`"${command}" was not started: the call was canceled.`);
          }
          const running = Promise.resolve(execute(command, args));
          const done = await raceTimeout(
            Promise.race([running.then(value => ({ value })), aborted(signal)]),
            limit,
            clock,
          );
          if (done === 'aborted') {
            // The editor has no way to end a command.
            return failure(`The call was canceled. "${command}" was started and may still run.`);
          }
          return textResult(
            done
              ? `"${command}" has run.${resultText(done.value)}`
              : `"${command}" still runs after ${limit / 1_000} s.`,
          );
        },
      }),
  };
}

function aborted(signal: AbortSignal): Promise<'aborted'> {
  return new Promise(resolve => {
    signal.addEventListener('abort', () => resolve('aborted'), { once: true });
  });
}

function resultText(value: unknown): string {
  if (value === undefined || value === null) {
    return '';
  }
  const text = isObject(value) || Array.isArray(value) ? jsonOf(value) : String(value);
  return ` It returned:\n${startOf(text, longestResult)}`;
}

function jsonOf(value: object): string {
  try {
    return JSON.stringify(value, undefined, 1) ?? '';
  } catch {
    // Circular: an internal object of the editor, which cannot be described.
    return '(an object that cannot be shown)';
  }
}
