import type { ErrorReason } from '../contract/events';

/**
 * Returns why a request to a model's API failed, by the HTTP status of the answer. Agents report
 * it, whatever their protocol. Source: https://docs.claude.com/en/api/errors
 *
 * @returns undefined if the status says nothing about the cause
 */
export function errorByStatus(status: number): ErrorReason | undefined {
  switch (status) {
    case 401:
    case 403:
      return 'authentication';
    case 402:
      return 'billing';
    case 404:
      return 'modelNotFound';
    case 413:
      return 'requestTooLarge';
    case 429:
      return 'rateLimit';
    case 408:
    case 502:
    case 503:
    case 504:
    case 529:
      return 'overloaded';
    default:
      return otherReason(status);
  }
}

function otherReason(status: number): ErrorReason | undefined {
  if (status >= 500) {
    return 'server';
  }
  return status >= 400 ? 'invalidRequest' : undefined;
}
