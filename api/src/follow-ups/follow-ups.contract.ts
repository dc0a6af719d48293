import type { Contract } from '../../test/contract/contract.ts';
import type { Things } from '../../test/contract/permissions.fixture.ts';
import { type Body, type Case, IN_TWO_DAYS } from '../../test/contract/versions.fixture.ts';
import { admin, make, makeHistory, makeMachine, makePatient, type Ref, type TestViewer } from '../../test/harness.ts';

const failedOf = ({ undelivered: { patient } }: Things) => ({
  patientId: String(patient.id),
  reason: 'SETTINGS_FAILED',
});
const inAWeek = (): string => new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
const followUpOf = ({ undelivered: { patient } }: Things) => ({ patient: patient.id, reason: 'settings_failed' });
async function makeSilent(viewer: TestViewer): Promise<Ref> {
  const [of, machine] = [await makePatient(viewer.orgId), await makeMachine(viewer.orgId)];
  await makeHistory(of, machine);
  await admin.query('insert into modules (org_id, machine_id, serial) values ($1, $2, $3)', [
    machine.orgId,
    machine.id,
    `M${machine.id}`,
  ]);
  const time = new Date(Date.now() - 90 * 3_600_000);
  const connection = { patient_id: of.id, machine_org_id: machine.orgId, machine_id: machine.id, terminal_type: 1 };
  await make('connections', { org_id: of.orgId, ...connection, start_time: time, end_time: time });
  return of;
}
const followUp = (name: string, second: Body): Case => ({
  async make(viewer) {
    const { id } = await makeSilent(viewer);
    const path = `/api/follow-ups/${id}/silent`;
    const key = `${id}-silent`;
    return {
      path: `${path}/${name}`,
      read: async (who) => {
        const pages = await Promise.all(
          ['open', 'snoozed'].map((state) => who.rest('GET', `/api/follow-ups?state=${state}`)),
        );
        return pages.flatMap((page) => page.body.data).find((row) => row.id === key);
      },
      first: { user_id: viewer.userId },
      now: { id: key, assignee: { id: viewer.userId } },
      firstAt: ['POST', `${path}/assign`],
      second,
    };
  },
});

/** What the contract tests expect of follow ups, typed from the documents. */
export const contract: Contract = {
  operations: {
    // Notes of a patient, of which each is read by the organizations that its author chose.
    'Query.followUps': ['view.patient | viewAny.patient', 'read', 'rows'],
    'Query.followUpCounts': ['view.patient | viewAny.patient', 'none'],
    'Query.followUpAssignees': ['create.patient.note', 'none'],
    'Mutation.assignFollowUp': ['create.patient.note', 'write', 'subject'],
    'Mutation.completeFollowUp': ['create.patient.note', 'write', 'subject'],
    'Mutation.reopenFollowUp': ['create.patient.note', 'write', 'subject'],
    'Mutation.snoozeFollowUp': ['create.patient.note', 'write', 'subject'],
    'GET /api/follow-ups': ['view.patient | viewAny.patient', 'read', 'rows'],
    'POST /api/follow-ups/{patient}/{reason}/assign': ['create.patient.note', 'write', 'subject'],
    'POST /api/follow-ups/{patient}/{reason}/done': ['create.patient.note', 'write', 'subject'],
    'POST /api/follow-ups/{patient}/{reason}/reopen': ['create.patient.note', 'write', 'subject'],
    'POST /api/follow-ups/{patient}/{reason}/snooze': ['create.patient.note', 'write', 'subject'],
  },
  variables: {
    'Query.followUps': () => ({}),
    'Query.followUpCounts': () => ({}),
    'Query.followUpAssignees': ({ patient }) => ({ patientId: String(patient.id) }),
    'Mutation.assignFollowUp': (things) => ({ input: failedOf(things) }),
    'Mutation.completeFollowUp': (things) => ({ input: { ...failedOf(things), outcome: 'REACHED' } }),
    'Mutation.reopenFollowUp': (things) => ({ input: failedOf(things) }),
    'Mutation.snoozeFollowUp': (things) => ({ input: { ...failedOf(things), until: inAWeek() } }),
  },
  addresses: {
    'GET /api/follow-ups': () => ({ path: {} }),
    'POST /api/follow-ups/{patient}/{reason}/assign': (things) => ({
      path: followUpOf(things),
      body: { user_id: null },
    }),
    'POST /api/follow-ups/{patient}/{reason}/done': (things) => ({
      path: followUpOf(things),
      body: { outcome: 'reached' },
    }),
    'POST /api/follow-ups/{patient}/{reason}/reopen': (things) => ({ path: followUpOf(things), body: {} }),
    'POST /api/follow-ups/{patient}/{reason}/snooze': (things) => ({
      path: followUpOf(things),
      body: { until: inAWeek() },
    }),
  },
  ofNoOrganization: [
    // Only compared with the present act: follow-ups.test.ts. A colleague is one of the own organization; a reason is one of four.
    'Mutation.assignFollowUp input.version',
    'Mutation.completeFollowUp input.version',
    'Mutation.reopenFollowUp input.version',
    'Mutation.snoozeFollowUp input.version',
    'Mutation.assignFollowUp input.userId',
    'POST /api/follow-ups/{patient}/{reason}/assign {reason}',
    'POST /api/follow-ups/{patient}/{reason}/done {reason}',
    'POST /api/follow-ups/{patient}/{reason}/reopen {reason}',
    'POST /api/follow-ups/{patient}/{reason}/snooze {reason}',
  ],
  auditedElsewhere: [
    'Query.followUps', // follow-ups.test.ts
    'Query.followUpCounts',
    'Query.followUpAssignees',
    'Mutation.assignFollowUp',
    'Mutation.completeFollowUp',
    'Mutation.reopenFollowUp',
    'Mutation.snoozeFollowUp',
    'GET /api/follow-ups',
    'POST /api/follow-ups/{patient}/{reason}/assign',
    'POST /api/follow-ups/{patient}/{reason}/done',
    'POST /api/follow-ups/{patient}/{reason}/reopen',
    'POST /api/follow-ups/{patient}/{reason}/snooze',
  ],
  once: [
    'Mutation.assignFollowUp',
    'Mutation.completeFollowUp',
    'Mutation.reopenFollowUp',
    'Mutation.snoozeFollowUp',
    'POST /api/follow-ups/{patient}/{reason}/assign',
    'POST /api/follow-ups/{patient}/{reason}/done',
    'POST /api/follow-ups/{patient}/{reason}/reopen',
    'POST /api/follow-ups/{patient}/{reason}/snooze',
  ],
  versioned: {
    'POST /api/follow-ups/{patient}/{reason}/assign': followUp('assign', { user_id: null }),
    'POST /api/follow-ups/{patient}/{reason}/done': followUp('done', { outcome: 'reached' }),
    'POST /api/follow-ups/{patient}/{reason}/reopen': followUp('reopen', {}),
    'POST /api/follow-ups/{patient}/{reason}/snooze': followUp('snooze', { until: IN_TWO_DAYS }),
  },
  files: [['GET /api/follow-ups', 'view.patient', 'export.patient', false]],
  times: {
    'GET /api/follow-ups': ['Last Decision'],
  },
};
