import type { Clock } from '../../base/clock';
import { messageOf } from '../../base/errors';
import type { JsonObject } from '../../base/json';
import type { Log } from '../../base/log';
import { maskSecrets, traceLine } from '../../base/secrets';
import type { EventBatch } from '../../protocol/eventBatch';
import { type Frame, parseLine } from '../../protocol/frames';
import type { ControlClient } from '../control/controlClient';
import type { FrameTranslator } from '../translate/frameTranslator';
import type { ActivityTracker } from './activity';
import type { FrameTrace } from './frameTrace';
import { LogBudget } from './logBudget';

interface FrameReaderPort {
  readonly client: ControlClient;
  readonly translator: FrameTranslator;
  readonly batch: EventBatch;
  readonly activity: ActivityTracker;
  readonly clock: Clock;
  readonly log: Log;
  readonly trace?: FrameTrace | undefined;
  /** Called when a server is done with a page that it had asked the user to open. */
  onPageFinished(server: string, pageId: string): void;
}

/** Kinds of unknown frames that get a row in the conversation; more are only logged. */
const mostUnknownRows = 20;

/** Routes each line of the CLI to the control client or to the conversation. */
export class FrameReader {
  /** Errors of the last failed result; empty if none has failed. */
  lastError = '';
  private readonly unknownTypes = new Set<string>();
  private unknownRows = 0;

  private readonly noise: LogBudget;

  constructor(private readonly port: FrameReaderPort) {
    this.noise = new LogBudget(port.log, 'The CLI printed something that is not a frame');
  }

  /** Whether lines that are no frames would go nowhere, as so many have been logged. */
  get leavesOutText(): boolean {
    return this.noise.isSpent && !this.port.log.traces;
  }

  /**
   * Never throws: a line that breaks something must not take those after it along.
   * @returns whether the line answered a request that was waiting
   */
  read(line: string): boolean {
    const { log, batch, translator, clock } = this.port;
    try {
      return this.route(line);
    } catch (error) {
      log.error('A frame could not be processed', { error: messageOf(error) });
      batch.add(translator.malformed('frame', maskSecrets(messageOf(error)), clock.now()));
      return false;
    }
  }

  private route(line: string): boolean {
    const { log, batch, translator, clock, trace } = this.port;
    if (log.traces) {
      log.trace(`← ${traceLine(line)}`);
    }
    const parsed = parseLine(line);
    switch (parsed.kind) {
      case 'frame':
        trace?.add('tandem', parsed.frame as JsonObject, line.length);
        return this.readFrame(parsed.frame);
      case 'noise':
        if (parsed.text.trim() !== '') {
          this.noise.line(() => maskSecrets(parsed.text));
        }
        return false;
      case 'unknown':
        trace?.add('tandem', { type: parsed.type, status: 'unknown' }, 0);
        if (this.warnOnce(parsed.type, `Frames of the type "${parsed.type}" are not known`)) {
          this.unknownRows += 1;
          if (this.unknownRows <= mostUnknownRows) {
            batch.add(translator.unknownFrame(parsed.type, clock.now()));
          }
        }
        return false;
      case 'invalid':
        trace?.add('tandem', { type: parsed.type, status: 'invalid' }, 0);
        this.warnOnce(`invalid ${parsed.type}`, `A ${parsed.type} frame cannot be read`, parsed);
        // A hook's program may print JSON of its own, which is not part of the conversation.
        if (parsed.type !== 'JSON') {
          batch.add(translator.malformed(parsed.type, maskSecrets(parsed.error), clock.now()));
        }
        return false;
    }
  }

  private readFrame(frame: Frame): boolean {
    const { client, batch, translator, activity, clock } = this.port;
    const isAnswer = client.awaits(frame as JsonObject);
    if (client.receive(frame as JsonObject)) {
      return isAnswer;
    }
    if (frame.type === 'result' && frame.errors?.length) {
      this.lastError = frame.errors.join('\n');
    }
    if (frame.type === 'system' && frame.subtype === 'elicitation_complete') {
      this.port.onPageFinished(frame.mcp_server_name, frame.elicitation_id);
    }
    batch.add(translator.translate(frame, clock.now()));
    activity.read(frame);
    return false;
  }

  /** @returns whether it is the first time */
  private warnOnce(key: string, message: string, data?: unknown): boolean {
    const isFirst = !this.unknownTypes.has(key);
    if (isFirst) {
      this.unknownTypes.add(key);
      this.port.log.warn(message, data);
    }
    return isFirst;
  }
}
