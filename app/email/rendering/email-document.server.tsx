/* oxlint-disable react/forbid-dom-props -- many mail programs support only inline styles, and the pages' security policy does not apply to email */
import { type CSSProperties, Fragment, type ReactNode } from "react";
import { disclosures } from "#content/disclosures.ts";
import { practice } from "#content/practice.ts";
import type { EmailBlock, EmailContent } from "#app/email/definition/email-content.ts";
import { darkStyles, styles } from "./email-styles.ts";
import { type EmailFooter, getPreferencesLabel, listSenderLines } from "./email-text.server.ts";

/** The HTML version. It uses inline styles and layout tables for old mail programs, and loads nothing. */
export function EmailDocument({ content, footer }: { content: EmailContent; footer: EmailFooter }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        {/* Prevents links on phone numbers and dates. */}
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no" />
        <title>{content.subject}</title>
        <style>{darkStyles}</style>
      </head>
      <body className="paper" style={styles.body}>
        <Preview>{content.preview}</Preview>
        <Layout className="paper" style={styles.page}>
          <Layout style={styles.sheet}>
            <Letterhead />
            <h1 className="ink" style={styles.heading}>
              {content.heading}
            </h1>
            {content.blocks.map((block, index) => (
              <Block key={index} block={block} />
            ))}
            <Footer {...footer} />
          </Layout>
        </Layout>
      </body>
    </html>
  );
}

/** One column, as a table because some mail programs support no other layout. */
function Layout({
  className,
  style,
  children,
}: {
  className?: string;
  style: { table: CSSProperties; cell: CSSProperties };
  children: ReactNode;
}) {
  return (
    <table
      role="presentation"
      className={className}
      cellPadding={0}
      cellSpacing={0}
      border={0}
      align="center"
      width="100%"
      style={style.table}
    >
      <tbody>
        <tr>
          <td style={style.cell}>{children}</td>
        </tr>
      </tbody>
    </table>
  );
}

/** Displayed beside the subject in the inbox. The invisible characters keep the body out of it. */
function Preview({ children }: { children: string }) {
  return (
    <div aria-hidden="true" style={styles.preview}>
      {children}
      {"\u00a0\u200c".repeat(90)}
    </div>
  );
}

/** The firm’s name below two rows of stones, as on the site. */
function Letterhead() {
  return (
    <>
      {courses.map((stones) => (
        <table
          key={stones.length}
          role="presentation"
          aria-hidden="true"
          cellPadding={0}
          cellSpacing={0}
          border={0}
          width="100%"
          style={styles.course}
        >
          <tbody>
            <tr>
              {stones.map(([color, width], index) => (
                <Fragment key={width}>
                  {index > 0 && (
                    <td width={2} style={styles.joint}>
                      &nbsp;
                    </td>
                  )}
                  <td className={color} width={width} style={styles.stone[color]}>
                    &nbsp;
                  </td>
                </Fragment>
              ))}
            </tr>
          </tbody>
        </table>
      ))}
      <p className="green" style={styles.letterhead}>
        {practice.firmName}
      </p>
    </>
  );
}

/** The joints of the two rows do not align. */
const courses = [
  [
    ["line", "22%"],
    ["joint", "31%"],
    ["line", "13%"],
    ["line", "34%"],
  ],
  [
    ["joint", "37%"],
    ["line", "42%"],
    ["moss", "21%"],
  ],
] as const;

function Block({ block }: { block: EmailBlock }) {
  if (typeof block === "string") {
    return (
      <p className="ink" style={styles.paragraph}>
        {block}
      </p>
    );
  }
  if ("facts" in block) return <Facts facts={block.facts} />;
  if ("button" in block) return <Button {...block.button} />;
  if ("steps" in block) return <Steps steps={block.steps} />;
  if ("quote" in block) {
    return (
      <blockquote className="quote" style={styles.quote}>
        {block.quote}
      </blockquote>
    );
  }
  const { before, label, url, after } = block.link;
  return (
    <p className="ink" style={styles.paragraph}>
      {before}
      <a href={url} className="green" style={styles.link}>
        {label}
      </a>
      {after}
    </p>
  );
}

function Facts({ facts }: { facts: readonly (readonly [term: string, description: string])[] }) {
  return (
    <table cellPadding={0} cellSpacing={0} border={0} width="100%" style={styles.facts}>
      <tbody>
        {facts.map(([term, description]) => (
          <tr key={term}>
            <th scope="row" className="soft rule" style={styles.term}>
              {term}
            </th>
            <td className="ink rule" style={styles.description}>
              {description}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A table, because mail programs place the numbers of lists differently. */
function Steps({ steps }: { steps: readonly { title: string; text: string }[] }) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0} width="100%" style={styles.steps}>
      <tbody>
        {steps.map(({ title, text }, index) => (
          <tr key={title}>
            <td className="green" style={styles.numeral}>
              {index + 1}
            </td>
            <td className="ink" style={styles.step}>
              <strong>{title}</strong>
              <br />
              {text}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Button({ label, url }: { label: string; url: string }) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0} style={styles.buttonTable}>
      <tbody>
        <tr>
          <td style={styles.buttonCell}>
            <a href={url} style={styles.button}>
              {label}
            </a>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Footer({ postalAddressLines, preferencesUrl, isForStaff }: EmailFooter) {
  return (
    <div className="rule" style={styles.footer}>
      <p className="soft" style={styles.small}>
        {listSenderLines(postalAddressLines).map((line) => (
          <Fragment key={line}>
            {line}
            <br />
          </Fragment>
        ))}
      </p>
      {preferencesUrl !== undefined && (
        <p className="soft" style={styles.small}>
          <a href={preferencesUrl} className="green" style={styles.link}>
            {getPreferencesLabel(isForStaff)}
          </a>
        </p>
      )}
      {disclosures.map((paragraph) => (
        <p key={paragraph} className="soft" style={styles.small}>
          {paragraph}
        </p>
      ))}
    </div>
  );
}
