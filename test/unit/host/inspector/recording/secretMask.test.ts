import { describe, expect, it } from 'vitest';
import { secretMask, secretMasks } from '../../../../../src/host/inspector/recording/secretMask';

const mask = secretMask({
  keys: ['profile-key-without-a-form'],
  variables: [
    ['SERVICE_TOKEN', 'plain"quoted"secret'],
    ['SSH_AUTH_SOCK', '/run/user/1000/agent'],
    ['API_KEY', 'short'],
    ['EDITOR', 'a-long-editor-name'],
    ['GONE_TOKEN', null],
    ['STORAGE_KEY', 'wJalr/K7MDENG/bPxRfiCYcanary+='],
    ['KEY_FILE', './keys/of/me.pem'],
    ['TOKEN_ADDRESS', 'https://host.example/token'],
  ],
});

describe('secrets', () => {
  it('are removed by their values, also as JSON writes them', () => {
    expect(mask('use profile-key-without-a-form now')).toBe('use *** now');
    expect(mask(JSON.stringify({ text: 'plain"quoted"secret' }))).toBe('{"text":"***"}');
  });

  it('may have slashes, unlike places', () => {
    expect(mask('a wJalr/K7MDENG/bPxRfiCYcanary+= b')).toBe('a *** b');
    const places = './keys/of/me.pem https://host.example/token';
    expect(mask(places)).toBe(places);
  });

  it('are removed by the same function until others are known', () => {
    const maskOf = secretMasks();
    const known = { keys: ['profile-key-without-a-form'], variables: [] };
    const first = maskOf(known);
    expect(maskOf({ ...known })).toBe(first);
    const second = maskOf({ ...known, keys: [...known.keys, 'another-key-without-a-form'] });
    expect(first('another-key-without-a-form')).toBe('another-key-without-a-form');
    expect(second('another-key-without-a-form')).toBe('***');
  });

  it('are removed by their form', () => {
    const key = `sk-ant-api03-${'a'.repeat(40)}`;
    expect(mask(`before ${key} after`)).toBe('before *** after');
  });
});

it('leaves paths, short values and other variables as they are', () => {
  const text = 'short /run/user/1000/agent a-long-editor-name';
  expect(mask(text)).toBe(text);
});
