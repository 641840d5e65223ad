/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- these components state the roles */
import type { ComponentProps } from "react";

/**
 * The parts of a table that narrow screens display as blocks. Browsers drop the roles of table elements that are displayed as blocks, so these
 * components state them.
 */
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
