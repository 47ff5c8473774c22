import { fieldText } from '../definitions/frontMatter';
import { type AgentFile, type FileWorld, type Finding, nameOfFile } from './agentFile';
import { bodyFindings } from './bodyFindings';
import { headFindings } from './headFindings';
import { readHead } from './headSource';
import { readModel } from './modelNames';
import { namesOf } from './namesOf';
import { claudeNames } from './toolNames';

/** Reads a file of either world into the terms of Claude Code. Never throws. */
export async function readAgentFile(
  text: string,
  path: string,
  world: FileWorld,
): Promise<AgentFile> {
  const head = await readHead(text);
  const { fields, body } = head;
  const named = fieldText(head, 'name');
  const description = fieldText(head, 'description');
  const argumentHint = hintOf(fields['argument-hint']) ?? fieldText(head, 'argument-hint');
  const tools = toolsOf(fields.tools, world);
  const denied = world === 'claudeAgent' ? toolsOf(fields.disallowedTools, world) : undefined;
  const model = modelOf(fields.model);
  const agent =
    world === 'prompt' ? (fieldText(head, 'agent') ?? fieldText(head, 'mode')) : undefined;
  const findings = [...headFindings(text, head, world), ...bodyFindings(text, head, path, world)];
  return {
    ...{ world, name: named ?? nameOfFile(path), fields, body: body.trim() },
    ...(description === undefined ? {} : { description }),
    ...(argumentHint === undefined ? {} : { argumentHint }),
    ...(tools === undefined ? {} : { tools }),
    ...(denied === undefined ? {} : { deniedTools: denied }),
    ...(model === undefined ? {} : { model }),
    ...(agent === undefined ? {} : { agent }),
    isForUser: fields['user-invocable'] !== false && fields['user-invokable'] !== false,
    isForAgents: isForAgents(fields),
    findings: findings.sort(byPlace),
  };
}

function toolsOf(value: unknown, world: FileWorld): readonly string[] | undefined {
  const names = namesOf(value);
  if (names === undefined || names.includes('*')) {
    return undefined;
  }
  // Claude Code reads its own files by itself; what it does not know, it leaves out.
  const known = (name: string) => claudeNames(name) ?? (world === 'claudeAgent' ? [name] : []);
  return [...new Set(names.flatMap(known))];
}

/** The first model of a list that Claude Code has counts. */
function modelOf(value: unknown): string | undefined {
  for (const name of namesOf(value) ?? []) {
    const reading = readModel(name);
    if (reading.kind !== 'unknown') {
      return reading.kind === 'inherit' ? undefined : reading.model;
    }
  }
  return undefined;
}

/** `argument-hint: [file]` is a list to YAML. */
function hintOf(value: unknown): string | undefined {
  // Lists in the list may be aliases of each other, and endless as a text.
  const words = Array.isArray(value) ? value.filter(one => typeof one !== 'object') : undefined;
  return words && `[${words.map(String).join(', ')}]`;
}

function isForAgents(fields: AgentFile['fields']): boolean {
  const denied = fields['disable-model-invocation'];
  return denied === undefined ? fields.infer !== false && fields.infer !== 'user' : denied !== true;
}

function byPlace(a: Finding, b: Finding): number {
  return a.line - b.line || a.start - b.start;
}
