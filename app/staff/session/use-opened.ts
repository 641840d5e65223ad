import { useState } from "react";
import { useNavigation } from "react-router";

/**
 * Keeps what a form was filled in with. A revalidation or the response to another form must neither empty it nor claim that the person has
 * seen a later change.
 * @param current what the form would be filled in with now
 * @param response changes with each response to this form; undefined while it is open
 * @returns what it was filled in with, and a key for a new form after each response
 */
export function useOpened<Value>(
  current: Value,
  response: string | undefined,
): { opened: Value; formKey: string } {
  const [state, setState] = useState({ opened: current, formKey: response ?? "" });
  // The result of an action is available before its navigation has ended. A form that it replaced would be replaced again at the end.
  const isPending = useNavigation().state !== "idle";
  if (isPending || response === undefined || response === state.formKey) return state;
  const renewed = { opened: current, formKey: response };
  setState(renewed);
  return renewed;
}
