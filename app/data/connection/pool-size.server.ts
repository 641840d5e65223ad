/** Connections of one process to the database, unless its caller sets another number. */
export const poolConnections = 12;

/** With the connection of the readiness check. */
export const connectionsPerProcess = poolConnections + 1;
