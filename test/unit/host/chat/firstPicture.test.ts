import { expect, it } from 'vitest';
import { firstPicture } from '../../../../src/host/chat/firstPicture';

it('shows translated texts as they are', () => {
  const html = firstPicture('abc', {
    title: '<Chat>',
    message: 'A "message" & <more>',
    hint: '"Ask"',
    loading: '<b>Loading</b> & more',
  });
  expect(html).toContain('aria-label="A &quot;message&quot; &amp; &lt;more>"');
  expect(html).toContain('>&lt;b>Loading&lt;/b> &amp; more</p>');
  expect(html).toContain('placeholder="&quot;Ask&quot;"');
  expect(html).toContain('>&lt;Chat></h1>');
  expect(html.match(/<script[^>]*>/g)).toEqual(['<script nonce="abc">']);
});
