import { expect, it } from 'vitest';
import { editorServerFor, protocolServers } from '../../../../../src/host/acp/bridge/serverForms';

const configs = {
  files: { type: 'stdio', command: 'npx', args: ['files'], env: { KEY: 'a' } },
  bare: { command: 'bare' },
  far: { type: 'http', url: 'https://a.example/mcp', headers: { 'X-A': 'b' } },
  old: { type: 'sse', url: 'https://a.example/sse' },
  broken: { type: 'http' },
};

it('converts servers to the form of the protocol', () => {
  expect(protocolServers(configs, { http: true, sse: true })).toEqual([
    { name: 'files', command: 'npx', args: ['files'], env: [{ name: 'KEY', value: 'a' }] },
    { name: 'bare', command: 'bare', args: [], env: [] },
    {
      ...{ type: 'http', name: 'far', url: 'https://a.example/mcp' },
      headers: [{ name: 'X-A', value: 'b' }],
    },
    { type: 'sse', name: 'old', url: 'https://a.example/sse', headers: [] },
  ]);
});

it('leaves out the servers that the agent cannot use', () => {
  const names = (http: boolean, sse: boolean) =>
    protocolServers(configs, { http, sse }).map(({ name }) => name);
  expect(names(false, false)).toEqual(['files', 'bare']);
  expect(names(true, false)).toEqual(['files', 'bare', 'far']);
  expect(names(false, true)).toEqual(['files', 'bare', 'old']);
});

it('offers the tools of the editor over HTTP, else by the relay without a token in its arguments', () => {
  const access = { url: 'http://127.0.0.1:1/mcp', token: 'secret' };
  const program = { execPath: '/node', script: '/toolRelay.js' };
  expect(editorServerFor(access, { http: true, sse: false }, program)).toEqual({
    ...{ type: 'http', name: 'tandem', url: access.url },
    headers: [{ name: 'Authorization', value: 'Bearer secret' }],
  });
  expect(editorServerFor(access, { http: false, sse: true }, program)).toEqual({
    ...{ name: 'tandem', command: '/node', args: ['/toolRelay.js'] },
    env: [
      { name: 'ELECTRON_RUN_AS_NODE', value: '1' },
      { name: 'TANDEM_TOOLS_URL', value: access.url },
      { name: 'TANDEM_TOOLS_TOKEN', value: 'secret' },
    ],
  });
});
