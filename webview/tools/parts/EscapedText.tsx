import { escapedPieces } from './invisibleCharacters';

/** Text with padding and invisible characters spelled out. */
export function EscapedText({ text }: { readonly text: string }) {
  return (
    <>
      {escapedPieces(text).map((piece, index) =>
        'mark' in piece ? (
          <span key={index} class="invisible-mark" title={piece.title}>
            {piece.mark}
          </span>
        ) : (
          piece.text
        ),
      )}
    </>
  );
}
