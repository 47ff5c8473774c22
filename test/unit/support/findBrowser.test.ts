import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBrowser } from '../../support/findBrowser';

describe('findBrowser', () => {
  const only = (path: string) => (candidate: string) => candidate === path;

  it('uses the executable named by a variable', () => {
    const env = { TANDEM_CHROMIUM: '/own/chromium', PATH: '/usr/bin' };
    expect(findBrowser(env, () => true)).toBe('/own/chromium');
  });

  it('fails if the variable names nothing executable', () => {
    const env = { CHROME_PATH: '/gone', PATH: '/usr/bin' };
    expect(() => findBrowser(env, () => false)).toThrow(/CHROME_PATH names \/gone/);
  });

  it('searches PATH for the names used by distributions', () => {
    const path = join('/b', 'google-chrome');
    expect(findBrowser({ PATH: '/a:/b' }, only(path))).toBe(path);
    expect(findBrowser({ PATH: '/a:/b' }, () => false)).toBeUndefined();
  });
});
