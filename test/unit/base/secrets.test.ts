import { describe, expect, it } from 'vitest';
import { maskSecrets, traceLine } from '../../../src/base/secrets';

it.each([
  ['key sk-ant-api03-abcdefgh_ijk-lmn end', 'key *** end'],
  ['Authorization: Bearer abc.def-ghi', 'Authorization: ***'],
  ['{"authorization":"Bearer abc"}', '{"authorization":"***"}'],
  ['{"x-api-key":"abc","next":1}', '{"x-api-key":"***","next":1}'],
  ['ANTHROPIC_AUTH_TOKEN=abcdef rest', 'ANTHROPIC_AUTH_TOKEN=*** rest'],
  ['{\\"apiKey\\":\\"abc\\"}', '{\\"apiKey\\":\\"***\\"}'],
  ['curl -H "Bearer abcdefghijkl"', 'curl -H "Bearer ***"'],
  ['https://me:secret@host/path', 'https://me:***@host/path'],
  ['ghp_abcdefghijklmnopqrstuvwxyz', '***'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjMifQ.c2ln', '***'],
  ['{"password":"p w"}', '{"password":"***"}'],
])('masks %s', (text, masked) => {
  expect(maskSecrets(text)).toBe(masked);
});

it.each([
  '{"apiKeySource":"ANTHROPIC_API_KEY","usage":{"input_tokens":12}}',
  '{"tool_use_id":"toolu_01ABC","session_id":"0b1c"}',
  'The basic idea of tokens',
])('leaves %s unchanged', text => {
  expect(maskSecrets(text)).toBe(text);
});

const opaque = '7f3K9qLx2Vn8Rw5TzB4mYc6HdJ1sGp0A';
const hex = '0123456789abcdef0123456789abcdef';

/** Joined here, because a whole token in a file alarms whoever scans it. */
const tokens = [
  ['sk', '-ant-api03-', opaque],
  ['sk', '-proj-', opaque],
  ['sk', '_live_', opaque],
  ['rk', '_test_', opaque],
  ['whsec', '_', opaque],
  ['ghp', '_', opaque],
  ['github', '_pat_', opaque],
  ['glpat', '-', opaque],
  ['xoxb', '-', opaque],
  ['xapp', '-1-', opaque],
  ['AKIA', '0123456789ABCDEF'],
  ['AIza', opaque, 'xyz'],
  ['ya29', '.', opaque],
  ['GOCSPX', '-', opaque],
  ['npm', '_', opaque, 'abcd'],
  ['pypi', '-', opaque, opaque],
  ['hf', '_', opaque],
  ['dckr', '_pat_', opaque],
  ['dop', '_v1_', hex, hex],
  ['shpat', '_', hex],
  ['SG', '.', opaque, '.', opaque],
  ['hvs', '.', opaque],
  ['xai', '-', opaque],
  ['gsk', '_', opaque],
  ['glsa', '_', opaque],
  ['lin', '_api_', opaque],
  ['AGE', '-SECRET-KEY-1', opaque.toUpperCase()],
  ['eyJhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxMjMifQ', '.c2ln'],
].map(parts => parts.join(''));

const names = [
  ...['token', 'secret', 'AWS_SESSION_TOKEN', 'AWS_SECRET_ACCESS_KEY', 'sessionToken', 'apiKey'],
  ...['private-token', 'x-amz-security-token', 'client_secret', 'passphrase', 'DB_PASSWORD'],
  ...['AccountKey', 'secret_key', 'idToken', 'credential', 'private_key'],
];

const forms: Record<string, (name: string, value: string) => string> = {
  env: (name, value) => `A=1 ${name}=${value} B=2`,
  'quoted env': (name, value) => `export ${name}='${value}' B=2`,
  json: (name, value) => JSON.stringify({ first: 1, [name]: value, last: 2 }),
  'json in json': (name, value) => JSON.stringify({ text: JSON.stringify({ [name]: value }) }),
  yaml: (name, value) => `first: 1\n${name}: ${value}\nlast: 2`,
  url: (name, value) => `GET https://host/path?${name}=${value}&last=2`,
  header: (name, value) => `curl -H "${name}: ${value}" https://host/`,
};

describe.each(Object.entries(forms))('in the form %s', (_, write) => {
  it('masks tokens by their shape', () => {
    const masked = tokens.map(token => maskSecrets(write('thing', token)));
    expect(masked).toEqual(tokens.map(() => write('thing', '***')));
  });

  it('masks the values of secret names', () => {
    const masked = names.map(name => maskSecrets(write(name, 'opaque-Value.17')));
    expect(masked.filter(text => /opaque|17/.test(text))).toEqual([]);
    expect(names.filter((name, index) => !masked[index]?.includes(name))).toEqual([]);
  });
});

describe.each(['RSA PRIVATE KEY', 'PRIVATE KEY', 'OPENSSH PRIVATE KEY', 'PGP PRIVATE KEY BLOCK'])(
  'a block %s',
  title => {
    const body = `${opaque}${opaque}\n`.repeat(6);
    const block = `-----BEGIN ${title}-----\n${body}-----END ${title}-----`;

    it.each([
      ['whole', `before ${block} after`, 'before *** after'],
      ['in JSON', JSON.stringify({ block, next: 1 }), '{"block":"***","next":1}'],
      ['twice', `${block}\nbetween\n${block}`, '***\nbetween\n***'],
      ['without its end', `before ${block.slice(0, 200)}`, 'before ***'],
      ['before other text', `${block.slice(0, 160)}\n\n# Log`, '***\n\n# Log'],
    ])('is masked %s', (_, text, masked) => {
      expect(maskSecrets(text)).toBe(masked);
    });
  },
);

it.each([
  ['{"password":"a\\"b c"}', '{"password":"***"}'],
  ['{"password":"a\\\\","next":"b"}', '{"password":"***","next":"b"}'],
  ['{\\"secret\\":\\"a\\\\\\"b c\\",\\"next\\":1}', '{\\"secret\\":\\"***\\",\\"next\\":1}'],
  ['{"text":"{\\"secret\\":\\"cut off"}', '{"text":"{\\"secret\\":\\"***"}'],
  ['{"password":"cut off in the mid', '{"password":"***'],
])('finds the end of the value in %s', (text, masked) => {
  expect(maskSecrets(text)).toBe(masked);
});

it.each([
  'commit 9bd7125b09a0aa5c2ec221a678b15ed76e1beafa',
  '{"session_id":"1b4e28ba-2fa1-11d2-883f-0016d3cca427","uuid":"6fa459ea-ee8a-3ca4-894e-db77e160355e"}',
  `sha256:${hex}${hex}`,
  'sha512-MJm9QzkJXWs/Zc0rJ/8vQw3P4r5v9Zt0nUnFqJvQ2kH0h4mTf7Q==',
  '{"id":"msg_01XFDUDYJgAACzvnptvVoYEL","tool_use_id":"toolu_01ABCdefGHIjklMNOpqrSTUv"}',
  '{"max_tokens":4096,"token":12,"secret":false,"credential":null}',
  '{"properties":{"token":{"type":"string"}}}',
  'Unexpected token: identifier in line 3',
  'The secret: patience. A keyboard, a tokenizer, secretary: Ann',
  'basic authentication and bearer authentication are no schemes here',
  'a global-navigation-items-list and risk-management-plan-2026, npm_config_registry, hf_hub_download_files',
  '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
  'PWD=/home/me/project OLDPWD=/home/me PATH=/usr/bin:/bin',
  'https://host:8080/path@2?next=a:b@c',
])('leaves ordinary text unchanged: %s', text => {
  expect(maskSecrets(text)).toBe(text);
});

/** At quadratic cost, each of these would take minutes. */
describe('a megabyte', () => {
  const units = [
    ...['a', '=', 'a.', 'a-', ' ', '\\', '"', "'", '://', 'a://b:', '-----BEGIN ', 'eyJaaaaaaaa-'],
    ...['-----BEGIN PRIVATE KEY-----', '-----END PRIVATE KEY-----', 'token', 'token=', 'token: a '],
    ...['password="', "password='x\\", 'password=\\"', 'password \\\\" ', 'Bearer ', 'Basic a '],
    ...['sk-', 'AIza', 'SG.a', 'ghp_', 'authorization: "', '?sig=', 'a:b@', 'xoxb-1 '],
  ];

  it.each(units)('of %j is masked', unit => {
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
    expect(maskSecrets(`${text} ${tokens[0]} end`)).not.toContain(opaque);
  });

  it('of names with more and more backslashes is masked', () => {
    const text = Array.from({ length: 1_400 }, (_, n) => `password=${'\\'.repeat(n)}"`).join(' ');
    expect(maskSecrets(`${text}\n${tokens[0]} end`)).not.toContain(opaque);
  });
});

it('masks what the end of a long line cuts', () => {
  const line = traceLine(`${'x'.repeat(3_980)} ${tokens[11]} ${'x'.repeat(10_000)}`);
  expect(line).not.toContain('AIza');
});

it('truncates a long line', () => {
  const line = traceLine('x'.repeat(100_000));
  expect(line.length).toBeLessThan(5_000);
  expect(line).toContain('(100000 characters)');
});

it.each(['\\n', '\\r', '\\t', '\\\\n', '\\u001b', '\\u000A'])(
  'a token is masked behind %s as it stands in JSON',
  escaped => {
    for (const token of ['sk-ant-api03-canary', `ghp_${'a'.repeat(20)}`, 'Bearer abcdefgh1']) {
      expect(maskSecrets(`"x${escaped}${token}"`)).not.toContain(token);
    }
    const jwt = 'eyJabcdefgh.eyJabcdefgh.abc';
    expect(maskSecrets(`"x${escaped}${jwt}"`)).toBe(`"x${escaped}***"`);
    expect(maskSecrets('disk-abcdefgh xeyJabcdefgh.eyJabcdefgh.abc')).toContain('disk-abcdefgh');
  },
);
