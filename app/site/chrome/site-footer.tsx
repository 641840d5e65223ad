import { Lines } from "#app/ui/numeral-heading.tsx";
import { disclosures, postalAddressLines } from "#content/disclosures.ts";
import { footerLinks } from "#content/menu.ts";
import "./site-footer.css";

const onlyCounted =
  "Opt-out request honored. Your browser asks not to be followed, so this visit is counted and not recorded.";

/** The footer: address, regulatory documents and the disclosures of specification section 1. */
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
            {/* The visit script displays it in browsers that send an opt-out signal. */}
            <p data-only-counted="" hidden>
              {onlyCounted} <a href="/privacy-policy#browser-signals">What that means</a>
            </p>
          </div>
        </div>
      </div>
    </footer>
  );
}
