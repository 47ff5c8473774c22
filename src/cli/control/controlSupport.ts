import { type OutgoingName, outgoingControls } from '../../protocol/control';
import { type CliVersion, isAtLeast } from '../launch/version';

/** Tracks the control requests that a binary supports, by version and by earlier refusals. */
export class ControlSupport {
  private readonly refused = new Set<OutgoingName>();

  constructor(private readonly version: CliVersion) {}

  has(subtype: OutgoingName): boolean {
    return isAtLeast(this.version, outgoingControls[subtype].since) && !this.refused.has(subtype);
  }

  /** Records that the binary does not know this request. */
  forget(subtype: OutgoingName): void {
    this.refused.add(subtype);
  }
}

/** Keeps refusals across processes, by path and modification time: an update starts afresh. */
export class ControlSupportMemory {
  private readonly binaries = new Map<string, ControlSupport>();

  of(binary: { key: string; version: CliVersion }): ControlSupport {
    const known = this.binaries.get(binary.key) ?? new ControlSupport(binary.version);
    this.binaries.set(binary.key, known);
    return known;
  }
}
