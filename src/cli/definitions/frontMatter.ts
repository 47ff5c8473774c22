/** A Markdown file with a head, as agents, skills, commands and output styles are. */
export interface FrontMatter {
  /** Values of the head by their keys; empty without a head. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly body: string;
}

const head = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;
const simpleField = /^([\w-]+):[ \t]+(.*?)[ \t]*$/;

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
  return { fields: fieldsOf(source, load), body: text.slice(whole.length) };
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

function fieldsOf(source: string, load: (text: string) => unknown): FrontMatter['fields'] {
  const attempts = [
    () => load(source),
    () => load(quoted(source)),
    () => Object.fromEntries(simpleFields(source)),
  ];
  for (const attempt of attempts) {
    const value = orUndefined(attempt);
    if (value !== undefined) {
      return value !== null && typeof value === 'object' && !Array.isArray(value)
        ? (value as FrontMatter['fields'])
        : {};
    }
  }
  return {};
}

/** Puts quotes around values on one line that have none. */
function quoted(source: string): string {
  return source.replace(/^.*$/gm, line => {
    const [, key, value = ''] = simpleField.exec(line.replace(/\r$/, '')) ?? [];
    return key === undefined || /^["'|>]/.test(value) || value === ''
      ? line
      : `${key}: ${JSON.stringify(value)}`;
  });
}

function simpleFields(source: string): readonly (readonly [string, string])[] {
  return source.split(/\r?\n/).flatMap(line => {
    const [, key, value = ''] = simpleField.exec(line) ?? [];
    return key === undefined ? [] : [[key, value.replace(/^(["'])(.*)\1$/, '$2')] as const];
  });
}

function orUndefined(attempt: () => unknown): unknown {
  try {
    return attempt() ?? null;
  } catch {
    return undefined;
  }
}
