import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import { omitUndefined } from '../../../base/omitUndefined';
import type { RecordingScope, RecordingState } from '../../../contract/inspector/inspector';
import type { Channel } from '../../../core/conversation/channel';
import type { GatewayService } from '../../gateway/gatewayService';
import { type Obstacle, obstacleText } from '../../gateway/obstacles';
import type { RecordingSwitches } from './recordingSwitches';
import type { Recordings } from './recordings';
import {
  type RecordingFacts,
  recordingConsent,
  recordingHindered,
  recordingQuestion,
  recordingStarted,
  recordingStopped,
} from './recordingTexts';

type RecordedChannel = Pick<Channel, 'id' | 'cwd' | 'record'> & {
  readonly agent: Pick<Channel['agent'], 'isLive'>;
};

export interface RecordingParts {
  readonly switches: RecordingSwitches;
  readonly recordings: Pick<Recordings, 'archive' | 'clear'>;
  readonly gateway: Pick<GatewayService, 'state' | 'isObserved' | 'isDue' | 'obstacleIn'>;
  /** Open conversation of a subject. */
  channel(subject: string): RecordedChannel | undefined;
  isTrusted(): boolean;
  /** Bytes that recordings may take. */
  limit(): number;
  /** Folder of the recordings, as it is shown. */
  readonly path: string;
  /** Says what the gateway changes. @throws UserError if there is no CLI to ask */
  gatewayText(): Promise<string>;
  /** Asks with the editor's modal dialog; returns the chosen action. */
  ask(question: string, detail: string, ...actions: string[]): Promise<string | undefined>;
}

/** Words for the user when recording begins. */
interface Started {
  readonly text: string;
  /** Set if nothing can be recorded yet: what the user can do about that, if anything. */
  readonly failing?: { readonly remedy: RecordingState['remedy'] };
}

/** Everything that the user may know and decide about recording. */
export class RecordingService {
  constructor(private readonly parts: RecordingParts) {}

  async state(subject: string): Promise<RecordingState> {
    const { switches, recordings, isTrusted, limit, path } = this.parts;
    const channel = this.parts.channel(subject);
    const { archive } = recordings;
    const { bytes, calls, oldestAt } = await archive.state();
    const hindrance = channel && (await this.hindranceOf(channel));
    return {
      isObserved: channel !== undefined && this.isObserved(channel),
      isAllowed: isTrusted(),
      ...{ bytes, calls, limit: limit(), path },
      ...omitUndefined({
        oldestAt,
        scope: channel && switches.scopeOf(channel),
        obstacle: channel && this.obstacleOf(channel, hindrance),
        remedy: remedyOf(hindrance),
      }),
    };
  }

  /** Whether the calls pass the gateway; those of an agent that does not run, once it starts. */
  private isObserved({ id, agent }: RecordedChannel): boolean {
    const { gateway } = this.parts;
    return gateway.isObserved(id) || (!agent.isLive && gateway.isDue(id));
  }

  /**
   * Records from now on, once the user has agreed to what is stored.
   * @param channel conversation that the user means; not needed for `everywhere`
   * @returns a sentence that says so, or why nothing can be recorded; empty if the user declined
   */
  async start(scope: RecordingScope, channel: RecordedChannel | undefined): Promise<Started> {
    const { switches, gateway, isTrusted } = this.parts;
    if (!isTrusted()) {
      throw new UserError(
        'trust.required',
        l10n.t('Nothing is recorded in a workspace that is not trusted.'),
      );
    }
    if (!channel && scope !== 'everywhere') {
      throw new UserError(
        'inspector.closed',
        l10n.t('This conversation is not open. Open it to record its model calls.'),
      );
    }
    requireOwn(scope, channel);
    const record = l10n.t('Record');
    const detail = recordingConsent(await this.facts());
    if ((await this.parts.ask(recordingQuestion(scope), detail, record)) !== record) {
      return { text: '' };
    }
    await switches.switchOn(scope, channel ?? {});
    const isObserved = channel === undefined || gateway.isObserved(channel.id);
    const hindrance = channel && (await this.hindranceOf(channel));
    return hindrance === undefined
      ? { text: recordingStarted(scope, isObserved || !channel.agent.isLive) }
      : { text: recordingHindered(hindrance), failing: { remedy: remedyOf(hindrance) } };
  }

  async stop(channel: RecordedChannel | undefined): Promise<string> {
    return recordingStopped(await this.parts.switches.switchOff(channel));
  }

  /**
   * Deletes recorded calls after a question.
   * @param subject whose calls can be deleted alone
   * @returns a sentence that says so; empty if the user declined
   */
  async clear(subject: string | undefined): Promise<string> {
    const { recordings, ask } = this.parts;
    const { archive } = recordings;
    const { calls } = await archive.state();
    if (calls === 0) {
      return l10n.t('No calls are recorded.');
    }
    const all = l10n.t('Clear All');
    const own = l10n.t('Clear This Conversation');
    const kept = (await archive.list()).some(({ id }) => id === subject);
    const answer = await ask(
      l10n.t('Delete recorded model calls from this machine?'),
      l10n.t('This cannot be undone. Recording is neither started nor stopped.'),
      ...(kept ? [own, all] : [all]),
    );
    if (answer === undefined) {
      return '';
    }
    await recordings.clear(answer === own ? subject : undefined);
    return answer === own
      ? l10n.t('The recorded calls of this conversation were deleted.')
      : l10n.t('All recorded calls were deleted.');
  }

  private async facts(): Promise<RecordingFacts> {
    const { gateway, gatewayText, limit, path } = this.parts;
    const text = gateway.state.isOn ? undefined : await gatewayText();
    return { path, limit: limit(), gateway: text };
  }

  /** Whether the calls of a conversation are to pass the gateway. */
  private isWanted(channel: RecordedChannel): boolean {
    return this.parts.gateway.state.isOn || this.parts.switches.isOn(channel);
  }

  /** Returns what has kept calls from the gateway, or will when the agent starts. */
  private async hindranceOf(channel: RecordedChannel): Promise<Obstacle | undefined> {
    const { gateway } = this.parts;
    const { id, cwd, record } = channel;
    if (record.source !== undefined) {
      return undefined;
    }
    const met = gateway.state.unobserved.get(id);
    if (met !== undefined || gateway.isObserved(id) || !this.isWanted(channel)) {
      return met;
    }
    // Without Claude Code, nothing is known yet.
    return gateway.obstacleIn(cwd).catch(() => undefined);
  }

  private obstacleOf(
    channel: RecordedChannel,
    hindrance: Obstacle | undefined,
  ): string | undefined {
    const { gateway } = this.parts;
    const { source } = channel.record;
    if (source !== undefined) {
      return foreignText(source);
    }
    if (hindrance) {
      return obstacleText(hindrance);
    }
    if (!this.isWanted(channel) || gateway.isObserved(channel.id)) {
      return undefined;
    }
    return channel.agent.isLive
      ? l10n.t('The running agent restarts with its next message, and is observed from then on.')
      : l10n.t('It is observed as soon as its agent starts.');
  }
}

function remedyOf(hindrance: Obstacle | undefined): RecordingState['remedy'] {
  return hindrance === 'elsewhere' ? 'profile' : undefined;
}

function requireOwn(scope: RecordingScope, channel: RecordedChannel | undefined): void {
  const source = channel?.record.source;
  if (scope === 'conversation' && source !== undefined) {
    throw new UserError('inspector.foreign', foreignText(source));
  }
}

function foreignText(source: string): string {
  return l10n.t(
    '{0} answers in this conversation. Its model calls do not go through Tandem.',
    source,
  );
}
