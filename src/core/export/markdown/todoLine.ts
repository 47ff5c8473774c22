import type { Todo } from '../../../contract/content';
import { plainLine } from './fences';

/** Renders an item as one of a task list. */
export function todoLine({ status, text }: Todo): string {
  return `- [${status === 'completed' ? 'x' : ' '}] ${plainLine(text)}`;
}
