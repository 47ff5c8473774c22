import type { ToolView } from './parts/toolView';

// Only in transcripts of CLIs before 2.0.36.
export const list: ToolView<'list'> = {
  icon: 'folder',
};
