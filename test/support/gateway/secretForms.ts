const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns a secret in many forms in which it could stand in a file, as Latin-1 text. */
export function secretForms(secret: string): ReadonlyMap<string, string> {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const reversed = [...secret].reverse().join('');
  const each = (form: (code: number, character: string) => string, link = '') =>
    [...secret].map(one => form(one.charCodeAt(0), one)).join(link);
  const percent = each(code => `%${code.toString(16)}`);
  /** Base64 of a text in which the secret stands behind some other bytes. */
  const behind = (count: number) =>
    Buffer.concat([Buffer.alloc(count, ' '), bytes])
      .toString('base64')
      .slice(4, -4);
  return new Map([
    ['plain', secret],
    ['capital letters', secret.toUpperCase()],
    ['reversed', reversed],
    ['base64', bytes.toString('base64').replace(/=+$/, '')],
    ['base64url', bytes.toString('base64url')],
    ['base64 behind one byte', behind(1)],
    ['base64 behind two bytes', behind(2)],
    ['base64 reversed', Buffer.from(reversed).toString('base64').replace(/=+$/, '')],
    ['base64 twice', Buffer.from(bytes.toString('base64')).toString('base64').slice(0, -4)],
    ['base32', toBase32(bytes)],
    ['hex', hex],
    ['capital hex', hex.toUpperCase()],
    ['hex with colons', each(code => code.toString(16), ':')],
    ['hex reversed', [...hex].reverse().join('')],
    ['URL-encoded', percent],
    ['URL-encoded where needed', encodeURIComponent(secret)],
    ['JSON escapes', each(code => `\\u00${code.toString(16)}`)],
    ['HTML entities', each(code => `&#${code};`)],
    ['numbers', each(String, ',')],
    ['UTF-16', Buffer.from(secret, 'utf16le').toString('latin1')],
    ['rot13', secret.replace(/[a-z]/gi, rotated)],
  ]);
}

function rotated(letter: string): string {
  const first = letter <= 'Z' ? 65 : 97;
  return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
}

function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map(five => base32[Number.parseInt(five, 2)]).join('');
}
