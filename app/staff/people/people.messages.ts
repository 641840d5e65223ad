export const peopleTexts = {
  search: "Name, email or phone",
  searchHint: "Among all assessments and signups",
  ask: "Search by name, email or phone. The 20 best matches are displayed.",
  best: (count: number) => `The ${count} best matches; there are more.`,
  more: "Enter more of the name, email or phone number to find the others.",
  exactTitle: "Exact email address",
  exactHint:
    "For a person who contacts you. The address is kept out of the browser’s history, and quarantined submissions are searched too.",
  exactLabel: "Email address",
  find: "Find",
  unknown: "We have no data about that address. Check the spelling.",
  emailsOnly:
    "No form was submitted with that address. There are emails or an opt-out for it, which the administrator can export and erase (npm run person).",
} as const;
