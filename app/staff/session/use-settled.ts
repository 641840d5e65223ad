import { useState } from "react";
import { useNavigation } from "react-router";

/** Delays the result of an action until the data that is loaded after the action is displayed, such as a later revision. */
export function useSettled<Result>(result: Result): Result {
  const [settled, setSettled] = useState(result);
  if (useNavigation().state !== "idle") return settled;
  if (settled !== result) setSettled(result);
  return result;
}
