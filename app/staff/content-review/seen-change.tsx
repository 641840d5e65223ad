/** Names the version of a change that is displayed, so that a later one is not decided about unseen. */
export function SeenChange({ change: { id, revision } }: { change: { id: string; revision: number } }) {
  return (
    <>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="revision" value={revision} />
    </>
  );
}
