import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SignInWatch } from '../../../../src/host/account/signInWatch';

let home: string;
let watch: SignInWatch;
let changes: number;
const state = (more: object) => writeFileSync(join(home, '.claude.json'), JSON.stringify(more));

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'tandem-signin-'));
  state({ numStartups: 1 });
  watch = new SignInWatch({ configFolder: home, stateFile: join(home, '.claude.json') });
  changes = 0;
  await watch.ready;
  watch.onChanged(() => (changes += 1));
});
afterEach(() => {
  watch.dispose();
  rmSync(home, { recursive: true });
});

it('notices an account, and nothing else that is written beside it', async () => {
  state({ numStartups: 2 });
  state({ numStartups: 2, oauthAccount: { emailAddress: 'me@example.com' } });
  await expect.poll(() => changes).toBe(1);
  state({ numStartups: 3, oauthAccount: { emailAddress: 'me@example.com' } });
  writeFileSync(join(home, 'history.jsonl'), 'x');
  state({ numStartups: 4, oauthAccount: { emailAddress: 'you@example.com' } });
  await expect.poll(() => changes).toBe(2);
});

it('notices credentials', async () => {
  writeFileSync(join(home, '.credentials.json'), '{}');
  await expect.poll(() => changes).toBe(1);
});
