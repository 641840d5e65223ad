import { sampleBanner } from "#content/disclosures.ts";
import { practice } from "#content/practice.ts";
import "./sample-banner.css";

/** Says that the firm is invented, above every page while `content/practice.ts` is a sample. */
export function SampleBanner() {
  if (!practice.sample) return null;
  return (
    <aside className="sample-banner" aria-label="Sample website">
      <p>{sampleBanner}</p>
    </aside>
  );
}
