import * as l10n from '@vscode/l10n';

interface CountChoice {
  readonly label: string;
  readonly description?: string;
  readonly value: number;
}

/** Numbers of runs at a time that are offered, the largest last. */
export function countChoices(maxLive: number, current: number): readonly CountChoice[] {
  const counts = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20].filter(count => count < maxLive);
  return [...counts, maxLive].map(value => {
    const notes = [
      ...(value === current ? [l10n.t('selected')] : []),
      ...(value === maxLive ? [l10n.t('limit of {0}', 'tandem.processes.maxLive')] : []),
    ];
    const description = notes.length === 0 ? {} : { description: notes.join(', ') };
    return { label: String(value), ...description, value };
  });
}
