import { createReadStream } from 'node:fs';
import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import type { SessionId } from '../../contract/ids';
import { LineSplitter } from '../../node/lineSplitter';
import { sessionPath } from './sessionFile';
import { SubagentFolder } from './subagentFolder';

/**
 * Exports all that the CLI has stored of a session, unchanged, as one JSON document in pieces:
 * `{session, lines: [], subagents: {<agent>: []}}`. A line that is no valid JSON becomes a string.
 * @param folder folder in the CLI's store that holds the session
 * @throws UserError `session.absent` if the session has no file
 */
export async function* sessionJson(id: SessionId, folder: string): AsyncGenerator<string> {
  const lines = await firstOf(storedLines(sessionPath(folder, id)));
  yield `{"session":${JSON.stringify(id)},\n"lines":[`;
  yield* joined(lines);
  yield '],\n"subagents":{';
  let isFirst = true;
  for (const { path, agentId } of await new SubagentFolder(folder, id).list()) {
    yield `${isFirst ? '' : ','}\n${JSON.stringify(agentId)}:[`;
    yield* joined(storedLines(path));
    yield ']';
    isFirst = false;
  }
  yield '}}\n';
}

async function* joined(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const line of lines) {
    yield `${isFirst ? '' : ','}\n${isJson(line) ? line : JSON.stringify(line)}`;
    isFirst = false;
  }
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    // Half-written last line.
    return false;
  }
}

/** Reads the first line ahead, so that a missing file is reported before any output. */
async function firstOf(lines: AsyncGenerator<string>): Promise<AsyncIterable<string>> {
  try {
    const first = await lines.next();
    return (async function* () {
      if (!first.done) {
        yield first.value;
        yield* lines;
      }
    })();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      const message = l10n.t('Claude Code has not stored this conversation, or it was deleted.');
      throw new UserError('session.absent', message, { cause: error });
    }
    throw error;
  }
}

async function* storedLines(path: string): AsyncGenerator<string> {
  const ready: string[] = [];
  const splitter = new LineSplitter({
    onLine: line => ready.push(line),
    onOverlong: limit => ready.push(JSON.stringify(`A line longer than ${limit} bytes`)),
  });
  const rest = () => ready.splice(0).filter(line => line.trim() !== '');
  for await (const chunk of createReadStream(path)) {
    splitter.push(chunk as Buffer);
    yield* rest();
  }
  const last = splitter.end();
  if (last !== undefined) {
    ready.push(last);
  }
  yield* rest();
}
