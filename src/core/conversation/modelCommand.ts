import type { ModelChoice } from '../../contract/choices';
import { type Effort, efforts, type Text } from '../../contract/content';
import type { ConversationEvent } from '../../contract/events';

/**
 * Returns the model that the user has switched to with `/model <name>`.
 * @param command the user's last message
 */
export function modelOfCommand(
  event: ConversationEvent,
  command: Text | undefined,
  models: readonly ModelChoice[],
): string | undefined {
  const { notice } = event.type === 'notice' ? event : {};
  const isOutput = notice?.kind === 'commandOutput' && notice.command === 'model';
  if (!isOutput || typeof command !== 'string') {
    return undefined;
  }
  const name = /^\/model\s+(\S+)\s*$/.exec(command)?.[1];
  // The agent answers unknown names in words, too.
  return models.some(({ value, resolved }) => value === name || resolved === name)
    ? name
    : undefined;
}

/** Returns the effort that the user has switched to with `/effort <level>`; null for "auto". */
export function effortOfCommand(
  event: ConversationEvent,
  command: Text | undefined,
): Effort | null | undefined {
  const { notice } = event.type === 'notice' ? event : {};
  const isOutput = notice?.kind === 'commandOutput' && notice.command === 'effort';
  if (!isOutput || typeof command !== 'string') {
    return undefined;
  }
  const name = /^\/effort\s+(\S+)\s*$/.exec(command)?.[1];
  return name === 'auto' ? null : efforts.find(effort => effort === name);
}

/** Checks whether two names, aliases or ids, mean the same model. */
export function isSameModel(a: string, b: string, models: readonly ModelChoice[]): boolean {
  const idOf = (name: string) => models.find(({ value }) => value === name)?.resolved ?? name;
  return a === b || idOf(a) === idOf(b);
}
