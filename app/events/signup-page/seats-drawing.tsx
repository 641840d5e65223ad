/** The capacity that is drawn as dots. Any other capacity is a bar. */
const dotCapacity = 100;
const inARow = 20;
const pitch = 10;

/** One dot per seat, filled if taken. Decorative, because the text beside it states the number of free seats. */
export function SeatsDrawing({ capacity, taken }: { capacity: number; taken: number }) {
  const width = inARow * pitch;
  if (capacity !== dotCapacity) {
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
 * Lines with round dashes of length zero: one dot per seat in a range.
 * Each line extends slightly beyond its last dot, because rounding would drop it otherwise.
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
