import * as l10n from '@vscode/l10n';
import { afterEach, expect, it } from 'vitest';
import { efforts, permissionModes } from '../../../src/contract/content';
import { actionLabel } from '../../../src/contract/labels/actionLabel';
import { destinations, destinationText } from '../../../src/contract/labels/destinationText';
import { effortText } from '../../../src/contract/labels/effortText';
import { filesText } from '../../../src/contract/labels/filesText';
import { modeText } from '../../../src/contract/labels/modeText';
import { thinkingLabel } from '../../../src/contract/labels/settingLabel';

afterEach(() => l10n.config({ contents: {} }));

it('labels all modes, efforts and destinations differently', () => {
  const labels = [
    ...permissionModes.map(mode => modeText(mode).label),
    ...efforts.map(effort => effortText(effort).label),
    ...destinations.map(destination => destinationText(destination).label),
  ];
  expect(new Set(labels).size).toBe(labels.length);
  expect(labels).not.toContain('');
});

it('uses the texts of the display language, which is configured after loading', () => {
  expect(actionLabel('showLog')).toBe('Show Log');
  l10n.config({ contents: { 'Show Log': 'Protokoll anzeigen', '{0} files': '{0} Dateien' } });
  expect(actionLabel('showLog')).toBe('Protokoll anzeigen');
  expect(filesText(3)).toBe('3 Dateien');
});

it('counts files', () => {
  expect([0, 1, 2].map(filesText)).toEqual(['0 files', '1 file', '2 files']);
});

it('names a thinking budget', () => {
  expect([null, 0, 500].map(thinkingLabel)).toEqual(['Left to the model', 'Off', '500 tokens']);
});
