import type { Contract } from '../../test/contract/contract.ts';
import { type Ref } from '../../test/harness.ts';

const silentOf = ({ id }: Ref) => ({ patientId: String(id), reason: 'SILENT' });

/** Positions of ids of follow ups: an id of another organization is refused, typed from the documents. */
export const contract: Contract = {
  foreignVariables: {
    'Query.followUpAssignees patientId': ({ patient }) => ({ patientId: String(patient.id) }),
    'Mutation.assignFollowUp input.patientId': ({ patient }) => ({ input: silentOf(patient) }),
    'Mutation.completeFollowUp input.patientId': ({ patient }) => ({
      input: { ...silentOf(patient), outcome: 'REACHED' },
    }),
    'Mutation.reopenFollowUp input.patientId': ({ patient }) => ({ input: silentOf(patient) }),
    'Mutation.snoozeFollowUp input.patientId': ({ patient }) => ({
      input: { ...silentOf(patient), until: '2030-01-01' },
    }),
  },
  foreignAddresses: {
    'POST /api/follow-ups/{patient}/{reason}/assign {patient}': ({ patient }) => ({
      path: { patient: patient.id, reason: 'silent' },
      body: { user_id: null },
    }),
    'POST /api/follow-ups/{patient}/{reason}/done {patient}': ({ patient }) => ({
      path: { patient: patient.id, reason: 'silent' },
      body: { outcome: 'reached' },
    }),
    'POST /api/follow-ups/{patient}/{reason}/reopen {patient}': ({ patient }) => ({
      path: { patient: patient.id, reason: 'silent' },
    }),
    'POST /api/follow-ups/{patient}/{reason}/snooze {patient}': ({ patient }) => ({
      path: { patient: patient.id, reason: 'silent' },
      body: { until: '2030-01-01' },
    }),
  },
};
