import type { HostCalls, HostEvents } from '../../src/contract/calls';
import type { ChannelId } from '../../src/contract/ids';
import { type Listeners, Peer } from '../../src/contract/peer';

interface VsCodeApi {
  postMessage(message: unknown): void;
  /** Saved with the editor tab; VS Code hands it to the extension when it restores the tab. */
  setState(state: { channelId: string }): void;
}

declare global {
  /** Provided by VS Code; a webview may call it only once. */
  function acquireVsCodeApi(): VsCodeApi;
}

type NoCalls = Record<never, never>;
export type Host = Peer<HostCalls, HostEvents, NoCalls, NoCalls>;
/** Part of the connection that sends calls. */
export type HostPort = Pick<Host, 'call'>;

/** Most faults reported per page, so that a flood of them causes no flood of reports. */
const mostFaults = 20;

let api: VsCodeApi | undefined;

/** Caches the API, because VS Code provides it only once. */
function vsCode(): VsCodeApi {
  api ??= acquireVsCodeApi();
  return api;
}

/** Remembers the conversation, so that its editor tab can be restored after a window reload. */
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
  window.addEventListener('message', event => {
    // VS Code passes messages on from a frame of our origin. It hides that frame from us, so that
    // `event.source` has nothing to be compared with.
    if (event.origin === window.origin) {
      host.receive(event.data);
    }
  });
  return host;
}

/** Ignores a report that failed to arrive: nowhere is left to log it. */
function ignoreLostReport(): undefined {
  return undefined;
}
