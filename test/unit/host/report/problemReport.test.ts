import { describe, expect, it } from 'vitest';
import { emptyDraft } from '../../../../src/contract/draft';
import type { ChannelId, MessageId, SessionId } from '../../../../src/contract/ids';
import { problemReport } from '../../../../src/host/report/problemReport';
import { scrub, secretValues } from '../../../../src/host/report/scrub';
import { settingShape } from '../../../../src/host/report/settingShape';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';
import { fold } from '../../../../src/transcript/fold';

const secret = 'correct horse battery';

describe('A problem report', () => {
  it('lists open conversations and their state, but no message content', () => {
    const at = 0;
    const messageId = 'm' as MessageId;
    const conversation = [
      { type: 'prompt.sent', messageId, at, text: secret, images: [] } as const,
      { type: 'block.started', blockId: 'b', source: 'm', kind: 'text', at } as const,
      { type: 'block.ended', blockId: 'b', text: secret } as const,
      { type: 'turn.ended', at, outcome: { kind: 'lost', message: secret } } as const,
      { type: 'agent.changed', agent: { phase: 'lost', detail: secret, stderr: secret } } as const,
    ].reduce((state, event) => fold(state, event), emptyConversation);
    const record = {
      channelId: 'the-channel' as ChannelId,
      sessionId: 'the-session' as SessionId,
      cwd: '/home/someone/project',
      picks: {},
      draft: { ...emptyDraft, text: secret },
      queue: [],
      inFlight: [{ id: messageId, text: secret, images: [], at, picks: {} }],
      prompts: [],
      view: { expanded: [] },
      costUsd: 0,
      updatedAt: 0,
    };
    const report = problemReport({
      versions: { Tandem: '1.2.3' },
      settings: { 'tandem.cli.env': settingShape('tandem.cli.env', { A: secret }) },
      channels: [{ conversation, record }],
      processes: [{ session: 'the-session', version: '2.1.329', total: 1, frames: [] }],
      log: ['[info] a line'],
    });
    expect(report).not.toContain('horse');
    for (const word of [
      '1.2.3',
      'the-channel',
      'the-session',
      '"lost"',
      '"inFlight": 1',
      'a line',
    ]) {
      expect(report).toContain(word);
    }
  });
});

describe('Settings in a report', () => {
  it.each([
    ['tandem.cli.args', ['--api-key', secret], '(2 entries)'],
    ['tandem.cli.env', { TOKEN: secret, B: null }, ['TOKEN', 'B']],
    ['tandem.cli.settings', `{"env":{"A":"${secret}"}}`, '(37 characters)'],
    ['tandem.mcp.config', [secret], '(1 entries)'],
    ['tandem.systemPrompt', secret, '(21 characters)'],
    ['tandem.limits.maxTurns', 3, 3],
    ['tandem.permissions.allowBypass', true, true],
    ['tandem.model', 'opus', 'opus'],
  ] as const)('%s', (key, value, shown) => {
    expect(settingShape(key, value)).toEqual(shown);
  });
});

describe('Scrubbing', () => {
  const env = { MY_TOKEN: secret, EDITOR_SESSION: 'abcdef123', PATH: '/usr/bin:/bin', KEY: 'x' };
  const set = { HARMLESS_NAME: 'set "by" the user', GONE: null };
  const values = secretValues(Object.entries(env), set, ['key of a profile', 'short']);

  it('removes secret environment values and the home folder', () => {
    const text = `a ${secret} b abcdef123 c set \\"by\\" the user d set "by" the user /home/me/x`;
    expect(scrub(text, values, '/home/me')).toBe('a *** b *** c *** d *** ~/x');
  });

  it('removes the keys of profiles, which may have any form', () => {
    expect(scrub('got "key of a profile", short', values, '/home/me')).toBe('got "***", short');
  });

  it('removes secrets recognized by their format', () => {
    const text = 'x-api-key: hunter22 and sk-ant-0123456789abcdef and https://me:pass@host/';
    expect(scrub(text, [], '/home/me')).not.toMatch(/hunter22|0123456789|pass@/);
  });

  it('recognizes the home folder in all its spellings, and no other folder', () => {
    const home = 'C:\\Users\\Ann';
    const text = 'c:\\Users\\Ann\\x "C:\\\\Users\\\\Ann" C:/Users/Ann/y C--Users-Ann-project Annex';
    expect(scrub(text, [], home)).toBe('~\\x "~" ~/y ~-project Annex');
    expect(scrub('/root/a /rootfs /x/root file:///root', [], '/root')).toBe(
      '~/a /rootfs /x/root file://~',
    );
  });

  it('leaves short values and paths alone', () => {
    expect(scrub('x /usr/bin:/bin', values, '/')).toBe('x /usr/bin:/bin');
  });
});
