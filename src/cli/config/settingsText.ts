import * as l10n from '@vscode/l10n';
import { createScanner, type Node, type ParseError, parseTree } from 'jsonc-parser';
import { isObject, type JsonObject } from '../../base/json';
import { LineIndex } from '../../base/lineIndex';
import { token } from './tokens';

// Seen in 2.1.329: the CLI reads settings with a byte order mark, CRLF, and keys that it does not
// know. Of a key that comes twice it takes the last. An empty file counts as `{}`. A comment, a
// comma after the last item, or a zero byte makes it ignore the whole file. It shows the reason to
// `get_settings` only. Comments are kept all the same: they are the user's.

/** Depth at which the parser would run out of stack. No settings are that deep. */
const deepest = 200;

/** Bytes. Larger files are no settings. */
export const largestFile = 8 * 1024 * 1024;

export type JsonPath = readonly (string | number)[];

/** Content of a settings file that can be edited. */
export interface SettingsText {
  /** Without the byte order mark. */
  readonly text: string;
  readonly hasMark: boolean;
  /** Absent in an empty file. */
  readonly root: Node | undefined;
  readonly value: JsonObject;
  /** Syntax that the CLI rejects, although it can be edited: a comment, or a comma after the last item. */
  readonly rejected: Trouble | undefined;
}

/** Fault of a file, and its place. */
export interface Trouble {
  /** From 1. */
  readonly line: number;
  readonly reason: string;
}

export type ParsedSettings =
  | ({ readonly kind: 'parsed' } & SettingsText)
  | { readonly kind: 'broken'; readonly trouble: Trouble };

/** Reads the content of a settings file. */
export function parseSettings(bytes: Uint8Array): ParsedSettings {
  if (bytes.length > largestFile) {
    return broken(1, l10n.t('The file is larger than 8 MB'));
  }
  const raw = decoded(bytes);
  if (typeof raw !== 'string') {
    return broken(raw.line, l10n.t('The text is not UTF-8'));
  }
  const hasMark = raw.startsWith('\uFEFF');
  const text = hasMark ? raw.slice(1) : raw;
  if (text.includes('\0')) {
    return broken(lineAt(text, text.indexOf('\0')), l10n.t('The file contains a zero byte'));
  }
  const { depth, isEmpty, rejected } = scan(text);
  if (depth !== undefined) {
    return broken(lineAt(text, depth), l10n.t('Values are nested too deeply'));
  }
  if (isEmpty) {
    return { kind: 'parsed', text, hasMark, root: undefined, value: {}, rejected };
  }
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first || !root) {
    return broken(lineAt(text, first?.offset ?? 0), l10n.t('This is not valid JSON'));
  }
  const value = nodeValue(root);
  if (!isObject(value)) {
    return broken(lineAt(text, root.offset), l10n.t('The file must contain an object in braces'));
  }
  return { kind: 'parsed', text, hasMark, root, value, rejected };
}

/** Returns the value of a node. Unlike the library's function, it keeps a key `__proto__`. */
function nodeValue(node: Node): unknown {
  if (node.type === 'array') {
    return (node.children ?? []).map(nodeValue);
  }
  if (node.type !== 'object') {
    return node.value;
  }
  const entries = (node.children ?? []).map(({ children = [] }) => {
    const [key, value] = children;
    return [String(key?.value), value && nodeValue(value)];
  });
  return Object.fromEntries(entries);
}

/** Returns the node at a path. Of a key that comes twice, the last counts. */
export function nodeAt(root: Node | undefined, path: JsonPath): Node | undefined {
  return path.reduce<Node | undefined>((node, key) => {
    if (typeof key === 'number') {
      return node?.type === 'array' ? node.children?.[key] : undefined;
    }
    return node && properties(node, key).at(-1)?.children?.[1];
  }, root);
}

/** Returns all properties of an object that have a key. */
export function properties(node: Node, key: string): readonly Node[] {
  return node.type === 'object'
    ? (node.children ?? []).filter(({ children }) => children?.[0]?.value === key)
    : [];
}

/**
 * Returns a function for the line, from 1, of the value at a path or of the nearest value around it.
 * It is called for each of many values of a file.
 */
export function lineFinder({ text, root }: SettingsText): (path: JsonPath) => number {
  const owners = new Map<string, Node | undefined>();
  const ownerOf = (path: JsonPath) => {
    const key = JSON.stringify(path);
    if (!owners.has(key)) {
      owners.set(key, nodeAt(root, path));
    }
    return owners.get(key);
  };
  const lines = new LineIndex(text);
  return path => {
    for (let length = path.length; length > 0; length -= 1) {
      const found = nodeAt(ownerOf(path.slice(0, length - 1)), path.slice(length - 1, length));
      if (found) {
        const owner = found.parent?.type === 'property' ? found.parent : found;
        return lines.lineAt(owner.offset);
      }
    }
    return 1;
  };
}

function lineAt(text: string, offset: number): number {
  return new LineIndex(text).lineAt(offset);
}

function broken(line: number, reason: string): ParsedSettings {
  return { kind: 'broken', trouble: { line, reason } };
}

function decoded(bytes: Uint8Array): string | { readonly line: number } {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const text = new TextDecoder('utf-8').decode(bytes);
    return { line: lineAt(text, Math.max(0, text.indexOf('\uFFFD'))) };
  }
}

/** Looks at the tokens: `depth` is the place where the nesting is too deep. */
function scan(text: string): { depth?: number; isEmpty: boolean; rejected?: Trouble } {
  const scanner = createScanner(text);
  let level = 0;
  let isEmpty = true;
  let comma: number | undefined;
  let rejected: Trouble | undefined;
  const reject = (offset: number, reason: string) => {
    rejected ??= { line: lineAt(text, offset), reason };
  };
  for (let kind = scanner.scan(); kind !== token.end; kind = scanner.scan()) {
    if (kind === token.blank || kind === token.lineBreak) {
      continue;
    }
    const offset = scanner.getTokenOffset();
    if (kind === token.lineComment || kind === token.blockComment) {
      reject(offset, l10n.t('Claude Code cannot read comments'));
      continue;
    }
    isEmpty = false;
    if (kind === token.openBrace || kind === token.openBracket) {
      level += 1;
      if (level > deepest) {
        return { depth: offset, isEmpty };
      }
    } else if (kind === token.closeBrace || kind === token.closeBracket) {
      level -= 1;
      if (comma !== undefined) {
        reject(comma, l10n.t('Claude Code cannot read a comma after the last item'));
      }
    }
    comma = kind === token.comma ? offset : undefined;
  }
  return { isEmpty, ...(rejected ? { rejected } : {}) };
}
