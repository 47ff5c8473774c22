import type { StorageKeys } from '../contributed';

/** Where it is remembered that this was done. */
interface Marks {
  get<T>(key: string): T | undefined;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** Values in the user's own settings, if anything is set there. */
interface UserSettings {
  readonly shareSelection: unknown;
  readonly contextSelection: unknown;
  turnOff(): PromiseLike<void>;
}

const key: keyof StorageKeys = 'context.followedShareSelection';

/**
 * Lets users who share no selection with terminals share none with chats, until they choose
 * otherwise. Done once, so that the two settings are independent from then on.
 */
export async function followShareSelection(memento: Marks, settings: UserSettings): Promise<void> {
  if (memento.get<StorageKeys[typeof key]>(key)) {
    return;
  }
  if (settings.shareSelection === false && settings.contextSelection === undefined) {
    await settings.turnOff();
  }
  await memento.update(key, true);
}
