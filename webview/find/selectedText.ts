/** A longer selection was made for something else. */
const longest = 200;

/** Returns the text that the user has selected in the conversation, if one can look for it. */
export function selectedText(root: HTMLElement): string | undefined {
  const selection = getSelection();
  const { anchorNode, focusNode } = selection ?? {};
  const scroller = root.querySelector('.scroller');
  const isThere = [anchorNode, focusNode].every(node => node && scroller?.contains(node));
  const text = isThere ? (selection?.toString() ?? '') : '';
  return text.trim() === '' || text.length > longest || text.includes('\n') ? undefined : text;
}
