import { describe, expect, it } from 'vitest';
import { commandWords, readServerForm } from '../../../../../src/host/sections/servers/serverForm';

describe('the form of a new server', () => {
  it('becomes a program with its variables', () => {
    const read = readServerForm([
      'books',
      'stdio',
      'node "my server.js" --port 1',
      'TOKEN=a=b\n\n HOST=x ',
      'user',
    ]);
    expect(read).toEqual({
      server: { name: 'books', scope: 'user' },
      config: {
        type: 'stdio',
        command: 'node',
        args: ['my server.js', '--port', '1'],
        env: { TOKEN: 'a=b', HOST: 'x' },
      },
    });
  });

  it('becomes an address with its headers', () => {
    const read = readServerForm(['web', 'http', ' https://x.example/mcp ', 'X-Key: 1', 'project']);
    expect(read).toEqual({
      server: { name: 'web', scope: 'project' },
      config: { type: 'http', url: 'https://x.example/mcp', headers: { 'X-Key': '1' } },
    });
  });

  it.each([
    ['a name with a blank', ['a b', 'stdio', 'x', '', 'local'], 0],
    ['a name that reads as an option', ['-x', 'stdio', 'x', '', 'local'], 0],
    ["a name of the editor's own tools", ['tandem', 'stdio', 'x', '', 'local'], 0],
    ['an unknown kind', ['a', 'telepathy', 'x', '', 'local'], 1],
    ['no command', ['a', 'stdio', '', '', 'local'], 2],
    ['an open quotation mark', ['a', 'stdio', 'node "x', '', 'local'], 2],
    ['an address that is none', ['a', 'http', 'example', '', 'local'], 2],
    ['an address of a file', ['a', 'sse', 'file:///etc/passwd', '', 'local'], 2],
    ['an address with a password', ['a', 'http', 'https://me:pw@x.example', '', 'local'], 2],
    ['an address with a user name', ['a', 'sse', 'https://token@x.example', '', 'local'], 2],
    ['a command with a control character', ['a', 'stdio', 'x \0', '', 'local'], 2],
    ['a header with a control character', ['a', 'http', 'https://x.example', 'A: \0', 'local'], 3],
    ['a header with a line end', ['a', 'http', 'https://x.example', 'A: 1\rB: 2', 'local'], 3],
    ['a variable with a control character', ['a', 'stdio', 'x', 'A=\u001b[1m', 'local'], 3],
    ['a command without an end', ['a', 'stdio', `"${'\\"'.repeat(40_000)}`, '', 'local'], 2],
    ['a line that sets nothing', ['a', 'stdio', 'x', 'TOKEN', 'local'], 3],
    ['a variable as a header', ['a', 'http', 'https://x.example', 'A=1', 'local'], 3],
    ['an unknown scope', ['a', 'stdio', 'x', '', 'everywhere'], 4],
  ])('names the mistake of %s', (_, entries, at) => {
    const read = readServerForm(entries);
    const problems = 'problems' in read ? read.problems : [];
    expect(problems.flatMap((one, index) => (one === null ? [] : [index]))).toEqual([at]);
  });

  it('splits a command line at blanks, except between quotation marks', () => {
    expect(commandWords(`a  b\t'c d' e"f g"h "i\\"j" C:\\dir\\x`)).toEqual([
      ...['a', 'b', 'c d', 'ef gh', 'i"j', 'C:\\dir\\x'],
    ]);
    expect(commandWords(`a 'b`)).toEqual([]);
  });
});
