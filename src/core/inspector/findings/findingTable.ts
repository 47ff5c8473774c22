import type { CallFinding, FindingKind } from '../../../contract/inspector/overview';
import { cacheChanged } from './cacheChanged';
import { cacheExpired } from './cacheExpired';
import { compaction } from './compaction';
import { contextFull } from './contextFull';
import { cutOff } from './cutOff';
import { failedCalls } from './failedCalls';
import type { HistoryFacts } from './historyFacts';
import { largeMemory } from './largeMemory';
import { largeResult } from './largeResult';
import { repeatedRead } from './repeatedRead';
import { retryWait } from './retryWait';
import { sideCalls } from './sideCalls';
import { slowFirstToken } from './slowFirstToken';
import { unusedServer } from './unusedServer';

/** All findings, each of which returns nothing where it has no evidence. */
export const findingTable: Record<FindingKind, (facts: HistoryFacts) => CallFinding[]> = {
  cacheChanged,
  cacheExpired,
  unusedServer,
  repeatedRead,
  retryWait,
  largeResult,
  sideCalls,
  failedCalls,
  cutOff,
  slowFirstToken,
  compaction,
  contextFull,
  largeMemory,
};
