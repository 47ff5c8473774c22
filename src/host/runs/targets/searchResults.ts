import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';

interface SearchPorts {
  read(): Promise<string>;
  write(text: string): PromiseLike<void>;
  /** VS Code's own commands. */
  run(command: string): PromiseLike<unknown>;
  /** Text of a search editor in front. */
  editorText(): string | undefined;
}

/**
 * Returns the paths of the files that the last search has found. VS Code has no API for them: the
 * Search view copies its results to the clipboard, which gets its text back.
 * @throws UserError `run.noSearch`
 */
export async function searchedFiles(
  ports: SearchPorts,
  mark: string,
  folders: readonly string[],
): Promise<readonly string[]> {
  const text = ports.editorText() ?? (await copied(ports, mark));
  const paths = text === undefined ? [] : pathsIn(text, folders);
  if (paths.length === 0) {
    throw new UserError(
      'run.noSearch',
      l10n.t('The Search view shows no results. Search there first.'),
    );
  }
  return paths;
}

async function copied(ports: SearchPorts, mark: string): Promise<string | undefined> {
  const before = await ports.read();
  try {
    await ports.write(mark);
    await ports.run('search.action.copyAll');
    const text = await ports.read();
    return text === mark ? undefined : text;
  } finally {
    await ports.write(before);
  }
}

/** Lines that are not indented are paths; those of search editors end with `:`. */
function pathsIn(text: string, folders: readonly string[]): readonly string[] {
  const lines = text.split(/\r?\n/).map(line => line.replace(/:$/, ''));
  const paths = lines.flatMap(line => {
    if (line === '' || /^\s|^# /.test(line)) {
      return [];
    }
    const path = line.replace(/^~(?=[/\\])/, homedir());
    return isAbsolute(path) ? [path] : folders.map(folder => join(folder, path));
  });
  return [...new Set(paths)];
}
