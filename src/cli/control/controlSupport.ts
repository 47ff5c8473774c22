import { type OutgoingName, outgoingControls } from '../../protocol/control';
import { type CliVersion, isAtLeast } from '../launch/version';

/** First version that refuses requests which it does not know; older ones never answer them. */
const refusesSince: CliVersion = '2.1.50';

/** Tracks the control requests that a binary supports: by its answers, before these by version. */
export class ControlSupport {
  private readonly answered = new Map<OutgoingName, boolean>();

  constructor(private readonly version: CliVersion) {}

  /** Whether the request may be sent. Versions that refuse unknown requests decide by themselves. */
  mayAsk(subtype: OutgoingName): boolean {
    return this.has(subtype) ?? isAtLeast(this.version, refusesSince);
  }

  /** Returns `undefined` if neither the version nor an answer tells. */
  has(subtype: OutgoingName): boolean | undefined {
    const isOld = !isAtLeast(this.version, outgoingControls[subtype].since);
    return this.answered.get(subtype) ?? (isOld ? undefined : true);
  }

  /** Records whether the binary knows this request. */
  learn(subtype: OutgoingName, isKnown: boolean): void {
    this.answered.set(subtype, isKnown);
  }
}

/** Keeps answers across processes, by path and modification time: an update starts afresh. */
export class ControlSupportMemory {
  private readonly binaries = new Map<string, ControlSupport>();

  of(binary: { key: string; version: CliVersion }): ControlSupport {
    const known = this.binaries.get(binary.key) ?? new ControlSupport(binary.version);
    this.binaries.set(binary.key, known);
    return known;
  }
}
