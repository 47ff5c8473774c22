import type { CallRow } from '../../../src/contract/inspector/callRows';
import type {
  InspectorCalls,
  InspectorEvents,
  InspectorLink,
  InspectorSubject,
  LiveCalls,
  RecordingState,
} from '../../../src/contract/inspector/inspector';
import type { CallFinding } from '../../../src/contract/inspector/overview';
import { type Handlers, Peer } from '../../../src/contract/peer';
import { pageOfView, rowsOfView } from './rowsOfView';
import { callsPerTurn, sampleRows, sampleStart } from './sampleCalls';
import { comparisonOf, detailsOf, partOf } from './sampleDetails';
import { findings, overviewOf, timelineOf } from './sampleOverview';

type NoCalls = Record<never, never>;

export const recordingOn: RecordingState = {
  ...{ scope: 'conversation', isObserved: true, isAllowed: true },
  ...{ bytes: 12_582_912, limit: 209_715_200, calls: 431, oldestAt: sampleStart },
  path: '~/.config/Code/User/globalStorage/tandem/modelCalls',
};

/** The host's end of the inspector: calls as a test sets them, and requests it records. */
export class ScriptedInspector {
  subjects: readonly InspectorSubject[] = [
    { id: 'shop', kind: 'conversation', title: 'Find the slow query' },
    { id: 'old', kind: 'recording', title: 'Rename the module' },
  ];
  rows: CallRow[] = sampleRows(60);
  recording: RecordingState = recordingOn;
  live: LiveCalls = { inFlight: 0 };
  found: readonly CallFinding[] = findings;
  show: InspectorLink = { subject: 'shop' };
  /** Handlers of a test that override the default ones. */
  readonly answers: Partial<Handlers<InspectorCalls>> = {};
  readonly acts: Parameters<InspectorCalls['inspector.act']>[0][] = [];
  readonly asked: Parameters<InspectorCalls['inspector.rows']>[0][] = [];
  readonly reports: string[] = [];
  private readonly peer: Peer<NoCalls, NoCalls, InspectorCalls, InspectorEvents>;

  constructor(post: (message: unknown) => void) {
    this.peer = new Peer(post, this.handlers(), {}, () => undefined);
  }

  receive(message: unknown): void {
    this.peer.receive(message);
  }

  send<K extends keyof InspectorEvents>(name: K, event: InspectorEvents[K]): void {
    this.peer.send(name, event);
  }

  /** Adds calls, and says so to the page. */
  add(...rows: CallRow[]): void {
    this.rows = [...this.rows, ...rows];
    this.send('inspector.changed', { subject: 'shop' });
  }

  dispose(): void {
    this.peer.dispose();
  }

  private rowOf(key: string): CallRow {
    const row = this.rows.find(one => one.key === key);
    if (!row) throw new Error('This call is no longer there.');
    return row;
  }

  private handlers(): Handlers<InspectorCalls> {
    const usual: Handlers<InspectorCalls> = {
      'inspector.ready': () => ({ subjects: this.subjects, show: this.show }),
      'inspector.rows': params => {
        this.asked.push(params);
        return pageOfView(this.rows, params);
      },
      'inspector.find': ({ view, key }) => {
        const at = rowsOfView(this.rows, view).findIndex(row => row.key === key);
        return at === -1 ? {} : { at };
      },
      'inspector.overview': () => overviewOf(this.rows, this.found),
      'inspector.recording': () => this.recording,
      'inspector.live': () => this.live,
      'inspector.timeline': ({ turn }) => {
        const last = Math.floor((this.rows.length - 1) / callsPerTurn);
        return this.rows.length === 0 ? undefined : timelineOf(turn ?? last, last);
      },
      'inspector.call': ({ key }) => detailsOf(this.rowOf(key)),
      'inspector.part': ({ part }) => partOf(part),
      'inspector.compare': ({ one, other }) => comparisonOf(this.rowOf(one), this.rowOf(other)),
      'inspector.act': params => {
        this.acts.push(params);
        return { text: '' };
      },
      'inspector.keep': link => {
        this.show = link;
      },
      'log.report': ({ message }) => void this.reports.push(message),
    };
    const answer = (method: keyof InspectorCalls) => (params: never) => {
      const own = usual[method] as (params: never) => unknown;
      const test = this.answers[method] as ((params: never) => unknown) | undefined;
      if (test === undefined) return own(params);
      if (method === 'inspector.act' || method === 'inspector.rows') own(params);
      return test(params);
    };
    return Object.fromEntries(
      (Object.keys(usual) as (keyof InspectorCalls)[]).map(method => [method, answer(method)]),
    ) as unknown as Handlers<InspectorCalls>;
  }
}
