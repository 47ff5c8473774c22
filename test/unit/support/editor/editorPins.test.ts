import { describe, expect, it } from 'vitest';
import {
  editorPlatform,
  parseEditorPins,
  readEditorPins,
} from '../../../support/editor/editorPins';

describe('parseEditorPins', () => {
  it("accepts the committed pins, with the engine's minimum as the oldest editor", () => {
    const { editors } = readEditorPins();
    expect(editors.oldest.vscode).toMatch(/^1\.99\./);
    expect(editors.newest.codeServer.version).not.toBe(editors.oldest.codeServer.version);
  });

  it('rejects an integrity that is not a full sha512', () => {
    const pins = structuredClone(readEditorPins());
    pins.nodePty.integrity = 'sha512-short';
    expect(() => parseEditorPins(pins)).toThrow(/nodePty/);
  });

  it('rejects an editor whose Node is not pinned', () => {
    const pins = structuredClone(readEditorPins());
    pins.editors.newest.nodeMajor = 99;
    expect(() => parseEditorPins(pins)).toThrow(/needs a pin for Node 99/);
  });
});

describe('editorPlatform', () => {
  it('names Linux platforms like npm and explains the rest', () => {
    expect(editorPlatform('linux', 'x64')).toBe('linux-x64');
    expect(editorPlatform('linux', 'arm64')).toBe('linux-arm64');
    expect(() => editorPlatform('darwin', 'arm64')).toThrow(/desktop VS Code/);
  });
});
