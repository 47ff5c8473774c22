import * as vscode from 'vscode';
import type { Log } from '../../base/log';
import { searchSessions } from '../../cli/sessions/search/searchSessions';
import { findRipgrep } from '../../node/ripgrep';
import type { SearchText } from './searchPicker';

/** Places of one conversation that are shown. */
const hitsPerSession = 3;

/** The search over transcripts by the ripgrep that the editor brings along. */
export function textSearch(log: Log): SearchText {
  let program: Promise<string | undefined> | undefined;
  return async function* (needle, rows, onProgress, signal) {
    // An untrusted workspace starts no program; without one the search takes longer.
    program ??= vscode.workspace.isTrusted ? findRipgrep(vscode.env.appRoot) : undefined;
    const sessions = rows.flatMap(({ stored }) => stored ?? []);
    const ripgrep = await program;
    yield* searchSessions({
      needle,
      sessions,
      ripgrep,
      signal,
      hitsPerSession,
      onProgress,
      log,
    });
  };
}
