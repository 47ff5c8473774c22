import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { Emitter } from '../../base/emitter';
import { UserError } from '../../base/errors';
import type { ProcessVariables } from '../../cli/launch/pinnedVariables';
import { keyVariables, routeOf } from './profileRoute';
import { type Profile, parseProfiles, type StoredProfiles } from './profileSchema';

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
    const former = await this.secretOf(profile);
    if (secret !== undefined) {
      await this.storeSecret(profile, secret);
    }
    const isNew = !before.profiles.some(one => one.id === id);
    await this.write({
      ...before,
      profiles: isNew
        ? [...before.profiles, profile]
        : before.profiles.map(one => (one.id === id ? profile : one)),
    });
    return async () => {
      const old = before.profiles.find(one => one.id === id);
      await (former === undefined
        ? this.storage.secrets.delete(secretKey(profile))
        : this.storeSecret(profile, former));
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
    return (await this.variables(env, cwd)).env;
  }

  /**
   * Returns the variables of a program that talks to the API for a folder. The profile alone
   * decides on address and key, so that no key goes to the address of another. Both are of the
   * same moment, because the folder's profile may change while a program starts.
   * @throws UserError `profile.noSecret`
   */
  async variables(env: Environment, cwd: string | undefined): Promise<ProcessVariables> {
    const profile = this.of(cwd);
    if (!profile) {
      return { env: { ...env }, pinned: {} };
    }
    const pinned = { ...routeOf(profile), ...profile.env };
    return { env: await this.withProfile(env, profile), pinned };
  }

  /**
   * Returns a CLI with the environment of a folder, for a terminal.
   * @throws UserError `profile.noSecret`
   */
  async forTerminal<T extends CliProgram>(cli: T, cwd: string): Promise<T> {
    const profile = this.of(cwd);
    if (!profile) {
      return cli;
    }
    const { target } = cli;
    // The profile's own variables are left out, because other programs may read a command line.
    const layer = ['--settings', JSON.stringify({ env: routeOf(profile) })];
    return {
      ...cli,
      env: await this.withProfile(cli.env, profile),
      target: { ...target, args: [...target.args, ...layer] },
    };
  }

  private async withProfile(env: Environment, profile: Profile): Promise<Record<string, string>> {
    const {
      ANTHROPIC_BASE_URL: _url,
      ANTHROPIC_API_KEY: key,
      ANTHROPIC_AUTH_TOKEN: token,
      CLAUDE_CODE_OAUTH_TOKEN: oauth,
      ...rest
    } = env;
    const { baseUrl, auth } = profile;
    const inherited = {
      ...(key === undefined ? {} : { ANTHROPIC_API_KEY: key }),
      ...(token === undefined ? {} : { ANTHROPIC_AUTH_TOKEN: token }),
      ...(oauth === undefined ? {} : { CLAUDE_CODE_OAUTH_TOKEN: oauth }),
    };
    return {
      ...rest,
      ...profile.env,
      ...(baseUrl === undefined ? {} : { ANTHROPIC_BASE_URL: baseUrl }),
      ...(auth === 'none' && baseUrl === undefined ? inherited : {}),
      ...(auth === 'none' ? {} : { [keyVariables[auth]]: await this.requireSecret(profile) }),
    };
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

  private async secretOf(profile: Pick<Profile, 'id'>): Promise<string | undefined> {
    const secret = await this.storage.secrets.get(secretKey(profile));
    if (secret !== undefined) {
      this.seen.add(secret);
    }
    return secret;
  }

  private async storeSecret(profile: Pick<Profile, 'id'>, secret: string): Promise<void> {
    this.seen.add(secret);
    try {
      await this.storage.secrets.store(secretKey(profile), secret);
    } catch (error) {
      throw new UserError(
        'profile.secret',
        l10n.t('The editor could not store the key. Nothing was changed.'),
        { cause: error },
      );
    }
  }

  private async requireSecret(profile: Profile): Promise<string> {
    const secret = await this.secretOf(profile);
    if (secret === undefined) {
      throw new UserError(
        'profile.noSecret',
        l10n.t(
          'The key of the profile {0} is no longer stored. Enter it again: Show Account and Profiles.',
          profile.name,
        ),
      );
    }
    return secret;
  }
}
