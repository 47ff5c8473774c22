/** An npm package, pinned to the exact content of its tarball. */
export interface NpmPin {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
}

/**
 * Agents that the full run talks to, each with the packages that it needs at run time, the agent
 * first; by platform, `node` if they are scripts for all platforms.
 */
export const vendorPins = {
  'claude-agent-acp': {
    node: [
      {
        name: '@agentclientprotocol/claude-agent-acp',
        version: '0.100.0',
        integrity:
          'sha512-X+f2M5RiehzSzWRJjDSf0Sbzoc8JK66l85YnYW5TAdHJX53CLQV00v2M72bfCKJ4IZ11qt+WQ/Yg9NVKcuDAhQ==',
      },
      {
        name: '@agentclientprotocol/sdk',
        version: '2.4.0',
        integrity:
          'sha512-7qJ8nnyj7WesC5ve185ioTpB2/svQoeGV4HA4nLEhgDUrcmBe54/08VcXc/oL4p14tDbxxECZzdYmUYQ+4l+Wg==',
      },
      {
        name: '@anthropic-ai/claude-agent-sdk',
        version: '0.3.316',
        integrity:
          'sha512-mCMr0que5kIy80JslJub6WFDB2+GYRGWNeVgSZaBpkBwXrr4wnRMnnGHitkA2BEJ5QP5xWyc6YH/6do/edxCWg==',
      },
      {
        name: 'diff',
        version: '9.0.0',
        integrity:
          'sha512-svtcdpS8CgJyqAjEQIXdb3OjhFVVYjzGAPO8WGCmRbrml64SPw/jJD4GoE98aR7r25A0XcgrK3F02yw9R/vhQw==',
      },
      {
        name: 'zod',
        version: '4.6.7',
        integrity:
          'sha512-g8W2D2kU6a8untc053fX1uVBKzM7yqAxW/3zwk83+6RyF2+SKOuV+c0wBDhUwzV1PaGapmZH+rmcUzPf+3CGwg==',
      },
    ],
  },
  opencode: {
    'linux-x64': [
      {
        name: 'opencode-linux-x64',
        version: '1.18.33',
        integrity:
          'sha512-q/t/3p2CTxOT9y2kvjesb/LZab2+1eqlhhWA02Be6mjTtmYtNBcBsrI5yDo4Fw7ZSPBW2oyMIGMNRqiKQjiAWw==',
      },
    ],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly NpmPin[]>>>>;

export type VendorAgent = keyof typeof vendorPins;
