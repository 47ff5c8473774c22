import { describe, expect, it } from 'vitest';
import {
  editorPlatform,
  parseEditorPins,
  readEditorPins,
} from '../../../support/editor/editorPins';

describe('parseEditorPins', () => {
  it('accepts the committed pins, whose oldest editor is the floor of the engine', () => {
    const { editors } = readEditorPins();
    expect(editors.oldest.vscode).toMatch(/^1\.99\./);
    expect(editors.newest.codeServer.version).not.toBe(editors.oldest.codeServer.version);
  });

  it('refuses an integrity that is not a full sha512', () => {
    const pins = structuredClone(readEditorPins());
    pins.nodePty.integrity = 'sha512-short';
    expect(() => parseEditorPins(pins)).toThrow(/nodePty/);
  });

  it('refuses an editor whose Node is not pinned', () => {
    const pins = structuredClone(readEditorPins());
    pins.editors.newest.nodeMajor = 99;
    expect(() => parseEditorPins(pins)).toThrow(/needs a pin for Node 99/);
  });
});

describe('editorPlatform', () => {
  it('names Linux platforms as npm does and explains the rest', () => {
    expect(editorPlatform('linux', 'x64')).toBe('linux-x64');
    expect(editorPlatform('linux', 'arm64')).toBe('linux-arm64');
    expect(() => editorPlatform('darwin', 'arm64')).toThrow(/desktop VS Code/);
  });
});
