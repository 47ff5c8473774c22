import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import type { CallView } from '../../../contract/inspector/callRows';
import type { InspectorAction } from '../../../contract/inspector/inspector';
import type { RecordedCall } from '../../../contract/inspector/recordedCall';
import type { Channel } from '../../../core/conversation/channel';
import { curlOf } from '../../../core/inspector/exchange/curl';
import type { RecordingService } from '../recording/recordingService';
import type { Mask } from '../recording/secretMask';
import type { SubjectAnswers } from '../subjects/subjectAnswers';
import type { Subjects } from '../subjects/subjects';
import type { ActionResult } from './actionResult';
import type { CallExporter } from './callExporter';
import type { CallImporter } from './callImporter';
import type { CallReplay } from './callReplay';

export interface ActionParts {
  readonly subjects: Subjects;
  readonly answers: Pick<SubjectAnswers, 'recorded'>;
  readonly recording: Pick<RecordingService, 'start' | 'stop' | 'clear'>;
  readonly exporter: Pick<CallExporter, 'export'>;
  readonly importer: Pick<CallImporter, 'import'>;
  readonly replay: Pick<CallReplay, 'replay'>;
  channel(subject: string): Channel | undefined;
  /** Switches observing on, after a question of its own. Returns whether it is on. */
  observe(): Promise<boolean>;
  mask(): Promise<Mask>;
  copy(text: string): PromiseLike<void>;
  showTurn(channel: Channel, turn: number): Promise<void>;
  /** Shows where profiles are made and chosen. */
  showProfiles(): PromiseLike<unknown>;
  openSettings(): PromiseLike<unknown>;
  showFolder(): Promise<void>;
}

export interface ActionRequest {
  readonly subject: string;
  readonly action: InspectorAction;
  readonly key?: string;
  readonly turn?: number;
  readonly view?: CallView;
}

/** Carries out what the user has chosen on the page. */
export class InspectorActions {
  private readonly table: Record<
    InspectorAction,
    (request: ActionRequest) => Promise<string | ActionResult>
  >;

  constructor(private readonly parts: ActionParts) {
    const { recording, exporter, importer, replay, subjects } = parts;
    const at = ({ subject }: ActionRequest) => parts.channel(subject);
    this.table = {
      recordConversation: request => recording.start('conversation', at(request)),
      recordFolder: request => recording.start('folder', at(request)),
      recordEverywhere: request => recording.start('everywhere', at(request)),
      stopRecording: request => recording.stop(at(request)),
      observe: async () =>
        (await parts.observe())
          ? l10n.t('Observing is on. Running agents restart with their next message.')
          : '',
      clear: ({ subject }) => recording.clear(subject),
      exportHar: ({ subject, view }) => exporter.export(subject, 'har', view),
      exportJsonl: ({ subject, view }) => exporter.export(subject, 'jsonl', view),
      copyCurl: request => this.copyCurl(request),
      replay: async request => replay.replay(request.subject, await this.recordedOf(request)),
      import: () => importer.import(),
      closeImport: async ({ subject }) => {
        subjects.closeImport(subject);
        return '';
      },
      showTurn: request => this.showTurn(request),
      showProfiles: async () => {
        await parts.showProfiles();
        return '';
      },
      openSettings: async () => {
        await parts.openSettings();
        return '';
      },
      showFolder: async () => {
        await parts.showFolder();
        return '';
      },
    };
  }

  async act(request: ActionRequest): Promise<ActionResult> {
    const done = await this.table[request.action](request);
    return typeof done === 'string' ? { text: done } : done;
  }

  private async copyCurl(request: ActionRequest): Promise<string> {
    const recorded = await this.recordedOf(request);
    await this.parts.copy(curlOf(recorded, { mask: await this.parts.mask() }));
    return l10n.t(
      'The command is on the clipboard. It takes the key from {0}.',
      '$ANTHROPIC_API_KEY',
    );
  }

  private async showTurn({ subject, turn }: ActionRequest): Promise<string> {
    const channel = this.parts.channel(subject);
    if (!channel || turn === undefined) {
      throw new UserError('inspector.closed', l10n.t('The conversation of this turn is not open.'));
    }
    await this.parts.showTurn(channel, turn);
    return '';
  }

  private recordedOf({ subject, key = '' }: ActionRequest): Promise<RecordedCall> {
    return this.parts.answers.recorded(subject, key);
  }
}
