import { availableText, type Text } from './content';

/** Detects the answer about a to-do that does not exist, which Claude Code reports as no error. */
export function isAboutLostTodo(answer: Text): boolean {
  return availableText(answer).startsWith('Task not found');
}
