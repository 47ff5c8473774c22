import { realpath, stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { UserError } from '../../../base/errors';
import { numberText } from '../../../base/locale';
import type { ReadRules } from '../../../cli/permissions/readRules';
import type { LineRange, MentionItem } from '../../../contract/mentions';
import type { Channel } from '../../../core/conversation/channel';
import { mostPaths } from '../../../core/pathIndex/foundPath';
import type { ContextBlock } from '../../../protocol/agentSource';
import { nearPath } from '../../editor/nearPath';
import { fileMention, folderMention } from '../rows/makeMention';
import type { ListTrouble, MentionSource, ResolvedMention } from '../rows/mentionSource';
import { cliPath, splitLines } from './cliPath';
import { absoluteOf, type FileSearch, type FoundFile, type FoundFiles } from './fileSearch';
import { readLines } from './readLines';

export interface FileSourceParts {
  readonly search: Pick<FileSearch, 'find'>;
  readonly readRules: (cwds: readonly string[]) => ReadRules;
}

/** Files, by parts of their path; open editors come first. */
export function fileSource(parts: FileSourceParts): MentionSource<'file'> {
  const troubles = new WeakMap<Channel, ListTrouble>();
  return {
    kind: 'file',
    pace: 'fast',
    async find(query, channel) {
      const { path, lines } = splitLines(query);
      const found = await parts.search.find(channel, path);
      troubles.set(channel, troubleOf(found));
      const files = found.files.filter(({ isFolder }) => !isFolder);
      return files.map(file => fileRow(file, channel, lines));
    },
    troubleOf: channel => troubles.get(channel),
    resolve: ({ path, lines }, channel) => resolveFile(parts, path, channel, lines),
    async open({ path, lines }, channel) {
      const absolute = await existing(path, channel, false);
      const start = Math.max(0, (lines?.start ?? 1) - 1);
      const end = Math.max(start, (lines?.end ?? start + 1) - 1);
      const selection = new vscode.Range(start, 0, end, lines ? Number.MAX_SAFE_INTEGER : 0);
      await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(absolute), { selection });
    },
  };
}

/** Folders, by parts of their path. */
export function folderSource(parts: FileSourceParts): MentionSource<'folder'> {
  return {
    kind: 'folder',
    pace: 'fast',
    async find(query, channel) {
      const { files } = await parts.search.find(channel, query);
      return files.filter(({ isFolder }) => isFolder).map(folder => folderRow(folder, channel));
    },
    async resolve({ path }, channel) {
      const absolute = await existing(path, channel, true);
      await requireAllowed(parts, absolute, channel);
      const near = nearPath(absolute, channel.cwd);
      const text = cliPath(`${near.replace(/\/+$/, '')}/`);
      return { text: text ?? near, blocks: [] };
    },
    async open({ path }, channel) {
      const uri = vscode.Uri.file(await existing(path, channel, true));
      await vscode.commands.executeCommand('revealInExplorer', uri);
    },
  };
}

function troubleOf({ isCut, failure }: FoundFiles): ListTrouble {
  if (failure !== undefined) {
    return { error: vscode.l10n.t('Files could not be searched: {0}', failure) };
  }
  const most = numberText(mostPaths);
  return isCut
    ? {
        note: vscode.l10n.t(
          'Only the first {0} files of this folder are searched. Type the exact path of any other.',
          most,
        ),
      }
    : {};
}

async function resolveFile(
  parts: FileSourceParts,
  path: string,
  channel: Channel,
  lines: LineRange | undefined,
): Promise<ResolvedMention> {
  const absolute = await existing(path, channel, false);
  await requireAllowed(parts, absolute, channel);
  const near = nearPath(absolute, channel.cwd);
  const text = cliPath(near, lines);
  return text === undefined
    ? { text: near, blocks: [await contentBlock(near, absolute, lines)] }
    : { text, blocks: [] };
}

/** Reads the file for the CLI, which would not find it by its name. */
async function contentBlock(
  near: string,
  absolute: string,
  lines: LineRange | undefined,
): Promise<ContextBlock> {
  const title = lines
    ? vscode.l10n.t('File {0}, lines {1}–{2}', near, lines.start, lines.end)
    : vscode.l10n.t('File {0}', near);
  return { kind: 'file', title, text: await readLines(absolute, lines) };
}

/** @throws UserError `mention.withheld` */
async function requireAllowed(
  { readRules }: FileSourceParts,
  absolute: string,
  { cwd }: Channel,
): Promise<void> {
  const rules = readRules([cwd]);
  const real = await realpath(absolute).catch(() => absolute);
  if ((await rules.deny(absolute)) || (await rules.deny(real))) {
    throw new UserError(
      'mention.withheld',
      vscode.l10n.t('Your Read rules deny {0}. Remove it from the message.', absolute),
    );
  }
}

/** @throws UserError `mention.gone` */
async function existing(path: string, { cwd }: Channel, isFolder: boolean): Promise<string> {
  const absolute = absoluteOf(cwd, path);
  const stats = absolute === undefined ? undefined : await stat(absolute).catch(() => undefined);
  if (absolute === undefined || !stats || stats.isDirectory() !== isFolder) {
    throw new UserError(
      'mention.gone',
      vscode.l10n.t('{0} no longer exists. Remove it from the message.', path),
    );
  }
  return absolute;
}

function fileRow(file: FoundFile, { cwd }: Channel, lines: LineRange | undefined): MentionItem {
  const { absolute, path, matches, isOpen } = file;
  const mention = fileMention(absolute, cwd, lines);
  return {
    mention,
    icon: 'file',
    ...nameAndFolder(path, matches),
    ...(isOpen ? { group: 'open' as const } : {}),
  };
}

function folderRow({ absolute, path, matches }: FoundFile, { cwd }: Channel): MentionItem {
  return {
    mention: folderMention(absolute, cwd),
    icon: 'folder',
    ...nameAndFolder(path.replace(/\/$/, ''), matches),
  };
}

/** Splits a path for its row. Matches in the folder are not marked: it may be shortened. */
function nameAndFolder(path: string, matches: readonly number[]) {
  const start = path.lastIndexOf('/') + 1;
  const folder = path.slice(0, Math.max(0, start - 1));
  const inName = matches.filter(at => at >= start).map(at => at - start);
  return {
    ...(folder === '' ? {} : { detail: folder }),
    ...(inName.length === matches.length ? { matches: inName } : {}),
  };
}
