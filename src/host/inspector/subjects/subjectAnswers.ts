import * as l10n from '@vscode/l10n';
import type { Clock } from '../../../base/clock';
import { UserError } from '../../../base/errors';
import type {
  CallComparison,
  CallDetails,
  PartRef,
  PartText,
} from '../../../contract/inspector/callDetails';
import type { CallView, RowPage } from '../../../contract/inspector/callRows';
import type { LiveCalls, RecordingState } from '../../../contract/inspector/inspector';
import type { Overview, Timeline } from '../../../contract/inspector/overview';
import type { RecordedCall } from '../../../contract/inspector/recordedCall';
import { callDetails, partText } from '../../../core/inspector/anatomy/callDetails';
import { compareCalls } from '../../../core/inspector/compare/compareCalls';
import { overviewOf } from '../../../core/inspector/overview/overview';
import { findRow, rowPage } from '../../../core/inspector/rows/callTable';
import { rowChoices } from '../../../core/inspector/rows/rowChoices';
import { timeline } from '../../../core/inspector/timeline/timeline';
import { TimeSlices } from '../../../node/timeSlices';
import type { Subjects } from './subjects';

export interface AnswerParts {
  readonly subjects: Pick<Subjects, 'of'>;
  recordingOf(subject: string): Promise<RecordingState>;
  readonly clock: Clock;
}

interface InSubject {
  readonly subject: string;
}

/** Answers to the page's questions, each about what exists. */
export class SubjectAnswers {
  /** Content of the call that was shown last: its parts are fetched one by one. */
  private last: { readonly id: string; readonly recorded: RecordedCall } | undefined;

  constructor(private readonly parts: AnswerParts) {}

  async rows({
    subject,
    view,
    from,
    count,
  }: InSubject & { view: CallView; from: number; count: number }): Promise<RowPage> {
    const table = await this.table(subject);
    return { ...rowPage(table, view, from, count), choices: rowChoices(table) };
  }

  async find({
    subject,
    view,
    key,
  }: InSubject & { view: CallView; key: string }): Promise<{ at?: number }> {
    const at = findRow(await this.table(subject), view, key);
    return at === undefined ? {} : { at };
  }

  async overview(subject: string): Promise<Overview> {
    const slices = new TimeSlices(this.parts.clock);
    return overviewOf(await this.history(subject), () => slices.pause());
  }

  async timeline(subject: string, turn: number | undefined): Promise<Timeline | undefined> {
    return timeline(await this.history(subject), turn);
  }

  recording(subject: string): Promise<RecordingState> {
    return this.parts.recordingOf(subject);
  }

  async live(subject: string): Promise<LiveCalls> {
    return (await this.parts.subjects.of(subject)).live();
  }

  async call(subject: string, key: string): Promise<CallDetails> {
    return callDetails(await this.recorded(subject, key));
  }

  async part(subject: string, key: string, part: PartRef): Promise<PartText> {
    const id = JSON.stringify([subject, key]);
    const recorded = this.last?.id === id ? this.last.recorded : await this.recorded(subject, key);
    return partText(recorded, part);
  }

  async compare(subject: string, one: string, other: string): Promise<CallComparison> {
    return compareCalls(await this.recorded(subject, one), await this.recorded(subject, other));
  }

  /** @throws UserError `inspector.absent` */
  async recorded(subject: string, key: string): Promise<RecordedCall> {
    const found = await (await this.parts.subjects.of(subject)).recorded(key);
    if (!found) {
      throw new UserError('inspector.absent', l10n.t('This call is no longer kept.'));
    }
    this.last = { id: JSON.stringify([subject, key]), recorded: found };
    return found;
  }

  /** Lets go of the call that was shown last: what the user has cleared must not stay in memory. */
  forget(): void {
    this.last = undefined;
  }

  private async table(subject: string) {
    return (await this.parts.subjects.of(subject)).table();
  }

  private async history(subject: string) {
    return (await this.parts.subjects.of(subject)).history();
  }
}
