import * as l10n from '@vscode/l10n';
import type { LineRange, Mention } from '../../../contract/mentions';
import { nearPath } from '../../editor/nearPath';

/** UTF-16 units of a token, beyond which it has only the end of a path. */
const longestToken = 400;
const longestLabel = 200;

/** @param path absolute; `cwd` is the conversation's folder */
export function fileMention(path: string, cwd: string, lines?: LineRange): Mention {
  const near = nearPath(path, cwd);
  const label = labelOf(nameIn(near), lines);
  const target = { kind: 'file', path: near, ...(lines ? { lines } : {}) } as const;
  return { token: tokenOf(near, suffixOf(lines)), label, target };
}

/** @param path absolute */
export function folderMention(path: string, cwd: string): Mention {
  const near = nearPath(path, cwd).replace(/\/+$/, '');
  const label = `${labelOf(nameIn(near))}/`;
  return { token: tokenOf(`${near}/`), label, target: { kind: 'folder', path: near || '/' } };
}

/** @param line 1-based */
export function problemsMention(path: string, cwd: string, line?: number): Mention {
  const near = nearPath(path, cwd);
  const place = line === undefined ? '' : `#${line}`;
  const name = labelOf(nameIn(near), line === undefined ? undefined : { start: line, end: line });
  const target = { kind: 'problems', path: near, ...(line === undefined ? {} : { line }) } as const;
  return {
    token: tokenOf(`problems:${near}`, place),
    label: l10n.t('Problems in {0}', name),
    target,
  };
}

/** Uncommitted changes, of a file if there is a path. */
export function changesMention(
  cwd: string,
  { path, isStaged }: { readonly path?: string; readonly isStaged?: boolean },
): Mention {
  const near = path === undefined ? undefined : nearPath(path, cwd);
  const kind = isStaged ? 'staged' : 'changes';
  const target = {
    kind: 'changes',
    ...(near === undefined ? {} : { path: near }),
    ...(isStaged === undefined ? {} : { isStaged }),
  } as const;
  return {
    token: near === undefined ? `@${kind}` : tokenOf(`${kind}:${near}`),
    label: changesLabel(near, isStaged),
    target,
  };
}

/** @param hash full hash of a commit */
export function commitMention(hash: string, subject: string): Mention {
  const short = hash.slice(0, 8);
  const label = labelOf(subject === '' ? short : `${short} ${subject}`);
  return { token: `@commit:${short}`, label, target: { kind: 'commit', hash } };
}

export function urlMention(url: string): Mention {
  const { host, pathname } = new URL(url);
  const label = labelOf(`${host}${pathname === '/' ? '' : pathname}`);
  return { token: tokenOf(url), label, target: { kind: 'url', url } };
}

function changesLabel(near: string | undefined, isStaged: boolean | undefined): string {
  if (near === undefined) {
    return isStaged ? l10n.t('Staged changes') : l10n.t('Changes');
  }
  const name = labelOf(nameIn(near));
  return isStaged ? l10n.t('Staged changes of {0}', name) : l10n.t('Changes of {0}', name);
}

/** Keeps what stands in the text on one line and in one word; the target has the real name. */
function tokenOf(name: string, suffix = ''): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"]/gu, '_');
  const kept = plain.length > longestToken ? `…${plain.slice(-longestToken)}` : plain;
  return /\s/.test(kept) ? `@"${kept}${suffix}"` : `@${kept}${suffix}`;
}

function suffixOf(lines: LineRange | undefined): string {
  if (!lines) {
    return '';
  }
  return lines.start === lines.end ? `#${lines.start}` : `#${lines.start}-${lines.end}`;
}

function labelOf(name: string, lines?: LineRange): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '_').slice(0, longestLabel);
  if (!lines) {
    return plain;
  }
  const { start, end } = lines;
  return start === end
    ? l10n.t('{0}, line {1}', plain, start)
    : l10n.t('{0}, lines {1}–{2}', plain, start, end);
}

function nameIn(path: string): string {
  return path.split('/').findLast(part => part !== '') ?? path;
}
