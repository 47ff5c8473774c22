import { type Agents, ownAgents } from '../../gateway/forward/upstream';

/**
 * Returns the gateway's connections to the API.
 * @param proxySupport value of `http.proxySupport`; with `on`, the editor leaves requests with an
 *   agent of their own
 * @returns undefined for those of the editor, which know its proxies
 */
export function connectionsBy(proxySupport: unknown): Agents | undefined {
  return proxySupport === 'on' ? undefined : ownAgents();
}
