import type { RunTaskDefinition } from './runTaskDefinition';

/**
 * Returns the arguments of `tandem run` for a task. A prompt is not among them, because others can
 * read a command line.
 */
export function runTaskArguments(
  definition: RunTaskDefinition,
  { cli, trustsFolder }: { cli: string; trustsFolder: boolean },
): string[] {
  const { promptFile, inputs = {}, args, model, agent, output = 'text', schema } = definition;
  const { allow = [], failOnDenied, worktree, maxTurns, maxBudgetUsd } = definition;
  // With `=`, a value that begins with a dash is no option.
  const option = (name: string, value: string | number | undefined) =>
    value === undefined || value === '' ? [] : [`--${name}=${value}`];
  return [
    ...['run', `--cli=${cli}`, `--output=${output}`],
    ...(output === 'text' ? ['--verbose'] : []),
    ...(output === 'stream-json' ? ['--include-partial-messages'] : []),
    ...option('prompt-file', promptFile),
    ...Object.entries(inputs).map(([name, value]) => `--input=${name}=${value}`),
    ...[...option('args', args), ...option('model', model), ...option('agent', agent)],
    ...option('schema', typeof schema === 'object' ? JSON.stringify(schema) : schema),
    ...allow.map(rule => `--allow=${rule}`),
    ...(failOnDenied ? ['--fail-on-denied'] : []),
    ...(worktree === true ? ['--worktree='] : option('worktree', worktree || undefined)),
    ...[...option('max-turns', maxTurns), ...option('max-budget-usd', maxBudgetUsd)],
    ...(trustsFolder ? ['--trust-folder'] : []),
  ];
}
