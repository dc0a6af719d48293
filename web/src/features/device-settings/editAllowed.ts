import type { EditAllowed } from '../../gql/schema.ts';

/** The only reason that still lets the settings page open (document 000, section 8). */
export const warnsOnly = (editAllowed: EditAllowed) => editAllowed === 'NO_VENTILATOR';

/** Parameter in the settings page's address: the user accepted the warning before following the link. */
export const acceptedWarning = 'warning=accepted';
