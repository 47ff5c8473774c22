import * as vscode from 'vscode';
import type { Log } from '../../base/log';
import { findRipgrep } from '../../node/ripgrep';
import type { SearchText } from './searchPicker';

/** Maximum number of hits shown per conversation. */
const hitsPerSession = 3;

/** Searches transcripts with the ripgrep that VS Code ships. */
export function sessionTextSearch(log: Log): SearchText {
  let program: Promise<string | undefined> | undefined;
  return async function* (needle, rows, onProgress, signal) {
    // An untrusted workspace starts no program; the search without ripgrep is slower.
    program ??= vscode.workspace.isTrusted ? findRipgrep(vscode.env.appRoot) : undefined;
    const sessions = rows.flatMap(({ stored }) => stored ?? []);
    const ripgrep = await program;
    const { searchSessions } = await import('../../cli/sessions/search/searchSessions');
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
