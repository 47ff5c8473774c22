import { escapedPieces, filePieces, type Piece } from './invisibleCharacters';

/** Text with padding, invisible characters and words of mixed scripts pointed out. */
export function EscapedText({ text }: { readonly text: string }) {
  return <Pieces pieces={escapedPieces(text)} />;
}

/** Line of a file with its invisible characters spelled out. */
export function FileLine({ line }: { readonly line: string }) {
  return <Pieces pieces={filePieces(line)} />;
}

function Pieces({ pieces }: { readonly pieces: readonly Piece[] }) {
  return (
    <>
      {pieces.map((piece, index) =>
        'mark' in piece ? (
          <span key={index} class="invisible-mark" title={piece.title}>
            {piece.mark}
          </span>
        ) : piece.warning === undefined ? (
          piece.text
        ) : (
          <span key={index} class="mixed-word" title={piece.warning}>
            {piece.text}
            <span class="sr-only">{` (${piece.warning})`}</span>
          </span>
        ),
      )}
    </>
  );
}
