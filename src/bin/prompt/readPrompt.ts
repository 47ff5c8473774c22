import { basename, resolve } from 'node:path';
import { messageOf } from '../../base/errors';
import { namesOf } from '../../cli/agentFiles/namesOf';
import { promptInputs, promptText } from '../../cli/agentFiles/promptText';
import { readAgentFile } from '../../cli/agentFiles/readAgentFile';
import { readBoundedText } from '../../node/boundedFile';
import { BadUsage } from '../badUsage';
import type { RunOptions } from '../commandLine';
import { readStdin } from './readStdin';

/** Prompt with all its values, and what the head of its file asks for. */
export interface ReadyPrompt {
  readonly text: string;
  readonly model?: string | undefined;
  /** Rules that the file wants allowed. They count in a trusted folder only. */
  readonly allow: readonly string[];
}

type PromptOptions = Pick<RunOptions, 'prompt' | 'promptFile' | 'inputs' | 'args'>;

/** Megabytes. */
const largest = 1;

/**
 * Reads the prompt and fills its inputs.
 * @param cwd folder of the run, for the variables of the prompt
 * @throws BadUsage, naming the file or the input
 */
export async function readPrompt(
  options: PromptOptions,
  cwd: string,
  stdin: () => NodeJS.ReadStream,
  signal: AbortSignal,
): Promise<ReadyPrompt> {
  const { prompt, promptFile } = options;
  const source =
    promptFile !== undefined
      ? await readFileSource(promptFile)
      : { body: prompt ?? (await readStdin(stdin(), signal)), allow: [] };
  const text =
    promptFile === undefined
      ? withoutValues(source.body, options)
      : fill(source.body, options, cwd, source.isPlain);
  if (text.trim() === '' && !signal.aborted) {
    throw new BadUsage('The prompt is empty.');
  }
  return { text, model: source.model, allow: source.allow };
}

interface Source {
  readonly body: string;
  readonly model?: string | undefined;
  readonly allow: readonly string[];
  /** Text in which `$1` may be a shell's. */
  readonly isPlain?: boolean;
}

async function readFileSource(given: string): Promise<Source> {
  const path = resolve(given);
  let content: string;
  try {
    content = await readBoundedText(path, largest);
  } catch (error) {
    throw new BadUsage(`The prompt file ${given} cannot be read: ${messageOf(error)}`);
  }
  const plain = path.replaceAll('\\', '/');
  const isCommand = /\/\.claude\/commands\/.*\.md$/.test(plain);
  if (!isCommand && !plain.endsWith('.prompt.md')) {
    return { body: content, allow: [], isPlain: true };
  }
  const file = await readAgentFile(content, path, 'prompt');
  const broken = file.findings.find(
    ({ code, severity }) => severity === 'error' && code.startsWith('head.'),
  );
  if (broken) {
    throw new BadUsage(`${given}:${broken.line + 1}: ${broken.text}`);
  }
  const allow = isCommand ? (namesOf(file.fields['allowed-tools']) ?? []) : [];
  return { body: file.body, model: file.model, allow };
}

/** Variables of the editor that `--input` may give. */
const variables = [
  ...['workspaceFolder', 'workspaceFolderBasename', 'file', 'fileBasename', 'fileDirname'],
  ...['fileBasenameNoExtension', 'selection', 'selectedText'],
];

function fill(body: string, { inputs, args }: PromptOptions, cwd: string, isPlain = false): string {
  const asked = promptInputs(body).map(({ name }) => name);
  const used = variables.filter(name => body.includes(`\${${name}}`));
  const unknown = [...inputs.keys()].find(name => !asked.includes(name) && !used.includes(name));
  if (unknown !== undefined) {
    const all = [...asked, ...used].join(', ') || 'none';
    throw new BadUsage(`The prompt has no input "${unknown}". It has: ${all}.`);
  }
  const folder = { workspaceFolder: cwd, workspaceFolderBasename: basename(cwd) };
  const values: Readonly<Record<string, string>> = { ...folder, ...Object.fromEntries(inputs) };
  const missing = [...asked, ...used].filter(name => !Object.hasOwn(values, name));
  if (missing.length > 0) {
    const names = missing.map(name => `"${name}"`).join(', ');
    throw new BadUsage(`The prompt needs a value for ${names}: --input ${missing[0]}=…`);
  }
  if (isPlain && asked.length + used.length === 0 && args === '') {
    return body;
  }
  return promptText(body, { args, inputs: values, variables: values });
}

function withoutValues(body: string, { inputs, args }: PromptOptions): string {
  if (inputs.size > 0 || args !== '') {
    throw new BadUsage('--input and --args fill the inputs of a --prompt-file.');
  }
  return body;
}
