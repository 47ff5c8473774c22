/** Returns a file name for a conversation, from title and day, that is valid on every platform. */
export function fileName(title: string, at: number, extension: string): string {
  const day = new Date(at).toISOString().slice(0, 10);
  const plain = title
    .replace(/[\\/:*?"<>|\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 60)
    .replace(/^[\s.]+|[\s.]+$/g, '');
  return `${plain === '' ? 'Conversation' : plain} ${day}.${extension}`;
}
