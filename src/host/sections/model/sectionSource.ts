import type { FormEntries } from '../../../contract/elicitation';
import type { Section, SectionId, SectionNote, SectionResult } from '../../../contract/sections';
import type { Channel } from '../../../core/conversation/channel';
import type { AgentReports } from '../../../protocol/agentReports';

/** Circumstances in which a section is read or changed. */
export interface SectionPlace {
  /** Folder of the conversation in front, else the workspace's; absent without a folder. */
  readonly cwd: string | undefined;
  /** Conversation in front. */
  readonly channel: Channel | undefined;
  readonly isTrusted: boolean;
  /**
   * Asks a running CLI in this folder: that of a conversation, else one that is started for the tab.
   * @throws UserError with the reason why none can be asked
   */
  reports(): Promise<AgentReports>;
  /** Ends the process that was started for the tab: the next question starts one anew. */
  restart?(): void;
}

/** Note with the place that it is about, which the page does not get. */
export interface ContentNote extends Omit<SectionNote, 'opens'> {
  readonly place?: RowPlace;
}

export interface SectionContent extends Omit<Section, 'id' | 'notes'> {
  readonly notes?: readonly ContentNote[];
}

/** Action that the user has chosen. The row, if any, is one that was shown; it may be gone by now. */
export interface ActionRequest {
  readonly group?: string | undefined;
  readonly row?: string | undefined;
  readonly action: string;
  readonly entries: FormEntries;
  /** True to show the change as a diff, and to change nothing. */
  readonly isPreview: boolean;
  /** State that the clicked switch showed; it is turned from that state only. */
  readonly wasOn?: boolean | undefined;
}

/** Outcome of an action. Without `problems`, it was carried out. */
export interface ActionOutcome {
  readonly problems?: Extract<SectionResult, { kind: 'invalid' }>['problems'];
  /** Says what was done, if that cannot be seen; empty if nothing is to be said. */
  readonly text?: string;
  /** Takes the change back. @throws UserError if that is not possible any more */
  readonly undo?: () => Promise<void>;
}

/** Place in a file that a row comes from. */
export interface RowPlace {
  readonly path: string;
  /** From 1. */
  readonly line?: number;
}

/** Reads the state of a section, and carries out its actions. */
export interface SectionSource {
  readonly id: SectionId;
  readonly title: string;
  /**
   * Never shows half of a state: what cannot be read becomes a note.
   * @param isRefresh true if the user asks for it
   */
  read(place: SectionPlace, isRefresh?: boolean): Promise<SectionContent>;
  /** @throws UserError whose message the tab shows where the action was chosen */
  act?(place: SectionPlace, request: ActionRequest): Promise<ActionOutcome>;
  /** Returns where a row comes from. */
  locate?(place: SectionPlace, row: string): Promise<RowPlace | undefined>;
  /** Reports changes from elsewhere, for as long as the tab is visible. */
  watch?(place: SectionPlace, onChange: () => void): { dispose(): void };
}
