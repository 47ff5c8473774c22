import type { Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import type { ChannelId } from '../../../contract/ids';
import type { RecordingScope } from '../../../contract/inspector/inspector';
import type { StorageKeys } from '../../contributed';

/** Conversation, as far as switches know it. */
export interface RecordedPlace {
  readonly id: ChannelId;
  /** Folder in which it runs. */
  readonly cwd: string;
}

export interface SwitchParts {
  /** Outside of any workspace: no file of a repository can switch recording on. */
  readonly memory: {
    get(key: keyof StorageKeys): unknown;
    update(key: keyof StorageKeys, value: unknown): PromiseLike<void>;
  };
  /** Whether the setting says `everywhere`. */
  isEverywhere(): boolean;
  setEverywhere(isOn: boolean): PromiseLike<void>;
  isTrusted(): boolean;
}

const folders = 'inspector.folders' satisfies keyof StorageKeys;
const conversations = 'inspector.conversations' satisfies keyof StorageKeys;
/** Entries of each list; the oldest are forgotten, and are then not recorded any more. */
const most = 1_000;

/** Which conversations the user wants to be recorded. */
export class RecordingSwitches implements Disposable {
  private readonly changed = new Emitter<void>();

  /** Fires when what `scopeOf` returns may differ. */
  readonly onChanged = this.changed.event;

  constructor(private readonly parts: SwitchParts) {}

  /** Returns the widest scope that is on for a conversation, whether or not it may be recorded. */
  scopeOf({ id, cwd }: RecordedPlace): RecordingScope | undefined {
    if (this.parts.isEverywhere()) {
      return 'everywhere';
    }
    if (this.list(folders).includes(cwd)) {
      return 'folder';
    }
    return this.list(conversations).includes(id) ? 'conversation' : undefined;
  }

  /** Whether a conversation is recorded: never in a workspace that is not trusted. */
  isOn(place: RecordedPlace): boolean {
    return this.parts.isTrusted() && this.scopeOf(place) !== undefined;
  }

  async switchOn(scope: RecordingScope, { id, cwd }: Partial<RecordedPlace>): Promise<void> {
    if (scope === 'everywhere') {
      await this.parts.setEverywhere(true);
    } else if (scope === 'folder' && cwd !== undefined) {
      await this.add(folders, cwd);
    } else if (scope === 'conversation' && id !== undefined) {
      await this.add(conversations, id);
    }
    this.changed.fire();
  }

  /**
   * Switches off what records a conversation. With the widest scope, nothing is recorded any more.
   * @returns the scope that was on
   */
  async switchOff(place: RecordedPlace | undefined): Promise<RecordingScope | undefined> {
    const { memory, isEverywhere, setEverywhere } = this.parts;
    if (isEverywhere()) {
      await setEverywhere(false);
      await memory.update(folders, undefined);
      await memory.update(conversations, undefined);
      this.changed.fire();
      return 'everywhere';
    }
    const scope = place && this.scopeOf(place);
    if (place && scope) {
      await this.remove(conversations, place.id);
      await this.remove(folders, place.cwd);
      this.changed.fire();
    }
    return scope;
  }

  /** Tells listeners that the setting or the trust has changed. */
  note(): void {
    this.changed.fire();
  }

  dispose(): void {
    this.changed.dispose();
  }

  private list(key: typeof folders | typeof conversations): readonly string[] {
    const stored = this.parts.memory.get(key);
    return Array.isArray(stored) ? stored.filter(one => typeof one === 'string') : [];
  }

  private async add(key: typeof folders | typeof conversations, entry: string): Promise<void> {
    const others = this.list(key).filter(one => one !== entry);
    await this.parts.memory.update(key, [...others, entry].slice(-most));
  }

  private async remove(key: typeof folders | typeof conversations, entry: string): Promise<void> {
    await this.parts.memory.update(
      key,
      this.list(key).filter(one => one !== entry),
    );
  }
}
