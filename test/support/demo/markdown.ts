/** Longer texts of the tour, separate from its steps. */
export const projectAnswer = `## What this project does

\`todo-cli\` keeps a **to-do list** in a JSON file. The work is split in three files:

| File | Lines | Job |
|---|---:|---|
| [src/cli.js](src/cli.js) | 31 | reads the arguments, runs a command |
| [src/todos.js](src/todos.js) | 31 | reads and writes the list |
| [src/format.js](src/format.js#L2) | 5 | turns the list into text |

### How a command runs

1. \`parseArgs\` splits the arguments ([src/cli.js:13](src/cli.js#L13))
2. the \`switch\` picks the command
3. \`list\` prints what \`formatList\` returns:

\`\`\`js
export function formatList(todos) {
  if (todos.length === 0) return 'Nothing to do.';
  return todos.map(({ text, done }, i) => \`\${i + 1}. [\${done ? 'x' : ' '}] \${text}\`).join('\\n');
}
\`\`\`

Try it in a terminal:

\`\`\`bash
node src/cli.js add "Buy milk"
node src/cli.js list
\`\`\`

### What is missing

- [x] adding, finishing, listing
- [x] tests with \`node:test\`
- [ ] output for other programs: ask me to *add a --json flag*
- [ ] removing a to-do

> The list is written without a lock, so two commands at once can lose a change.
`;

export const plan = `# Remove a to-do

1. Add \`removeTodo(file, number)\` to \`src/todos.js\`, with the same error as \`completeTodo\` for a
   number that does not exist.
2. Add the command \`remove <number>\` to \`src/cli.js\` and to its usage text.
3. Add two tests: removing the first of two, and a number that is out of range.

**Not part of this plan:** an undo. The file is plain JSON and easily kept in git.
`;

export const menu = `Hello! I am a scripted tour, no model is behind me, but the agent, its tools and every file
change are real. Here is what you can try:

| Say | and see |
|---|---|
| **What does this project do?** | a Markdown answer with a table, code and links to files |
| **Add a --json flag** | a to-do list, an edit to review in a native diff, and a test run |
| **Make a plan for removing to-dos** | a plan to approve or to send back |
| **Ask me a question** | a question with options |
| **Write a long answer** | a long stream, to scroll, or to stop half-way |
`;

const facts = [
  'A list in a file survives the program that wrote it, which is all that a small tool needs.',
  'JSON is easy to read for people and programs alike; a database would be faster and opaque.',
  'Each command reads the whole file, changes one entry and writes it back.',
  'Two commands at the same moment can overwrite each other; a lock file would prevent that.',
  'Numbers are positions, so they move when an entry is removed; stable ids would not.',
  'The tests run the real program in a child process and compare what it prints.',
];

/** Returns enough sections to read, scroll and stop. */
export function longAnswer(sections = 30): string {
  const part = (number: number) => {
    const fact = facts[number % facts.length] ?? '';
    const other = facts[(number + 2) % facts.length] ?? '';
    return `### Thought ${number + 1}\n\n${fact} ${other}\n\n- first: **${number * 2}**\n- then: \`${number * 2 + 1}\`\n`;
  };
  return Array.from({ length: sections }, (_, number) => part(number)).join('\n');
}
