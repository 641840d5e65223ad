import { errorWiring, FieldError } from "#app/ui/fields/field.tsx";
import { fieldPrefix } from "./form-fields.ts";
import { formTexts } from "./form.messages.ts";
import { type FormNode, type GroupNode, isLeaf, lastKey, type ListNode } from "./form-node.ts";
import { describeNode } from "./form-parts.ts";
import { itemAnchor } from "./content-path.ts";
import { LeafField } from "./leaf-field.tsx";
import "./content-form.css";

/** The errors of fields by their paths. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The fields of a node. Buttons send the field `do` with an operation on a list, and the form saves what was typed. */
export function NodeFields({
  node,
  errors,
  isOutline = false,
  isRoot = false,
}: {
  node: FormNode;
  errors: FieldErrors;
  /** Only the order of the items is edited. */
  isOutline?: boolean;
  /** The heading above has the label already. */
  isRoot?: boolean;
}) {
  if (isLeaf(node)) return <LeafField node={node} error={errors[node.path]} />;
  if (node.kind === "absent") return <AddButton path={node.path} name={node.label} />;
  const id = fieldPrefix + node.path;
  const error = errors[node.path];
  // The list of mistakes leads here.
  const target = { id, tabIndex: -1, ...errorWiring(id, error) };
  const content = (
    <>
      {node.hint === undefined || isOutline ? null : <p className="hint">{node.hint}</p>}
      <FieldError name={id} message={error} />
      {node.kind === "group" ? (
        <GroupFields node={node} errors={errors} />
      ) : (
        <ListFields node={node} errors={errors} isOutline={isOutline} />
      )}
    </>
  );
  if (isRoot) {
    return (
      <div className="nodes" role="group" {...target}>
        {content}
      </div>
    );
  }
  return (
    <fieldset className="nodes group" {...target}>
      <legend>{describeNode(node)}</legend>
      {content}
    </fieldset>
  );
}

function GroupFields({ node, errors }: { node: GroupNode; errors: FieldErrors }) {
  // The label of a block names its only part already.
  const isSingle = node.children.length === 1;
  return (
    <>
      {node.children.map((child) => (
        <NodeFields node={child} errors={errors} isRoot={isSingle} key={child.path} />
      ))}
      {node.isRemovable ? (
        <p className="acts">
          <OperationButton operation="remove" path={node.path} subject={node.label} />
        </p>
      ) : null}
    </>
  );
}

function ListFields({
  node,
  errors,
  isOutline,
}: {
  node: ListNode;
  errors: FieldErrors;
  isOutline: boolean;
}) {
  const { items, additions, path } = node;
  const isRow = !node.canMove && items.every(isLeaf);
  return (
    <>
      {items.length === 0 ? <p className="soft small">{formTexts.empty}</p> : null}
      <div className={isRow ? "cells" : "items"}>
        {items.map((item, index) => (
          <Item list={node} item={item} index={index} errors={errors} isOutline={isOutline} key={item.path} />
        ))}
      </div>
      <AddItem path={path} additions={additions} />
      {node.isRemovable ? (
        <p className="acts">
          <OperationButton operation="remove" path={path} subject={node.label} />
        </p>
      ) : null}
    </>
  );
}

function Item({
  list,
  item,
  index,
  errors,
  isOutline,
}: {
  list: ListNode;
  item: FormNode;
  index: number;
  errors: FieldErrors;
  isOutline: boolean;
}) {
  const subject = describeNode(item);
  const hasActions = list.canRemove || (list.canMove && list.items.length > 1);
  return (
    <div className={isOutline ? "item outline" : "item"} id={itemAnchor(item.path)} tabIndex={-1}>
      {isOutline ? <p className="outline-label">{subject}</p> : <NodeFields node={item} errors={errors} />}
      {hasActions ? (
        <p className="acts">
          {list.canMove && list.items.length > 1 ? (
            <>
              <OperationButton operation="up" path={item.path} subject={subject} isDisabled={index === 0} />
              <OperationButton
                operation="down"
                path={item.path}
                subject={subject}
                isDisabled={index === list.items.length - 1}
              />
            </>
          ) : null}
          {list.canRemove ? <OperationButton operation="remove" path={item.path} subject={subject} /> : null}
        </p>
      ) : null}
    </div>
  );
}

function OperationButton({
  operation,
  path,
  subject,
  isDisabled = false,
}: {
  operation: "up" | "down" | "remove";
  path: string;
  subject: string;
  isDisabled?: boolean;
}) {
  return (
    <button
      type="submit"
      name="do"
      value={`${operation}:${path}`}
      className={operation === "remove" ? "btn quiet" : "btn"}
      disabled={isDisabled}
    >
      {formTexts[operation]}
      <span className="unseen">{`: ${subject}`}</span>
    </button>
  );
}

function AddItem({ path, additions }: { path: string; additions: readonly string[] }) {
  const [name, ...others] = additions;
  if (name === undefined) return null;
  if (others.length === 0) return <AddButton path={path} name={name} />;
  const id = `member.${path}`;
  return (
    <p className="acts add">
      <label className="unseen" htmlFor={id}>
        {`${formTexts.kind}: ${lastKey(path)}`}
      </label>
      <select id={id} name={id}>
        {additions.map((each, member) => (
          <option value={member} key={each}>
            {each}
          </option>
        ))}
      </select>
      <button type="submit" name="do" value={`add:${path}`} className="btn">
        {formTexts.addChosen}
        <span className="unseen">{`: ${lastKey(path)}`}</span>
      </button>
    </p>
  );
}

function AddButton({ path, name }: { path: string; name: string }) {
  return (
    <p className="acts add">
      <input type="hidden" name={`member.${path}`} value="0" />
      <button type="submit" name="do" value={`add:${path}`} className="btn">
        {formTexts.add(name)}
      </button>
    </p>
  );
}
