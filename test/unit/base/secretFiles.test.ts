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
