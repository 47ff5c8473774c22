import { visiblePieces } from './invisible';

/** Text with padding and invisible characters spelled out. */
export function Visible({ text }: { readonly text: string }) {
  return (
    <>
      {visiblePieces(text).map((piece, index) =>
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
