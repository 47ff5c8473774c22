import { type Disposable, DisposableStore } from '../../../base/disposable';
import type { Event } from '../../../base/emitter';
import type { Channel } from '../../../core/conversation/channel';
import type { GatewayService } from '../../gateway/gatewayService';
import type { RecordingWatch } from './recordingWatch';

type Followed = Pick<Channel, 'id' | 'record'> & {
  readonly agent: Pick<Channel['agent'], 'isLive' | 'needRestart'>;
};

/** Makes recording and agents follow the user's switches. */
export function followSwitches(
  onChanged: Event<void>,
  watch: Pick<RecordingWatch, 'follow'>,
  gateway: Pick<GatewayService, 'isDue'>,
  channels: () => readonly Followed[],
): Disposable {
  const store = new DisposableStore();
  store.add(
    onChanged(() => {
      watch.follow();
      for (const { id, record, agent } of channels()) {
        // The address of the API is part of a process's environment.
        if (record.source === undefined && agent.isLive && gateway.isDue(id)) {
          agent.needRestart();
        }
      }
    }),
  );
  return store;
}
