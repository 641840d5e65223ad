import { Form } from "react-router";
import { FilterForm } from "#app/staff/data-table/filter-form.tsx";
import { isFiltered, type ListState, listUrl } from "#app/staff/data-table/list-url.ts";
import { listTexts } from "#app/staff/data-table/list.messages.ts";
import { Pager } from "#app/staff/data-table/pager.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Facts, ShortTime } from "./facts.tsx";
import { ChangeButton, RoleForm } from "./role-form.tsx";
import type { WaitingPerson } from "./team-view.ts";
import { teamTexts } from "./team.messages.ts";
import type { ChangeState } from "./team.schema.ts";
import { waitingList } from "./waiting-list.ts";

type FormProps = {
  /** The input of a form whose change was refused or interrupted by re-authentication. */
  state: ChangeState | undefined;
  today: string;
};

/** Accounts that await approval. They come first, because they require a decision. */
export function WaitingSection({
  people,
  list,
  ...form
}: FormProps & { people: readonly WaitingPerson[]; list: ListState }) {
  const isSearched = isFiltered(list.query);
  return (
    <section className="team-list">
      <h2>{teamTexts.waiting}</h2>
      {people.length > 0 || isSearched ? <WaitingSearch list={list} /> : null}
      {people.length === 0 ? (
        <p className="empty">{isSearched ? listTexts.noSearchMatch : waitingList.empty}</p>
      ) : (
        <ul>
          {people.map((person) => (
            <WaitingItem {...form} person={person} key={person.id} />
          ))}
        </ul>
      )}
      <Pager list={waitingList} state={list} />
    </section>
  );
}

function WaitingSearch({ list }: { list: ListState }) {
  const { query, problems, isLost, count, hasPrevious, hasNext } = list;
  const alerts = [...problems, ...(isLost ? [listTexts.lost] : [])];
  return (
    <>
      {alerts.length === 0 ? null : <Alert text={alerts.join(" ")} />}
      <FilterForm list={waitingList} query={query} choices={{}} key={listUrl(waitingList, query)} />
      {count === 0 ? null : <p className="soft small">{listTexts.count(count, hasPrevious || hasNext)}</p>}
    </>
  );
}

function WaitingItem({ person, state, today }: FormProps & { person: WaitingPerson }) {
  const { id, email, since, isConfirmed } = person;
  return (
    <li>
      <p className="account-name">
        <b>{email}</b>
      </p>
      <Facts
        facts={[
          ["Requested", <ShortTime moment={since} key="asked" />],
          ["Address", isConfirmed ? "Confirmed" : "Not confirmed yet"],
        ]}
      />
      <div className="decision">
        <RoleForm id={id} about={email} change="approve" state={state} today={today} />
        <Form method="post">
          <input type="hidden" name="of" value={id} />
          <ChangeButton change="decline" about={email}>
            Decline
          </ChangeButton>
        </Form>
      </div>
    </li>
  );
}
