import "./back-to-article.css";

/** spec §2: the way back to the article that sends people here. */
export function BackToArticle() {
  return (
    <p className="back small screen-only">
      <a href="/blog/why-plan-before-loi">Back to Article</a>
    </p>
  );
}
