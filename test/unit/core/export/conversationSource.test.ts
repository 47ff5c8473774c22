import { expect, test } from 'vitest';
import type { SessionId } from '../../../../src/contract/ids';
import { storedConversation } from '../../../../src/core/export/conversationSource';
import type { StoredSession } from '../../../../src/protocol/storedSession';

const id = '3b6a3f0e-2a43-4f34-9b0e-2f6b9e6e7d10' as SessionId;
const page = { place: { key: '0' }, events: [] };
const session: StoredSession = {
  tail: page,
  firstText: 'Hello',
  page: async () => page,
  older: async () => ({}) as never,
};

test('a stored conversation names its agent, which its events do not tell', () => {
  expect(storedConversation(id, '/work', session).facts).toMatchObject({
    ...{ title: 'Hello', agentTitle: 'Claude' },
  });
  expect(storedConversation(id, '/work', session, { agent: 'Gemini CLI' }).facts).toMatchObject({
    ...{ title: 'Hello', agentTitle: 'Gemini CLI' },
  });
});
