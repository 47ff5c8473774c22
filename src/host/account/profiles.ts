import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { Emitter } from '../../base/emitter';
import { UserError } from '../../base/errors';
import type { ProcessVariables } from '../../cli/launch/pinnedVariables';
import { boundKey, keyFor } from './boundKey';
import { environmentWith, keyVariables, routeOf } from './profileRoute';
import { keepsKey, type Profile, parseProfiles, type StoredProfiles } from './profileSchema';

/** The parts of VS Code that keep profiles: on this machine only, and never in a workspace. */
export interface ProfileStorage {
  readonly state: {
    get(key: string): unknown;
    update(key: string, value: unknown): Thenable<void>;
  };
  readonly secrets: {
    get(key: string): Thenable<string | undefined>;
    store(key: string, value: string): Thenable<void>;
    delete(key: string): Thenable<void>;
  };
}

/** The parts of a located CLI that a profile changes. */
interface CliProgram {
  readonly env: Environment;
  readonly target: { readonly args: readonly string[] };
}

type Environment = Readonly<Record<string, string>>;

const stateKey = 'tandem.profiles';
const secretKey = ({ id }: Pick<Profile, 'id'>) => `tandem.profile.${id}`;

/** Accounts and addresses that the user has named, and the folders that use them. */
export class Profiles {
  private readonly changed = new Emitter<void>();
  /** Keys that were read or stored in this window: its log may hold one that was replaced. */
  private readonly seen = new Set<string>();
  /** Fires when a folder may have another profile, or a profile other values. */
  readonly onChanged = this.changed.event;

  constructor(private readonly storage: ProfileStorage) {}

  get stored(): StoredProfiles {
    return parseProfiles(this.storage.state.get(stateKey));
  }

  /** Returns the profile of a folder. */
  of(cwd: string | undefined): Profile | undefined {
    const { profiles, folders, fallback } = this.stored;
    const id = (cwd !== undefined && Object.hasOwn(folders, cwd) ? folders[cwd] : fallback) ?? '';
    return profiles.find(profile => profile.id === id);
  }

  /**
   * Adds a profile, or replaces the one with its id.
   * @param secret replaces the stored one
   * @returns takes the change back
   * @throws UserError `profile.secret` if the editor cannot store the key; then nothing is changed
   */
  async save(
    { id = randomUUID(), ...rest }: Omit<Profile, 'id'> & { readonly id?: string | undefined },
    secret: string | undefined,
  ): Promise<() => Promise<void>> {
    const profile = { id, ...rest };
    const before = this.stored;
    const old = before.profiles.find(one => one.id === id);
    const former = old && (await this.secretOf(old));
    // A key that stays is bound to the new address, which the user has just entered.
    const key = secret ?? former;
    if (key !== undefined && (secret !== undefined || old?.baseUrl !== profile.baseUrl)) {
      await this.storeSecret(profile, key);
    }
    await this.write({
      ...before,
      profiles: old
        ? before.profiles.map(one => (one.id === id ? profile : one))
        : [...before.profiles, profile],
    });
    return async () => {
      await (old === undefined || former === undefined
        ? this.storage.secrets.delete(secretKey(profile))
        : this.storeSecret(old, former));
      const { profiles, ...others } = this.stored;
      const left = profiles.flatMap(one => (one.id === id ? (old ?? []) : one));
      await this.write({ ...others, profiles: left });
    };
  }

  /** Deletes a profile with its key. @returns brings both back, and its folders */
  async remove(profile: Profile): Promise<() => Promise<void>> {
    const { profiles, folders, fallback } = this.stored;
    const secret = await this.secretOf(profile);
    const isOther = (id: string | undefined) => id !== profile.id;
    const kept = Object.entries(folders).filter(([, id]) => isOther(id));
    await this.write({
      profiles: profiles.filter(({ id }) => isOther(id)),
      folders: Object.fromEntries(kept),
      fallback: isOther(fallback) ? fallback : undefined,
    });
    await this.storage.secrets.delete(secretKey(profile));
    return async () => {
      if (secret !== undefined) {
        await this.storeSecret(profile, secret);
      }
      const now = this.stored;
      const own = Object.entries(folders).filter(([, id]) => !isOther(id));
      await this.write({
        profiles: [...now.profiles, profile],
        folders: { ...Object.fromEntries(own), ...now.folders },
        fallback: now.fallback ?? (isOther(fallback) ? undefined : fallback),
      });
    };
  }

  /**
   * Chooses the profile of a folder; without a folder, of all others.
   * @param id '' for none, undefined for that of all others
   * @returns takes the choice back
   */
  async assign(cwd: string | undefined, id: string | undefined): Promise<() => Promise<void>> {
    const { folders, fallback } = this.stored;
    const former = cwd === undefined ? fallback : folders[cwd];
    await this.place(cwd, id);
    return () => this.place(cwd, former);
  }

  /** Returns all keys, which no report may contain. */
  async keys(): Promise<readonly string[]> {
    await Promise.all(this.stored.profiles.map(profile => this.secretOf(profile)));
    return [...this.seen];
  }

  /** Whether the key of a profile is stored. */
  async hasSecret(profile: Profile): Promise<boolean> {
    return (await this.secretOf(profile)) !== undefined;
  }

  /** Returns the environment of a folder's programs, see `variables`. */
  async environment(env: Environment, cwd: string | undefined): Promise<Record<string, string>> {
    return (await this.variables(env, this.of(cwd))).env;
  }

  /**
   * Returns the variables of a program that talks to the API with a profile. The profile alone
   * decides on address and key, so that no key goes to the address of another. Read it once: the
   * folder's may change while a program starts.
   * @throws UserError `profile.noSecret`
   */
  async variables(env: Environment, profile: Profile | undefined): Promise<ProcessVariables> {
    if (!profile) {
      return { env: { ...env }, pinned: {} };
    }
    const pinned = { ...routeOf(profile), ...profile.env };
    return { env: environmentWith(env, profile, await this.keyVariable(profile)), pinned };
  }

  /**
   * Returns a CLI with the environment of a folder, for a terminal.
   * @throws UserError `profile.noSecret`, and `profile.keptKey` if only the gateway gets the key
   */
  async forTerminal<T extends CliProgram>(cli: T, cwd: string): Promise<T> {
    const profile = this.of(cwd);
    if (!profile) {
      return cli;
    }
    if (keepsKey(profile)) {
      throw new UserError(
        'profile.keptKey',
        l10n.t(
          'The key of the profile {0} is given to the gateway only, which serves conversations and no terminals. Choose another profile for this folder, or give its key to Claude Code: Show Account and Profiles.',
          profile.name,
        ),
      );
    }
    const { target } = cli;
    // The profile's own variables are left out, because other programs may read a command line.
    const layer = ['--settings', JSON.stringify({ env: routeOf(profile) })];
    return {
      ...cli,
      env: environmentWith(cli.env, profile, await this.keyVariable(profile)),
      target: { ...target, args: [...target.args, ...layer] },
    };
  }

  /** Returns the stored key of a profile. @throws UserError `profile.noSecret` */
  async requireSecret(profile: Profile): Promise<string> {
    const secret = await this.secretOf(profile);
    if (secret === undefined) {
      throw new UserError(
        'profile.noSecret',
        l10n.t(
          'The key of the profile {0} is no longer stored for its address. Enter it again: Show Account and Profiles.',
          profile.name,
        ),
      );
    }
    return secret;
  }

  private async keyVariable(profile: Profile): Promise<Record<string, string>> {
    const { auth } = profile;
    return auth === 'none' || auth === 'command' || keepsKey(profile)
      ? {}
      : { [keyVariables[auth]]: await this.requireSecret(profile) };
  }

  private async place(cwd: string | undefined, id: string | undefined): Promise<void> {
    const { folders, fallback, profiles } = this.stored;
    if (cwd === undefined) {
      await this.write({ profiles, folders, fallback: id });
      return;
    }
    const { [cwd]: _former, ...others } = folders;
    const placed = id === undefined ? others : { ...others, [cwd]: id };
    await this.write({ profiles, folders: placed, fallback });
  }

  private async write(next: StoredProfiles): Promise<void> {
    await this.storage.state.update(stateKey, next);
    this.changed.fire();
  }

  private async secretOf(profile: Profile): Promise<string | undefined> {
    const text = await this.storage.secrets.get(secretKey(profile));
    const secret = text === undefined ? undefined : keyFor(profile, text);
    if (secret !== undefined) {
      this.seen.add(secret);
    }
    return secret;
  }

  private async storeSecret(profile: Profile, secret: string): Promise<void> {
    this.seen.add(secret);
    try {
      await this.storage.secrets.store(secretKey(profile), boundKey(profile, secret));
    } catch (error) {
      throw new UserError(
        'profile.secret',
        l10n.t('The editor could not store the key. Nothing was changed.'),
        { cause: error },
      );
    }
  }
}
