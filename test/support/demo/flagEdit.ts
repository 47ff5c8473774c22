/** A single edit of both places in the sample's `src/cli.js` that change for `--json`. */
export const flagEdit = {
  before: `  list           Show all to-dos\`;

const { positionals } = parseArgs({ allowPositionals: true });
const [command = 'list', ...rest] = positionals;
const file = process.env.TODO_FILE ?? 'todos.json';

switch (command) {
  case 'add':
    await addTodo(file, rest.join(' '));
    break;
  case 'done':
    await completeTodo(file, Number(rest[0]));
    break;
  case 'list':
    console.log(formatList(await readTodos(file)));
    break;`,
  after: `  list           Show all to-dos

Options:
  --json         Print the list as JSON\`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false } },
});
const [command = 'list', ...rest] = positionals;
const file = process.env.TODO_FILE ?? 'todos.json';

switch (command) {
  case 'add':
    await addTodo(file, rest.join(' '));
    break;
  case 'done':
    await completeTodo(file, Number(rest[0]));
    break;
  case 'list': {
    const todos = await readTodos(file);
    console.log(values.json ? JSON.stringify(todos, null, 2) : formatList(todos));
    break;
  }`,
} as const;
