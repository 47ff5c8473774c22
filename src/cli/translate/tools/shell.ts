import * as l10n from '@vscode/l10n';
import { omitUndefined } from '../../../base/omitUndefined';
import type { ToolContent } from '../../../contract/tools';
import { readToolResult } from '../../../protocol/toolResults';
import { toImage } from '../../../protocol/wireImage';
import { errorText } from './resultBlocks';
import { type ToolResult, textAt, toolSpec } from './toolSpec';

export const bash = toolSpec(
  'bash',
  'bash',
  wire =>
    omitUndefined({
      command: wire.command,
      description: wire.description,
      timeoutMs: wire.timeout,
      background: wire.run_in_background,
    }),
  {
    target: input => textAt(input, 'command')?.trim().split('\n')[0],
    drafts: { command: 'command' },
    content: bashContent,
    failure: bashFailure,
  },
);

export const shellOutput = toolSpec(
  'shellOutput',
  'shellOutput',
  wire => omitUndefined({ shellId: wire.bash_id ?? wire.task_id ?? '', filter: wire.filter }),
  {
    target: input => textAt(input, 'bash_id') ?? textAt(input, 'task_id'),
    content: outputContent,
  },
);

export const shellStop = toolSpec(
  'shellStop',
  'shellStop',
  wire => ({ shellId: wire.shell_id ?? wire.task_id ?? '' }),
  { target: input => textAt(input, 'shell_id') ?? textAt(input, 'task_id') },
);

/** Text that the CLI sends to the model if there is no output. */
const noOutput = '(Bash completed with no output)';

function bashContent({ structured, text, input }: ToolResult): ToolContent[] {
  const parts = readToolResult('bash', structured);
  const background = parts?.backgroundTaskId ?? (parts ? undefined : startedId(text, input));
  if (background !== undefined) {
    const { stdout = '', stderr = '' } = parts ?? {};
    return [
      { type: 'terminal', stdout, stderr, backgroundId: background },
      { type: 'text', text },
    ];
  }
  if (!parts) {
    return [{ type: 'terminal', stdout: text === noOutput ? '' : text, stderr: '' }];
  }
  const image = parts.isImage ? imageOf(parts.stdout) : undefined;
  if (image) {
    return [image];
  }
  return [
    {
      type: 'terminal',
      stdout: parts.stdout,
      stderr: parts.stderr,
      ...(parts.interrupted ? { interrupted: true } : {}),
    },
    ...(parts.persistedOutputPath
      ? [
          {
            type: 'text' as const,
            text: l10n.t('All of the output is in {0}', parts.persistedOutputPath),
          },
        ]
      : []),
  ];
}

/**
 * Up to 2.0.36, only the text has the id. A program could print the same text, so the input must
 * ask for the background.
 */
function startedId(text: string, input: ToolResult['input']): string | undefined {
  return input.run_in_background === true
    ? /^Command running in background with ID: ([\w-]+)/.exec(text)?.[1]
    : undefined;
}

function imageOf(stdout: string): ToolContent | undefined {
  const [, mediaType, data] =
    /^data:(image\/[a-z]+);base64,([A-Za-z0-9+/=\s]+)$/.exec(stdout) ?? [];
  const image = toImage(mediaType, data?.trim());
  return image && { type: 'image', image };
}

/** Reads "Exit code N", which the CLI writes before the output of a failed command. */
function bashFailure({ text }: ToolResult): ToolContent[] | undefined {
  const match = /^Exit code (\d+)(?:\n|$)/.exec(errorText(text));
  if (!match) {
    return undefined;
  }
  const stdout = errorText(text)
    .slice(match[0].length)
    .replace(/^\[Request interrupted by user for tool use\]\n?/, '');
  return [{ type: 'terminal', stdout, stderr: '', exitCode: Number(match[1]) }];
}

function outputContent({ structured, text }: ToolResult): ToolContent[] | undefined {
  const shell = readToolResult('shellOutput', structured);
  if (shell) {
    return [terminal(shell.stdout, shell.stderr, shell.exitCode)];
  }
  const task = readToolResult('taskOutput', structured)?.task;
  if (task) {
    return [terminal(task.output, undefined, task.exitCode)];
  }
  // <status>…</status> <exit_code>…</exit_code> <stdout>…</stdout> <stderr>…</stderr>
  if (!/^<(?:status|retrieval_status)>/.test(text)) {
    return undefined;
  }
  const code = /<exit_code>(\d+)<\/exit_code>/.exec(
    text.split(/<(?:stdout|output)>/)[0] ?? '',
  )?.[1];
  const stdout = between(text, 'stdout') ?? between(text, 'output');
  return [
    terminal(stdout, between(text, 'stderr'), code === undefined ? undefined : Number(code)),
    ...(stdout === undefined ? [{ type: 'text' as const, text }] : []),
  ];
}

function terminal(
  stdout: string | undefined,
  stderr: string | undefined,
  exitCode: number | undefined,
): ToolContent {
  return omitUndefined({
    type: 'terminal',
    stdout: stdout ?? '',
    stderr: stderr ?? '',
    exitCode,
  } as const);
}

function between(text: string, tag: string): string | undefined {
  const start = text.indexOf(`<${tag}>`);
  const end = text.lastIndexOf(`</${tag}>`);
  return start === -1 || end < start
    ? undefined
    : text.slice(start + tag.length + 2, end).replace(/^\n/, '');
}
