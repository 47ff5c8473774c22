import type { FileWorld } from './agentFile';
import { type HeadKey, headKey, headKeys } from './headKeys';
import { type HeadEntry, type HeadSource, type Place, readHead } from './headSource';
import { modelAliases } from './modelNames';
import { claudeTools, toolAliases } from './toolNames';

/** Names that running agents have reported. */
export interface KnownNames {
  readonly tools: readonly string[];
  readonly models: readonly string[];
  readonly agents: readonly string[];
}

export interface HeadProposal {
  readonly label: string;
  readonly kind: 'key' | 'value';
  readonly detail?: string;
  /** Text in place of `place`. */
  readonly insert: string;
  readonly place: Place;
}

interface Cursor {
  readonly line: number;
  readonly character: number;
}

/** Proposes what can stand at a place of the head; nothing elsewhere. */
export async function headProposals(
  text: string,
  cursor: Cursor,
  world: FileWorld,
  known: KnownNames,
): Promise<readonly HeadProposal[]> {
  const head = await readHead(text);
  if (!isInside(head, cursor.line)) {
    return [];
  }
  const before = lineOf(text, cursor.line).slice(0, cursor.character);
  const place = { line: cursor.line, start: wordStart(before), end: cursor.character };
  if (/^[\w-]*$/.test(before)) {
    return keyProposals(head, world, { ...place, start: 0 });
  }
  const entry = head.entries.findLast(({ keyPlace }) => keyPlace.line <= cursor.line);
  const spec = entry && headKey(world, entry.key)?.key;
  const isValue = entry && (cursor.line > entry.keyPlace.line || before.includes(':'));
  return spec && isValue
    ? valuesOf(spec, world, known).map(value => valueProposal(value, place))
    : [];
}

/** Returns what a key means, if one stands there. */
export async function headHover(
  text: string,
  { line, character }: Cursor,
  world: FileWorld,
): Promise<{ readonly text: string; readonly place: Place } | undefined> {
  const head = await readHead(text);
  const entry = isInside(head, line) ? entryAt(head.entries, line, character) : undefined;
  const found = entry && headKey(world, entry.key);
  return entry && found ? { text: found.key.text, place: entry.keyPlace } : undefined;
}

/** A head without an end is one that somebody is still typing. */
function isInside({ state, bodyLine }: HeadSource, line: number): boolean {
  return line > 0 && (state === 'open' || (state === 'closed' && line < bodyLine - 1));
}

function entryAt(entries: readonly HeadEntry[], line: number, character: number) {
  return entries.find(({ keyPlace }) => keyPlace.line === line && character <= keyPlace.end);
}

function keyProposals(head: HeadSource, world: FileWorld, place: Place): HeadProposal[] {
  const taken = new Set(
    head.entries.filter(({ keyPlace }) => keyPlace.line !== place.line).map(({ key }) => key),
  );
  return headKeys(world)
    .filter(({ key, newer }) => newer === undefined && !taken.has(key))
    .map(({ key, text }) => ({
      ...{ label: key, kind: 'key', detail: text, insert: `${key}: `, place },
    }));
}

function valuesOf(
  { key, kind, choices }: HeadKey,
  world: FileWorld,
  known: KnownNames,
): readonly string[] {
  if (choices) {
    return choices;
  }
  if (kind === 'flag') {
    return ['true', 'false'];
  }
  switch (key) {
    case 'tools':
    case 'disallowedTools': {
      const short = world === 'claudeAgent' ? [] : toolAliases;
      return [...new Set([...short, ...known.tools, ...claudeTools])];
    }
    case 'model':
      return [...new Set(['inherit', ...modelAliases, ...known.models])];
    case 'agent':
    case 'mode':
      return [...new Set(['ask', 'edit', 'agent', 'plan', ...known.agents])];
    case 'agents':
      return known.agents;
    default:
      return [];
  }
}

function valueProposal(value: string, place: Place): HeadProposal {
  return { label: value, kind: 'value', insert: value, place };
}

/** Start of the name that ends there: of a list, of words with commas, or of a whole value. */
function wordStart(before: string): number {
  return before.length - (/[\w./*-]*$/.exec(before)?.[0].length ?? 0);
}

function lineOf(text: string, line: number): string {
  return text.split(/\r?\n/)[line] ?? '';
}
