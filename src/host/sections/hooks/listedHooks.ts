import { createHash } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { asNumber, asString, isObject, type JsonObject } from '../../../base/json';
import type { SettingsFile } from '../../../cli/config/settingsFile';
import { type OwnScope, ownScopes } from '../../../cli/config/settingsPlaces';
import type { Origin } from '../../../contract/sections';
import type { ControlResult } from '../../../protocol/control';
import { argumentOrigin, originOf, scopeLabel, scopeOf } from '../files/scopeLabels';

/** A hook, and where it comes from. */
export interface ListedHook {
  /** The same whenever the hooks are read, unless it or earlier ones in the file change. */
  readonly id: string;
  readonly event: string;
  readonly matcher: string;
  /** Command, prompt or address. */
  readonly content: string;
  /** Type of the hook, such as `command`. */
  readonly type: string;
  readonly timeout?: number;
  readonly origin: Origin;
  /** Set if the hook can be changed. */
  readonly place?: HookPlace;
  readonly path?: string;
  readonly line?: number;
}

/** Place of a hook in its file, and what stands there. */
export interface HookPlace {
  readonly scope: OwnScope;
  /** Number of the matcher's group, and of the hook in it. */
  readonly group: number;
  readonly index: number;
  readonly value: JsonObject;
  /** Group of hooks that share a matcher, and the number of groups of the event. */
  readonly owner: JsonObject;
  readonly groups: number;
}

type Report = ControlResult<'get_hooks_listing'>;

/** Lists the hooks of all files, and those that only the CLI knows. */
export function listHooks(
  files: readonly SettingsFile[],
  report: Report | undefined,
  isTrusted: boolean,
): readonly ListedHook[] {
  const stored = files.flatMap(file => hooksIn(file, isTrusted));
  const known = new Set(
    stored.map(({ origin, event, content }) => key(origin.label, event, content)),
  );
  const others = (report?.hooks ?? []).flatMap((hook, index): ListedHook[] => {
    const { event, matcher = '', commandText = '', displayText = commandText } = hook;
    const scope = scopeOf(hook.source);
    const label = scope ? scopeLabel(scope) : (hook.sourceLabel ?? hook.source);
    return known.has(key(label, event, displayText))
      ? []
      : [
          {
            id: `cli/${event}/${index}`,
            ...{ event, matcher, content: displayText, type: hook.type ?? 'command' },
            ...(hook.timeout === undefined ? {} : { timeout: hook.timeout }),
            origin:
              scope === 'arguments'
                ? argumentOrigin()
                : { label, readOnly: l10n.t('Not in a settings file that can be changed here') },
          },
        ];
  });
  return [...stored, ...others];
}

function hooksIn(file: SettingsFile, isTrusted: boolean): readonly ListedHook[] {
  const origin = originOf(file, isTrusted);
  const own = ownScopes.find(scope => scope === file.scope);
  const events = isObject(file.value.hooks) ? Object.entries(file.value.hooks) : [];
  return events.flatMap(([event, groups]) =>
    list(groups).flatMap((one, group) => {
      const owner = isObject(one) ? one : {};
      const matcher = asString(owner.matcher) ?? '';
      return list(owner.hooks).flatMap((value, index): ListedHook[] => {
        if (!isObject(value)) {
          return [];
        }
        const timeout = asNumber(value.timeout);
        return [
          {
            id: `${file.path}/${event}/${group}/${index}/${digestOf([matcher, value])}`,
            ...{ event, matcher, origin, path: file.path, content: contentOf(value) },
            ...(timeout === undefined ? {} : { timeout }),
            type: asString(value.type) ?? 'command',
            line: file.line(['hooks', event, group, 'hooks', index]),
            ...(own && origin.readOnly === undefined
              ? { place: { scope: own, group, index, value, owner, groups: list(groups).length } }
              : {}),
          },
        ];
      });
    }),
  );
}

function contentOf({ command, prompt, url, tool }: JsonObject): string {
  return asString(command) ?? asString(prompt) ?? asString(url) ?? asString(tool) ?? '';
}

/** Another hook may come into the place of one that the user has seen. */
function digestOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16);
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function key(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}
