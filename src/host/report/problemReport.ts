import * as l10n from '@vscode/l10n';
import type { TracedFrame } from '../../cli/frames/frameTrace';
import type { Conversation } from '../../contract/conversation';
import type { ChannelRecord } from '../../core/conversation/channelRecord';
import { fenced } from '../../core/export/markdown/fences';

/** A single agent process, see `FrameTrace`. */
interface ReportedProcess {
  readonly session: string;
  readonly version: string;
  /** Number of all frames; `frames` holds the last of them. */
  readonly total: number;
  readonly frames: readonly TracedFrame[];
}

interface ReportedChannel {
  readonly conversation: Conversation;
  readonly record: ChannelRecord;
}

/** Contents of a problem report. */
export interface ReportFacts {
  /** Versions of programs and systems, by name. */
  readonly versions: Readonly<Record<string, string>>;
  /** Settings that differ from their defaults, see `settingShape`. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly channels: readonly ReportedChannel[];
  readonly processes: readonly ReportedProcess[];
  readonly log: readonly string[];
}

/** Formats a Markdown report that omits conversation text; `scrub` must still verify that. */
export function problemReport(facts: ReportFacts): string {
  const { versions, settings, channels, processes, log } = facts;
  const parts = [
    '# Tandem problem report',
    l10n.t(
      'Nothing of this has left your machine, and it is saved only if you save it. The texts of messages, tools and files are left out; only their lengths are given. The names of folders and files are included, under Conversations and in the log. Read the report before you share it, and remove what you do not want to share.',
    ),
    `## What happened\n\n${l10n.t('(Say what you did, what you expected and what happened.)')}`,
    `## Versions\n\n${json(versions)}`,
    `## Settings that are not the default\n\n${json(settings)}`,
    `## Conversations\n\n${json(channels.map(channelShape))}`,
    '## Last frames',
    ...processes.map(processPart),
    `## Log\n\n${log.length === 0 ? 'Nothing.' : fenced(log.join('\n'), 'text')}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function channelShape({ conversation, record }: ReportedChannel): unknown {
  const { turns, open, first, hasEarlier, summary } = conversation;
  const { agent, settings, usage, queue, waiting, todos, review } = summary;
  const items = turns.reduce((sum, turn) => sum + turn.items.length, 0);
  return {
    channel: record.channelId,
    session: record.sessionId,
    folder: record.cwd,
    agent: { version: summary.agentVersion, phase: agent.phase, actions: agent.actions },
    process: record.process?.pid,
    settings: { mode: settings.mode, model: settings.model, effort: settings.effort },
    usage,
    turns: { first, hasEarlier, loaded: turns.length, items, openItems: open?.items.length },
    lastOutcome: turns.at(-1)?.outcome?.kind,
    queued: queue.length,
    inFlight: record.inFlight.length,
    waiting: waiting.map(prompt => ({
      kind: prompt.kind,
      ...(prompt.kind === 'elicitation'
        ? { mode: prompt.request.mode }
        : { tool: prompt.call.tool, interrupted: prompt.interrupted }),
    })),
    todos: todos.length,
    filesToReview: review?.files,
    isFork: record.fork !== undefined,
    draft: {
      characters: record.draft.text.length,
      images: record.draft.images.length,
      mentions: record.draft.mentions?.length,
      attachments: record.draft.attachments?.length,
    },
  };
}

function processPart({ session, version, total, frames }: ReportedProcess): string {
  const lines = frames.map(({ at, to, frame, pieces }) => {
    const time = new Date(at).toISOString().slice(11, 23);
    return `${time} ${to === 'agent' ? '→' : '←'} ${JSON.stringify(frame)}${pieces ? ` (${pieces} pieces)` : ''}`;
  });
  const title = `### Session ${session} (Claude Code ${version}), the last ${frames.length} of ${total}`;
  return `${title}\n\n${fenced(lines.join('\n'), 'text')}`;
}

function json(value: unknown): string {
  return fenced(JSON.stringify(value, null, 2), 'json');
}
