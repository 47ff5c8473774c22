interface MarkedProps {
  readonly text: string;
  /** UTF-16 ranges: start and end, alternating. */
  readonly ranges?: readonly number[] | undefined;
}

/** Text of which parts are marked. */
export function Marked({ text, ranges = [] }: MarkedProps) {
  const parts = [];
  let at = 0;
  for (let index = 0; index + 1 < ranges.length; index += 2) {
    const [start = 0, end = 0] = [ranges[index], ranges[index + 1]];
    parts.push(text.slice(at, start), <b key={start}>{text.slice(start, end)}</b>);
    at = end;
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}
