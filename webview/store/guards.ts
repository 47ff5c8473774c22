import { isObject } from '../../src/base/json';
import type { IoMessage, PageConfig, PageInit } from '../../src/contract/calls';
import type { Draft } from '../../src/contract/view';

// Malformed messages must change nothing. The contents of well-formed messages are trusted.

export function isIoMessage(value: unknown): value is IoMessage {
  return (
    isObject(value) &&
    typeof value.channelId === 'string' &&
    Number.isInteger(value.epoch) &&
    Number.isInteger(value.seq) &&
    Array.isArray(value.events) &&
    value.events.every(event => isObject(event) && typeof event.type === 'string')
  );
}

export function isPageInit(value: unknown): value is PageInit {
  return (
    isObject(value) &&
    isObject(value.gate) &&
    typeof value.gate.kind === 'string' &&
    isPageConfig(value.config) &&
    (value.snapshot === undefined || isSnapshotLike(value.snapshot))
  );
}

export function isPageConfig(value: unknown): value is PageConfig {
  return isObject(value) && typeof value.agentTitle === 'string' && isObject(value.imageLimits);
}

export function isDraft(value: unknown): value is Draft {
  return isObject(value) && typeof value.text === 'string' && Array.isArray(value.images);
}

function isSnapshotLike(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.channelId === 'string' &&
    Array.isArray(value.turns) &&
    isObject(value.summary)
  );
}
