import * as l10n from '@vscode/l10n';
import type { FileWorld, Finding } from './agentFile';
import type { HeadKey, ValueKind } from './headKeys';
import type { HeadSource, Place } from './headSource';
import { readModel } from './modelNames';
import { namesOf } from './namesOf';
import { claudeNames } from './toolNames';

type PlaceOf = (word?: string) => Place;

/** Says what is wrong with the value of a key. */
export function valueFindings(
  { key, kind, choices }: HeadKey,
  value: unknown,
  world: FileWorld,
  placeOf: PlaceOf,
  head: HeadSource,
): Finding[] {
  // A key without a value is a key that somebody is still typing.
  if (value === undefined || value === null) {
    return [];
  }
  // Square brackets are the usual form of a hint, and a list to YAML.
  if (!fits(kind, value) && key !== 'argument-hint') {
    return [{ code: 'value.type', severity: 'error', text: wanted(kind, key), ...placeOf() }];
  }
  if (choices && !choices.includes(String(value))) {
    const text = l10n.t('“{0}” must be one of: {1}.', key, choices.join(', '));
    return [{ code: 'value.choice', severity: 'error', text, ...placeOf() }];
  }
  switch (key) {
    case 'tools':
    case 'disallowedTools':
      return toolFindings(value, placeOf);
    case 'model':
      return modelFindings(value, world, placeOf);
    case 'agents':
      return agentsFindings(head, placeOf);
    default:
      return [];
  }
}

function fits(kind: ValueKind, value: unknown): boolean {
  const isList = Array.isArray(value) && value.every(one => typeof one === 'string');
  const isText = ['string', 'number', 'boolean'].includes(typeof value);
  switch (kind) {
    case 'text':
      return isText;
    case 'flag':
      return typeof value === 'boolean' || value === 'true' || value === 'false';
    case 'number':
      return Number.isInteger(Number(value)) && Number(value) > 0;
    case 'list':
      return isList;
    case 'textOrList':
      return typeof value === 'string' || isList;
    case 'any':
      return true;
  }
}

function wanted(kind: ValueKind, key: string): string {
  switch (kind) {
    case 'flag':
      return l10n.t('“{0}” must be true or false.', key);
    case 'number':
      return l10n.t('“{0}” must be a whole number above 0.', key);
    case 'list':
    case 'textOrList':
      return l10n.t('“{0}” must be a list of names.', key);
    case 'text':
    case 'any':
      return l10n.t('“{0}” must be a string.', key);
  }
}

function toolFindings(value: unknown, placeOf: PlaceOf): Finding[] {
  return (namesOf(value) ?? [])
    .filter(name => name !== '*' && claudeNames(name) === undefined)
    .map(name => ({
      code: 'tool.unknown',
      severity: 'warning',
      text: l10n.t('Claude Code has no tool “{0}”. It is left out.', name),
      ...placeOf(name),
    }));
}

function modelFindings(value: unknown, world: FileWorld, placeOf: PlaceOf): Finding[] {
  const readings = (namesOf(value) ?? []).map(name => ({ name, ...readModel(name) }));
  const chosen = readings.find(({ kind }) => kind !== 'unknown');
  if (!chosen) {
    const name = readings[0]?.name;
    const text = l10n.t(
      "Claude Code has no model “{0}”. The conversation's model is used.",
      name ?? '',
    );
    // Claude Code passes an unknown name on, and the model call fails.
    const severity = world === 'claudeAgent' ? 'warning' : 'information';
    return name === undefined ? [] : [{ code: 'model.inherits', severity, text, ...placeOf(name) }];
  }
  return chosen.kind === 'near'
    ? [
        {
          code: 'model.near',
          severity: 'information',
          text: l10n.t('In Claude Code, “{0}” runs as “{1}”.', chosen.name, chosen.model),
          ...placeOf(chosen.name),
        },
      ]
    : [];
}

/** VS Code needs the tool as well. */
function agentsFindings({ fields }: HeadSource, placeOf: PlaceOf): Finding[] {
  const tools = namesOf(fields.tools);
  const has = tools === undefined || tools.some(name => claudeNames(name)?.includes('Agent'));
  const isNone = Array.isArray(fields.agents) && fields.agents.length === 0;
  const text = l10n.t('“agents” has an effect only if “tools” names the tool “agent”.');
  return has || isNone || tools?.includes('*')
    ? []
    : [{ code: 'tools.noAgent', severity: 'warning', text, ...placeOf() }];
}
