import { execFile } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A certificate that is its own authority, as `https.createServer` takes it. */
export interface Certificate {
  key: string;
  cert: string;
  /** File with the certificate, for NODE_EXTRA_CA_CERTS. */
  file: string;
  /** Folder that the owner removes. */
  folder: string;
}

/**
 * Makes a certificate for a host with `openssl`. It is valid for one day.
 * @throws Error if `openssl` is not installed
 */
export async function makeCertificate(host: string): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-certificate-'));
  const keyFile = join(folder, 'key.pem');
  const file = join(folder, 'cert.pem');
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-days', '1', '-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`],
    ...['-keyout', keyFile, '-out', file],
  ]);
  return { key: await readFile(keyFile, 'utf8'), cert: await readFile(file, 'utf8'), file, folder };
}
