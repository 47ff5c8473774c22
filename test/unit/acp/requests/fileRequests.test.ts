import { describe, expect, it } from 'vitest';
import { FileRequests } from '../../../../src/acp/requests/fileRequests';
import { UserError } from '../../../../src/base/errors';

const sessionId = 's';
const { signal } = new AbortController();

function requests(files: Record<string, string>, isGemini = false) {
  const calls: string[] = [];
  const made = new FileRequests({
    files: {
      read: async path => {
        if (path.startsWith('/secret')) throw new UserError('file.outside', 'It is outside.');
        return files[path];
      },
      write: async (path, text) => {
        if (path.startsWith('/secret')) throw new UserError('file.outside', 'It is outside.');
        calls.push('write');
        files[path] = text;
      },
    },
    host: {
      beforeTool: async ({ edits }) => void calls.push(`before ${edits}`),
      afterTool: async (_use, { kind }) => void calls.push(`after ${kind}`),
    },
    cwd: '/w',
    isTracked: path => path === '/w/tracked',
    readsMissingAsEmpty: () => isGemini,
  });
  return { made, calls, files };
}

describe('FileRequests', () => {
  it.each([
    [{}, 'one\ntwo\nthree\n'],
    [{ line: 1, limit: 2000 }, 'one\ntwo\nthree\n'],
    [{ line: 2 }, 'two\nthree\n'],
    [{ line: 2, limit: 1 }, 'two\n'],
    [{ line: null, limit: 1 }, 'one\n'],
    [{ limit: 0 }, ''],
    [{ line: 99 }, ''],
  ])('reads the part %j', async (part, content) => {
    const { made } = requests({ '/w/a': 'one\ntwo\nthree\n' });
    expect(await made.read({ sessionId, path: '/w/a', ...part })).toEqual({ content });
  });

  it('reports a missing file, or an empty one to agents that need that', async () => {
    const params = { sessionId, path: '/w/none' };
    await expect(requests({}).made.read(params)).rejects.toMatchObject({ code: -32002 });
    expect(await requests({}, true).made.read(params)).toEqual({ content: '' });
  });

  it.each([
    [{ path: 'relative' }],
    [{ path: '' }],
    [{ path: 5 }],
    [{ path: '/a\0b' }],
    [{ path: '/w/a', line: -1 }],
    [{ path: '/w/a', line: 1.5 }],
    [{}],
  ])('refuses %j', async params => {
    const { made } = requests({});
    await expect(made.read({ sessionId, ...params })).rejects.toMatchObject({ code: -32602 });
    await expect(made.write({ sessionId, ...params }, signal)).rejects.toMatchObject({
      code: -32602,
    });
  });

  it('tracks a write, and not twice', async () => {
    const { made, calls, files } = requests({});
    await made.write({ sessionId, path: '/w/new', content: 'x' }, signal);
    expect(calls).toEqual(['before /w/new', 'write', 'after succeeded']);
    await made.write({ sessionId, path: '/w/tracked', content: 'y' }, signal);
    expect(calls.slice(3)).toEqual(['write']);
    expect(files).toEqual({ '/w/new': 'x', '/w/tracked': 'y' });
  });

  it('says why a file was not written', async () => {
    const { made, calls } = requests({});
    const write = made.write({ sessionId, path: '/secret', content: 'x' }, signal);
    await expect(write).rejects.toMatchObject({ code: -32603, message: 'It is outside.' });
    expect(calls).toEqual(['before /secret', 'after failed']);
  });
});
