import { isObject } from '../../base/json';

/** A Markdown file with a head, as agents, skills, commands and output styles are. */
export interface FrontMatter {
  /** Values of the head by their keys; empty without a head. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** True if the head is no YAML, or too long for it: the fields are read line by line. */
  readonly isGuessed?: true;
}

const head = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;
const simpleField = /^([\w-]+):[ \t]/;

/** Characters of a longer head are read line by line: hostile YAML may take minutes. */
const longestYaml = 50_000;
/** Maximum characters with an alias, which may stand for a long value in many places. */
const longestAliased = 8_000;
const alias = /(?:^|[\s,:[{?])[*&][^\s*&,]/;

/**
 * Reads a file as leniently as Claude Code 2.1.329 does: `description: Use this: always` is no YAML,
 * but common.
 */
export async function readFrontMatter(text: string): Promise<FrontMatter> {
  const found = head.exec(text);
  if (!found) {
    return { fields: {}, body: text.replace(/^\uFEFF/, '') };
  }
  const [whole, source = ''] = found;
  const { load } = await import('js-yaml');
  return { ...fieldsOf(source, load), body: text.slice(whole.length) };
}

/** Returns the text of the head, without the lines of dashes; empty without a head. */
export function headOf(text: string): string {
  return head.exec(text)?.[1] ?? '';
}

/** Returns a value as text: YAML reads `name: 123` as a number. Undefined for lists and the like. */
export function fieldText(
  { fields }: Pick<FrontMatter, 'fields'>,
  key: string,
): string | undefined {
  const value = fields[key];
  const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
  return isPlain && value !== '' ? String(value).trim() : undefined;
}

/** Returns a file's text. The values are quoted where YAML would read something else. */
export async function writeFrontMatter(
  fields: Readonly<Record<string, string | readonly string[]>>,
  body: string,
): Promise<string> {
  const { dump } = await import('js-yaml');
  return `---\n${dump(fields, { lineWidth: -1 })}---\n\n${body.trim()}\n`;
}

function fieldsOf(
  source: string,
  load: (text: string) => unknown,
): Pick<FrontMatter, 'fields' | 'isGuessed'> {
  const mostYaml = alias.test(source) ? longestAliased : longestYaml;
  const attempts = source.length > mostYaml ? [] : [source, quoted(source)];
  for (const attempt of attempts) {
    const value = orUndefined(() => load(attempt));
    if (value !== undefined) {
      return { fields: isObject(value) ? value : {} };
    }
  }
  const fields = Object.fromEntries(simpleFields(source));
  return source.trim() === '' ? { fields } : { fields, isGuessed: true };
}

/** Puts quotes around values on one line that have none. */
function quoted(source: string): string {
  return source.replace(/^.*$/gm, line => {
    const [key, value] = fieldIn(line) ?? [];
    return key === undefined || value === undefined || /^(?:["'|>]|$)/.test(value)
      ? line
      : `${key}: ${JSON.stringify(value)}`;
  });
}

function simpleFields(source: string): readonly (readonly [string, string])[] {
  return source.split('\n').flatMap(line => {
    const [key, value = ''] = fieldIn(line) ?? [];
    return key === undefined ? [] : [[key, value.replace(/^(["'])(.*)\1$/, '$2')] as const];
  });
}

/** Returns the key and the value of a line, without the blanks around it. */
function fieldIn(line: string): readonly [string, string] | undefined {
  const [start, key] = simpleField.exec(line) ?? [];
  return start === undefined || key === undefined
    ? undefined
    : [key, line.slice(start.length).trim()];
}

function orUndefined(attempt: () => unknown): unknown {
  try {
    return attempt() ?? null;
  } catch {
    return undefined;
  }
}
