import { expect, it } from 'vitest';
import { isProtected } from '../../../../../src/host/agentTools/edit/protectedFiles';

it.each([
  '/w/.git/config',
  '/w/.VSCODE/tasks.json',
  '/w/.claude/settings.json',
  '/w/.claude/worktrees/settings.json',
  '/w/.claude/worktrees/one/.claude/settings.json',
  '/w/.claude/worktrees/one/.mcp.json',
  '/w/a.code-workspace',
  'c:\\w\\.git.\\hooks\\pre-commit',
  'c:\\w\\.git::$INDEX_ALLOCATION\\config',
  'c:\\w\\.mcp.json. ',
  '/w/.g\u200cit/config',
  'c:\\w\\CLAUDE~1\\settings.json',
  '/w/.envrc',
  '/w/.npmrc',
  '/w/.Yarnrc.yml',
  '/w/a/lefthook.yml',
  '/w/.pre-commit-config.yaml',
  '/w/gradle/wrapper/gradle-wrapper.properties',
  '/w/.cargo/config.toml',
  '/w/.mvn/jvm.config',
  '/w/.config/git/config',
  '/w/.v\u017fcode/tasks.json',
  '/w/.g\u0131t/config',
])('%s is protected', path => {
  expect(isProtected(path)).toBe(true);
});

it.each([
  '/w/src/git.ts',
  '/w/.github/workflows/ci.yml',
  '/w/CLAUDE.md',
  '/w/.config/other/git',
  // The folder of a conversation in a work tree of Claude Code.
  '/w/.claude/worktrees/one/src/a.ts',
  '/w/.claude/worktrees/one/CLAUDE.md',
])('%s is not', path => {
  expect(isProtected(path)).toBe(false);
});
