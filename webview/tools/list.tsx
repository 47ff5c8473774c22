import type { ToolView } from './parts/toolView';

// Occurs only in transcripts of Claude Code CLI versions before 2.0.36.
export const list: ToolView<'list'> = {
  icon: 'folder',
};
