import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { isObject, type JsonObject } from '../../base/json';

/** Milliseconds that the extension may search for repositories. */
const patience = 10_000;

/** Box above the changes of a repository, in which the user writes a commit message. */
export interface MessageBox {
  value: string;
}

/** Repository as the built-in git extension has it. */
export interface OpenRepository {
  /** Absolute path of its work tree. */
  readonly root: string;
  readonly box: MessageBox;
}

/**
 * Lists the repositories of the Source Control view.
 * @see https://github.com/microsoft/vscode/blob/main/extensions/git/src/api/git.d.ts
 * @throws UserError `git.noExtension` if the git extension is off
 */
export async function openRepositories(): Promise<readonly OpenRepository[]> {
  const extension = vscode.extensions.getExtension<unknown>('vscode.git');
  const api = apiOf(await extension?.activate());
  await whenSearched(api);
  const { repositories } = api;
  return (Array.isArray(repositories) ? repositories : []).flatMap(readRepository);
}

/** @throws UserError `git.noExtension` */
function apiOf(exported: unknown): JsonObject {
  if (!isObject(exported) || exported.enabled !== true || typeof exported.getAPI !== 'function') {
    throw new UserError(
      'git.noExtension',
      vscode.l10n.t(
        'The Git extension of VS Code is off. Turn it on to write commit messages: set git.enabled.',
      ),
    );
  }
  const api: unknown = exported.getAPI(1);
  return isObject(api) ? api : {};
}

/** Waits for the extension's first search; later ones only add repositories. */
function whenSearched(api: JsonObject): Promise<void> {
  const { onDidChangeState: onChanged } = api;
  return new Promise(resolve => {
    if (api.state !== 'uninitialized' || typeof onChanged !== 'function') {
      resolve();
      return;
    }
    const listener: unknown = onChanged((state: unknown) => {
      if (state !== 'uninitialized') {
        clearTimeout(timer);
        end();
      }
    });
    const end = () => {
      if (isObject(listener) && typeof listener.dispose === 'function') {
        listener.dispose();
      }
      resolve();
    };
    const timer = setTimeout(end, patience);
  });
}

/** The box stays the extension's own object: writing to it shows the text. */
function readRepository(repository: unknown): readonly OpenRepository[] {
  if (!isObject(repository) || !isObject(repository.inputBox)) {
    return [];
  }
  const { rootUri, inputBox: box } = repository;
  return rootUri instanceof vscode.Uri && rootUri.scheme === 'file' && isBox(box)
    ? [{ root: rootUri.fsPath, box }]
    : [];
}

function isBox(box: object): box is MessageBox {
  return 'value' in box && typeof box.value === 'string';
}

/** Root of the repository whose button of the Source Control view was pressed. */
export function rootOf(sourceControl: unknown): string | undefined {
  const uri = isObject(sourceControl) ? sourceControl.rootUri : undefined;
  return uri instanceof vscode.Uri && uri.scheme === 'file' ? uri.fsPath : undefined;
}
