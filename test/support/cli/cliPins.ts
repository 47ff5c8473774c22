/** An npm package, pinned to the exact content of its tarball. */
export interface CliPin {
  package: string;
  integrity: string;
}

/**
 * Old CLI versions that tests run, by version and platform; `node` if the package is a script for
 * all platforms. The newest is the development dependency, pinned by package-lock.json.
 */
export const cliPins = {
  '2.1.200': {
    'linux-x64': {
      package: '@anthropic-ai/claude-code-linux-x64',
      integrity:
        'sha512-w9sFQ2WinV504FTmkf7ApIsje/XSjIWp4778WjVEGGrXJKNurubkoY5b+lSRxHcnbEw8ROXD9qnxbKWocctlQA==',
    },
    'linux-arm64': {
      package: '@anthropic-ai/claude-code-linux-arm64',
      integrity:
        'sha512-FG0hXbPLzsmmtpbWwc1t1mbZ2HsrBNmn/QLkVMvYXAzxf4vXrHgM7AIZU1cCBNycufXwPAnyzOwO886kkBle7Q==',
    },
    'darwin-arm64': {
      package: '@anthropic-ai/claude-code-darwin-arm64',
      integrity:
        'sha512-zUUFdsmWhhWP07dNLoIsFijbFbfSWdrgDKNJOYANo7DqtIaIj10N8wiiqaZJ8dyukwTrwUGVnkPUgvG7BfrDsQ==',
    },
  },
  '2.1.120': {
    'linux-x64': {
      package: '@anthropic-ai/claude-code-linux-x64',
      integrity:
        'sha512-pQtB89fnIOv5HBSFj7liCCcgNl/cNqaysdkFF6pkSt8wKLZfYZ9OHl3c3nkNSiDaIzpstvKnTg1xGQOA1kFwiA==',
    },
  },
  '2.1.7': {
    node: {
      package: '@anthropic-ai/claude-code',
      integrity:
        'sha512-nETDGeuXk/pwUpja/dlVY8dch4doTtue381BjaNqWiMPSqpY4PPg8dDbTqAYpbkIi1sgli7met+okAeDsXVTpg==',
    },
  },
  '2.0.36': {
    node: {
      package: '@anthropic-ai/claude-code',
      integrity:
        'sha512-xsdZk/OKakTUNVokA6nCYKA/pJ5xwVLr7bTnnqSmIuz8+OaGe+msew543Mo2hHLecOtl8yxi0XnJmviZKpNqTQ==',
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, CliPin>>>>;

/** Versions between the old ones, for the full run: their traits are compared with the tables. */
export const betweenPins = {
  '2.1.50': {
    node: {
      package: '@anthropic-ai/claude-code',
      integrity:
        'sha512-urrhY4IRuLHFoEYb6pjRy6sbDE8TH886zwRvIAPS4Tz51MeGVomZet4EajqxX6+IOKbJNbf4IHL3fTzI0vcKXA==',
    },
  },
  '2.1.150': {
    'linux-x64': {
      package: '@anthropic-ai/claude-code-linux-x64',
      integrity:
        'sha512-Y67nRYuFu0vLv8t/qEMi2lHz3yZyhWGhvlrfpwHFsCpAJRFGVJtfbbxBq5Adm+2Z1PMAWAZXSDU3PfHPRy2B4g==',
    },
  },
  '2.1.260': {
    'linux-x64': {
      package: '@anthropic-ai/claude-code-linux-x64',
      integrity:
        'sha512-sq79dM8gHYc0eGW44knR7LkzHntJRLODp1e6BIv2pEg6vXvKZHfhzwNyjWE1iX/kzZvtaZrEA5Pg7i+Al3gUdw==',
    },
  },
  '2.1.300': {
    'linux-x64': {
      package: '@anthropic-ai/claude-code-linux-x64',
      integrity:
        'sha512-oW4/i4gBd0Y7vqKToK+RaO/fZm4oZWAA81CJ1s0afg+bP+OH9QJdOXKDDwQ9eizcV78a44mQAbce5WYsN18CAw==',
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, CliPin>>>>;
