import type { FollowUp } from './followUpText.ts';

/** The clock of the tests of follow-ups: the evening of 11/26/2026 in New York, and 11/27 in UTC. */
export const NOW = '2026-11-27T02:00:00Z';
export const TODAY = '2026-11-26';

interface Change extends Partial<Omit<FollowUp, 'patient'>> {
  patient?: Partial<FollowUp['patient']>;
}

/** An open follow-up of a silent device, as the API returns it; for tests. */
export function aFollowUp(patientId: number, { patient, ...change }: Change = {}): FollowUp {
  const { reason = 'SILENT' } = change;
  return {
    __typename: 'FollowUp',
    id: `${patientId}-${reason}`,
    reason,
    sinceDay: '2026-11-20',
    until: null,
    nightsNeeded: null,
    nightsLeft: null,
    iCodePeriods: null,
    failureText: null,
    otherReasons: [],
    state: 'OPEN',
    assignee: null,
    hiddenUntil: null,
    outcome: null,
    note: null,
    decidedAt: null,
    decidedBy: null,
    version: 0,
    patient: {
      __typename: 'Patient',
      id: `p${patientId}`,
      databaseId: patientId,
      firstName: 'Ada',
      lastName: `Abbott${patientId}`,
      phone: '2125550123',
      mobilePhone: null,
      lastConnectionAt: '2026-11-22T02:00:00Z',
      viewerCanWriteNotes: true,
      ...patient,
    },
    ...change,
  };
}
