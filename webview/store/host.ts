import type { HostCalls, HostEvents } from '../../src/contract/calls';
import type { ChannelId } from '../../src/contract/ids';
import { type Listeners, Peer } from '../../src/contract/peer';

interface VsCodeApi {
  postMessage(message: unknown): void;
  /** Kept by VS Code with an editor tab, and given back to the extension when the tab comes back. */
  setState(state: { channelId: string }): void;
}

declare global {
  /** Given by VS Code to a webview, once. */
  function acquireVsCodeApi(): VsCodeApi;
}

type NoCalls = Record<never, never>;
export type Host = Peer<HostCalls, HostEvents, NoCalls, NoCalls>;

/** Faults beyond this many are not reported: a flood must not make another. */
const mostFaults = 20;

let api: VsCodeApi | undefined;

/** VS Code hands out its API once. */
function vsCode(): VsCodeApi {
  api ??= acquireVsCodeApi();
  return api;
}

/** Lets an editor tab come back with its conversation after a reload of the window. */
export function rememberChannel(channelId: ChannelId): void {
  vsCode().setState({ channelId });
}

/** Connects to the extension host. */
export function connectHost(listeners: Listeners<HostEvents>): Host {
  let faults = 0;
  const host: Host = new Peer<HostCalls, HostEvents, NoCalls, NoCalls>(
    message => vsCode().postMessage(message),
    {},
    listeners,
    message => {
      faults += 1;
      if (faults <= mostFaults) {
        void host.call('log.report', { level: 'warn', message }).catch(ignoreLostReport);
      }
    },
  );
  window.addEventListener('message', event => host.receive(event.data));
  return host;
}

/** There is nowhere left to say that a report did not arrive. */
function ignoreLostReport(): undefined {
  return undefined;
}
