import * as vscode from 'vscode';

/** Globs of `files.exclude` and `search.exclude` that are on in a folder. */
export function excludedGlobs(folder: string): readonly string[] {
  const uri = vscode.Uri.file(folder);
  return ['files.exclude', 'search.exclude'].flatMap(name => {
    const found = vscode.workspace.getConfiguration(undefined, uri).get<unknown>(name);
    const entries = typeof found === 'object' && found !== null ? Object.entries(found) : [];
    // A condition on a sibling file counts as true.
    return entries.flatMap(([glob, isOn]) => (isOn === false ? [] : [glob]));
  });
}
