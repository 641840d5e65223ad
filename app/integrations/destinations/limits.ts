/** Each event is stored once per destination, and each destination has concurrent deliveries of its own. */
export const maxDestinations = 10;

/** How long the previous secret signs as well after a rotation, so that the receiver can be changed in between. */
export const secretOverlapHours = 24;

export const maxNameLength = 100;
export const maxUrlLength = 500;
