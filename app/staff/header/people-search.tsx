import { Form } from "react-router";
import { maximumLength } from "#app/platform/limits.ts";
import { findPersonPath } from "#app/staff/paths/person-path.ts";
import { headerTexts } from "./header.messages.ts";

/** The field that `/` focuses. */
export const peopleSearchId = "people-search";

/** The search for people in the header. It is posted, so that an email address does not become part of a URL. */
export function PeopleSearch() {
  return (
    <Form role="search" method="post" action={findPersonPath} className="people-search">
      <label className="unseen" htmlFor={peopleSearchId}>
        {headerTexts.search}
      </label>
      <input
        id={peopleSearchId}
        name="search"
        type="search"
        placeholder={headerTexts.search}
        title={headerTexts.searchHint}
        maxLength={maximumLength.email}
        autoComplete="off"
      />
      <kbd aria-hidden="true">/</kbd>
    </Form>
  );
}
