import { rm } from 'node:fs/promises';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type Certificate, makeCertificate } from './certificate';
import type { ScriptedApi } from './scriptedApi';

/** Host that a CLI without a base URL calls. */
export const vendorHost = 'api.anthropic.com';

/**
 * Stands in for the network of a CLI that has no base URL: a proxy on 127.0.0.1 whose
 * `api.anthropic.com` is a scripted API, behind a certificate that is made for it. No other host
 * can be reached. Nothing leaves the machine, as long as the CLI obeys the variables in `env`.
 *
 * ```ts
 * const network = await VendorNetwork.start(api);
 * const home = await isolatedHome({ env: network.env });
 * ```
 */
export class VendorNetwork {
  /** Hosts, with ports, that were asked for and refused, in order, with repetitions. */
  readonly refused: string[] = [];

  private constructor(
    private readonly proxy: Server,
    private readonly certificate: Certificate,
    private readonly closeVendor: () => void,
  ) {}

  /** @throws Error if `openssl` is not installed */
  static async start(api: ScriptedApi): Promise<VendorNetwork> {
    // Without this answer the newest CLIs turn off what an organization might have forbidden.
    api.documents.set('/api/claude_code/policy_limits', { restrictions: {} });
    api.documents.set('/api/web/domain_info', { can_fetch: true });
    const certificate = await makeCertificate(vendorHost);
    const vendor = createHttpsServer(certificate, (request, response) => {
      void api.receive(request, response);
    });
    // As for the scripted API: a connection must not close at the moment of the next request.
    vendor.keepAliveTimeout = 0;
    const proxy = createHttpServer();
    const network = new VendorNetwork(proxy, certificate, () => vendor.closeAllConnections());
    proxy.on('request', ({ url = '' }, response) => {
      network.refused.push(url);
      response.writeHead(403).end();
    });
    proxy.on('connect', ({ url = '' }, socket) => {
      socket.on('error', () => socket.destroy());
      if (url !== `${vendorHost}:443`) {
        network.refused.push(url);
        socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
        return;
      }
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      vendor.emit('connection', socket);
    });
    await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
    return network;
  }

  /** Variables for a child: the proxy, which programs on this machine bypass, and its authority. */
  get env(): Readonly<Record<string, string>> {
    const url = `http://127.0.0.1:${(this.proxy.address() as AddressInfo).port}`;
    return {
      HTTP_PROXY: url,
      HTTPS_PROXY: url,
      NO_PROXY: '127.0.0.1',
      NODE_EXTRA_CA_CERTS: this.certificate.file,
    };
  }

  async close(): Promise<void> {
    this.closeVendor();
    const closed = new Promise(resolve => this.proxy.close(resolve));
    this.proxy.closeAllConnections();
    await closed;
    await rm(this.certificate.folder, { recursive: true, force: true });
  }
}
