import { expect, test } from 'vitest';
import { urlSource } from '../../../../src/host/mentions/urls';

const signal = new AbortController().signal;
const urls = urlSource(async () => undefined);

test('a typed address stays as text', async () => {
  const [row] = await urls.find('https://example.org/a?b#c', {}, signal);
  expect(row?.mention).toMatchObject({
    token: '@https://example.org/a?b#c',
    label: 'example.org/a',
  });
  const target = { kind: 'url', url: 'https://example.org/a?b#c' } as const;
  expect(await urls.resolve(target, {}, signal)).toEqual({ text: target.url, blocks: [] });
});

test.each([
  'javascript:alert(1)',
  'file:///etc/passwd',
  'https://me:pw@x.org',
  'http://',
  'https://a b',
])('"%s" is no address', async url => {
  expect(await urls.find(url, {}, signal)).toEqual([]);
  const resolved = urls.resolve({ kind: 'url', url }, {}, signal);
  await expect(resolved).rejects.toMatchObject({ code: 'mention.gone' });
});
