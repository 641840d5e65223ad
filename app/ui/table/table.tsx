/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- browsers drop the roles of a table that is displayed as blocks, so these components state them */
import type { ComponentProps } from "react";

/** The table, and below its parts, with explicit roles: narrow screens display their rows as blocks. */
export function Table(props: Omit<ComponentProps<"table">, "role">) {
  return <table role="table" {...props} />;
}

export function TableHead(props: Omit<ComponentProps<"thead">, "role">) {
  return <thead role="rowgroup" {...props} />;
}

export function TableBody(props: Omit<ComponentProps<"tbody">, "role">) {
  return <tbody role="rowgroup" {...props} />;
}

export function TableFoot(props: Omit<ComponentProps<"tfoot">, "role">) {
  return <tfoot role="rowgroup" {...props} />;
}

export function TableRow(props: Omit<ComponentProps<"tr">, "role">) {
  return <tr role="row" {...props} />;
}

/** The head of a table without sorting. */
export function ColumnHeaders({ labels }: { labels: readonly string[] }) {
  return (
    <TableHead>
      <TableRow>
        {labels.map((label) => (
          <ColumnHeader key={label}>{label}</ColumnHeader>
        ))}
      </TableRow>
    </TableHead>
  );
}

export function ColumnHeader(props: Omit<ComponentProps<"th">, "role" | "scope">) {
  return <th scope="col" role="columnheader" {...props} />;
}

/** @param props.scope `rowgroup` for the header of several rows */
export function RowHeader({
  scope = "row",
  ...props
}: Omit<ComponentProps<"th">, "role" | "scope"> & { scope?: "row" | "rowgroup" }) {
  return <th scope={scope} role="rowheader" {...props} />;
}

export function TableCell(props: Omit<ComponentProps<"td">, "role">) {
  return <td role="cell" {...props} />;
}
