import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { maskSecrets } from '../../../../../src/base/secrets';
import type { RecordedCall } from '../../../../../src/contract/inspector/recordedCall';
import { curlOf } from '../../../../../src/core/inspector/exchange/curl';
import { harOf } from '../../../../../src/core/inspector/exchange/har';
import { jsonlOf } from '../../../../../src/core/inspector/exchange/jsonl';
import { recording } from '../../../../support/inspector/recordings';

const mask = maskSecrets;
const ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

/** Members that HAR 1.2 demands of an object. */
const demanded = {
  log: ['version', 'creator', 'entries'],
  creator: ['name', 'version'],
  entry: ['startedDateTime', 'time', 'request', 'response', 'cache', 'timings'],
  request: [
    'method',
    'url',
    'httpVersion',
    'cookies',
    'headers',
    'queryString',
    'headersSize',
    'bodySize',
  ],
  response: [
    'status',
    'statusText',
    'httpVersion',
    'cookies',
    'headers',
    'content',
    'redirectURL',
    'headersSize',
    'bodySize',
  ],
  content: ['size', 'mimeType'],
  timings: ['send', 'wait', 'receive'],
};

describe('An HTTP archive', () => {
  it('has all that the format demands, and the answer as text', async () => {
    const { version, inspected } = recording({ id: 3 });
    const calls = [
      recording({ id: 1, body: { a: 'é' } }),
      recording({ id: 2 }),
      { version, inspected },
    ];
    const har = JSON.parse(await textOf(harOf(calls, { mask, version: '1.2.3' })));
    const { log } = har;
    expect(Object.keys(har)).toEqual(['log']);
    expect([log.version, log.creator, log.entries.length]).toEqual([
      '1.2',
      { name: 'Tandem', version: '1.2.3' },
      3,
    ]);
    expect(Object.keys(log)).toEqual(expect.arrayContaining(demanded.log));
    for (const entry of log.entries) {
      expect(Object.keys(entry)).toEqual(expect.arrayContaining(demanded.entry));
      for (const part of ['request', 'response', 'timings'] as const) {
        expect(Object.keys(entry[part])).toEqual(expect.arrayContaining(demanded[part]));
      }
      expect(Object.keys(entry.response.content)).toEqual(expect.arrayContaining(demanded.content));
      expect(new Date(entry.startedDateTime).toISOString()).toBe(entry.startedDateTime);
      const { send, wait, receive } = entry.timings;
      expect(send + wait + receive).toBe(entry.time);
      expect(URL.canParse(entry.request.url)).toBe(true);
    }
    const [first, , third] = log.entries;
    expect(first).toMatchObject({
      ...{ time: 40, timings: { wait: 10, receive: 30 } },
      request: {
        ...{ method: 'POST', url: 'https://api.anthropic.com/v1/messages?beta=true', bodySize: 10 },
        queryString: [{ name: 'beta', value: 'true' }],
        postData: { mimeType: 'application/json', text: '{"a":"é"}' },
      },
      response: {
        status: 200,
        statusText: 'OK',
        content: { mimeType: 'text/event-stream', text: calls[0]?.response?.body },
      },
    });
    expect(third).toMatchObject({ comment: expect.any(String), response: { status: 200 } });
    expect(JSON.parse(await textOf(harOf([], { mask, version: '1' }))).log.entries).toEqual([]);
  });

  it('and a log are written call by call, so that many need no memory', async () => {
    let taken = 0;
    function* calls(): Generator<RecordedCall> {
      for (let id = 1; id <= 1_000; id += 1) {
        taken = id;
        yield recording({ id });
      }
    }
    for (const pieces of [harOf(calls(), { mask, version: '1' }), jsonlOf(calls(), { mask })]) {
      let count = 0;
      for await (const piece of pieces) {
        if (!piece.includes('"inspected"') && !piece.includes('"startedDateTime"')) continue;
        count += 1;
        expect(taken).toBe(count);
      }
      expect(count).toBe(1_000);
    }
  });
});

const hostileBodies: readonly unknown[] = [
  { text: `it's "quoted" \`id\` $(id) \${HOME} \\' \\` },
  { text: "'\nEOF\n'EOF'\nTANDEM\n'; exit 7; '" },
  { text: '%s %n %% \\n \\0 \\x41 \\c' },
  { text: 'é 🦊 \u202e שלום !! !$' },
  { text: 'x'.repeat(3_000_000) },
  '-n {"a":1}',
  '{\n  "a": 1\n}\n',
  "'",
  '',
];

describe('A command for curl', () => {
  it('sends the same bytes from a shell, whatever they are', async () => {
    const seen: { body: Buffer; headers: IncomingHttpHeaders; url: string | undefined }[] = [];
    const server = createServer((incoming, response) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const { headers, url } = incoming;
        seen.push({ body: Buffer.concat(chunks), headers, url });
        response.end('ok');
      });
    });
    server.listen(0, '127.0.0.1');
    ends.push(() => server.close());
    await once(server, 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const headers = {
      ...{ 'anthropic-beta': "a'b$(id)", 'content-type': 'application/json' },
      ...{ 'content-length': '9', 'accept-encoding': 'gzip', 'user-agent': 'a\r\nx-injected: 1' },
    };
    const requests = hostileBodies.map(body => {
      const { request = expect.fail('There is no request.') } = recording({ body });
      return { ...request, headers };
    });
    const commands = requests.map(request => curlOf({ ...recording(), request }, { mask, origin }));
    for (const command of commands) expect(command).toContain('-H "x-api-key: $ANTHROPIC_API_KEY"');
    await runShell(`set -e\n${commands.join('')}`);
    expect(seen.map(({ body }) => body.toString())).toEqual(requests.map(({ body }) => body));
    for (const { url, headers: sent } of seen) {
      expect(url).toBe('/v1/messages?beta=true');
      expect(sent).toMatchObject({
        ...{ 'x-api-key': 'from "$the" environment', 'anthropic-beta': "a'b$(id)" },
        'user-agent': 'a  x-injected: 1',
      });
      expect(sent['x-injected']).toBeUndefined();
    }
  });

  it('is one request, whatever its path looks like to curl', async () => {
    const paths: (string | undefined)[] = [];
    const server = createServer((incoming, response) => {
      paths.push(incoming.url);
      incoming.resume().on('end', () => response.end());
    });
    server.listen(0, '127.0.0.1');
    ends.push(() => server.close());
    await once(server, 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { request = expect.fail(), ...rest } = recording();
    const path = '/v1/messages[1-20]{a,b}';
    await runShell(curlOf({ ...rest, request: { ...request, path } }, { mask, origin }));
    expect(paths).toEqual([path]);
  });

  it('has an address and headers that read as they are sent', () => {
    const hostile = '\u202e\u2066\u200f';
    const { request = expect.fail(), ...rest } = recording();
    const headers = { 'user-agent': `a${hostile}b` };
    const path = `/v1/messages${hostile}`;
    const command = curlOf({ ...rest, request: { ...request, path, headers } }, { mask });
    expect(command).not.toMatch(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
    expect(command).toContain("-H 'user-agent: ab'");
  });

  it('pastes no character that a terminal would obey', async () => {
    const body = '{"a":"\u001b[201~\u0003\u009b\u007f\u0000\u2028"}'.replace(
      /\\u(....)/g,
      (_, code) => String.fromCharCode(Number.parseInt(code, 16)),
    );
    const command = curlOf(recording({ body }), { mask });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
    expect(command).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028]/);
    expect(command).toContain('{"a":"\\u001b[201~\\u0003\\u009b\\u007f\\u0000\\u2028"}');
  });

  it('is not made of what was not recorded, or not completely', () => {
    const { request, ...rest } = recording();
    expect(() => curlOf(rest, { mask })).toThrow(
      expect.objectContaining({ code: 'inspector.notRecorded' }),
    );
    const cut = { ...rest, request: { ...(request ?? expect.fail()), isCut: true } };
    expect(() => curlOf(cut, { mask })).toThrow(expect.objectContaining({ code: 'inspector.cut' }));
  });
});

/** Runs lines as a user's shell does. */
async function runShell(lines: string): Promise<void> {
  const env = { PATH: process.env.PATH, ANTHROPIC_API_KEY: 'from "$the" environment' };
  const shell = spawn('sh', ['-s'], { env, stdio: ['pipe', 'ignore', 'pipe'] });
  const errors: Buffer[] = [];
  shell.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  shell.stdin.end(lines);
  const [code] = await once(shell, 'close');
  if (code !== 0) throw new Error(Buffer.concat(errors).toString());
}
