import * as vscode from 'vscode';
import { excludedGlobs } from '../../editor/excludedGlobs';
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
    excludes: excludedGlobs,
  });
}
