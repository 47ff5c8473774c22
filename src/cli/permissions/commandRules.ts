import { simpleCommands } from './shellCommands';

/** Tools whose rules are about lines of a shell. */
const shellTools: ReadonlySet<string> = new Set(['Bash', 'PowerShell']);

/** Words before a command that say how it runs, but not what. */
const prefixes =
  /^(?:if|then|else|elif|do|while|until|!|time|sudo|doas|command|builtin|exec|nohup|nice|timeout|stdbuf|env|xargs|setsid|[A-Za-z_]\w*\+?=.*)$/s;

/**
 * Finds the first rule that applies to a line of a shell or to one of its commands. The CLI applies
 * deny and ask rules in this way, too.
 */
export function ruleFor(line: string, rules: readonly string[]): string | undefined {
  const matchers = rules.flatMap(rule => {
    const matches = matcherOf(rule);
    return matches ? [{ rule, matches }] : [];
  });
  if (matchers.length === 0) {
    return undefined;
  }
  const candidates = candidatesOf(line);
  return matchers.find(({ matches }) => candidates.some(matches))?.rule;
}

function candidatesOf(line: string): readonly string[] {
  const commands = simpleCommands(line).flatMap(({ words }) => startsOf(words));
  return [line.trim(), ...commands.flatMap(words => [words.join(' '), named(words)])];
}

/** Returns a command and what may run behind its prefixes. */
function startsOf(words: readonly string[]): readonly (readonly string[])[] {
  // Prefixes have options of their own, so every later word may be the command.
  const isPrefixed = prefixes.test(words[0] ?? '');
  return isPrefixed ? words.map((_, index) => words.slice(index)) : [words];
}

/** The CLI takes a program by its name, wherever it lies. */
function named([program = '', ...rest]: readonly string[]): string {
  return [program.replace(/^.*\//s, ''), ...rest].join(' ');
}

/** @returns undefined for a rule of another tool */
function matcherOf(rule: string): ((command: string) => boolean) | undefined {
  const [, tool = '', content] = /^\s*([^\s(]+)\s*(?:\(([\s\S]*)\)\s*)?/.exec(rule) ?? [];
  if (!shellTools.has(tool)) {
    return undefined;
  }
  // Without a closing parenthesis there is no pattern: better all lines than none.
  if (content === undefined || /^[\s*]*$/.test(content)) {
    return () => true;
  }
  const pattern = content.replaceAll(/\\([\\()])/g, '$1').trim();
  if (pattern.endsWith(':*')) {
    return prefixMatcher(pattern.slice(0, -2));
  }
  return wildcardMatcher(pattern);
}

function prefixMatcher(prefix: string): (command: string) => boolean {
  return command => command === prefix || command.startsWith(`${prefix} `);
}

/** ` *` at the end stands for any arguments, and for none. */
function wildcardMatcher(pattern: string): (command: string) => boolean {
  const parts = pattern.split(/(?<!\\)\*/).map(part => part.replaceAll('\\*', '*'));
  const withoutArguments = pattern.endsWith(' *') ? withoutLast(parts) : undefined;
  return command =>
    isMadeOf(command, parts) ||
    (withoutArguments !== undefined && isMadeOf(command, withoutArguments));
}

/** Leaves out the space and the wildcard at the end. */
function withoutLast(parts: readonly string[]): readonly string[] {
  return [...parts.slice(0, -2), (parts.at(-2) ?? '').slice(0, -1)];
}

/**
 * Whether the parts follow one another with anything between them. Taking the first place of each
 * is enough; an expression would try all of them.
 */
function isMadeOf(command: string, [first = '', ...others]: readonly string[]): boolean {
  const last = others.pop();
  if (last === undefined) {
    return command === first;
  }
  let at = command.startsWith(first) ? first.length : -1;
  for (const part of others) {
    const found = at < 0 ? -1 : command.indexOf(part, at);
    at = found < 0 ? -1 : found + part.length;
  }
  return at >= 0 && command.length - last.length >= at && command.endsWith(last);
}
