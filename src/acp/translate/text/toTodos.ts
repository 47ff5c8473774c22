import { asString, type JsonObject } from '../../../base/json';
import { omitUndefined } from '../../../base/omitUndefined';
import type { Todo, TodoStatus } from '../../../contract/content';
import { oneLine } from './foreignText';

export const mostTodos = 500;
const longestEntry = 1_000;

function toStatus(status: unknown): TodoStatus {
  return status === 'in_progress' || status === 'completed' ? status : 'pending';
}

/** Converts entries of a plan, or of a tool that writes one. They have no ids of their own. */
export function toTodos(entries: readonly JsonObject[], prefix = ''): Todo[] {
  return entries.slice(0, mostTodos).flatMap((entry, index) => {
    const text = oneLine(
      asString(entry.content) ?? asString(entry.step) ?? asString(entry.description) ?? '',
      longestEntry,
    );
    const active = oneLine(asString(entry.activeForm) ?? '', longestEntry);
    return text === ''
      ? []
      : [
          omitUndefined({
            id: `${prefix}${index + 1}`,
            text,
            status: toStatus(entry.status),
            activeText: active === '' ? undefined : active,
          }),
        ];
  });
}
