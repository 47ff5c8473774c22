import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface PackagePin {
  name: string;
  version: string;
  integrity: string;
}

/** An npm registry on the loopback interface: each package has one version and one file. */
export class FakeRegistry {
  /** Names of the packages whose tarballs were requested, in order. */
  readonly downloads: string[] = [];
  private readonly tarballs = new Map<string, { version: string; content: Buffer }>();
  private held: { name: string; reached: () => void } | undefined;

  private constructor(
    private readonly folder: string,
    readonly url: string,
    readonly close: () => Promise<void>,
  ) {}

  static async start(folder: string): Promise<FakeRegistry> {
    const server = createServer((request, response) => {
      const url = decodeURIComponent(request.url ?? '/').slice(1);
      registry.answer(url, request.headers['if-none-match'], response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const registry = new FakeRegistry(folder, `http://127.0.0.1:${port}/`, async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    });
    return registry;
  }

  async add(name: string, version: string): Promise<PackagePin> {
    const source = join(this.folder, 'packages', name);
    await mkdir(join(source, 'package'), { recursive: true });
    await writeFile(join(source, 'package', 'package.json'), JSON.stringify({ name, version }));
    await writeFile(join(source, 'package', 'content'), name);
    await promisify(execFile)('tar', ['-czf', 'package.tgz', 'package'], { cwd: source });
    const content = await readFile(join(source, 'package.tgz'));
    this.tarballs.set(name, { version, content });
    return { name, version, integrity: integrityOf(content) };
  }

  /** Sends only the first half of this package's tarball; resolves when it is requested. */
  hold(name: string): Promise<void> {
    return new Promise(reached => {
      this.held = { name, reached };
    });
  }

  release(): void {
    this.held = undefined;
  }

  private answer(url: string, known: string | undefined, response: ServerResponse): void {
    const name = url.replace(/\.tgz$/, '');
    const tarball = this.tarballs.get(name);
    if (!tarball) {
      response.writeHead(404).end('{}');
      return;
    }
    const { version, content } = tarball;
    if (url === name) {
      const dist = { tarball: `${this.url}${name}.tgz`, integrity: integrityOf(content) };
      const versions = { [version]: { name, version, dist } };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
      return;
    }
    const etag = `"${integrityOf(content)}"`;
    if (known === etag) {
      response.writeHead(304, { etag }).end();
      return;
    }
    this.downloads.push(name);
    response.writeHead(200, { 'content-length': content.length, etag });
    if (this.held?.name === name) {
      response.write(content.subarray(0, content.length / 2), this.held.reached);
    } else {
      response.end(content);
    }
  }
}

function integrityOf(content: Buffer): string {
  return `sha512-${createHash('sha512').update(content).digest('base64')}`;
}
