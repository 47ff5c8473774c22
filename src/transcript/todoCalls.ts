import type { ToolItem } from '../contract/conversation';

/** @returns true for an update of the to-do list; one that failed has a card of its own */
export function isTodoCall({ call: { family, status } }: ToolItem): boolean {
  const isSettled = status !== 'failed' && status !== 'denied';
  return (family === 'todoWrite' || family === 'task') && isSettled;
}
