import { faqGroups } from "#content/faq-groups.ts";

/** Structured data of the 12 questions that the specification marks for search engines (section 2), with the answers of the page. */
export function faqData() {
  const marked = faqGroups
    .flatMap(({ questions }) => questions)
    .filter(({ structured }) => structured === true);
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: marked.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}
