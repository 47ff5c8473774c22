import { isObject, type JsonObject } from '../../base/json';
import type { Destination, Suggestion } from '../../contract/prompts';
import type { PermissionAnswer } from '../../protocol/agentSource';
import { type PermissionUpdate, permissionUpdate } from '../../protocol/controlSchemas';
import { toPermissionMode } from '../control/choices';

const destinations: readonly Destination[] = [
  'session',
  'localSettings',
  'projectSettings',
  'userSettings',
];

/** Converts the CLI's suggestions that Tandem can describe. `index` refers to the raw list. */
export function toSuggestions(raw: readonly unknown[]): Suggestion[] {
  return raw.flatMap((entry, index) => {
    const parsed = permissionUpdate.safeParse(entry);
    return parsed.success ? toSuggestion(parsed.data, index) : [];
  });
}

function toSuggestion(update: PermissionUpdate, index: number): Suggestion[] {
  const destination = destinations.find(known => known === update.destination);
  if (!destination) {
    return [];
  }
  switch (update.type) {
    case 'addRules':
      // A rule that denies or asks cannot be offered as "always allow".
      return update.behavior === 'allow'
        ? [{ type: 'addRules', index, rules: update.rules.map(ruleText), destination }]
        : [];
    case 'setMode': {
      const mode = toPermissionMode(update.mode);
      return mode ? [{ type: 'setMode', index, mode, destination }] : [];
    }
    case 'addDirectories':
      return [{ type: 'addDirectories', index, directories: update.directories, destination }];
    default:
      return [];
  }
}

function ruleText(rule: { toolName: string; ruleContent?: string | null | undefined }): string {
  return rule.ruleContent ? `${rule.toolName}(${rule.ruleContent})` : rule.toolName;
}

/** Whether the CLI would write to a settings file. */
export function savesRules(answer: PermissionAnswer, raw: readonly unknown[]): boolean {
  return (
    answer.kind === 'allow' &&
    answer.apply.some(({ index, destination }) => {
      const suggestion = raw[index];
      const suggested = isObject(suggestion) ? suggestion.destination : undefined;
      return (destination ?? suggested) !== 'session';
    })
  );
}

/** Returns the rules that the CLI would save for everybody who works in the folder. */
export function sharedRulesOf(answer: PermissionAnswer, raw: readonly unknown[]): string[] {
  const apply = answer.kind === 'allow' ? answer.apply : [];
  return apply.flatMap(({ index, destination }) => {
    const suggestion = toSuggestions(raw).find(one => one.index === index);
    const isShared = (destination ?? suggestion?.destination) === 'projectSettings';
    return isShared && suggestion?.type === 'addRules' ? suggestion.rules : [];
  });
}

/** Returns the answer without anything that would be written. */
export function forSession(answer: PermissionAnswer): PermissionAnswer {
  return answer.kind === 'allow'
    ? { ...answer, apply: answer.apply.map(one => ({ ...one, destination: 'session' })) }
    : answer;
}

/**
 * Builds the answer to `can_use_tool`. It applies exactly the CLI's own objects, changing only
 * their destination; allowing once applies none.
 */
export function toWireAnswer(answer: PermissionAnswer, raw: readonly unknown[]): JsonObject {
  if (answer.kind === 'deny') {
    const { message, interrupts } = answer;
    return { behavior: 'deny', message, ...(interrupts ? { interrupt: true } : {}) };
  }
  const updates: JsonObject[] = answer.apply.flatMap(({ index, destination }) => {
    const suggestion = raw[index];
    return isObject(suggestion) ? [{ ...suggestion, ...(destination ? { destination } : {}) }] : [];
  });
  if (answer.mode) {
    updates.push({ type: 'setMode', mode: answer.mode, destination: 'session' });
  }
  return {
    behavior: 'allow',
    // Versions up to 2.1.200 reject an answer without it.
    updatedInput: answer.input,
    ...(updates.length > 0 ? { updatedPermissions: updates } : {}),
  };
}
