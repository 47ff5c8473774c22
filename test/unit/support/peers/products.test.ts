import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import manifest from '../../../../package.json';
import { bareFolder, products } from '../../../support/peers/products';

it('measures against a bare extension first', () => {
  expect(products[0]?.name).toBe('bare');
  expect(existsSync(join(bareFolder, 'package.json'))).toBe(true);
});

it('pins each peer to a commit, and installs its packages first', () => {
  const sources = products.flatMap(({ source }) => (source ? [source] : []));
  expect(sources).toHaveLength(2);
  for (const { repository, commit, date, build } of sources) {
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(repository).toMatch(/^https:\/\/github\.com\/[^/]+\/[^/]+$/);
    expect(commit).toMatch(/^[0-9a-f]{40}$/);
    expect(['ci', 'install']).toContain(build[0]?.[0]);
  }
});

it('opens the view that Tandem has', () => {
  const tandem = products.find(({ name }) => name === 'tandem');
  expect(tandem?.extensionId).toBe(`${manifest.publisher}.${manifest.name}`);
  expect(manifest.contributes.views.tandem.map(({ id }) => id)).toContain(tandem?.view);
});
