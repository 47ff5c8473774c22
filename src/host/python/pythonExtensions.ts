import * as vscode from 'vscode';
import { isObject } from '../../base/json';

/** Environment that an extension has chosen for a folder. */
export interface PythonSource {
  /** Returns the path of its folder or interpreter; undefined if none is chosen. */
  pathFor(folder: vscode.Uri): Promise<string | undefined>;
  onChanged(fire: () => void): vscode.Disposable;
}

/**
 * Reads the API of an extension that manages environments. Its shape is checked member by member,
 * because other versions may have another one.
 */
type ReadApi = (exported: unknown) => PythonSource | undefined;

/** @see https://github.com/microsoft/vscode-python-environments/blob/main/api/src/main.ts */
const readEnvironments: ReadApi = exported => {
  const get = memberOf(exported, 'getEnvironment');
  const onChanged = memberOf(exported, 'onDidChangeEnvironment');
  return (
    get && {
      pathFor: async folder => textIn(await get(folder), 'sysPrefix'),
      onChanged: fire => subscribed(onChanged, fire),
    }
  );
};

/** @see https://github.com/microsoft/vscode-python/wiki/Python-Environment-APIs */
const readPython: ReadApi = exported => {
  const environments = isObject(exported) ? exported.environments : undefined;
  const get = memberOf(environments, 'getActiveEnvironmentPath');
  const onChanged = memberOf(environments, 'onDidChangeActiveEnvironmentPath');
  return (
    get && {
      pathFor: async folder => textIn(await get(folder), 'path'),
      onChanged: fire => subscribed(onChanged, fire),
    }
  );
};

/** Extensions in the order in which they are asked; the newer one takes over from the other. */
const known: readonly (readonly [id: string, read: ReadApi])[] = [
  ['ms-python.vscode-python-envs', readEnvironments],
  ['ms-python.python', readPython],
];

/** Returns the extensions that are installed, activated if necessary. */
export async function findPythonSources(): Promise<readonly PythonSource[]> {
  const found = known.map(async ([id, read]) => {
    const extension = vscode.extensions.getExtension<unknown>(id);
    return extension && read(extension.isActive ? extension.exports : await extension.activate());
  });
  // An extension that fails to start must not hide the other.
  const settled = await Promise.allSettled(found);
  return settled.flatMap(one => (one.status === 'fulfilled' && one.value ? [one.value] : []));
}

type Member = (argument: unknown) => unknown;

function memberOf(owner: unknown, name: string): Member | undefined {
  const member = isObject(owner) ? owner[name] : undefined;
  return typeof member === 'function' ? argument => member.call(owner, argument) : undefined;
}

function textIn(value: unknown, name: string): string | undefined {
  const text = isObject(value) ? value[name] : undefined;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

function subscribed(event: Member | undefined, fire: () => void): vscode.Disposable {
  const subscription = event?.(() => fire());
  return isObject(subscription) && typeof subscription.dispose === 'function'
    ? vscode.Disposable.from({ dispose: () => void Object(subscription).dispose() })
    : new vscode.Disposable(() => undefined);
}
