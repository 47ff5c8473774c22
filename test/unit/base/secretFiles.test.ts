import { expect, test } from 'vitest';
import { isSecretFile, mayHoldSecrets } from '../../../src/base/secretFiles';

test.each([
  '/w/.env',
  '/w/.env.local',
  '/w/.ENV.Production',
  '/w/prod.env',
  '/w/certs/server.pem',
  '/w/certs/server.key',
  '/home/u/.ssh/config',
  '/home/u/.aws/anything',
  '/home/u/id_rsa',
  '/home/u/.npmrc',
  '/w/secrets.yaml',
  '/w/credentials.json',
  '/w/main.tfvars',
  'C:\\Users\\u\\.ssh\\known_hosts',
  'C:\\w\\.env',
  'C:\\w\\.ENV',
  '/home/a/.ssh/config',
  'id_ed25519',
  'server.pem',
  'signed.asc',
  'netrc',
  'terraform.tfstate',
  '.aws/config',
  'service-account-1.json',
])('%s is secret', path => {
  expect(isSecretFile(path)).toBe(true);
});

test.each([
  '/w/.env.example',
  '/w/environment.ts',
  '/w/keys.ts',
  '/w/src/secretFiles.ts',
  '/w/id_rsa.pub',
  '/w/monkey.txt',
  '/w/ssh/config',
  '.env.example',
  'env.ts',
  'secrets.ts',
  'key.ts',
  'src/credentials/list.ts',
])('%s is not secret', path => {
  expect(isSecretFile(path)).toBe(false);
});

test('code files named after secrets may contain some', () => {
  expect(['secrets.ts', 'a/credentials.service.ts', '.credentials.js'].every(mayHoldSecrets)).toBe(
    true,
  );
  expect(['.env.local', 'secrets.json'].every(mayHoldSecrets)).toBe(true);
  expect(['keys.ts', '.env.example', 'id_rsa.pub'].some(mayHoldSecrets)).toBe(false);
});

test.each([
  '/w/.git/config',
  '/w/.git/modules/a/b/config',
  'C:\\w\\.git\\config',
  '/w/.mcp.json',
  '/home/u/.claude.json',
  '/home/u/.claude.json.backup',
  '/home/u/.claude/.credentials.json',
  '/home/u/.config/gh/hosts.yml',
  '/home/u/.config/gcloud/application_default_credentials.json',
  '/w/production.env.local',
  '/w/app.env.test.local',
  '/w/.env~',
  '/home/u/id_rsa.old',
  '/home/u/.bash_history',
  '/home/u/.zsh_history',
  '/home/u/.psql_history',
  '/home/u/.local/share/fish/fish_history',
  '/home/u/AppData/PSReadLine/ConsoleHost_history.txt',
  '/home/u/.m2/settings.xml',
  '/home/u/.gradle/gradle.properties',
  '/w/wp-config.php',
  '/w/wp-config.php.save',
])('%s holds secrets', path => {
  expect(isSecretFile(path)).toBe(true);
});

test.each([
  '/w/.git/HEAD',
  '/w/.git/config/readme.md',
  '/w/git/config',
  '/w/config',
  '/w/mcp.json',
  '/w/claude.json',
  '/w/.claude/settings.json',
  '/w/ansible/hosts.yml',
  '/w/environment.local.ts',
  '/w/settings.xml',
  '/w/gradle.properties',
  '/w/src/history.ts',
  '/w/app_history',
  '/w/wp-config-sample.php',
  '/w/default_credentials.ts',
])('%s is an ordinary file', path => {
  expect(isSecretFile(path)).toBe(false);
});

/** Names of copies of a file. */
const copiesOf = (name: string) => [
  ...['~', '.~1~', '.old', '.bak', '.bak2', '.orig', '.save', '.swp', '.1', '_backup', '-old'].map(
    mark => name + mark,
  ),
  ...[`.${name}.swp`, `.${name}.swo`, `#${name}#`, `.#${name}`],
  ...[`${name} copy`, `${name} copy 2`, `${name} (1)`, `${name}.old~`, `${name}.bak.1`],
];

test.each([
  'id_rsa',
  'server.pem',
  '.npmrc',
  'credentials.json',
  '.git/config',
  '.git-credentials',
])('copies of %s are as secret', path => {
  const [, folder = '', name = ''] = /^(.*\/)?(.*)$/.exec(path) ?? [];
  const missed = copiesOf(name).filter(copy => !isSecretFile(folder + copy));
  expect(missed).toEqual([]);
});

test.each(['main.ts', 'id_rsa.pub', '.env.example', 'config', 'secrets.ts', 'notes.txt'])(
  'copies of %s are as ordinary',
  name => {
    expect(copiesOf(name).filter(isSecretFile)).toEqual([]);
  },
);

test('a copy is also recognized by the mark before its extension', () => {
  const copies = ['credentials copy.json', 'credentials (1).json', 'auth - Copy.json'];
  expect(copies.every(isSecretFile)).toBe(true);
  expect(mayHoldSecrets('secrets.ts.bak')).toBe(true);
});
