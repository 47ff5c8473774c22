import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface RecordingProxy {
  /** Variables that send only a child's HTTPS traffic here. */
  env: NodeJS.ProcessEnv;
  close: () => Promise<void>;
}

const page = `<!doctype html><html><head><title>Apples</title></head><body><h1>Keeping apples</h1>
<p>Apples keep longest in a <b>cool</b> and dark room.</p><ul><li>not in the sun</li></ul></body></html>`;

/**
 * Starts an HTTPS proxy that answers for every host with one small page, so that WebFetch can be
 * recorded offline. It makes its certificate with `openssl`, which must be installed.
 */
export async function startRecordingProxy(): Promise<RecordingProxy> {
  const pages = createHttpsServer(await selfSigned(), (request, response) => {
    const path = request.url ?? '/';
    // The CLI may first ask Anthropic whether it may fetch from a domain.
    if (path.includes('domain_info')) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"can_fetch":true}');
    } else if (path.includes('missing')) {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
    } else {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    }
  });
  const proxy = createHttpServer((_, response) => response.writeHead(502).end());
  proxy.on('connect', (_request, socket) => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    socket.on('error', () => socket.destroy());
    pages.emit('connection', socket);
  });
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    env: { HTTPS_PROXY: url, NO_PROXY: '127.0.0.1', NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    close: async () => {
      pages.closeAllConnections();
      proxy.closeAllConnections();
      await new Promise(resolve => proxy.close(resolve));
    },
  };
}

async function selfSigned(): Promise<{ key: string; cert: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'recording-proxy-'));
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1'];
    await promisify(execFile)('openssl', [
      ...[...request, '-subj', '/CN=recording'],
      ...['-keyout', key, '-out', cert],
    ]);
    return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
