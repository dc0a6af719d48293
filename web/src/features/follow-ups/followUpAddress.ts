import type { FollowUpAssigned, FollowUpReason, FollowUpState } from '../../gql/schema.ts';
import { urls } from '../../lib/urls.ts';

export const followUpStates: readonly FollowUpState[] = ['OPEN', 'SNOOZED', 'DONE'];
export const followUpReasons: readonly FollowUpReason[] = ['NIGHTS_NEEDED', 'ICODE_CALL', 'SILENT', 'SETTINGS_FAILED'];
const assignments: readonly FollowUpAssigned[] = ['ME', 'NO_ONE'];

/** Which follow-ups are shown: no reasons are all reasons, and null is every assignee. */
export interface FollowUpChoice {
  state: FollowUpState;
  reasons: readonly FollowUpReason[];
  assigned: FollowUpAssigned | null;
}

const known = <T extends string>(names: readonly T[], name: string | null) =>
  names.find((one) => one.toLowerCase() === name);

/** Parses the address of the list; what it does not know shows all. */
export function readFollowUpAddress(address: URLSearchParams): FollowUpChoice {
  const named = (address.get('reasons') ?? '').split(',');
  return {
    state: known(followUpStates, address.get('state')) ?? 'OPEN',
    reasons: followUpReasons.filter((reason) => named.includes(reason.toLowerCase())),
    assigned: known(assignments, address.get('assigned')) ?? null,
  };
}

/** Returns the query of an address of these follow-ups, of the page and of the file alike; the defaults are left out. */
export function followUpQuery({ state, reasons, assigned }: FollowUpChoice): URLSearchParams {
  const query = new URLSearchParams();
  if (state !== 'OPEN') query.set('state', state.toLowerCase());
  if (reasons.length > 0) query.set('reasons', reasons.join(',').toLowerCase());
  if (assigned) query.set('assigned', assigned.toLowerCase());
  return query;
}

/** Returns the address of the open follow-ups of a reason. */
export const followUpsOf = (reason: FollowUpReason): string =>
  `${urls.followUps}?${followUpQuery({ state: 'OPEN', reasons: [reason], assigned: null })}`;

/** Returns the address of the file of these follow-ups. */
export function followUpFile(choice: FollowUpChoice): string {
  const query = followUpQuery(choice);
  query.set('csv', 'true');
  return `/api/follow-ups?${query}`;
}
