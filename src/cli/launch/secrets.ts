const mask = '***';

/** Values recognizable as secrets by their format alone. */
const forms: readonly RegExp[] = [
  // Anthropic and OpenAI keys, GitHub and Slack tokens, AWS key ids, JSON web tokens.
  /\bsk-[A-Za-z0-9_-]{8,}/g,
  /\b(?:gh[pousr]|github_pat)_[A-Za-z0-9_]{16,}/g,
  /\bxox[abprs]-[A-Za-z0-9-]{10,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{12,}/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g,
];

/** Name of a secret, then its value: quoted, possibly with escaped quotes, or bare. */
const named =
  /((?:api[-_]?key|auth[-_]?token|access[-_]?token|refresh[-_]?token|oauth[-_]?token|client[-_]?secret|secret[-_]?access[-_]?key|password|passwd)\\*["']?\s*[=:]\s*)(?:(\\*["']).*?\2|[^\s"',;}\\]+)/gi;
const header =
  /((?:authorization|x-api-key|cookie|proxy-authorization)\\*["']?\s*[=:]\s*)(?:(\\*["']).*?\2|[^"'\r\n\\]+)/gi;
const scheme = /\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi;
/** Password in a URL. The scheme's length is limited: a long word is searched from each letter. */
const userInfo = /(\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@]*:)[^\s/@]+@/gi;

/** Masks keys, tokens and passwords for logs and error messages. */
export function maskSecrets(text: string): string {
  let masked = text
    .replace(header, `$1$2${mask}$2`)
    .replace(scheme, `$1 ${mask}`)
    .replace(named, `$1$2${mask}$2`)
    .replace(userInfo, `$1${mask}@`);
  for (const form of forms) {
    masked = masked.replace(form, mask);
  }
  return masked;
}

const longest = 4_000;

/** Prepares a wire line for the trace log: masks secrets and truncates long lines. */
export function traceLine(line: string): string {
  const cut = line.length > longest;
  const shown = cut ? `${line.slice(0, longest)}… (${line.length} characters)` : line;
  return maskSecrets(shown);
}
