import type { HostCalls, HostEvents, MoreText, PageInit } from '../../src/contract/calls';
import { firstCall } from '../../src/contract/firstCall';
import type { ChannelId } from '../../src/contract/ids';
import type { InspectorCalls, InspectorEvents } from '../../src/contract/inspector/inspector';
import { type Listeners, Peer } from '../../src/contract/peer';
import type { SectionCalls, SectionEvents, SectionId } from '../../src/contract/sections';
import { isBatch, isMoreText } from './guards';

interface VsCodeApi {
  postMessage(message: unknown): void;
  /** Saved with the editor tab; VS Code hands it to the extension when it restores the tab. */
  setState(state: { channelId: string } | { section: string } | { inspector: string }): void;
}

declare global {
  /** Provided by VS Code; a webview may call it only once. */
  function acquireVsCodeApi(): VsCodeApi;

  interface Window {
    /** Left by each document of a conversation, which has sent `firstCall`: see `earlyCall`. */
    readonly firstCall?: {
      readonly api: VsCodeApi;
      /** Returns what has come from the host, and no longer keeps what comes. */
      take(): readonly unknown[];
    };
  }
}

type NoCalls = Record<never, never>;
type Host = Peer<HostCalls, HostEvents, NoCalls, NoCalls>;
/** Part of the connection that sends calls. */
export type HostPort = Pick<Host, 'call'>;

interface HostConnection {
  readonly host: Host;
  /**
   * Gets the state that the page shows first. Called once.
   * @param start gets it before the messages that the host has posted after it
   */
  readonly ready: (start: (init: PageInit) => void) => Promise<void>;
}

export type SectionHost = Peer<SectionCalls, SectionEvents, NoCalls, NoCalls>;
export type InspectorHost = Peer<InspectorCalls, InspectorEvents, NoCalls, NoCalls>;

/** Most faults reported per page. */
const mostFaults = 20;

let api: VsCodeApi | undefined;

/** Caches the API, because VS Code provides it only once. */
function vsCode(): VsCodeApi {
  api ??= window.firstCall?.api ?? acquireVsCodeApi();
  return api;
}

/** Remembers the conversation, so that its editor tab can be restored after a window reload. */
export function rememberChannel(channelId: ChannelId): void {
  vsCode().setState({ channelId });
}

/** Remembers the section of the tab "Claude Code" over a reload of the window. */
export function rememberSection(section: SectionId): void {
  vsCode().setState({ section });
}

/** Remembers whose calls the inspector shows, over a reload of the window. */
export function rememberInspected(subject: string): void {
  vsCode().setState({ inspector: subject });
}

/**
 * Connects the page of a conversation to the extension host.
 * @param onMore receives streamed text in its short form
 */
export function connectHost(
  listeners: Listeners<HostEvents>,
  onMore: (text: MoreText) => void,
): HostConnection {
  const host: Host = new Peer(
    post,
    {},
    listeners,
    limited(message => report(host, message)),
  );
  const receiveOne = (data: unknown) => (isMoreText(data) ? onMore(data) : host.receive(data));
  const receive = (data: unknown) =>
    isBatch(data) ? receiveEach(data.batch, receiveOne) : receiveOne(data);
  listen({ receive });
  return {
    host,
    ready: async start => {
      const answer = host.answerTo<typeof firstCall.method>(firstCall.id, start);
      receiveEach(window.firstCall?.take() ?? [], receive);
      await answer;
    },
  };
}

/** Connects the tab "Claude Code" to the extension host. */
export function connectSections(listeners: Listeners<SectionEvents>): SectionHost {
  const host: SectionHost = new Peer(
    post,
    {},
    listeners,
    limited(message => report(host, message)),
  );
  listen(host);
  return host;
}

/** Connects the inspector to the extension host. */
export function connectInspector(listeners: Listeners<InspectorEvents>): InspectorHost {
  const host: InspectorHost = new Peer(
    post,
    {},
    listeners,
    limited(message => report(host, message)),
  );
  listen(host);
  return host;
}

/** A message that cannot be handled must not take those along that were posted with it. */
function receiveEach(messages: readonly unknown[], receive: (message: unknown) => void): void {
  for (const message of messages) {
    try {
      receive(message);
    } catch (error) {
      reportError(error);
    }
  }
}

function post(message: unknown): void {
  vsCode().postMessage(message);
}

interface FaultReports {
  call(method: 'log.report', report: { level: 'warn'; message: string }): Promise<unknown>;
}

function report(host: FaultReports, message: string): void {
  void host.call('log.report', { level: 'warn', message }).catch(ignoreLostReport);
}

/** Limits the reports of faults, so that a flood of them causes no flood of reports. */
function limited(tell: (message: string) => void): (message: string) => void {
  let faults = 0;
  return message => {
    faults += 1;
    if (faults <= mostFaults) {
      tell(message);
    }
  };
}

function listen(host: { receive(data: unknown): void }): void {
  window.addEventListener('message', event => {
    // VS Code passes messages on from a frame of our origin. It hides that frame from us, so that
    // `event.source` has nothing to be compared with.
    if (event.origin === window.origin) {
      host.receive(event.data);
    }
  });
}

/** Ignores a report that failed to arrive: nowhere is left to log it. */
function ignoreLostReport(): undefined {
  return undefined;
}
