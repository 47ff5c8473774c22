import * as l10n from '@vscode/l10n';

/** Difference that a gateway's address makes to the CLI. */
export interface GatewayChange {
  readonly id: string;
  /** Source: a document, or a measurement of this repository. */
  readonly source: string;
  text(): string;
}

/** All known differences. They are told before the user switches observing on. */
export const gatewayChanges: readonly GatewayChange[] = [
  {
    id: 'autoMode',
    source: 'test/cli/gateway.test.ts',
    text: () => l10n.t('The permission mode Auto is not available.'),
  },
];
