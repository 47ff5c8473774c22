import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  configFolder,
  sessionFolder,
  sessionSlug,
} from '../../../../src/cli/sessions/sessionFolder';

describe('sessionSlug', () => {
  test.each([
    ['/workspace/plain', '-workspace-plain'],
    ['/workspace/with space', '-workspace-with-space'],
    ['/workspace/dots.and_under-score', '-workspace-dots-and-under-score'],
    ['/workspace/ünïcödé-日本', '-workspace--n-c-d----'],
    ['/workspace/UPPER/lower', '-workspace-UPPER-lower'],
    ['/workspace/a@b#c$d', '-workspace-a-b-c-d'],
    ["/workspace/quote'it", '-workspace-quote-it'],
    ['/workspace/emoji😀x', '-workspace-emoji--x'],
    ['/workspace/.hidden', '-workspace--hidden'],
    ['/workspace/back\\slash', '-workspace-back-slash'],
    ['/workspace/tab\there', '-workspace-tab-here'],
    ['/a b/ü.x', '-a-b---x'],
    ['C:\\Users\\me\\code', 'C--Users-me-code'],
  ])('names the folder of %j like the CLI', (path, slug) => {
    expect(sessionSlug(path)).toBe(slug);
  });

  test('keeps 200 characters of a long path and appends a hash of the whole path', () => {
    const path = `/${'x'.repeat(150)}/${'y'.repeat(120)}`;
    const slug = sessionSlug(path);
    expect(slug.slice(0, 201)).toBe(`-${'x'.repeat(150)}-${'y'.repeat(48)}-`);
    expect(slug.slice(201)).toMatch(/^[0-9a-z]{1,7}$/);
    expect(sessionSlug(`${path}z`)).not.toBe(slug);
    expect(sessionSlug('z'.repeat(200))).toBe('z'.repeat(200));
  });

  test('uses the absolute value of the Java string hash', () => {
    // "polygenelubricants" and similar words hash to the smallest 32-bit number, whose absolute
    // value does not fit into 32 bits.
    const path = `polygenelubricants${'\u0000'.repeat(190)}`;
    let hash = 0n;
    for (const char of path) {
      hash = BigInt.asIntN(32, hash * 31n + BigInt(char.charCodeAt(0)));
    }
    const expected = (hash < 0n ? -hash : hash).toString(36);
    expect(sessionSlug(path).slice(201)).toBe(expected);
  });
});

describe('sessionFolder', () => {
  test('is under CLAUDE_CONFIG_DIR, else under the home folder', () => {
    expect(configFolder({ CLAUDE_CONFIG_DIR: '/config' }, '/home/me')).toBe('/config');
    expect(configFolder({}, '/home/me')).toBe(join('/home/me', '.claude'));
  });

  test('resolves a symlinked folder', async () => {
    const root = await mkdtemp(join(tmpdir(), 'tandem-slug-'));
    try {
      const link = `${root}-link`;
      await symlink(root, link);
      const env = { CLAUDE_CONFIG_DIR: '/config' };
      expect(await sessionFolder(link, env)).toBe(await sessionFolder(root, env));
      await rm(link);
    } finally {
      await rm(root, { recursive: true });
    }
  });

  test('keeps the name of a missing folder', async () => {
    expect(await sessionFolder('/no/such/folder', { CLAUDE_CONFIG_DIR: '/config' })).toBe(
      join('/config', 'projects', '-no-such-folder'),
    );
  });
});
