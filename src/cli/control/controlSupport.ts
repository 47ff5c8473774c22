import { type OutgoingName, outgoingControls } from '../../protocol/control';
import { type CliVersion, isAtLeast } from '../launch/version';

/** Which control requests a binary answers: by its version, and by what it has refused before. */
export class ControlSupport {
  private readonly refused = new Set<OutgoingName>();

  constructor(private readonly version: CliVersion) {}

  has(subtype: OutgoingName): boolean {
    return isAtLeast(this.version, outgoingControls[subtype].since) && !this.refused.has(subtype);
  }

  /** The binary has said that it does not know this request. */
  forget(subtype: OutgoingName): void {
    this.refused.add(subtype);
  }
}

/** Remembers over processes; keyed by path and modification time, so that an update asks anew. */
export class ControlSupportMemory {
  private readonly binaries = new Map<string, ControlSupport>();

  of(binary: { key: string; version: CliVersion }): ControlSupport {
    const known = this.binaries.get(binary.key) ?? new ControlSupport(binary.version);
    this.binaries.set(binary.key, known);
    return known;
  }
}
