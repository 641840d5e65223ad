import "./back-to-article.css";

/** The link that specification section 2 requires. */
export function BackToArticle() {
  return (
    <p className="back small screen-only">
      <a href="/blog/why-plan-before-loi">Back to Article</a>
    </p>
  );
}
