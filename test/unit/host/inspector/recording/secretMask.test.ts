import { describe, expect, it } from 'vitest';
import { secretMask } from '../../../../../src/host/inspector/recording/secretMask';

const mask = secretMask({
  keys: ['profile-key-without-a-form'],
  variables: [
    ['SERVICE_TOKEN', 'plain"quoted"secret'],
    ['SSH_AUTH_SOCK', '/run/user/1000/agent'],
    ['API_KEY', 'short'],
    ['EDITOR', 'a-long-editor-name'],
    ['GONE_TOKEN', null],
  ],
});

describe('secrets', () => {
  it('are removed by their values, also as JSON writes them', () => {
    expect(mask('use profile-key-without-a-form now')).toBe('use *** now');
    expect(mask(JSON.stringify({ text: 'plain"quoted"secret' }))).toBe('{"text":"***"}');
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
