const userId = /("user_id"\s{0,8}:\s{0,8})"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)/g;

/** Removes ids of session, account and device from a request, also from one that breaks off. */
export function withoutUserId(request: string): string {
  return request.replace(userId, '$1"…"');
}
