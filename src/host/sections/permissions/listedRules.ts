import * as l10n from '@vscode/l10n';
import { isObject } from '../../../base/json';
import type { SettingsFile } from '../../../cli/config/settingsFile';
import { type OwnScope, ownScopes } from '../../../cli/config/settingsPlaces';
import type { Origin } from '../../../contract/sections';
import type { ControlResult } from '../../../protocol/control';
import { argumentOrigin, originOf, scopeLabel, scopeOf } from '../files/scopeLabels';

export const behaviors = ['allow', 'ask', 'deny'] as const;
export type Behavior = (typeof behaviors)[number];

/** A rule, and where it comes from. */
export interface ListedRule {
  /** The same whenever the rules are read. */
  readonly id: string;
  readonly behavior: Behavior;
  readonly rule: string;
  readonly origin: Origin;
  /** Set if the rule can be changed. */
  readonly scope?: OwnScope;
  readonly path?: string;
  readonly line?: number;
  /** True if the CLI has read its files without this rule. */
  readonly isIgnored: boolean;
  /** True if the CLI knows it from a file in which it is not, or not any more. */
  readonly isMissing?: boolean;
}

type Report = ControlResult<'list_permission_rules'>;

/** Lists the rules of all files, and those that only the CLI knows. */
export function listRules(
  files: readonly SettingsFile[],
  report: Report | undefined,
  isTrusted: boolean,
): readonly ListedRule[] {
  const known = report?.state?.rules;
  const idOf = (scope: string | undefined, behavior: string, rule: string) =>
    `${scope}/${behavior}/${rule}`;
  const reported = new Set(
    known?.map(({ behavior, rule, source }) => idOf(scopeOf(source), behavior, rule)),
  );
  const rules = new Map<string, ListedRule>();
  for (const file of files) {
    for (const one of rulesIn(file, isTrusted)) {
      const isIgnored =
        known !== undefined && !reported.has(idOf(file.scope, one.behavior, one.rule));
      rules.set(one.id, { ...one, isIgnored });
    }
  }
  for (const { behavior, rule, source } of known ?? []) {
    const kind = behaviors.find(one => one === behavior);
    const scope = scopeOf(source) ?? source;
    const id = `${scope}/${behavior}/${rule}`;
    if (kind && !rules.has(id)) {
      rules.set(id, {
        id,
        behavior: kind,
        rule,
        origin: originWithoutFile(source),
        isIgnored: false,
        isMissing: ownScopes.some(own => own === scope),
      });
    }
  }
  return [...rules.values()];
}

function rulesIn(file: SettingsFile, isTrusted: boolean): readonly ListedRule[] {
  const { permissions } = file.value;
  const origin = originOf(file, isTrusted);
  const own = ownScopes.find(scope => scope === file.scope);
  return behaviors.flatMap(behavior => {
    const list = isObject(permissions) ? permissions[behavior] : undefined;
    return (Array.isArray(list) ? list : []).flatMap((rule: unknown, index): ListedRule[] =>
      typeof rule === 'string'
        ? [
            {
              id: `${file.scope}/${behavior}/${rule}`,
              ...{ behavior, rule, origin, path: file.path, isIgnored: false },
              line: file.line(['permissions', behavior, index]),
              ...(own && origin.readOnly === undefined ? { scope: own } : {}),
            },
          ]
        : [],
    );
  });
}

function originWithoutFile(source: string): Origin {
  const scope = scopeOf(source);
  if (scope === 'arguments') {
    return argumentOrigin();
  }
  if (scope === undefined) {
    const readOnly = l10n.t('Lasts as long as the conversation');
    return { label: source === 'session' ? l10n.t('This conversation') : source, readOnly };
  }
  return { label: scopeLabel(scope), readOnly: l10n.t('It is in no file that Tandem knows') };
}
