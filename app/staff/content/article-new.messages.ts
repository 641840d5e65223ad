import { articlePath, maxSlugLength } from "#content/article-format/article-address.ts";

export const articleNewTexts = {
  title: "New article",
  about:
    "The article is added to the draft of the articles, where you write it. It is published after approval.",
  articleTitle: "Title",
  address: "Address",
  addressHint: `After ${articlePath("")}: lowercase letters, digits and hyphens, at most ${maxSlugLength}. Leave this empty to create the address from the title. It cannot be changed later.`,
  create: "Create article",
  cancel: "Cancel",
  titleMissing: "Enter a title.",
  titleLong: (most: number) => `Shorten the title to at most ${most} characters.`,
  addressMissing: "Enter an address. The title has no letters or digits to create one from.",
  addressMistake: (message: string) => `The address ${message}.`,
  taken: (slug: string) => `There is already an article at ${articlePath(slug)}. Choose another address.`,
  refused: "The article was not created.",
  closed:
    "A change to the articles is waiting for approval or is scheduled. You can create an article after that change is published or returned.",
  changed: "A colleague saved the draft of the articles at the same time. Try again.",
  tooLong: "The articles have reached their total size limit. Withdraw or shorten an article first.",
  unavailable: "Articles can be created after the first release is published.",
} as const;
