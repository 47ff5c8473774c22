import * as l10n from '@vscode/l10n';
import { changeable, rowGone } from '../files/changeable';
import type { ListedValue } from '../files/listedValues';
import { readForm, textOf } from '../files/readForm';
import { chosenScope } from '../files/scopeField';
import type { ScopeEdits, SettingsFiles } from '../files/settingsFiles';
import type { ActionOutcome, ActionRequest, SectionPlace } from '../model/sectionSource';
import { behaviors, type ListedRule } from './listedRules';
import type { PermissionState } from './permissionState';
import { addFolderForm, addRuleForm, chosenBehavior, modeForm, moveRuleForm } from './ruleForms';
import { isKnownTool, ruleProblem } from './ruleShape';

interface Act {
  readonly files: SettingsFiles;
  readonly place: SectionPlace;
  readonly state: PermissionState;
  readonly request: ActionRequest;
}

type Outcome = Promise<ActionOutcome>;

/** @throws UserError `row.gone`, or as `SettingsFiles.carryOut` */
export function actOnPermissions(act: Act): Outcome {
  const { action, group, row } = act.request;
  const rule = act.state.rules.find(({ id }) => id === row);
  if (row !== undefined && rule) {
    return action === 'move' ? moveRule(act, rule) : removeRule(act, rule);
  }
  const folder = act.state.folders.find(({ id }) => id === row);
  if (row !== undefined && folder) {
    return removeFolder(act, folder);
  }
  const mode = act.state.modes.find(({ id }) => id === row);
  if (row !== undefined && mode) {
    return action === 'set' ? setMode(act, mode) : resetMode(act, mode);
  }
  if (row !== undefined) {
    throw rowGone();
  }
  if (group === 'folders') {
    return addFolder(act);
  }
  return group === 'mode' ? setMode(act) : addRule(act);
}

async function addRule({ files, place, request }: Act): Outcome {
  const behavior = behaviors.find(one => one === request.group) ?? 'allow';
  const { fields } = addRuleForm(place.cwd, behavior);
  const { values, problems } = readForm(fields, request.entries, (name, value) =>
    name === 'rule' ? ruleProblem(textOf(value)) : undefined,
  );
  if (problems) {
    return { problems };
  }
  const rule = textOf(values.rule);
  const path = ['permissions', chosenBehavior(values.behavior)];
  const outcome = await files.carryOut(place, request.isPreview, [
    { scope: chosenScope(values.scope), edits: [{ kind: 'append', path, value: rule }] },
  ]);
  return isKnownTool(rule) || request.isPreview
    ? outcome
    : { ...outcome, text: unknownTool(outcome) };
}

function moveRule({ files, place, request }: Act, rule: ListedRule): Outcome {
  const from = changeable(rule);
  const { values, problems } = readForm(moveRuleForm(place.cwd, rule).fields, request.entries);
  if (problems) {
    return Promise.resolve({ problems });
  }
  const to = chosenScope(values.scope);
  const behavior = chosenBehavior(values.behavior);
  if (to === from && behavior === rule.behavior) {
    return Promise.resolve({ text: l10n.t('The rule already exists. Nothing was changed.') });
  }
  const value = rule.rule;
  const drop = { kind: 'drop', path: ['permissions', rule.behavior], value } as const;
  const append = { kind: 'append', path: ['permissions', behavior], value } as const;
  const changes: readonly ScopeEdits[] =
    to === from
      ? [{ scope: to, edits: [drop, append] }]
      : [
          { scope: to, edits: [append] },
          { scope: from, edits: [drop] },
        ];
  return files.carryOut(place, request.isPreview, changes);
}

function removeRule({ files, place, request }: Act, rule: ListedRule): Outcome {
  const path = ['permissions', rule.behavior];
  return files.carryOut(place, request.isPreview, [
    { scope: changeable(rule), edits: [{ kind: 'drop', path, value: rule.rule }] },
  ]);
}

function addFolder({ files, place, request }: Act): Outcome {
  const { values, problems } = readForm(addFolderForm(place.cwd).fields, request.entries);
  if (problems) {
    return Promise.resolve({ problems });
  }
  const value = textOf(values.folder);
  const path = ['permissions', 'additionalDirectories'];
  return files.carryOut(place, request.isPreview, [
    { scope: chosenScope(values.scope), edits: [{ kind: 'append', path, value }] },
  ]);
}

function removeFolder({ files, place, request }: Act, folder: ListedValue): Outcome {
  const path = ['permissions', 'additionalDirectories'];
  return files.carryOut(place, request.isPreview, [
    { scope: changeable(folder), edits: [{ kind: 'drop', path, value: folder.value }] },
  ]);
}

function setMode({ files, place, request }: Act, mode?: ListedValue): Outcome {
  const own = mode && changeable(mode);
  const { fields } = modeForm(place.cwd, mode?.value, own);
  const { values, problems } = readForm(fields, request.entries);
  if (problems) {
    return Promise.resolve({ problems });
  }
  const value = textOf(values.mode);
  const path = ['permissions', 'defaultMode'];
  const scope = own ?? chosenScope(values.scope);
  return files.carryOut(place, request.isPreview, [
    { scope, edits: [{ kind: 'set', path, value }] },
  ]);
}

function resetMode({ files, place, request }: Act, mode: ListedValue): Outcome {
  const path = ['permissions', 'defaultMode'];
  return files.carryOut(place, request.isPreview, [
    { scope: changeable(mode), edits: [{ kind: 'remove', path, was: { value: mode.value } }] },
  ]);
}

function unknownTool({ text = '' }: ActionOutcome): string {
  return l10n.t('{0} Tandem does not know this tool: check its name.', text);
}
