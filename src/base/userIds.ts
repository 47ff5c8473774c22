/** Any letter of the name may be escaped. */
const name = [...'user_id']
  .map(letter => String.raw`(?:${letter}|\\u00${letter.charCodeAt(0).toString(16)})`)
  .join('');
const userId = new RegExp(
  String.raw`("${name}"\s{0,8}:\s{0,8})"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)`,
  'gi',
);

/** Removes ids of session, account and device from a request, also from one that breaks off. */
export function withoutUserId(request: string): string {
  return request.replace(userId, '$1"…"');
}
