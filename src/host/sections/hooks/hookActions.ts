import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import { isObject, type JsonObject } from '../../../base/json';
import { omitUndefined } from '../../../base/omitUndefined';
import { type SettingsEdit, valueAt } from '../../../cli/config/settingsEdit';
import { type OwnScope, ownScopes } from '../../../cli/config/settingsPlaces';
import { cannotChange, requireShown, rowGone } from '../files/changeable';
import { readForm, textOf } from '../files/readForm';
import { chosenScope } from '../files/scopeField';
import type { SettingsFiles } from '../files/settingsFiles';
import type { ActionOutcome, ActionRequest, SectionPlace } from '../model/sectionSource';
import { hookForm } from './hookForms';
import type { HookState } from './hookState';
import type { HookPlace, ListedHook } from './listedHooks';

interface Act {
  readonly files: SettingsFiles;
  readonly place: SectionPlace;
  readonly state: HookState;
  readonly request: ActionRequest;
}

type Outcome = Promise<ActionOutcome>;

/** Id of the row with the switch for all hooks. */
export const allHooks = 'all';

/** @throws UserError `row.gone`, or as `SettingsFiles.carryOut` */
export async function actOnHooks(act: Act): Outcome {
  const { row, action } = act.request;
  if (row === allHooks) {
    return switchAll(act);
  }
  if (row === undefined) {
    return addHook(act);
  }
  const hook = act.state.hooks.find(({ id }) => id === row);
  if (!hook) {
    throw rowGone();
  }
  return action === 'edit' ? editHook(act, hook) : removeHook(act, hook);
}

async function addHook({ files, place, state, request }: Act): Outcome {
  const { fields } = hookForm(state.events, place.cwd);
  const { values, problems } = readForm(fields, request.entries);
  if (problems) {
    return { problems };
  }
  const scope = chosenScope(values.scope);
  const event = textOf(values.event);
  const takesMatcher = state.events.find(({ name }) => name === event)?.takesMatcher === true;
  const matcher = takesMatcher ? textOf(values.matcher) : '';
  if (!takesMatcher && textOf(values.matcher) !== '') {
    const problem = l10n.t('This event takes no matcher. Leave the field empty.');
    return { problems: fields.map(({ name }) => (name === 'matcher' ? problem : null)) };
  }
  const hook = hookOf(textOf(values.command), values.timeout);
  return files.carryOut(place, request.isPreview, [
    { scope, edits: [added(state, scope, event, matcher, hook)] },
  ]);
}

async function editHook({ files, place, state, request }: Act, hook: ListedHook): Outcome {
  const own = changeable(hook);
  const { values, problems } = readForm(
    hookForm(state.events, place.cwd, hook).fields,
    request.entries,
  );
  if (problems) {
    return { problems };
  }
  const { timeout: _, ...rest } = own.value;
  const value = { ...rest, ...hookOf(textOf(values.command), values.timeout) };
  const matcher = textOf(values.matcher);
  const path = ['hooks', hook.event, own.group, 'hooks', own.index];
  const edits: readonly SettingsEdit[] =
    matcher === hook.matcher
      ? [{ kind: 'set', path, value, was: { value: own.value }, beside: matcherOf(hook, own) }]
      : [
          removal(hook, own),
          { kind: 'append', path: ['hooks', hook.event], value: group(matcher, value) },
        ];
  return files.carryOut(place, request.isPreview, [{ scope: own.scope, edits }]);
}

function removeHook({ files, place, request }: Act, hook: ListedHook): Outcome {
  const own = changeable(hook);
  return files.carryOut(place, request.isPreview, [
    { scope: own.scope, edits: [removal(hook, own)] },
  ]);
}

/** Removes a hook, and its group if nothing else is in it. */
function removal(hook: ListedHook, own: HookPlace): SettingsEdit {
  const { event } = hook;
  const { group: at, index, value, owner } = own;
  const isAlone = Array.isArray(owner.hooks) && owner.hooks.length === 1;
  return isAlone
    ? { kind: 'remove', path: ['hooks', event, at], was: { value: owner } }
    : {
        ...{ kind: 'remove', path: ['hooks', event, at, 'hooks', index] },
        ...{ was: { value }, beside: matcherOf(hook, own) },
      };
}

/** Groups are found by their number: another one may have it by then. */
function matcherOf({ event }: ListedHook, { group: at, owner }: HookPlace) {
  return { path: ['hooks', event, at, 'matcher'], value: owner.matcher };
}

/** Adds a hook to those with the same matcher, else in a group of its own. */
function added(
  { files }: HookState,
  scope: OwnScope,
  event: string,
  matcher: string,
  hook: JsonObject,
): SettingsEdit {
  const { hooks } = files.find(file => file.scope === scope)?.value ?? {};
  const groups = isObject(hooks) ? hooks[event] : undefined;
  const own: readonly unknown[] = Array.isArray(groups) ? groups : [];
  const at = own.findIndex(
    one => isObject(one) && (one.matcher ?? '') === matcher && Array.isArray(one.hooks),
  );
  const path = ['hooks', event, at];
  return at < 0
    ? { kind: 'append', path: ['hooks', event], value: group(matcher, hook) }
    : {
        ...{ kind: 'append', path: [...path, 'hooks'], value: hook },
        beside: { path: [...path, 'matcher'], value: valueAt(own[at], ['matcher']) },
      };
}

async function switchAll({ files, place, state, request }: Act): Outcome {
  const path = ['disableAllHooks'];
  const set = state.files.filter(({ value }) => value.disableAllHooks === true);
  requireShown(request, set.length > 0);
  if (set.length === 0) {
    return files.carryOut(place, request.isPreview, [
      { scope: 'user', edits: [{ kind: 'set', path, value: true }] },
    ]);
  }
  const scopes = ownScopes.filter(scope => set.some(file => file.scope === scope));
  if (scopes.length < set.length) {
    throw new UserError(
      'settings.readOnly',
      l10n.t('The hooks are disabled by settings that cannot be changed here.'),
    );
  }
  const edits = [{ kind: 'remove', path, was: { value: true } }] as const;
  return files.carryOut(
    place,
    request.isPreview,
    scopes.map(scope => ({ scope, edits })),
  );
}

function group(matcher: string, hook: JsonObject): JsonObject {
  return { ...(matcher === '' ? {} : { matcher }), hooks: [hook] };
}

function hookOf(command: string, timeout: unknown): JsonObject {
  return omitUndefined({ type: 'command', command, timeout });
}

/** @throws UserError `settings.readOnly` with the reason */
function changeable({ place, origin }: ListedHook): HookPlace {
  if (!place) {
    throw cannotChange(origin);
  }
  return place;
}
