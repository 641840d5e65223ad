/** As many seats as are drawn one by one; any other number is a bar. */
const drawnSingly = 100;
const inARow = 20;
const pitch = 10;

/** Every seat a dot, the taken ones filled. For the eye alone: the words beside it say how many are left. */
export function SeatsDrawing({ capacity, taken }: { capacity: number; taken: number }) {
  const width = inARow * pitch;
  if (capacity !== drawnSingly) {
    return (
      <svg
        className="seats bar"
        viewBox={`0 0 ${width} ${pitch}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d={`M0 0h${(width * taken) / capacity}v${pitch}H0z`} />
      </svg>
    );
  }
  return (
    <svg className="seats" viewBox={`0 0 ${width} ${(capacity / inARow) * pitch}`} aria-hidden="true">
      <path d={dots(0, capacity)} />
      <path className="hole" d={dots(taken, capacity)} />
    </svg>
  );
}

/**
 * Lines whose dashes are round and of no length: a dot at every seat from one number to another.
 * Each line is a hair longer than to its last dot, which rounding would drop otherwise.
 */
function dots(from: number, to: number): string {
  let path = "";
  for (let seat = from; seat < to; seat += inARow - (seat % inARow)) {
    const column = seat % inARow;
    const x = column * pitch + pitch / 2;
    const y = Math.floor(seat / inARow) * pitch + pitch / 2;
    path += `M${x} ${y}h${(inARow - 1 - column) * pitch + 0.1}`;
  }
  return path;
}
