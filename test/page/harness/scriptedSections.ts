import { type Handlers, Peer } from '../../../src/contract/peer';
import type {
  Section,
  SectionCalls,
  SectionEvents,
  SectionId,
  SectionLink,
  SectionRequest,
  UnfinishedForms,
} from '../../../src/contract/sections';

type NoCalls = Record<never, never>;

/** The host's end of the tab "Claude Code": sections as a test sets them, and calls it records. */
export class ScriptedSections {
  readonly sections = new Map<SectionId, Section>();
  /** Handlers of a test that override the default ones. */
  readonly answers: Partial<Handlers<SectionCalls>> = {};
  readonly acts: SectionRequest[] = [];
  readonly reads: SectionId[] = [];
  readonly opened: unknown[] = [];
  readonly undone: string[] = [];
  readonly reports: string[] = [];
  show: SectionLink = { section: 'servers' };
  forms: UnfinishedForms = {};
  private readonly peer: Peer<NoCalls, NoCalls, SectionCalls, SectionEvents>;

  constructor(post: (message: unknown) => void) {
    this.peer = new Peer(post, this.handlers(), {}, () => undefined);
  }

  receive(message: unknown): void {
    this.peer.receive(message);
  }

  /** Replaces a section and says so to the page. */
  change(section: Section): void {
    this.sections.set(section.id, section);
    this.send('section.changed', { section: section.id });
  }

  send<K extends keyof SectionEvents>(name: K, event: SectionEvents[K]): void {
    this.peer.send(name, event);
  }

  dispose(): void {
    this.peer.dispose();
  }

  private handlers(): Handlers<SectionCalls> {
    return {
      'sections.ready': params =>
        this.answers['sections.ready']?.(params) ?? {
          sections: [...this.sections.keys()].map(id => ({ id, title: titles[id] ?? id })),
          show: this.show,
          forms: this.forms,
        },
      'section.read': ({ section }) => {
        this.reads.push(section);
        const read = this.answers['section.read']?.({ section });
        return read ?? this.sections.get(section) ?? { id: section, groups: [] };
      },
      'section.act': request => {
        this.acts.push(request);
        return this.answers['section.act']?.(request) ?? { kind: 'done' };
      },
      'section.undo': ({ undo }) => {
        this.undone.push(undo);
        return this.answers['section.undo']?.({ undo }) ?? { kind: 'done' };
      },
      'section.open': params => {
        this.opened.push(params);
        return this.answers['section.open']?.(params);
      },
      'tab.keep': ({ forms, ...link }) => {
        this.show = link;
        this.forms = forms;
      },
      'log.report': ({ message }) => void this.reports.push(message),
    };
  }
}

const titles: Partial<Record<SectionId, string>> = {
  servers: 'MCP servers',
  permissions: 'Permissions',
  status: 'Status',
  usage: 'Usage',
};
