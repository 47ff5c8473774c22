import colors from './themeColors.json';

/**
 * A color theme as VS Code passes it to a page: variables on the root element, classes on the body.
 */
export interface Theme {
  readonly bodyClass: string;
  readonly variables: Readonly<Record<string, string>>;
}

const fonts = {
  '--vscode-font-family': '-apple-system, "Segoe UI", "Ubuntu", "DejaVu Sans", sans-serif',
  '--vscode-font-size': '13px',
  '--vscode-font-weight': 'normal',
  '--vscode-editor-font-family': '"DejaVu Sans Mono", "Consolas", monospace',
  '--vscode-editor-font-size': '12px',
  '--vscode-editor-font-weight': 'normal',
};

/**
 * @param own colors as VS Code 4.139 passes them to a page with the theme, of those that our styles
 *   use; a color that the theme does not define is absent
 */
function theme(bodyClass: string, own: Readonly<Record<string, string>>): Theme {
  const variables = Object.entries(own).map(([name, color]) => [`--vscode-${name}`, color]);
  return { bodyClass, variables: { ...fonts, ...Object.fromEntries(variables) } };
}

/** The four themes that VS Code picks by itself. */
export const themes = {
  dark: theme('vscode-dark', colors.dark),
  light: theme('vscode-light', colors.light),
  hcDark: theme('vscode-high-contrast', colors.hcDark),
  hcLight: theme('vscode-high-contrast-light vscode-high-contrast', colors.hcLight),
} as const;

/** With the other themes in which contrasts are checked. */
export const allThemes = {
  ...themes,
  solarizedLight: theme('vscode-light', colors.solarizedLight),
  solarizedDark: theme('vscode-dark', colors.solarizedDark),
  monokai: theme('vscode-dark', colors.monokai),
  quietLight: theme('vscode-light', colors.quietLight),
  // Colors that these two leave out are those of Dark and Light Modern here.
  githubDark: theme('vscode-dark', colors.githubDark),
  githubLight: theme('vscode-light', colors.githubLight),
} as const;

/** Returns the theme as a style sheet; the page also needs `bodyClass` on its body. */
export function themeStyle({ variables }: Theme): string {
  const lines = Object.entries(variables).map(([name, value]) => `  ${name}: ${value};`);
  return `:root {\n${lines.join('\n')}\n}\n`;
}
