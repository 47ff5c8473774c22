import { describe, expect, it } from 'vitest';
import { PermissionRequests } from '../../../../src/acp/requests/permissionRequests';
import { UpdateTranslator } from '../../../../src/acp/translate/updateTranslator';
import type { PermissionAnswer, PermissionRequest } from '../../../../src/protocol/agentSource';

const options = [
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'once', name: 'Once', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];
const params = {
  sessionId: 's',
  toolCall: { toolCallId: 't', title: 'Write a.txt', kind: 'edit', locations: [{ path: '/w/a' }] },
  options,
};

function requests(decide: (request: PermissionRequest) => Promise<PermissionAnswer>) {
  const log: string[] = [];
  const translator = new UpdateTranslator({ cwd: '/w', now: () => 1, agentTitle: 'Agent' });
  const made = new PermissionRequests({
    host: {
      decide: async (request, signal) => {
        signal.addEventListener('abort', () => log.push('withdrawn'));
        return decide(request);
      },
    },
    translator,
    deliver: events => log.push(...events.map(({ type }) => type)),
    track: async id => void log.push(`track ${id}`),
    interrupt: () => log.push('interrupt'),
  });
  return { made, log };
}

const { signal } = new AbortController();
const allow = { kind: 'allow', input: {}, apply: [] } as const;

describe('PermissionRequests', () => {
  it.each<[PermissionAnswer, unknown]>([
    [
      { ...allow, offered: 0 },
      { outcome: 'selected', optionId: 'always' },
    ],
    // Without the agent's words, the answer that grants least.
    [allow, { outcome: 'selected', optionId: 'once' }],
    [
      { kind: 'deny', message: 'no' },
      { outcome: 'selected', optionId: 'no' },
    ],
    [
      { kind: 'deny', message: 'no', offered: 2 },
      { outcome: 'selected', optionId: 'no' },
    ],
    [{ ...allow, offered: 7 }, { outcome: 'cancelled' }],
  ])('answers %j', async (answer, outcome) => {
    const { made, log } = requests(async () => answer);
    expect(await made.ask(params, signal)).toEqual({ outcome });
    expect(log).toContain('track t');
  });

  it('has no answer to a denial that the agent does not offer', async () => {
    const { made } = requests(async () => ({ kind: 'deny', message: '' }));
    const only = { ...params, options: options.slice(0, 2) };
    expect(await made.ask(only, signal)).toEqual({ outcome: { outcome: 'cancelled' } });
  });

  it('stops the turn if the answer says so', async () => {
    const { made, log } = requests(async () => ({ kind: 'deny', message: '', interrupts: true }));
    await made.ask(params, signal);
    expect(log).toContain('interrupt');
  });

  it('answers all that are open as cancelled', async () => {
    const { made, log } = requests(() => new Promise(() => undefined));
    const racing = requests(
      request =>
        new Promise(resolve => setImmediate(() => resolve({ ...allow, input: request.input }))),
    );
    const first = racing.made.ask(params, signal);
    await Promise.resolve();
    racing.made.cancelAll();
    expect(await first).toEqual({ outcome: { outcome: 'cancelled' } });
    expect(racing.log).toContain('withdrawn');
    void made.ask(params, signal);
    expect(log).toContain('track t');
  });

  it('refuses a request without a call or answers', async () => {
    const { made } = requests(async () => allow);
    await expect(made.ask({ ...params, options: [] }, signal)).rejects.toMatchObject({
      code: -32602,
    });
    await expect(made.ask({ sessionId: 's' }, signal)).rejects.toMatchObject({ code: -32602 });
  });
});
