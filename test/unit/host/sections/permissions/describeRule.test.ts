import { expect, it } from 'vitest';
import { describeRule } from '../../../../../src/host/sections/permissions/describeRule';
import { isKnownTool, ruleProblem } from '../../../../../src/host/sections/permissions/ruleShape';

it.each([
  ['Bash', 'Any command'],
  ['Bash(*)', 'Any command'],
  ['Bash(npm test)', 'The command “npm test”'],
  ['Bash(npm test:*)', 'Commands that begin with “npm test”'],
  ['Bash(ls *)', 'Commands that begin with “ls”'],
  ['Bash(git * main)', 'Commands of the form “git * main”'],
  ['Read', 'Reading any file'],
  ['Read(./.env)', 'Reading “.env” in the working folder'],
  ['Read(.env)', 'Reading “.env” in the working folder and below'],
  ['Read(~/.ssh/**)', 'Reading all files below “.ssh” in your home folder'],
  ['Read(//etc/passwd)', 'Reading “/etc/passwd” on this computer'],
  ['Edit(/src/**)', 'Changing all files below “src” in the folder that these settings belong to'],
  ['Edit(docs/*.md)', 'Changing files like “docs/*.md” in the working folder'],
  ['WebFetch(domain:x.com)', 'Fetching pages of “x.com”'],
  ['WebSearch', 'Any web search'],
  ['mcp__srv', 'All tools of the server “srv”'],
  ['mcp__srv__*', 'All tools of the server “srv”'],
  ['mcp__srv__tool_a', 'The tool “tool_a” of the server “srv”'],
  ['Agent(review)', 'The agent “review”'],
  ['Skill(deploy:*)', 'The skill “deploy” with any input'],
  ['TodoWrite', 'Any use of TodoWrite'],
  ['Zork(x)', 'Use of Zork for “x”'],
  ['Bash(a', 'Not a rule: Claude Code ignores it'],
])('%s: %s', (rule, text) => {
  expect(describeRule(rule)).toBe(text);
});

it.each([
  ['Bash(npm test:*)', undefined],
  ['Bash(echo \\(a)', undefined],
  ['Bash(f(a) (b))', undefined],
  ['mcp__srv__tool', undefined],
  ['Zork(x)', undefined],
  ['Bash(a', 'The parentheses do not match. A rule looks like Bash(npm test:*).'],
  ['Bash(a))', 'The parentheses do not match. A rule looks like Bash(npm test:*).'],
  ['Bash()', 'Enter the name of a tool, or one with a pattern, such as Bash(npm test:*).'],
  ['npm test', 'Enter the name of a tool, or one with a pattern, such as Bash(npm test:*).'],
  ['bash(ls)', 'Tools are written with capital letters: Bash.'],
  ['mcp__srv__tool(x)', 'Rules for tools of MCP servers take no parentheses.'],
  ['WebFetch(https://x.com)', 'Name a domain, such as WebFetch(domain:example.com).'],
])('checks %s', (rule, problem) => {
  expect(ruleProblem(rule)).toBe(problem);
});

it('knows tools and those of servers', () => {
  expect(['Bash(ls)', 'mcp__a__b', 'Zork'].map(isKnownTool)).toEqual([true, true, false]);
});
