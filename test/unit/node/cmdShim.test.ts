import { expect, it } from 'vitest';
import { resolveCmdShim } from '../../../src/node/cmdShim';

const shim = 'C:\\Users\\a b\\npm\\claude.cmd';
const cli = 'node_modules\\@anthropic-ai\\claude-code\\cli.js';

const shims: [name: string, text: string, target: string | undefined][] = [
  [
    'npm with a script',
    `SET dp0=%~dp0\r\nIF EXIST "%dp0%\\node.exe" (\r\n  SET "_prog=%dp0%\\node.exe"\r\n)\r\n` +
      `endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%"  "%dp0%\\${cli}" %*\r\n`,
    `C:\\Users\\a b\\npm\\${cli}`,
  ],
  [
    'npm with a native binary',
    `CALL :find_dp0\r\n"%dp0%\\node_modules\\@anthropic-ai\\claude-code\\bin\\claude.exe"   %*\r\n`,
    'C:\\Users\\a b\\npm\\node_modules\\@anthropic-ai\\claude-code\\bin\\claude.exe',
  ],
  [
    'npm before version 6',
    `@IF EXIST "%~dp0\\node.exe" (\r\n  "%~dp0\\node.exe"  "%~dp0\\${cli}" %*\r\n) ELSE (\r\n` +
      `  @SETLOCAL\r\n  @SET PATHEXT=%PATHEXT:;.JS;=;%\r\n  node  "%~dp0\\${cli}" %*\r\n)\r\n`,
    `C:\\Users\\a b\\npm\\${cli}`,
  ],
  [
    'pnpm',
    `@SETLOCAL\r\n@IF NOT DEFINED NODE_PATH (\r\n  @SET "NODE_PATH=C:\\pnpm\\node_modules"\r\n) ELSE (\r\n` +
      `  @SET "NODE_PATH=C:\\pnpm\\node_modules;%NODE_PATH%"\r\n)\r\n@IF EXIST "%~dp0\\node.exe" (\r\n` +
      `  "%~dp0\\node.exe"  "%~dp0\\global\\5\\${cli}" %*\r\n) ELSE (\r\n` +
      `  @SET PATHEXT=%PATHEXT:;.JS;=;%\r\n  node  "%~dp0\\global\\5\\${cli}" %*\r\n)\r\n`,
    `C:\\Users\\a b\\npm\\global\\5\\${cli}`,
  ],
  [
    'yarn, which starts another shim',
    '@"%~dp0\\..\\Yarn\\Data\\global\\node_modules\\.bin\\claude.cmd"   %*\r\n',
    'C:\\Users\\a b\\Yarn\\Data\\global\\node_modules\\.bin\\claude.cmd',
  ],
  [
    'Scoop',
    '@rem C:\\scoop\\apps\\claude\\current\\claude.exe\r\n@"C:\\scoop\\apps\\claude\\current\\claude.exe"  %*\r\n',
    'C:\\scoop\\apps\\claude\\current\\claude.exe',
  ],
  ['forward slashes', '"%~dp0/lib/cli.mjs" %*', 'C:\\Users\\a b\\npm\\lib\\cli.mjs'],
  ['a custom batch file', '@echo off\r\nset X=1\r\necho "hello" %*\r\n', undefined],
  ['an unknown variable', '"%SOMEWHERE%\\claude.exe" %*', undefined],
  ['a relative program', '"claude.exe" %*', undefined],
  ['an empty file', '', undefined],
];

it.each(shims)('finds the program started by %s', (_name, text, target) => {
  expect(resolveCmdShim(text, shim)).toBe(target);
  expect(resolveCmdShim(text.replaceAll('\r', ''), shim)).toBe(target);
});

it('keeps a dollar sign in a folder name', () => {
  expect(resolveCmdShim('"%~dp0\\a.exe" %*', 'C:\\$& here\\a.cmd')).toBe('C:\\$& here\\a.exe');
});
