import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildPage } from './buildPage';
import { pageDocuments, policy } from './pageFiles';
import { pinnedFiles } from './pinnedStyle';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the built page, and the available paths. */
    readonly chatPages: { readonly address: string; readonly paths: readonly string[] };
  }
}

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
};

/** Builds the page once per run and serves it from memory to all files until the run ends. */
export default async function servePage(project: TestProject): Promise<() => Promise<void>> {
  const bodies = new Map<string, string | Uint8Array>([
    ...(await buildPage()),
    ...pageDocuments(),
    ...pinnedFiles(),
  ]);
  const server = createServer((request, response) => {
    const name = (request.url ?? '/').slice(1).replace(/\?.*$/, '');
    const type = contentTypes[extname(name)];
    response.writeHead(bodies.has(name) ? 200 : 404, {
      'content-type': type ?? 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': type ? 'max-age=86400, immutable' : 'no-store',
    });
    response.end(bodies.get(name));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  project.provide('chatPages', {
    address: `http://127.0.0.1:${port}/`,
    paths: [...bodies.keys()],
  });
  return () =>
    new Promise(resolve => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
