const line = /^\s*(?:export\s+)?([\w.-]+)\s*=\s*(.*)$/;

/** The variables of a file of `NAME=value` lines, with quotes and comments as such files have them. */
export function parseEnvFile(text: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const one of text.split(/\r?\n/)) {
    const [, name, value] = line.exec(one) ?? [];
    if (name !== undefined && value !== undefined) {
      found[name] = unquoted(value.trim());
    }
  }
  return found;
}

function unquoted(text: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
  if (quoted !== undefined) {
    return quoted.replace(/\\([nrt"\\])/g, (_, sign: string) => escapes[sign] ?? sign);
  }
  return /^'([^']*)'/.exec(text)?.[1] ?? text.replace(/(?:^|\s)#.*$/, '').trim();
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
