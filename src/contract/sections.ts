import type { FieldProblems, FormEntries, FormField } from './elicitation';

/** Sections of the tab "Claude Code", in the order in which the tab lists them. */
export const sectionIds = [
  'account',
  'usage',
  'context',
  'memory',
  'servers',
  'agents',
  'skills',
  'plugins',
  'permissions',
  'sandbox',
  'hooks',
  'outputStyles',
  'settings',
  'status',
] as const;
export type SectionId = (typeof sectionIds)[number];

type Tone = 'good' | 'warning' | 'bad';

/** Where a value comes from. The file opens by `section.open`; the page never names a path. */
export interface Origin {
  /** Name of the place, such as "Project settings". */
  readonly label: string;
  /** Path as it is shown. */
  readonly path?: string;
  /** Why the value cannot be changed here. */
  readonly readOnly?: string;
}

export interface Badge {
  readonly text: string;
  readonly tone?: Tone;
}

/** Share of something that is used up. */
export interface SectionMeter {
  /** From 0 to 1. */
  readonly value: number;
  /** Text beside the bar, such as "42% used, resets at 14:00". */
  readonly text: string;
  readonly tone?: Tone;
}

/** Something that the user can do to a row, a group or a section. */
export interface SectionAction {
  /** Unique among the actions of its owner. */
  readonly id: string;
  readonly label: string;
  readonly kind?: 'primary' | 'danger';
  /** Input that the action needs first. */
  readonly form?: ActionForm;
  /** Question to answer first, for what cannot be undone. */
  readonly question?: string;
  /** True if an action without a form can be shown as a diff before it is made. */
  readonly canPreview?: boolean;
}

export interface SectionSwitch {
  readonly action: string;
  readonly label: string;
  readonly isOn: boolean;
  /** True if the change can be shown as a diff before it is made. */
  readonly canPreview?: boolean;
}

export interface ActionForm {
  readonly title: string;
  readonly submit: string;
  readonly fields: readonly FormField[];
  readonly note?: string;
  /** True if the change can be shown as a diff before it is made. */
  readonly canPreview?: boolean;
}

export interface SectionRow {
  /** Unique in the section, and the same whenever it is read: links lead to it. */
  readonly id: string;
  readonly title: string;
  readonly detail?: string;
  /** Longer text, shown when the row is expanded. */
  readonly more?: string;
  readonly badges?: readonly Badge[];
  readonly meter?: SectionMeter;
  readonly origin?: Origin;
  /** True if `section.open` shows where the row comes from. */
  readonly canOpen?: boolean;
  /** Switch whose action has this id. */
  readonly toggle?: SectionSwitch;
  readonly actions?: readonly SectionAction[];
  readonly rows?: readonly SectionRow[];
  /** Says how many `rows` there are, such as "2 tools"; else they are counted as entries. */
  readonly rowsCount?: string;
}

/** Choice among states, each of which an action of the group sets. */
export interface SectionChoice {
  readonly id: string;
  readonly label: string;
  /** Action whose state it is in. */
  readonly chosen: string;
  readonly options: readonly { readonly action: string; readonly label: string }[];
}

/** How far something long is. */
export interface SectionProgress {
  /** From 0 to 1; absent while that is not known. */
  readonly value?: number;
  readonly text: string;
}

export interface TableCell {
  readonly text: string;
  /** Number that a picture draws. */
  readonly value?: number;
}

export interface TableRow {
  /** Unique in the section. */
  readonly id: string;
  /** As many as there are columns. */
  readonly cells: readonly TableCell[];
  /** Action of the row, whose first cell becomes its button. */
  readonly action?: { readonly id: string; readonly label: string };
}

/** Picture of a table. It is hidden from screen readers, which have the table. */
export interface TableChart {
  /** `columns` stand side by side, as for days; `bars` lie one below another. */
  readonly kind: 'columns' | 'bars';
  /** Columns whose values are stacked. */
  readonly series: readonly number[];
  /** Short names of the rows, in their order. */
  readonly labels: readonly string[];
  /** Rows that are drawn, from the first; absent: all. */
  readonly most?: number;
}

export interface SectionTable {
  readonly columns: readonly { readonly label: string; readonly isNumber?: boolean }[];
  readonly rows: readonly TableRow[];
  readonly chart?: TableChart;
}

export interface SectionGroup {
  readonly id: string;
  readonly title: string;
  readonly note?: string;
  readonly choices?: readonly SectionChoice[];
  readonly progress?: SectionProgress;
  readonly rows: readonly SectionRow[];
  readonly table?: SectionTable;
  /** Text in place of rows. */
  readonly empty?: string;
  readonly actions?: readonly SectionAction[];
}

export interface SectionNote {
  readonly text: string;
  readonly tone?: Tone;
  /** Id for `section.open`, if the note is about a place in a file. */
  readonly opens?: string;
}

/** State of a section at one moment. */
export interface Section {
  readonly id: SectionId;
  readonly groups: readonly SectionGroup[];
  /** Reason why some of it is missing or cannot be changed, and what to do. */
  readonly notes?: readonly SectionNote[];
  readonly actions?: readonly SectionAction[];
}

/** Names an action: of a row, of a group, or of the section itself. */
export interface SectionRequest {
  readonly section: SectionId;
  readonly group?: string;
  readonly row?: string;
  readonly action: string;
  /** Input of the action's form, in the order of its fields. */
  readonly entries?: FormEntries;
  /** True to show the change as a diff, and to change nothing. */
  readonly isPreview?: boolean;
}

export type SectionResult =
  /** `undo` names the change for `section.undo`; `text` says what was done, if anything. */
  | { readonly kind: 'done'; readonly text?: string; readonly undo?: string }
  /** Problems of the entries, in the order of the fields. */
  | { readonly kind: 'invalid'; readonly problems: FieldProblems };

/** Place that a link or a command leads to. */
export interface SectionLink {
  readonly section: SectionId;
  readonly row?: string;
}

export interface SectionsInit {
  readonly sections: readonly { readonly id: SectionId; readonly title: string }[];
  readonly show: SectionLink;
  /** Unfinished input of the tab's forms, as `tab.keep` has left it. */
  readonly forms: UnfinishedForms;
}

/** Entries by a key that the page makes of the form's owner and action. */
export type UnfinishedForms = Readonly<Record<string, FormEntries>>;

/** Calls from the tab to the host. */
export interface SectionCalls {
  'sections.ready'(p: Record<string, never>): SectionsInit;
  /** @param isRefresh true if the user asks for it */
  'section.read'(p: { section: SectionId; isRefresh?: boolean }): Section;
  'section.act'(p: SectionRequest): SectionResult;
  /** Takes back a change. @throws if the file has changed since */
  'section.undo'(p: { undo: string }): SectionResult;
  'section.open'(p: { section: SectionId; row: string }): void;
  /**
   * Keeps what the page shows, and the row that had the focus last, until the tab is closed: VS Code destroys a hidden page. Not in the
   * page's own state, which VS Code stores on disk: forms may contain secrets.
   */
  'tab.keep'(p: SectionLink & { forms: UnfinishedForms }): void;
  'log.report'(p: { level: 'warn' | 'error'; message: string }): void;
}

/** Notifications from the host to the tab. */
export interface SectionEvents {
  /** Fires when a section should be read anew. */
  'section.changed': { readonly section: SectionId };
  'section.show': SectionLink;
}
