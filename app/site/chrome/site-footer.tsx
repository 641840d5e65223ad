import { Lines } from "#app/ui/numeral-heading.tsx";
import { disclosures, postalAddressLines } from "#content/disclosures.ts";
import { footerLinks } from "#content/menu.ts";
import "./site-footer.css";

const onlyCounted =
  "Opt-out request honored. Your browser asks not to be followed, so this visit is counted and not recorded.";

/** The foot of every page: who we are, the regulatory documents, the disclosures of specification section 1. */
export function SiteFooter() {
  return (
    <footer className="site-footer" id="foot">
      <div className="wrap">
        <div className="row">
          <address>
            <Lines lines={postalAddressLines} />
          </address>
          <div className="text">
            <ul>
              {footerLinks.map(({ path, label }) => (
                <li key={path}>
                  <a href={path}>{label}</a>
                </li>
              ))}
            </ul>
            {disclosures.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {/* Shown by the visit script, in browsers that ask for it. */}
            <p data-only-counted="" hidden>
              {onlyCounted} <a href="/privacy-policy#browser-signals">What that means</a>
            </p>
          </div>
        </div>
      </div>
    </footer>
  );
}
