import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import { plural } from '../../base/plural';
import { agentName } from '../../contract/labels/agentNames';
import type { Channel } from '../../core/conversation/channel';
import { lastSentTexts } from '../../transcript/selectors';
import { escapedLine } from '../nativeText/commentMarkdown';
import type { Reply } from '../nativeText/reply';
import type { ChatChannels } from './chatChannels';
import { noteOf, type Routed, type SlashCommand } from './chatRequest';
import { openButton } from './openButton';

/** Finding of a review; lines are 0-based. */
export interface ReviewFinding {
  readonly path: string;
  readonly start: number;
  readonly title: string;
}

export interface SlashPorts {
  readonly channels: Pick<ChatChannels, 'ofHistory' | 'begin'>;
  /** Lets the user pick a stored conversation, and opens it; undefined if they cancel. */
  resume(): Promise<Channel | undefined>;
  /** Shows the changes of a conversation side by side. */
  showChanges(channel: Channel): Promise<void>;
  /** Has the uncommitted changes reviewed; undefined if that was cancelled or failed. */
  review(): Promise<readonly ReviewFinding[] | undefined>;
  /** Shows a conversation in Tandem's own view. */
  open(channel: Channel): Promise<void>;
}

/** The slash commands of the participant, by their names in the manifest. */
export function slashCommands(ports: SlashPorts): Readonly<Record<string, SlashCommand>> {
  return {
    plan: async ({ prompt, history }, reply) => {
      const known = await ports.channels.ofHistory(history);
      if (known) {
        requirePlans(known);
        await known.settings.set({ mode: 'plan' });
      }
      const channel = known ?? (await ports.channels.begin('plan'));
      requirePlans(channel);
      if (prompt.trim() !== '') {
        return { kind: 'send', channel };
      }
      reply.markdown(escapedLine(l10n.t('Plan mode is on. Say what is to be planned.')));
      return done(channel);
    },
    review: async ({ history }, reply) => {
      const channel = await ports.channels.ofHistory(history);
      const files = channel?.conversation.summary.review?.files ?? 0;
      if (channel && files > 0) {
        await ports.showChanges(channel);
        reply.markdown(escapedLine(l10n.t('The changes of this conversation are open to review.')));
        return done(channel);
      }
      reply.progress(l10n.t('Reviewing the uncommitted changes'));
      showFindings(reply, await ports.review());
      return channel ? done(channel) : { kind: 'done', response: {} };
    },
    resume: async ({ prompt }, reply) => {
      const channel = await ports.resume();
      if (!channel) {
        reply.markdown(escapedLine(l10n.t('No conversation was chosen.')));
        return { kind: 'done', response: {} };
      }
      if (prompt.trim() !== '') {
        return { kind: 'send', channel };
      }
      reply.markdown(
        `${escapedLine(l10n.t('This chat continues with'))} **${escapedLine(channel.title)}**`,
      );
      const last = lastSentTexts(channel.conversation, 1).at(-1);
      if (last !== undefined) {
        reply.markdown(`\n\n> ${escapedLine(last.slice(0, 500))}\n\n`);
      }
      reply.button(openButton(channel.record.sessionId));
      return done(channel);
    },
    open: async ({ history }, reply) => {
      const channel = await ports.channels.ofHistory(history);
      if (!channel) {
        throw new UserError(
          'conversation.none',
          l10n.t('This chat has no conversation yet. Send a message first.'),
        );
      }
      await ports.open(channel);
      reply.markdown(escapedLine(l10n.t('The conversation is open in Tandem.')));
      return done(channel);
    },
  };
}

function done(channel: Channel): Routed {
  return { kind: 'done', response: { note: noteOf(channel) } };
}

/** @throws UserError `conversation.lacking` */
function requirePlans({ record, conversation }: Channel): void {
  if (record.source !== undefined) {
    const { choices } = conversation.summary;
    throw new UserError(
      'conversation.lacking',
      l10n.t('{0} has no plan mode here. Choose its mode in Tandem.', agentName(choices)),
    );
  }
}

function showFindings(reply: Reply, findings: readonly ReviewFinding[] | undefined): void {
  if (!findings) {
    reply.markdown(escapedLine(l10n.t('Nothing was reviewed.')));
    return;
  }
  const text = plural(findings.length, {
    one: l10n.t('The review has 1 finding. It is a comment in its file.'),
    other: l10n.t(
      'The review has {0} findings. They are comments in their files.',
      findings.length,
    ),
  });
  reply.markdown(`${escapedLine(text)}\n\n`);
  for (const { path, start, title } of findings) {
    reply.markdown('\n\n');
    reply.anchor(path, `${basename(path)}:${start + 1}`, start + 1);
    reply.markdown(` ${escapedLine(title)}\n\n`);
  }
  if (findings.length > 0) {
    reply.button({ title: l10n.t('Show Problems'), command: 'workbench.actions.view.problems' });
  }
}
