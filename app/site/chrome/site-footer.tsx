import { Lines } from "#app/ui/numeral-heading.tsx";
import { disclosures, listPostalAddressLines } from "#content/disclosures.ts";
import { footerGroups } from "#content/menu.ts";
import type { FooterGroup } from "#content/schema.ts";
import { practice } from "#content/practice.ts";
import "./site-footer.css";

const onlyCounted =
  "Opt-out request honored. Your browser sends a privacy signal, so this visit is counted but not recorded.";

/** The footer: address, links and the disclosures of specification section 1. */
export function SiteFooter({ groups = footerGroups }: { groups?: readonly FooterGroup[] }) {
  return (
    <footer className="site-footer">
      <div className="wrap">
        <div className="row">
          <address>
            <Lines lines={listPostalAddressLines()} />
            <a className="num" href={`tel:${practice.phone.dial}`}>
              {practice.phone.display}
            </a>
          </address>
          <div>
            <nav className="footer-groups" aria-label="Footer">
              {groups.map(({ label, links }) => (
                <div key={label}>
                  <p>{label}</p>
                  <ul>
                    {links.map((link) => (
                      <li key={link.path}>
                        <a href={link.path}>{link.label}</a>
                      </li>
                    ))}
                  </ul>
                </div>
              ))}
            </nav>
            {disclosures.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {/* The visit script displays it in browsers that send an opt-out signal. The page is painted when it arrives (`app/root.tsx`). */}
            <p id="page-end" data-only-counted="" hidden>
              {`${onlyCounted} `}
              <a href="/privacy-policy#browser-signals">About privacy signals</a>
            </p>
          </div>
        </div>
      </div>
    </footer>
  );
}
