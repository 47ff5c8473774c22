import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../src/cli.js', import.meta.url));

function todo(file, ...args) {
  const env = { ...process.env, TODO_FILE: file };
  return execFileSync(process.execPath, [cli, ...args], { env, encoding: 'utf8' });
}

function emptyList() {
  return join(mkdtempSync(join(tmpdir(), 'todo-')), 'todos.json');
}

test('an empty list says so', () => {
  assert.equal(todo(emptyList(), 'list'), 'Nothing to do.\n');
});

test('added to-dos are listed and can be done', () => {
  const file = emptyList();
  todo(file, 'add', 'Buy', 'milk');
  todo(file, 'add', 'Call mum');
  todo(file, 'done', '1');
  assert.equal(todo(file, 'list'), '1. [x] Buy milk\n2. [ ] Call mum\n');
});
