import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBrowser } from '../../support/findBrowser';

describe('findBrowser', () => {
  const only = (path: string) => (candidate: string) => candidate === path;

  it('takes the executable that a variable names', () => {
    const env = { TANDEM_CHROMIUM: '/own/chromium', PATH: '/usr/bin' };
    expect(findBrowser(env, () => true)).toBe('/own/chromium');
  });

  it('says so when the variable names nothing that can be run', () => {
    const env = { CHROME_PATH: '/gone', PATH: '/usr/bin' };
    expect(() => findBrowser(env, () => false)).toThrow(/CHROME_PATH names \/gone/);
  });

  it('looks through PATH for the names that distributions use', () => {
    const path = join('/b', 'google-chrome');
    expect(findBrowser({ PATH: '/a:/b' }, only(path))).toBe(path);
    expect(findBrowser({ PATH: '/a:/b' }, () => false)).toBeUndefined();
  });
});
