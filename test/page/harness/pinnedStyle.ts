import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const sans = 'Pinned Sans';
const mono = 'Pinned Mono';

const faces = [
  {
    ...{ family: sans, weight: 400, name: 'sans-400.woff2' },
    path: require.resolve('inter-ui/web/Inter-Regular.woff2'),
  },
  {
    ...{ family: sans, weight: 600, name: 'sans-600.woff2' },
    path: require.resolve('inter-ui/web/Inter-SemiBold.woff2'),
  },
  {
    ...{ family: sans, weight: 700, name: 'sans-700.woff2' },
    path: require.resolve('inter-ui/web/Inter-Bold.woff2'),
  },
  {
    ...{ family: mono, weight: 400, name: 'mono-400.woff2' },
    path: require.resolve('@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2'),
  },
  {
    ...{ family: mono, weight: 700, name: 'mono-700.woff2' },
    path: require.resolve('@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-700-normal.woff2'),
  },
];

/**
 * Files of pages whose pictures are compared: fonts that are the same on each machine, and a style
 * sheet that uses them, without transitions and a caret. Animations that follow a scroll position
 * belong to the picture.
 */
export function pinnedFiles(): readonly (readonly [name: string, content: string | Uint8Array])[] {
  return [
    ['pinned.css', style],
    ...faces.map(({ name, path }) => [name, readFileSync(path)] as const),
  ];
}

const style = `${faces
  .map(
    ({ family, weight, name }) => `@font-face {
  font-family: "${family}";
  font-weight: ${weight};
  font-display: block;
  src: url("${name}") format("woff2");
}`,
  )
  .join('\n')}
:root:root {
  --vscode-font-family: "${sans}";
  --vscode-editor-font-family: "${mono}";
}
*, *::before, *::after {
  transition: none !important;
  caret-color: transparent !important;
  scroll-behavior: auto !important;
}
`;
