import { describe, expect, it } from 'vitest';
import { decodeEntities } from '../../../../../webview/ui/markdown/entities';
import {
  classifyCodeSpan,
  classifyLink,
  describeTarget,
} from '../../../../../webview/ui/markdown/links';

const file = (path: string, rest: object = {}) => ({ kind: 'file', path, ...rest });

describe('classifyLink', () => {
  it.each([
    ['https://a.example/x?y#z', { kind: 'url', url: 'https://a.example/x?y#z' }],
    ['HTTP://A.example', { kind: 'url', url: 'http://a.example/' }],
    ['mailto:a@b.example', { kind: 'url', url: 'mailto:a@b.example' }],
    ['src/a.ts', file('src/a.ts')],
    ['../docs/read me.md', file('../docs/read me.md')],
    ['docs/read%20me.md#L3', file('docs/read me.md', { line: 3 })],
    ['a.ts:12', file('a.ts', { line: 12 })],
    ['/srv/a.ts:12:5', file('/srv/a.ts', { line: 12, column: 5 })],
    ['src/a.ts:3-9', file('src/a.ts', { line: 3, endLine: 9 })],
    ['src/a.ts#L10-L20', file('src/a.ts', { line: 10, endLine: 20 })],
    ['src/a.ts#L10C4', file('src/a.ts', { line: 10, column: 4 })],
    ['docs/a.md#install', file('docs/a.md')],
    ['C:\\work\\a.ts:7', file('C:\\work\\a.ts', { line: 7 })],
    ['file:///srv/a%20b.ts#L2', file('/srv/a b.ts', { line: 2 })],
    ['file:///C:/work/a.ts', file('C:/work/a.ts')],
    ['100%.txt', file('100%.txt')],
  ])('accepts %s', (href, target) => {
    expect(classifyLink(href)).toEqual(target);
  });

  it.each([
    '',
    '#section',
    'javascript:alert(1)',
    'javascript:1',
    'JAVASCRIPT:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'javascript%3Aalert(1)',
    'vbscript:x',
    'command:workbench.action.quit',
    'vscode://x/y',
    'data:text/html,x',
    'blob:https://a.example/1',
    '//host/x',
    '/\\host/x',
    '\\\\host\\share',
    '%2F%2Fhost/x',
    'file://host/share/x',
    'file:////host/share/x',
    'http://',
    'src/a.ts:evil',
    'src/a%00.ts',
    'https://a.example/\u202egpj.exe',
    `a/${'x'.repeat(5000)}`,
  ])('rejects %j', href => {
    expect(classifyLink(href)).toBeUndefined();
  });
});

describe('classifyCodeSpan', () => {
  it.each(['src/a.ts:12', './a.py', 'a.ts:3:4', '/etc/x.conf', 'src/a.ts#L3-L9', 'C:\\a\\b.cs'])(
    'treats %s as a file',
    text => {
      expect(classifyCodeSpan(text)?.kind).toBe('file');
    },
  );

  it.each(['console.log', 'application/json', 'and/or', 'npm test', '1.2.3', 'a.b.c()', '--json'])(
    'treats %s as code',
    text => {
      expect(classifyCodeSpan(text)).toBeUndefined();
    },
  );
});

describe('describeTarget', () => {
  it('names the location that is opened', () => {
    expect(describeTarget({ kind: 'url', url: 'https://a.example/' })).toBe('https://a.example/');
    expect(describeTarget({ kind: 'file', path: 'a.ts' })).toBe('a.ts');
    expect(describeTarget({ kind: 'file', path: 'a.ts', line: 3, endLine: 9 })).toBe('a.ts:3-9');
    expect(describeTarget({ kind: 'file', path: 'a.ts', line: 3, column: 2 })).toBe('a.ts:3:2');
  });
});

describe('decodeEntities', () => {
  it('decodes named and numeric entities once, and leaves the rest unchanged', () => {
    expect(decodeEntities('&lt;b&gt; &#65;&#x42; &amp;lt; AT&T &nosuch &#0;&#x110000;')).toBe(
      '<b> AB &lt; AT&T &nosuch \ufffd\ufffd',
    );
  });
});
