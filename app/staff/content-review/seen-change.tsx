import { useLocation } from "react-router";
import { useOpened } from "#app/staff/session/use-opened.ts";

/** Names the version of a change that is displayed, so that a later one is not decided about unseen. */
export function SeenChange({ change }: { change: { id: string; revision: number } }) {
  const { id, revision } = useOpened(change, useLocation().key).opened;
  return (
    <>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="revision" value={revision} />
    </>
  );
}
