#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { formatList } from './format.js';
import { addTodo, completeTodo, readTodos } from './todos.js';

const usage = `Usage: todo <command>

Commands:
  add <text>     Add a to-do
  done <number>  Mark a to-do as done
  list           Show all to-dos`;

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
    break;
  default:
    console.error(usage);
    process.exitCode = 1;
}
