/** Each event is stored once per destination, so their number is limited. */
export const maxDestinations = 20;

/** How long the previous secret signs as well after a rotation, so that the receiver can be changed in between. */
export const secretOverlapHours = 24;

export const maxNameLength = 100;
export const maxUrlLength = 500;
