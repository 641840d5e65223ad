import { faqGroups } from "#content/faq-groups.ts";

/** The questions that are marked for search engines: 12 of them (specification section 2), with what the page itself answers. */
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
