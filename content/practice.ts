import type { Practice } from "./schema.ts";

/**
 * Who the practice is: each fact once. Everything here is invented (the telephone numbers are reserved for fiction, the
 * addresses end in example.com). Replace it with the firm's own facts and set `sample` to false.
 */
export const practice: Practice = {
  sample: true,
  firmName: "Pinnacle Wealth Advisory",
  firmNameLines: ["Pinnacle", "Wealth Advisory"],
  advisoryLlc: "Pinnacle Advisory, LLC",
  advisor: {
    name: "Eleanor Whitfield, CIMA®",
    role: "Founder and lead advisor",
    fiduciarySince: "1994-06-01",
  },
  phone: { display: "(512) 555-0142", dial: "+15125550142" },
  email: "office@example.com",
  postalAddress: {
    street: "600 Example Street, Suite 210",
    city: "Austin",
    state: "TX",
    stateName: "Texas",
    postalCode: "78701",
  },
  schedulingUrl: "https://schedule.example.com/pinnacle/30min",
  servicePageSlug: "exit-planning",
  timeZone: "America/Chicago",
  mailRequests: {
    sevenSteps: {
      label: "Pinnacle's 7 Steps",
      subject: "Pinnacle's 7 Steps",
      body: "Hello,\n\nPlease send me Pinnacle's 7 Steps.\n\nThank you.",
    },
  },
};
