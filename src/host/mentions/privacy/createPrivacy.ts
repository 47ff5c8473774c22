import * as vscode from 'vscode';
import { FilePrivacy, type FilePrivacyOptions } from './filePrivacy';

/** Decides by the user's rules and settings what mentions may tell. */
export function createPrivacy(
  { readRules, log }: Pick<FilePrivacyOptions, 'readRules' | 'log'>,
  git: FilePrivacyOptions['git'],
): FilePrivacy {
  return new FilePrivacy({
    ...{ readRules, git, log },
    workspaceFolders: () =>
      (vscode.workspace.workspaceFolders ?? [])
        .filter(({ uri }) => uri.scheme === 'file')
        .map(({ uri }) => uri.fsPath),
    excludes,
  });
}

/** Globs of `files.exclude` and `search.exclude` that are on in a folder. */
export function excludes(folder: string): readonly string[] {
  const uri = vscode.Uri.file(folder);
  return ['files.exclude', 'search.exclude'].flatMap(name => {
    const found = vscode.workspace.getConfiguration(undefined, uri).get<unknown>(name);
    const entries = typeof found === 'object' && found !== null ? Object.entries(found) : [];
    // A condition on a sibling file counts as true.
    return entries.flatMap(([glob, isOn]) => (isOn === false ? [] : [glob]));
  });
}
