import { useState } from "react";
import { useNavigation } from "react-router";

/**
 * Keeps the values and the revision that a form was opened with. A revalidation or the response to another form must neither empty the form
 * nor change its revision, because the person has not seen a later change.
 * @param current the values that the form would be opened with now
 * @param response changes with each response to this form; undefined without one
 * @returns the values that it was opened with, and a key that replaces the form after each response
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
