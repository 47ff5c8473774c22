/** Escape in JSON, whose last letter would make one word with a token behind it. */
const jsonEscape = String.raw`\\(?:[bfnrt]|u[0-9a-fA-F]{4})`;

/**
 * Lets a pattern match behind an escaped line end as well. The text that it begins with stays first,
 * because that is what makes the search fast.
 */
function beginningAnywhere({ source, flags }: RegExp): RegExp {
  const form = /^(\\b|\(\?<!.*?\))(\((?:\?:)?[^)]*\)|[A-Za-z\d_-]+)/;
  return new RegExp(
    source.replace(form, (_, boundary: string, beginning: string) => {
      const again = beginning.replace(/^\((?!\?)/, '(?:');
      return `${beginning}(?<=(?:${boundary}|${jsonEscape})${again})`;
    }),
    flags,
  );
}

/**
 * Tokens that their format alone gives away. Each pattern begins with fixed text and repeats one
 * class only, so that no text makes it slow.
 */
export const tokenShapes: readonly RegExp[] = [
  // Model providers: Anthropic, OpenAI, xAI, Groq, Hugging Face, Replicate, Nvidia, Perplexity.
  /\bsk-[\w-]{8,}/g,
  /\bxai-[A-Za-z0-9]{20,}/g,
  /\b(?:gsk|hf|r8)_[A-Za-z0-9]{20,}/g,
  /\b(?:nvapi|pplx)-[\w-]{20,}/g,
  // GitHub, GitLab, Docker, Linear, Notion, Grafana.
  /\b(?:gh[pousr]|github_pat)_\w{16,}/g,
  /\bgl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat|oas|ffct|wt)-[\w.-]{16,}/g,
  /\bdckr_pat_[\w-]{16,}/g,
  /\b(?:lin_api|lin_oauth|ntn|glsa|glc)_\w{20,}/g,
  // Package registries.
  /\bnpm_[A-Za-z0-9]{30,}/g,
  /\bpypi-[\w-]{40,}/g,
  /\brubygems_[a-f0-9]{30,}/g,
  // Slack.
  /\bxox[a-z]-[\w-]{10,}/g,
  /\bxapp-\d-[\w-]{10,}/g,
  /\bhooks\.slack\.com\/services\/[\w/]{16,}/g,
  // Clouds: AWS, Google, DigitalOcean, Databricks, Vault.
  /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{12,}/g,
  /\bAIza[\w-]{30,}/g,
  /\bya29\.[\w-]{16,}/g,
  /\bGOCSPX-[\w-]{16,}/g,
  /\b(?:dop|doo|dor)_v1_[a-f0-9]{32,}/g,
  /\bdapi[a-f0-9]{32}/g,
  /\bhv[sbr]\.[\w-]{16,}/g,
  // Shops and mail: Stripe, Shopify, SendGrid.
  /\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{10,}/g,
  /\bwhsec_[A-Za-z0-9+/=]{16,}/g,
  /\bshp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}/g,
  /\bSG\.[\w-]{16,64}\.[\w-]{16,}/g,
  // Keys of age, and JSON web tokens.
  /\bAGE-SECRET-KEY-1[A-Z0-9]{20,}/g,
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
].map(beginningAnywhere);

/** Ends of names whose values are secret, whatever they are. */
const secretNames = [
  'api[-_]?key',
  '(?:auth|access|refresh|oauth|session|security|id)[-_]?token',
  'client[-_]?secret',
  '(?:access|private|secret|account|signing|encryption)[-_]?key',
  'password',
  'passwd',
  'pass[-_]?phrase',
];

/** Ends of names that prose and schemas have, too. */
const likelyNames = ['token', 'secret', 'credentials?', '[?&]sig'];

/** Headers whose value goes on to the end of the line. */
const headerNames = ['authorization', 'x-api-key', 'cookie'];

/**
 * Name of a secret, up to its value. The name may be quoted, also inside of a string. All repetitions
 * are bounded, so that no text makes it slow.
 */
export const assignment = new RegExp(
  `(?:(?<header>${headerNames.join('|')})|(?<likely>${likelyNames.join('|')})|${secretNames.join('|')})` +
    String.raw`(?<link>\\{0,16}["']?\s{0,8}[=:]\s{0,8})`,
  'gi',
);

/** Scheme of the `Authorization` header, without the header. */
export const scheme = beginningAnywhere(/\b(Bearer|Basic)\s{1,8}(?!auth)([\w.~+/=-]{8,})/gi);

/** Password in a URL. */
export const userInfo = /(:\/\/[^\s/:@]*:)[^\s/@]+@/g;

/** First line of a private key. */
export const keyBegin = /-----BEGIN [A-Z\d ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----/g;
