import { isAbsolute, resolve } from 'node:path';
import * as z from '../../../base/schema';
import { defineTool, textResult } from '../../../terminalServer/mcp/tool';
import { EditorReader } from '../read/editorReader';
import { counted, listing, pageInput } from '../read/text/listing';
import type { EditorTool } from '../tool/editorTool';
import { shortLine } from './boundedText';
import type { ComparedValues } from './comparedValues';
import type { AddedTest, FailedRun, TestFailures } from './testFailures';
import type { FailedTest } from './testOutputParser';

type Known = Pick<TestFailures, 'runs' | 'added'>;

/**
 * Reports failures again without another run. Places outside of the agent's folders are left out. It needs
 * permission, because tests print secrets, and the run may be another conversation's.
 */
export function testFailure(failures: Known): EditorTool {
  return {
    group: 'other',
    make: context => {
      const reader = EditorReader.of(context);
      return defineTool({
        name: 'test_failure',
        title: 'Test failures',
        description:
          'Failed tests of the last runs by run_tests and run_task, and those that the user has added in the Test Explorer: message, expected and actual value, file and line. Runs nothing.',
        input: z.object({
          words: z.optional(z.string().check(z.describe('Part of the name of a test or file.'))),
          ...pageInput,
        }),
        run: async ({ words = '', ...page }) => {
          const { paths } = reader;
          const readable = async (path: string) =>
            (await paths.mayRead(path)) ? paths.show(path) : undefined;
          const runs = await Promise.all(
            failures.runs.map(async run => ({
              run,
              lines: await Promise.all(run.tests.map(test => runLine(test, run, readable))),
            })),
          );
          const added = await Promise.all(failures.added.map(test => addedLine(test, readable)));
          const isMeant = (line: string) => line.toLowerCase().includes(words.toLowerCase());
          const now = context.clock.now();
          const groups = runs.map(({ run, lines }) => ({
            about: `of ${runName(run, now)}`,
            lines: lines.filter(isMeant),
          }));
          const own = added.filter(line => line !== undefined).filter(isMeant);
          const all = [...groups, { about: 'added by the user', lines: own }];
          const filled = all.filter(({ lines }) => lines.length > 0);
          const entries = filled.flatMap(({ lines }) => lines);
          if (entries.length === 0) {
            return textResult(noneText(failures, words));
          }
          const parts = filled.map(({ lines, about }) => `${lines.length} ${about}`).join(', ');
          const heading = `${counted(entries.length, 'failure')}: ${parts}`;
          return textResult(listing(entries, { ...page, heading, usual: 50 }));
        },
      });
    },
  };
}

function noneText({ runs, added }: Known, words: string): string {
  return words !== '' && runs.length + added.length > 0
    ? `No known failure has "${words}" in its name or message.`
    : 'No failed tests are known: no run by run_tests or run_task has failed, and the user has added none. Run the tests with run_tests.';
}

type Show = (path: string) => Promise<string | undefined>;

async function runLine(test: FailedTest, { cwd }: FailedRun, show: Show): Promise<string> {
  const { name, place, message } = test;
  const [, path, line] = /^(.+):(\d+)$/.exec(place ?? '') ?? [];
  const shown = path && (await show(isAbsolute(path) ? path : resolve(cwd, path)));
  return lineOf(shown && `${shown}:${line}`, name, message, test);
}

/** @returns undefined for a test in a file that the agent may not read */
async function addedLine(test: AddedTest, show: Show): Promise<string | undefined> {
  const { name, path, line, message } = test;
  if (path === undefined) {
    return lineOf(undefined, name, message, test);
  }
  const shown = await show(path);
  return shown && lineOf(`${shown}:${line ?? 1}`, name, message, test);
}

/** Formats a test as one line that begins with its place, of which the card makes a link. */
function lineOf(
  place: string | undefined,
  name: string,
  message: string | undefined,
  { expected, actual }: ComparedValues,
): string {
  const values = [
    ...(expected === undefined ? [] : [`expected ${shortLine(expected, 300)}`]),
    ...(actual === undefined ? [] : [`got ${shortLine(actual, 300)}`]),
  ];
  const reason = message === undefined ? '' : `: ${shortLine(message, 300)}`;
  return `${place ?? '-'}${place ? ':' : ''} ${shortLine(name, 200)}${reason}${values.length > 0 ? `; ${values.join(', ')}` : ''}`;
}

function runName({ task, exitCode, at }: FailedRun, now: number): string {
  const code = exitCode === undefined ? '' : `exit code ${exitCode}, `;
  const minutes = Math.floor((now - at) / 60_000);
  const age = minutes < 1 ? 'just now' : `${counted(minutes, 'minute')} ago`;
  return `"${task}" (${code}${age})`;
}
