import { readFile, writeFile } from 'node:fs/promises';

export async function readTodos(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

export async function addTodo(file, text) {
  const todos = await readTodos(file);
  todos.push({ text, done: false });
  await writeTodos(file, todos);
}

export async function completeTodo(file, number) {
  const todos = await readTodos(file);
  const todo = todos[number - 1];
  if (!todo) throw new Error(`There is no to-do number ${number}`);
  todo.done = true;
  await writeTodos(file, todos);
}

async function writeTodos(file, todos) {
  await writeFile(file, `${JSON.stringify(todos, null, 2)}\n`);
}
