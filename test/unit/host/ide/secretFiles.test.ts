import { expect, test } from 'vitest';
import { isSecretFile } from '../../../../src/host/ide/secretFiles';

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
])('%s is not', path => {
  expect(isSecretFile(path)).toBe(false);
});
