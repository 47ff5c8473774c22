// Apart from the schemas of `ide.ts`: a starting window needs the names only.

/** Name of Tandem's servers in lock files. */
export const tandemIdeName = 'Visual Studio Code (Tandem)';
/** Header with the token of a server. */
export const tokenHeader = 'x-claude-code-ide-authorization';
/** Path at which a server of ours offers the tools for agents of others. */
export const toolsPath = '/tools';
/** Header with the working folder of such an agent, as an encoded URI component. */
export const folderHeader = 'x-tandem-folder';
