import type { FileHandle } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { messageOf, UserError } from '../../../base/errors';
import { openRegular } from '../../../node/boundedFile';
import { LineSplitter } from '../../../node/lineSplitter';
import { type ImportedCalls, Problems } from './importedCalls';
import type { Mask } from './masked';
import { readHar } from './readHar';
import { JsonlReader } from './readJsonl';

export interface ReadOptions {
  readonly mask: Mask;
  readonly signal?: AbortSignal;
}

const megabyte = 1024 * 1024;
/** Megabytes. */
const [largestFile, longestLine] = [200, 32];
/** Bytes after which others have their turn. */
const blockSize = 128 * 1024;

/**
 * Reads a log of calls, or an HTTP archive. Problems with single calls are reported with the rest.
 * @throws UserError `inspector.unreadable`, `inspector.tooLarge`, `inspector.noArchive`; the signal's
 * reason
 */
export async function readCallFile(path: string, options: ReadOptions): Promise<ImportedCalls> {
  const file = await opened(path);
  try {
    const { size } = await file.stat();
    if (size > largestFile * megabyte) {
      throw new UserError(
        'inspector.tooLarge',
        l10n.t('This file is larger than {0} MB. Export fewer calls.', largestFile),
      );
    }
    return (await isArchive(file))
      ? await readArchive(file, options)
      : await readLog(file, options);
  } finally {
    await file.close();
  }
}

async function opened(path: string): Promise<FileHandle> {
  try {
    return await openRegular(path);
  } catch (error) {
    const text = l10n.t('The file cannot be read: {0}', messageOf(error));
    throw new UserError('inspector.unreadable', text, { cause: error });
  }
}

/** A log of Tandem's own has a member in its lines that no archive has. */
async function isArchive(file: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, 0);
  const beginning = buffer.toString('utf8', 0, bytesRead);
  return /^\uFEFF?\s*\{\s*"log"/.test(beginning) || !beginning.includes('"inspected"');
}

async function readArchive(file: FileHandle, options: ReadOptions): Promise<ImportedCalls> {
  const blocks: Buffer[] = [];
  for await (const block of blocksOf(file, options.signal)) {
    blocks.push(block);
  }
  return readHar(Buffer.concat(blocks).toString('utf8'), options);
}

async function readLog(file: FileHandle, { mask, signal }: ReadOptions): Promise<ImportedCalls> {
  const problems = new Problems(mask);
  const reader = new JsonlReader(mask, problems);
  const splitter = new LineSplitter({
    onLine: line => reader.read(line),
    onOverlong: () => reader.skip(longestLine),
    limit: longestLine * megabyte,
  });
  for await (const block of blocksOf(file, signal)) {
    splitter.push(block);
  }
  const rest = splitter.end();
  if (rest !== undefined) {
    reader.read(rest);
  }
  const { list, omitted } = problems;
  return {
    ...{ calls: reader.calls, exchanges: [], skipped: 0 },
    ...{ problems: list, omittedProblems: omitted },
  };
}

/** Reads no more than the limit: sizes may be wrong, and a file can grow. */
async function* blocksOf(file: FileHandle, signal: AbortSignal | undefined) {
  for (let at = 0; at < largestFile * megabyte; ) {
    signal?.throwIfAborted();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(blockSize), 0, blockSize, at);
    if (bytesRead === 0) {
      return;
    }
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
