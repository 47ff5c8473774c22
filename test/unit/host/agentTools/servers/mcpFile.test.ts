import { expect, test } from 'vitest';
import { parseJsonc } from '../../../../../src/host/agentTools/servers/jsonc';
import { readMcpFile, withoutTwins } from '../../../../../src/host/agentTools/servers/mcpFile';

const files: Record<string, string> = { '/w/.env': 'TOKEN="a\\nb" # secret\nHOST=x' };
const context = {
  folder: '/w',
  file: '/w/.vscode/mcp.json',
  home: '/home/me',
  env: { KEY: 'k' },
  read: async (path: string) => {
    const text = files[path];
    if (text === undefined) throw new Error('no such file');
    return text;
  },
};

test('comments and trailing commas are ignored, except in strings', () => {
  const text = '\uFEFF// one\n{"a": "// no, /* no */", /* two\n */ "b": [1, 2,], "c": ",}",}';
  expect(parseJsonc(text)).toEqual({ a: '// no, /* no */', b: [1, 2], c: ',}' });
  expect(() => parseJsonc('{\n  "a": 1\n  "b": 2\n}')).toThrow(/^line 3: /);
  expect(() => parseJsonc('{"a"')).toThrow();
});

test('servers are offered with their variables resolved', async () => {
  const text = JSON.stringify({
    servers: {
      local: {
        command: '${workspaceFolder}/serve',
        args: ['--key', '${env:KEY}', '${userHome}', '${env:NONE}'],
        env: { HOST: 'y', PORT: 80, GONE: null },
        envFile: '${workspaceFolder}/.env',
      },
      far: { url: 'https://x/${workspaceFolderBasename}', headers: { From: '${userHome}' } },
      old: { type: 'sse', url: 'https://x/sse' },
    },
  });
  const found = await readMcpFile(text, context);
  expect(found.every(({ identity }) => identity !== undefined)).toBe(true);
  expect(found.map(({ identity: _, ...server }) => server)).toEqual([
    {
      name: 'local',
      file: context.file,
      kind: 'stdio',
      config: {
        type: 'stdio',
        command: '/w/serve',
        args: ['--key', 'k', '/home/me', ''],
        env: { TOKEN: 'a\nb', HOST: 'y', PORT: '80' },
      },
    },
    {
      name: 'far',
      file: context.file,
      kind: 'http',
      config: { type: 'http', url: 'https://x/w', headers: { From: '/home/me' } },
    },
    { name: 'old', file: context.file, kind: 'sse', config: { type: 'sse', url: 'https://x/sse' } },
  ]);
});

test('no variable of the environment is sent to a server elsewhere', async () => {
  const servers = {
    address: { url: 'https://x/?k=${env:KEY}' },
    event: { type: 'sse', url: 'https://${env:KEY}.x/' },
    header: { url: 'https://x/', headers: { Authorization: 'Bearer ${env:KEY}' } },
    expanded: { url: 'https://x/${KEY}' },
    nested: { url: 'https://x/${a${env:KEY}}' },
  };
  const found = await readMcpFile(JSON.stringify({ servers }), context);
  expect(found.map(({ config }) => config)).toEqual(found.map(() => undefined));
  expect(found[0]?.reason).toContain('${env:KEY}');
});

test('env files are read with quotes and comments', async () => {
  const text = JSON.stringify({ servers: { one: { command: 'x', envFile: '.env' } } });
  const read = async () => "export A=1\n# no\nB='x # y'\nC = z # w\nD=\n\nE=a=b";
  expect(await readMcpFile(text, { ...context, read })).toMatchObject([
    { config: { env: { A: '1', B: 'x # y', C: 'z', D: '', E: 'a=b' } } },
  ]);
});

test('servers that cannot be offered are listed with the reason', async () => {
  const servers = {
    asks: { command: 'x', env: { KEY: '${input:key}' } },
    knows: { command: '${config:a.b}' },
    tandem: { command: 'x' },
    empty: {},
    wrong: { command: 5 },
    lost: { command: 'x', envFile: 'gone.env' },
    placed: { command: 'x', cwd: '/elsewhere' },
  };
  const found = await readMcpFile(JSON.stringify({ servers }), context);
  expect(found.every(({ config }) => config === undefined)).toBe(true);
  expect(found.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('${input:key}'),
    expect.stringContaining('${config:a.b}'),
    expect.stringContaining("editor's own tools"),
    expect.stringContaining('no "command"'),
    expect.stringContaining('"command"'),
    expect.stringContaining('no such file'),
    expect.stringContaining('"cwd"'),
  ]);
});

test('a file that is not a list of servers is rejected', async () => {
  await expect(readMcpFile('[]', context)).rejects.toThrow('not a JSON object');
  await expect(readMcpFile('{"servers": 3}', context)).rejects.toThrow('"servers"');
  expect(await readMcpFile('{}', context)).toEqual([]);
});

test('only the first of two servers with the same name is offered', () => {
  const one = { name: 'a', kind: 'stdio', config: { command: 'x' } } as const;
  const [first, second] = withoutTwins([
    { ...one, file: '/w/1' },
    { ...one, file: '/w/2' },
  ]);
  expect(first?.config).toBeDefined();
  expect(second).toMatchObject({ reason: expect.stringContaining('/w/1') });
  expect(second?.config).toBeUndefined();
});

test.each(['tandem__x', 'tandem_', 'tandem._x', 'tandem  references', 'tandem__references'])(
  'a server called %j cannot pass for the editor',
  async name => {
    const text = JSON.stringify({ servers: { [name]: { command: 'x' } } });
    const [found] = await readMcpFile(text, context);
    expect(found?.config).toBeUndefined();
    expect(found?.reason).toContain("the editor's own tools");
  },
);

test('a server may have a name that only resembles the editor’s', async () => {
  const text = JSON.stringify({
    servers: { tandem_x: { command: 'x' }, tandems: { command: 'x' } },
  });
  const found = await readMcpFile(text, context);
  expect(found.map(({ config }) => config?.command)).toEqual(['x', 'x']);
});
