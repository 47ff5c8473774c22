import { describe, expect, it } from 'vitest';
import { traceMessage } from '../../../../src/acp/wire/traceMessage';
import { editorServerFor } from '../../../../src/host/acp/bridge/serverForms';

const token = 'LaNxV6l370tQpgAEqSu-S-vJBTR15yNuPBPIQfgCf3U';

describe('traceMessage', () => {
  it.each([true, false])('hides the token of the editor’s tools (http: %s)', http => {
    const server = editorServerFor(
      { url: 'http://127.0.0.1:1/mcp', token },
      { http, sse: false },
      { execPath: 'node', script: 'relay.js' },
    );
    const line = JSON.stringify({ method: 'session/new', params: { mcpServers: [server] } });
    expect(traceMessage(line)).not.toContain(token.slice(4, 16));
    expect(traceMessage(line)).toContain('session/new');
  });

  it('hides variables of servers and commands, whatever is in them', () => {
    const line = JSON.stringify({ env: [{ name: 'MY_API_KEY', value: 'a "quoted\\" key' }, {}] });
    expect(traceMessage(line)).toBe('{"env":[{"name":"MY_API_KEY","value":"***"},{}]}');
    expect(traceMessage('{"name" : "A", "value" : "b"}')).toBe('{"name" : "A", "value" : "***"}');
  });

  it('takes long lines', () => {
    expect(traceMessage('"name":"'.repeat(200_000)).length).toBeLessThan(5_000);
  });
});
