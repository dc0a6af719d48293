/** `usage_nights.state` of a night that counts. A night in any other state is kept and not counted. */
export const VALID = 1;
/** State of a night of a card that staff voided (decisions/129): no list, chart, file or result contains it until it is restored. */
export const VOIDED = 9;
