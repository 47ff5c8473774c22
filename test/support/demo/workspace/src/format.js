/** Formats the list as text: one line per to-do, numbered from 1. */
export function formatList(todos) {
  if (todos.length === 0) return 'Nothing to do.';
  return todos.map(({ text, done }, i) => `${i + 1}. [${done ? 'x' : ' '}] ${text}`).join('\n');
}
