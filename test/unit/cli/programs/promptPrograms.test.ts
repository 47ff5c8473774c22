import { describe, expect, it } from 'vitest';
import { runningText } from '../../../../src/cli/programs/promptPrograms';

const withHead = (...lines: string[]) => ['---', 'name: x', ...lines, '---', 'Body'].join('\n');

describe('a head that runs or allows something', () => {
  it.each([
    ['as most people write it', withHead('allowed-tools: Bash'), 'name: x\nallowed-tools: Bash'],
    ['with hooks', withHead('hooks:', '  Stop: []'), 'name: x\nhooks:\n  Stop: []'],
    ['with a key in quotes', withHead('"hooks":', '  Stop: []'), 'name: x\n"hooks":\n  Stop: []'],
    ['with a key in single quotes', withHead("'allowed-tools': Bash"), undefined],
    ['with an escaped key', withHead('"allowed\\x2dtools": Bash'), undefined],
    ['with a marked key', withHead('? allowed-tools', ': Bash'), undefined],
    ['with an anchor before the key', withHead('&a hooks: {}'), undefined],
    ['indented', '---\n  name: x\n  allowed-tools: Bash\n---\nBody', undefined],
    ['after dashes with a blank', '--- \nallowed-tools: Bash\n---\nBody', undefined],
    ['after an empty line', '---\n\v\nallowed-tools: Bash\n---\nBody', undefined],
    ['in braces', '---\n{name: x, allowed-tools: Bash}\n---\nBody', undefined],
    ['up to dashes in a line', '---\nname: x\n"hooks": {} ---\nBody', undefined],
    ['with carriage returns', '---\r\nname: x\rallowed-tools: Bash\r\n---\r\nBody', undefined],
    ['after a separator of lines', withHead('a: "\u2028hooks: {}\u2028"'), undefined],
    ['with other capitals', withHead('Allowed_Tools: Bash'), undefined],
    ['with servers, as a plugin has', withHead('mcpServers: {}'), undefined],
    ['that is no YAML', withHead('a: ["', '\\'), undefined],
    ['that is too long', withHead(`description: ${'x'.repeat(8_000)}`), undefined],
  ])('is found %s', async (_, text, shown) => {
    expect(await runningText(text)).toEqual(shown ?? expect.any(String));
  });
});

describe('a text that runs something', () => {
  it.each([
    ['a command in a line', 'Look: !`git status`', 'Look: !`git status`'],
    ['a block', 'A\n```!\ntouch a\n```\nB', '```!\ntouch a\n```'],
    ['a block that begins in a line', 'See ```!\ntouch a\n```\nB', 'See ```!\ntouch a\n```'],
    ['a block in one line', 'A\n```! touch a```\nB', '```! touch a```'],
    ['two blocks', '```!\na\n``` ```!\nb\n```\nC', '```!\na\n``` ```!\nb\n```'],
    ['lines with carriage returns only', 'See\r```!\rtouch a\r```\rB', '```!\ntouch a\n```'],
  ])('is shown with %s', async (_, text, shown) => {
    expect(await runningText(text)).toBe(shown);
  });

  it('is shown below its head', async () => {
    expect(await runningText(`${withHead()}\n!\`a\``)).toBe('name: x\n!`a`');
  });
});

it.each([
  ['without a head', 'Say hello.'],
  ['with a head', withHead('description: Use hooks: always', 'allowedness: 1')],
  ['with an empty head', '---\n---\nBody'],
  ['with a list for a head', '---\n- hooks\n---\nBody'],
  ['with a rule at its beginning', '---\nHooks: these are explained here.'],
  ['with blocks of code', '```sh\nrm a\n```\nHello!'],
])('finds nothing in a prompt %s', async (_, text) => {
  expect(await runningText(text)).toBeUndefined();
});

it.each([
  ['dashes and line ends', `---${'\n'.repeat(250_000)}`],
  ['an endless list', `---\na: ${'['.repeat(7_900)}\n---\n`],
  ['dashes in each line', `---\n${'--\n'.repeat(80_000)}`],
])('is quick with %s', { timeout: 1_000 }, async (_, text) => {
  await runningText(text);
});
