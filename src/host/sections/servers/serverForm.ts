import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../../../base/json';
import type { NamedServer, WritableScope } from '../../../cli/servers/serverCommand';
import type { FieldProblems, FormEntries, FormField } from '../../../contract/elicitation';
import { readEntry } from '../../../contract/forms/readEntry';
import type { ActionForm } from '../../../contract/sections';
import { isReservedName } from '../../../protocol/editorServer';

const scopes: readonly WritableScope[] = ['local', 'project', 'user'];

/** Form of a new server. The order of its fields is that of `readServerForm`. */
export function serverForm(): ActionForm {
  const fields: FormField[] = [
    {
      ...{ kind: 'text', name: 'name', title: l10n.t('Name'), isRequired: true, maxLength: 64 },
      description: l10n.t('Letters, digits, hyphens and underscores.'),
    },
    {
      ...{ kind: 'choice', name: 'kind', title: l10n.t('Kind'), isRequired: true },
      options: [
        { value: 'stdio', label: l10n.t('Program on this machine (stdio)') },
        { value: 'http', label: l10n.t('Address (HTTP)') },
        { value: 'sse', label: l10n.t('Address (SSE, older servers)') },
      ],
      initial: 'stdio',
    },
    {
      ...{ kind: 'text', name: 'target', title: l10n.t('Command or address'), isRequired: true },
      maxLength: 8_000,
      description: l10n.t('A command line such as {0}, or an address.', 'npx -y some-server'),
    },
    {
      ...{ kind: 'text', name: 'values', isRequired: false, isMultiline: true },
      maxLength: 20_000,
      title: l10n.t('Variables or headers'),
      description: l10n.t(
        'One per line: {0} for a program, {1} for an address.',
        'NAME=value',
        'Name: value',
      ),
    },
    {
      ...{ kind: 'choice', name: 'scope', title: l10n.t('Where it applies'), isRequired: true },
      options: [
        { value: 'local', label: l10n.t('This folder, only for you') },
        { value: 'project', label: l10n.t('This project, shared in {0}', '.mcp.json') },
        { value: 'user', label: l10n.t('All your folders') },
      ],
      initial: 'local',
    },
  ];
  const note = l10n.t('Values are written as they are. Do not put secrets in a shared file.');
  return { title: l10n.t('Add MCP server'), submit: l10n.t('Add'), fields, note };
}

/** Form for the address on which a browser ends that runs on another machine. */
export function finishForm(): ActionForm {
  const title = l10n.t('Finish signing in');
  const description = l10n.t(
    'Address of the page that could not be reached after you signed in, with all of its parts.',
  );
  const fields: FormField[] = [
    {
      ...{ kind: 'text', name: 'url', title: l10n.t('Address'), isRequired: true },
      ...{ description, format: 'uri' },
    },
  ];
  return { title, submit: l10n.t('Finish'), fields };
}

export type ReadForm =
  | { readonly problems: FieldProblems }
  | { readonly server: NamedServer; readonly config: JsonObject };

/** Reads the entries of `serverForm`. */
export function readServerForm(entries: FormEntries): ReadForm {
  const { fields } = serverForm();
  const read = fields.map((field, at) => readEntry(field, entries[at] ?? null));
  const problems = read.map(({ problem }) => problem ?? null);
  const [name = '', kind = '', target = '', values = '', scopeName = ''] = read.map(({ value }) =>
    typeof value === 'string' ? value : '',
  );
  problems[0] ??= nameProblem(name);
  const lines = values
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean);
  const pairs = lines.map(line => pairOf(line, kind));
  if (pairs.includes(undefined)) {
    problems[3] ??=
      kind === 'stdio'
        ? l10n.t('Write each line as {0}.', 'NAME=value')
        : l10n.t('Write each line as {0}.', 'Name: value');
  }
  const words = commandWords(target);
  const isAddress = kind === 'http' || kind === 'sse';
  if (/\p{Cc}/u.test(target.trim())) {
    problems[2] ??= l10n.t('Leave out control characters.');
  } else if (isAddress && hasUser(target)) {
    problems[2] ??= l10n.t('Leave out the user name and the password: enter a header instead.');
  } else if (kind === 'stdio' && words.length === 0) {
    problems[2] ??= l10n.t('Close the quotation mark.');
  } else if (isAddress && !isWebAddress(target)) {
    problems[2] ??= l10n.t('Enter a whole address, such as {0}.', 'https://example.com/mcp');
  }
  const scope = scopes.find(one => one === scopeName);
  if (scope === undefined || problems.some(one => one !== null)) {
    return { problems };
  }
  const record = Object.fromEntries(pairs.filter(pair => pair !== undefined));
  const [command, ...args] = words;
  const config: JsonObject =
    kind === 'stdio'
      ? { type: kind, command, args, ...(lines.length > 0 ? { env: record } : {}) }
      : { type: kind, url: target.trim(), ...(lines.length > 0 ? { headers: record } : {}) };
  return { server: { name, scope }, config };
}

function nameProblem(name: string): string | null {
  if (!/^[A-Za-z0-9_][A-Za-z0-9_-]*$/.test(name)) {
    return l10n.t('Use letters, digits, hyphens and underscores only.');
  }
  return isReservedName(name)
    ? l10n.t("Such names are reserved for the editor's own tools. Choose another one.")
    : null;
}

function pairOf(line: string, kind: string): [string, string] | undefined {
  const [, name, value] =
    (kind === 'stdio'
      ? /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/
      : /^([A-Za-z0-9!#$%&'*+.^_`|~-]+):\s*(.*)$/
    ).exec(line) ?? [];
  return name === undefined || value === undefined || /\p{Cc}/u.test(value)
    ? undefined
    : [name, value];
}

/** Claude Code connects to no such address, and the file may be a shared one. */
function hasUser(text: string): boolean {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  return url !== undefined && (url.username !== '' || url.password !== '');
}

function isWebAddress(text: string): boolean {
  const url = text.trim();
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/** Splits a command line at blanks, except between quotation marks; empty if one is not closed. */
export function commandWords(line: string): string[] {
  const pieces = /(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'])+/g;
  const rest = line.replace(pieces, '').trim();
  if (rest !== '') {
    return [];
  }
  return (line.match(pieces) ?? []).map(word =>
    word.replace(/"((?:[^"\\]|\\.)*)"|'([^']*)'/g, (_, double?: string, single?: string) =>
      double === undefined ? (single ?? '') : double.replace(/\\(["\\])/g, '$1'),
    ),
  );
}
