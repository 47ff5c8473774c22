import * as l10n from '@vscode/l10n';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { messageOf, UserError } from '../../base/errors';
import type { ProcessVariables } from '../../cli/launch/pinnedVariables';
import type { FileVariables } from '../../cli/permissions/fileVariables';
import type { ChannelId } from '../../contract/ids';
import { undoingVariables } from '../../gateway/changes';
import type { ObserveExchange } from '../../gateway/exchange';
import type { KeySource } from '../../gateway/forward/credentials';
import type { Agents } from '../../gateway/forward/upstream';
import type { Gateway } from '../../gateway/server/gateway';
import type { Lease } from '../../gateway/server/leases';
import { ownAddress } from '../account/profileRoute';
import { keepsKey, type Profile } from '../account/profileSchema';
import type { Profiles } from '../account/profiles';
import type { GatewayState } from './gatewayState';
import { type KeyParts, keySourceOf } from './keySource';
import { type Obstacle, obstacleOf, obstacleText } from './obstacles';
import { limitsFor, routeThrough } from './route';

type Environment = Readonly<Record<string, string>>;

export interface GatewayParts extends KeyParts {
  readonly profiles: Pick<Profiles, 'of' | 'variables' | 'requireSecret'>;
  /** Whether the user wants model calls to be observed. */
  isObserving(): boolean;
  /** Whether the content of a conversation's calls is to be recorded, which needs the gateway. */
  isRecorded(channel: ChannelId): boolean;
  /** False for a process that is asked questions only, such as that of the tab "Claude Code". */
  isConversation(channel: ChannelId): boolean;
  /** Loads what returns, for a conversation, what is shown its exchanges. */
  observers(): Promise<(channel: ChannelId) => ObserveExchange | undefined>;
  files(env: Environment, cwd: string): Promise<FileVariables>;
  /** Connections to the API; see `GatewayOptions`. */
  agents(): Agents | undefined;
}

/** Circumstances of a process that is to be started. */
interface Place {
  readonly env: Environment;
  readonly files: FileVariables;
  readonly channel: ChannelId;
  /** Version of Claude Code. */
  readonly version: string;
}

/** Gateway that runs, with the code that counts what passes through it. */
interface Started {
  readonly gateway: Gateway;
  observerFor(channel: ChannelId): ObserveExchange | undefined;
}

/** Use of the gateway by one process. */
interface Use {
  readonly channel: ChannelId;
  readonly profile: Profile | undefined;
  readonly isObserved: boolean;
}

/** Conversation whose gateway has ended. */
export interface GatewayLoss {
  readonly channel: ChannelId;
  /** Name of the profile whose key the gateway had. */
  readonly keyOf?: string;
}

/** Decides which agents use the gateway, and starts it with the first of them. */
export class GatewayService implements Disposable {
  private readonly changed = new Emitter<void>();
  private readonly lost = new Emitter<GatewayLoss>();
  private readonly uses = new Map<Lease, Use>();
  private readonly unobserved = new Map<ChannelId, Obstacle>();
  /** Conversations that have lost their gateway, and go on without one. */
  private readonly failed = new Set<ChannelId>();
  private gateway: Promise<Started> | undefined;
  private running: Gateway | undefined;
  private former = 0;
  private isDisposed = false;

  /** Fires when `state` may have changed. */
  readonly onChanged = this.changed.event;
  /** Fires for each conversation whose gateway has ended although nobody asked it to. */
  readonly onLost = this.lost.event;

  constructor(private readonly parts: GatewayParts) {}

  get state(): GatewayState {
    const uses = [...this.uses.values()];
    const kept = uses.flatMap(({ profile }) => (profile && keepsKey(profile) ? profile.id : []));
    const observed = uses.flatMap(use => (use.isObserved ? use.channel : []));
    return {
      address: this.running?.address,
      isOn: this.parts.isObserving(),
      observed: new Set(observed).size,
      kept: new Set(kept).size,
      calls: this.former + (this.running?.calls ?? 0),
      unobserved: this.unobserved,
    };
  }

  /** Whether the calls of the process that a conversation has at present are observed. */
  isObserved(channel: ChannelId): boolean {
    return [...this.uses.values()].some(use => use.channel === channel && use.isObserved);
  }

  /** Whether a new process of the conversation would differ from its present one. */
  isDue(channel: ChannelId): boolean {
    return this.wants(channel) !== this.isObserved(channel) && !this.unobserved.has(channel);
  }

  /** Returns why calls of conversations in a folder could not be observed; undefined if they can. */
  async obstacleIn(cwd: string): Promise<Obstacle | undefined> {
    const env = await this.parts.environment();
    const profile = this.parts.profiles.of(cwd);
    return profile?.isUnobserved
      ? 'excluded'
      : obstacleOf(profile, env, await this.parts.files(env, cwd));
  }

  /**
   * Returns the variables of an agent. With a key that is kept, or if its calls are observed, they
   * send it to the gateway.
   * @throws UserError `profile.*`, `gateway.failed` if a key that is kept cannot be used
   */
  async variables(
    env: Environment,
    cwd: string,
    channel: ChannelId,
    version: string,
  ): Promise<ProcessVariables> {
    const profile = this.parts.profiles.of(cwd);
    const isKept = profile !== undefined && keepsKey(profile);
    const wanted = this.wants(channel);
    this.unobserved.delete(channel);
    if (!isKept && !wanted) {
      return this.parts.profiles.variables(env, profile);
    }
    const files = await this.parts.files(env, cwd);
    const obstacle = obstacleOf(profile, env, files);
    if (isKept) {
      return this.inject(profile, obstacle, { env, files, channel, version });
    }
    const reason = profile?.isUnobserved ? 'excluded' : (obstacle ?? this.failureOf(channel));
    return reason === undefined
      ? this.observe(profile, { env, files, channel, version })
      : this.leave(channel, reason, await this.parts.profiles.variables(env, profile));
  }

  dispose(): void {
    this.isDisposed = true;
    this.running?.dispose();
    this.uses.clear();
  }

  private wants(channel: ChannelId): boolean {
    const { isObserving, isRecorded, isConversation } = this.parts;
    return isConversation(channel) && (isObserving() || isRecorded(channel));
  }

  private failureOf(channel: ChannelId): Obstacle | undefined {
    return this.failed.has(channel) ? 'failed' : undefined;
  }

  private async inject(
    profile: Profile,
    obstacle: Obstacle | undefined,
    place: Place,
  ): Promise<ProcessVariables> {
    if (obstacle !== undefined) {
      const reason = obstacleText(obstacle);
      throw new UserError(
        'profile.keptKey',
        l10n.t(
          'The key of the profile {0} cannot be kept from Claude Code here. {1} Give the key to Claude Code, or choose another profile: Show Account and Profiles.',
          profile.name,
          reason,
        ),
      );
    }
    const [started, key, known] = await Promise.all([
      this.start(profile.name),
      keySourceOf(profile, this.parts),
      this.parts.profiles.variables(place.env, profile),
    ]);
    const isObserved = this.wants(place.channel) && !profile.isUnobserved;
    const use = { channel: place.channel, profile, isObserved };
    const { lease, route, upstream } = this.lease(started, use, place, key);
    const keys = { ANTHROPIC_API_KEY: lease.nonce, ANTHROPIC_AUTH_TOKEN: '' };
    return {
      env: { ...known.env, ...route, ANTHROPIC_API_KEY: lease.nonce },
      pinned: { ...known.pinned, ...route, ...keys },
      ...{ upstream, lease },
    };
  }

  private async observe(profile: Profile | undefined, place: Place): Promise<ProcessVariables> {
    const known = await this.parts.profiles.variables(place.env, profile);
    const { channel } = place;
    let started: Started;
    try {
      started = await this.start();
    } catch (error) {
      const text = l10n.t('Model calls are not observed: {0}', messageOf(error));
      return { ...this.leave(channel, 'failed', known), notices: [text] };
    }
    const use = { channel, profile, isObserved: true };
    const { lease, route, upstream } = this.lease(started, use, place, undefined);
    const env = { ...known.env, ...route };
    return { env, pinned: { ...known.pinned, ...route }, upstream, lease };
  }

  private leave(channel: ChannelId, reason: Obstacle, known: ProcessVariables): ProcessVariables {
    this.parts.log.info(`Model calls are not observed. ${obstacleText(reason)}`, { channel });
    this.unobserved.set(channel, reason);
    this.changed.fire();
    return known;
  }

  private lease(
    { gateway, observerFor }: Started,
    use: Use,
    { env, files, version }: Place,
    key: KeySource | undefined,
  ): { lease: Lease; route: Environment; upstream: string } {
    const observe = use.isObserved ? observerFor(use.channel) : undefined;
    const upstream = use.profile?.baseUrl ?? ownAddress;
    const variables = { ...env, ...files.others, ...use.profile?.env, ...files.organization };
    const lease = gateway.lease({
      ...{ upstream: new URL(upstream), key, observe, limits: limitsFor(variables) },
      onEnded: () => {
        this.uses.delete(lease);
        this.changed.fire();
      },
    });
    this.uses.set(lease, use);
    this.changed.fire();
    // Another address than Anthropic's changes as much without a gateway.
    const undoing = upstream === ownAddress ? undoingVariables(version) : {};
    return { lease, upstream, route: routeThrough(gateway.addressFor(lease), variables, undoing) };
  }

  /** @throws UserError `gateway.failed` */
  private async start(profile?: string): Promise<Started> {
    this.gateway ??= this.create();
    try {
      return await this.gateway;
    } catch (error) {
      this.gateway = undefined;
      const reason = messageOf(error);
      const message =
        profile === undefined
          ? l10n.t('The gateway could not be started: {0}', reason)
          : l10n.t(
              'The gateway could not be started, which gives the key of the profile {0}: {1} Try again, or give the key to Claude Code: Show Account and Profiles.',
              profile,
              reason,
            );
      throw new UserError('gateway.failed', message, { cause: error });
    }
  }

  private async create(): Promise<Started> {
    const { clock, log, observers } = this.parts;
    const [{ Gateway }, observerFor] = await Promise.all([
      import('../../gateway/server/gateway'),
      observers(),
    ]);
    const gateway = await Gateway.start({ agents: this.parts.agents(), clock, log });
    if (this.isDisposed) {
      gateway.dispose();
    }
    this.running = gateway;
    gateway.onDied(() => this.onDied(gateway));
    this.changed.fire();
    return { gateway, observerFor };
  }

  private onDied(gateway: Gateway): void {
    this.former += gateway.calls;
    this.gateway = undefined;
    this.running = undefined;
    const uses = [...this.uses.values()];
    this.uses.clear();
    for (const { channel, profile } of uses) {
      const isKept = profile !== undefined && keepsKey(profile);
      if (!isKept) {
        this.failed.add(channel);
      }
      this.lost.fire({ channel, ...(isKept ? { keyOf: profile.name } : {}) });
    }
    this.changed.fire();
  }
}
