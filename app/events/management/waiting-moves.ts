/** `front` gets the next seat that is freed. `seat` takes a seat that is free now. */
const waitingMoves = ["up", "front", "seat"] as const;

export type WaitingMove = (typeof waitingMoves)[number];

export function isWaitingMove(value: unknown): value is WaitingMove {
  return waitingMoves.some((move) => move === value);
}
