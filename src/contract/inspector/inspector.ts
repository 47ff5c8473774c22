import type { CallComparison, CallDetails, PartRef, PartText } from './callDetails';
import type { CallView, RowPage } from './callRows';
import type { Overview, Timeline } from './overview';

/** A set of calls that can be inspected: a conversation, a closed recording, an imported file. */
export interface InspectorSubject {
  readonly id: string;
  readonly kind: 'conversation' | 'recording' | 'import';
  readonly title: string;
  /** Agent of the conversation; the CLI's has no name. */
  readonly agent?: string;
}

/** Where calls are recorded with their content. */
export type RecordingScope = 'conversation' | 'folder' | 'everywhere';

export interface RecordingState {
  /** Widest scope that is on for the subject; absent: only figures are kept, in memory. */
  readonly scope?: RecordingScope;
  /** Whether the gateway sees its calls; without a running agent: whether it will. */
  readonly isObserved: boolean;
  /** Why it does not, as a sentence with what to do. */
  readonly obstacle?: string;
  /** Names the page where the user can remove the obstacle. */
  readonly remedy?: 'profile';
  /** False in an untrusted workspace, where nothing is recorded. */
  readonly isAllowed: boolean;
  /** Recorded content on disk, of all conversations. */
  readonly bytes: number;
  readonly limit: number;
  readonly calls: number;
  readonly oldestAt?: number;
  /** Folder of the recordings, as it is shown. */
  readonly path: string;
}

export interface InspectorInit {
  readonly subjects: readonly InspectorSubject[];
  readonly show: InspectorLink;
}

export const inspectorTabs = ['calls', 'timeline', 'charts', 'findings'] as const;
export type InspectorTab = (typeof inspectorTabs)[number];

/** Place that a link or a command leads to. */
export interface InspectorLink {
  readonly subject: string;
  /** Absent: the calls. */
  readonly tab?: InspectorTab;
  readonly turn?: number;
  readonly key?: string;
  /** Call to compare `key` with. */
  readonly other?: string;
}

/** Calls at the moment. JSON only; sent at most four times a second. */
export interface LiveCalls {
  readonly inFlight: number;
  /** Estimated output tokens per second over the last seconds; absent while nothing streams. */
  readonly tokensPerSecond?: number;
  /** When a failed call is made again, in milliseconds since 1970. */
  readonly retryAt?: number;
  /** When the cached prefix goes cold, and the tokens that would have to be written again. */
  readonly cache?: { readonly coldAt: number; readonly tokens: number };
}

export const inspectorActions = [
  'recordConversation',
  'recordFolder',
  'recordEverywhere',
  'stopRecording',
  'observe',
  'clear',
  'exportHar',
  'exportJsonl',
  'copyCurl',
  'replay',
  'import',
  'closeImport',
  'showTurn',
  'showProfiles',
  'openSettings',
  'showFolder',
] as const;
export type InspectorAction = (typeof inspectorActions)[number];

interface InSubject {
  readonly subject: string;
}

/** Calls from the inspector's page to the host. */
export interface InspectorCalls {
  'inspector.ready'(p: Record<string, never>): InspectorInit;
  'inspector.rows'(p: InSubject & { view: CallView; from: number; count: number }): RowPage;
  /** Place of a row in the view; absent if the view does not contain it. */
  'inspector.find'(p: InSubject & { view: CallView; key: string }): { at?: number };
  'inspector.overview'(p: InSubject): Overview;
  'inspector.recording'(p: InSubject): RecordingState;
  'inspector.live'(p: InSubject): LiveCalls;
  /** Without `turn`, the newest turn with calls; undefined if there is none. */
  'inspector.timeline'(p: InSubject & { turn?: number }): Timeline | undefined;
  'inspector.call'(p: InSubject & { key: string }): CallDetails;
  'inspector.part'(p: InSubject & { key: string; part: PartRef }): PartText;
  'inspector.compare'(p: InSubject & { one: string; other: string }): CallComparison;
  /**
   * Carries out an action of the user, after a question of its own where it cannot be undone.
   * @returns a sentence that says what was done, and where to look now; empty if the user declined
   */
  'inspector.act'(
    p: InSubject & { action: InspectorAction; key?: string; turn?: number; view?: CallView },
  ): {
    text: string;
    show?: InspectorLink;
  };
  /** Keeps what the page shows: VS Code destroys a hidden page. */
  'inspector.keep'(p: InspectorLink): void;
  'log.report'(p: { level: 'warn' | 'error'; message: string }): void;
}

/** Notifications from the host to the page. */
export interface InspectorEvents {
  /** Rows, pictures or the recording of a subject have changed; at most four times a second. */
  'inspector.changed': { readonly subject: string };
  'inspector.subjects': { readonly subjects: readonly InspectorSubject[] };
  'inspector.live': { readonly subject: string; readonly live: LiveCalls };
  'inspector.show': InspectorLink;
}
