import { isObject } from '../../src/base/json';
import type {
  IoMessage,
  MoreText,
  PageConfig,
  PageInit,
  PostedBatch,
} from '../../src/contract/calls';
import type { Draft, DraftAddition } from '../../src/contract/draft';
import type { LiveCalls } from '../../src/contract/inspector/inspector';
import type { FrontContext, WithheldFront } from '../../src/contract/mentions';

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

export function isMoreText(value: unknown): value is MoreText {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    Number.isInteger(value[0]) &&
    typeof value[1] === 'string'
  );
}

export function isBatch(value: unknown): value is PostedBatch {
  return isObject(value) && Array.isArray(value.batch);
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

export function isDraftAddition(value: unknown): value is DraftAddition {
  return isObject(value) && Array.isArray(value.pieces) && Array.isArray(value.attachments);
}

export function isFrontContext(value: unknown): value is FrontContext {
  return (
    isObject(value) &&
    typeof value.id === 'string' &&
    typeof value.path === 'string' &&
    (value.kind === 'file' || value.kind === 'selection')
  );
}

export function isLiveCalls(value: unknown): value is LiveCalls {
  return (
    isObject(value) &&
    typeof value.inFlight === 'number' &&
    (value.retryAt === undefined || typeof value.retryAt === 'number') &&
    (value.cache === undefined ||
      (isObject(value.cache) &&
        typeof value.cache.coldAt === 'number' &&
        typeof value.cache.tokens === 'number'))
  );
}

export function isWithheldFront(value: unknown): value is WithheldFront {
  return isObject(value) && typeof value.name === 'string' && typeof value.reason === 'string';
}

function isSnapshotLike(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.channelId === 'string' &&
    Array.isArray(value.turns) &&
    isObject(value.summary)
  );
}
