import type { CallRow, CallView } from '../../../src/contract/inspector/callRows';
import type { InspectorHost } from '../../store/hostConnection';

/** Calls of other agents that may lie between a call and the one before it. */
const most = 50;

/**
 * Returns the key of the call of the same kind and agent before a call, if it was recorded, too. Only
 * such a one can share a cached prefix with it.
 */
export async function previousCall(
  host: Pick<InspectorHost, 'call'>,
  subject: string,
  call: Pick<CallRow, 'key' | 'kind'>,
): Promise<string | undefined> {
  const view: CallView = {
    kinds: [call.kind],
    sort: { column: 'startedAt', isDescending: true },
  };
  const { at } = await host.call('inspector.find', { subject, view, key: call.key });
  if (at === undefined) {
    return undefined;
  }
  const { rows } = await host.call('inspector.rows', { subject, view, from: at, count: most });
  const [own, ...earlier] = rows;
  const previous = earlier.find(({ agent }) => agent === own?.agent);
  return previous?.hasBodies ? previous.key : undefined;
}
