import type {
  CallsPort,
  CountedCalls,
} from '../../../../../../src/host/sections/usage/calls/callsPort';

/** A gateway as the section of usage sees it. */
export function callsPort(
  counted?: CountedCalls,
): CallsPort & { isObserving: boolean; shown: string[]; opened: number } {
  return {
    ...{ isObserving: counted !== undefined, shown: [], opened: 0, revision: 0 },
    isOn() {
      return this.isObserving;
    },
    of: () => counted,
    obstacleOf: () => undefined,
    onChanged: () => ({ dispose: () => undefined }),
    async switchTo(isOn) {
      this.isObserving = isOn;
    },
    async openInspector() {
      this.opened += 1;
    },
    async showJson(text) {
      this.shown.push(text);
    },
  };
}
