import { messageOf } from '../../src/base/errors';
import type { HostCalls } from '../../src/contract/calls';
import type { ChannelId } from '../../src/contract/ids';
import type { HostPort } from './hostConnection';
import type { PageState } from './pageState';
import type { Store } from './store';

/** True if the host accepted the call. A refusal has already been shown to the user. */
export type Taken = Promise<boolean>;

type InChannel = { readonly channelId: ChannelId };
type ParamsOf<K extends keyof HostCalls> = Parameters<HostCalls[K]>[0];

/** Calls without a result; the others are made where their result is used. */
type PlainCall = {
  [K in keyof HostCalls]: undefined extends ReturnType<HostCalls[K]> ? K : never;
}[keyof HostCalls];
export type ChannelCall = {
  [K in PlainCall]: ParamsOf<K> extends InChannel ? K : never;
}[PlainCall];
type GeneralCall = Exclude<PlainCall, ChannelCall>;
/** Calls that must name their conversation, so that a late save never reaches the next one. */
export type SaveCall = 'draft.save' | 'view.save';

/** Parameters without the channel; distributes over unions, unlike `Omit` alone. */
type WithoutChannel<P> = P extends InChannel ? Omit<P, 'channelId'> : never;
/** Parameters that the caller of `call` gives; the channel is filled in. */
export type Given<K extends ChannelCall> = WithoutChannel<ParamsOf<K>>;
type BareCall = { [K in ChannelCall]: keyof Given<K> extends never ? K : never }[ChannelCall];

/** Calls the host about the conversation on screen; returns false if there is none. */
export interface CallInChannel<Callable extends ChannelCall> {
  <K extends Callable>(method: K, params: Given<K>): Taken;
  (method: Callable & BareCall): Taken;
}

export interface Calls<Callable extends ChannelCall = ChannelCall> {
  readonly call: CallInChannel<Callable>;
  /** Calls the host about no conversation. */
  readonly callHost: <K extends GeneralCall>(method: K, params: ParamsOf<K>) => Taken;
  /** Saves in the background: a failure is only shown while its conversation is on screen. */
  readonly save: <K extends SaveCall>(method: K, params: ParamsOf<K>) => Taken;
}

/** Waits for a call and shows the error if it fails, unless `shows` then says otherwise. */
type Attempt = (call: Promise<unknown>, shows?: () => boolean) => Taken;

export function createAttempt(alert: (text: string) => void): Attempt {
  return async (call, shows) => {
    try {
      await call;
      return true;
    } catch (error) {
      if (shows?.() ?? true) {
        alert(messageOf(error));
      }
      return false;
    }
  };
}

/** Makes calls as the contract declares them, so that a new one needs no function of its own. */
export function createCalls(host: HostPort, store: Store<PageState>, attempt: Attempt): Calls {
  return {
    call: async (method: ChannelCall, params?: object) => {
      const { channelId } = store.get();
      if (!channelId) {
        return false;
      }
      // Safe, but TypeScript cannot re-add the omitted member.
      return attempt(host.call(method, { channelId, ...params } as never));
    },
    callHost: (method, params) => attempt(host.call(method, params as never)),
    save: (method, params) =>
      attempt(host.call(method, params as never), () => store.get().channelId === params.channelId),
  };
}
