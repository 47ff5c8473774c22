import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import bundle from '../../../l10n/bundle.l10n.json';
import strings from '../../../package.nls.json';
import { buttonTexts } from './buttonTexts';

const root = join(__dirname, '../../..');

type Texts = Readonly<Record<string, string>>;
/** Texts of the manifest by key, without the commands that links run. */
const manifest: Texts = Object.fromEntries(
  Object.entries(strings).map(([key, text]) => [key, text.replace(/\(command:[^)]*\)/g, '')]),
);
/** Texts of host and page; the key of the bundle is the text, or the text and its comment. */
const texts = Object.entries(bundle as Readonly<Record<string, unknown>>).map(([key, value]) =>
  typeof value === 'string' ? value : key,
);

/** Words that users do not see, with what to say instead (the glossary in `src/README.md`). */
const avoided: readonly (readonly [RegExp, string])[] = [
  [/\bsessions?\b/i, 'conversation'],
  [/\bthe agent\b/i, 'Claude'],
  [/\bIds?\b/, 'ID'],
  [/\bpersons?\b/i, 'you'],
  [/\bswitch(es)? (it )?o(ff|n)\b/i, 'turn off'],
  [/\bwhat becomes of\b/i, 'Controls what happens to'],
];

/** Keys of manifest texts that need an avoided word, with the reason. */
const needed: Readonly<Record<string, string>> = {
  'setting.agent': 'It is about agents of Claude Code, one of which answers.',
  'setting.cli.env': 'CLAUDE_CONFIG_DIR is where the CLI keeps its session files.',
};

it('avoids private words in the texts of the manifest', () => {
  const found = Object.entries(manifest).flatMap(([key, text]) =>
    key in needed
      ? []
      : avoided.flatMap(([word, instead]) =>
          word.test(text) ? [`${key}: "${word.exec(text)?.[0]}", say "${instead}"`] : [],
        ),
  );
  expect(found).toEqual([]);
  const unneeded = Object.keys(needed).filter(
    key => !avoided.some(([word]) => word.test(manifest[key] ?? '')),
  );
  expect(unneeded).toEqual([]);
});

/** Sentences of host and page that need the word "session", with the reason. */
const sessions: readonly (readonly [RegExp, string])[] = [
  [
    /\bwhen a session (begins|ends)\b/i,
    'Events of hooks, which the CLI names SessionStart and SessionEnd.',
  ],
  [/session's file/i, 'A file of the CLI.'],
  [/^Session( ID)?:? ?(\{0\})?$/, 'A label of an ID that the CLI has given.'],
  [/resumes the session\b/, 'What the CLI does with its file.'],
  [/opened a session without a name/, 'A fault in the protocol of another agent.'],
  [/in the same session/, 'Rewinding keeps the file of the CLI.'],
];

/** Sentences of host and page that need "the agent", with the reason. */
const agents: readonly (readonly [RegExp, string])[] = [
  [/\ban agent\b.*\bthe agent\b/, 'The agent that the sentence has just introduced.'],
  [/\bthe agent (“?\{0\}”?)/i, 'A subagent, by its name.'],
  [/\bAgent Client Protocol\b/, 'The name of the protocol.'],
  [/^The agent$|^The agent has (opened a|not been)/, 'An agent of others, which has no name yet.'],
  [
    /^The (agent of the same|draft is ready)|^The answer held no agent|^What the agent should do, and/,
    'Subagents, in their section.',
  ],
];

/** Files whose texts describe what goes into the file of a subagent. */
const aboutSubagents = ['src/cli/agentFiles/headKeys.ts', 'src/cli/agentFiles/bodyFindings.ts'];

it('avoids private words in the texts of host and page', () => {
  const [session, agent, ...others] = avoided;
  const fields = aboutSubagents.map(file => readFileSync(join(root, file), 'utf8')).join('\n');
  const isField = (text: string) => fields.includes(text);
  const found = texts.flatMap(text => [
    ...(session?.[0].test(text) && !sessions.some(([allowed]) => allowed.test(text)) ? [text] : []),
    ...(agent?.[0].test(text) && !agents.some(([allowed]) => allowed.test(text)) && !isField(text)
      ? [text]
      : []),
    ...others.flatMap(([word]) => (word.test(text) ? [text] : [])),
  ]);
  expect(found).toEqual([]);
  const unneeded = [...sessions, ...agents].filter(
    ([allowed]) => !texts.some(text => allowed.test(text)),
  );
  expect(unneeded).toEqual([]);
});

/** Ways to write that VS Code does not have, with what it has. */
const misspelled: readonly (readonly [RegExp, string])[] = [
  [/\bcancelled\b/i, 'canceled'],
  [/\b(?:colour|behaviour|(?:summar|recogn|organ|author|custom)is[ei])/i, 'American spelling'],
  [/[‘’]/, "'"],
  [/[À-ÖØ-ʯ]/, 'a character itself, as the bundle misreads its escape'],
  [/\bany more\b/, 'no longer, or anymore'],
  [/\b(?:go|goes|went|going) on\b/i, 'continue'],
  [/(?<![\w.`(/-])git(?![\w.`-])/, 'Git'],
  [/(?<!\bthere )\b(?:is|are|was) no (?!longer\b)/i, 'is not a'],
];

it('spells like VS Code', () => {
  const found = [...Object.values(manifest), ...texts].flatMap(text =>
    misspelled.flatMap(([wrong, right]) => (wrong.test(text) ? [`${text} (${right})`] : [])),
  );
  expect(found).toEqual([]);
});

/** Words that stay small within a title, as in VS Code's own commands. */
const small = new Set(
  'a an and as at but by for from in into nor of on or per the to via with'.split(' '),
);

it('gives titles of commands, views, settings and steps capitals as VS Code does', () => {
  const titles = Object.entries(manifest).filter(([key]) =>
    /^(command|view|settings|container)\.|^walkthrough\.(\w+\.)?title$/.test(key),
  );
  expect(titles.length).toBeGreaterThan(150);
  const wrong = titles.filter(([, title]) => !isTitle(title));
  expect(wrong).toEqual([]);
});

/** Returns whether a text has capitals as titles of VS Code have them, and no full stop. */
function isTitle(text: string): boolean {
  // The preposition belongs to the verb.
  const words = text.replace(/…$/, '').replace('Sign In', 'Sign-In').split(' ');
  const isRight = words.every((word, index) => {
    const isEdge = index === 0 || index === words.length - 1;
    return small.has(word.toLowerCase()) && !isEdge
      ? word === word.toLowerCase()
      : !/^\p{Ll}/u.test(word);
  });
  return isRight && !/[.!]$/.test(text);
}

/** Choice of a form that looks like an action in the source. */
const choice = 'A choice of a form.';

/** Texts of buttons that are no titles, with the reason. */
const noTitles: Readonly<Record<string, string>> = {
  'Copy as curl': 'The program writes its name so.',
  'Seen to the end': 'What has been done, instead of what a press would do.',
  '{0} new': 'A count of messages.',
  'worktree {0}': 'The state of the conversation; a press changes it.',
  'Off in this conversation: {0}': 'The state of the conversation; a press changes it.',
  '{0} tool is off': 'The state of the conversation; a press changes it.',
  'All projects (only you)': choice,
  'This project (shared)': choice,
  'This project (only you)': choice,
  '{0} tools are off': 'The state of the conversation; a press changes it.',
};

it('gives buttons and menu items capitals as VS Code does', () => {
  const files = ['webview', 'src/contract', 'src/host'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.tsx?$/.test(name))
      .map(name => join(folder, name)),
  );
  const buttons = files.flatMap(file => buttonTexts(file, readFileSync(join(root, file), 'utf8')));
  expect(buttons.length).toBeGreaterThan(150);
  const wrong = buttons.filter(({ text }) => !isTitle(text) && !(text in noTitles));
  expect(wrong).toEqual([]);
  const unneeded = Object.keys(noTitles).filter(text => !buttons.some(one => one.text === text));
  expect(unneeded).toEqual([]);
});

it('ends descriptions of settings with a full stop, and those of tools without one', () => {
  const ends = (kind: RegExp) =>
    Object.entries(manifest)
      .filter(([key]) => kind.test(key))
      .map(([key, text]) => [key, text.endsWith('.')] as const);
  expect(ends(/^setting\./).filter(([, hasStop]) => !hasStop)).toEqual([]);
  expect(ends(/^tool\./).filter(([, hasStop]) => hasStop)).toEqual([]);
});

it('knows each command that the documentation names with "Tandem:"', () => {
  const docs = readdirSync(join(root, 'docs')).filter(name => name.endsWith('.md'));
  const titles = new Set(Object.values(manifest));
  const named = ['README.md', 'CHANGELOG.md', ...docs.map(name => join('docs', name))].flatMap(
    file => {
      const text = readFileSync(join(root, file), 'utf8').replace(/\s+/g, ' ');
      return [...text.matchAll(/\*Tandem: ([^*]+)\*/g)].map(([, title]) => ({ file, title }));
    },
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ title }) => !titles.has(String(title)))).toEqual([]);
});
