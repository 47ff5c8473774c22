import { deepEqual } from '../../../base/json';
import type { ConversationEvent } from '../../../contract/events';
import type { SessionId } from '../../../contract/ids';
import { type FastModeFields, type FastModeReport, toFastMode } from '../../control/fastMode';
import type { CliVersion } from '../../launch/version';

/** Tracks the agent's session: its id, which changes with /clear, and its working folder. */
export class SessionTracker {
  /** Version of the agent, which may differ between stored turns. */
  version: CliVersion | undefined;
  private current: SessionId | undefined;
  private tools: readonly string[] = [];
  /** State of fast mode as it was last reported. */
  private fast: FastModeReport = {};

  constructor(public cwd: string) {}

  get id(): SessionId | undefined {
    return this.current;
  }

  /** @param id session id from a frame; the latest one counts */
  adopt(id: unknown): ConversationEvent[] {
    return typeof id !== 'string' || id === this.current ? [] : this.begin(id);
  }

  begin(id: string): ConversationEvent[] {
    const sessionId = id as SessionId;
    this.current = sessionId;
    return [{ type: 'session.changed', sessionId }];
  }

  /** Returns the names of the agent's own tools, if they differ from those before. */
  toolsIfNew(names: readonly string[] = []): readonly string[] | undefined {
    const own = names.filter(name => !name.startsWith('mcp__'));
    if (own.length === 0 || deepEqual(own, this.tools)) {
      return undefined;
    }
    this.tools = own;
    return own;
  }

  /** Returns the state of fast mode, empty if the frame does not name it. */
  fastMode(fields: FastModeFields): FastModeReport {
    const report = toFastMode(fields);
    this.fast = report.fastMode ? report : this.fast;
    return report;
  }

  /** Returns the state of fast mode if it differs from the one before. */
  fastModeIfNew(fields: FastModeFields): FastModeReport | undefined {
    const before = this.fast;
    const report = this.fastMode(fields);
    return deepEqual(report, before) || !report.fastMode ? undefined : report;
  }
}
