import { Island, type IslandScripts } from "#app/ui/islands/island.tsx";

/** Prints the result, or sends it again by email. The Print button requires scripting; the form does not. */
export function KeepResult({ scripts }: { scripts: IslandScripts }) {
  return (
    <section className="row keep">
      <p className="note screen-only">Save your result</p>
      <div className="text">
        <div className="acts keep-acts">
          <Island scripts={scripts} props={{}}>
            <button className="btn" type="button" data-print="">
              Print or save as PDF
            </button>
          </Island>
          <form method="post">
            <button className="btn" type="submit">
              Email me this result
            </button>
          </form>
        </div>
        <p className="screen-only small soft">
          The email goes to the address you gave. Anyone with this page’s private link can open it, so share
          it with care.
        </p>
        <p className="small soft">
          A score describes preparation, not the price you will get. It isn’t tax or legal advice.
        </p>
      </div>
    </section>
  );
}
