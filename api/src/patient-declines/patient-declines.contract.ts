import type { Contract } from '../../test/contract/contract.ts';
import { declinedPatientRow } from '../../test/contract/isolation.fixture.ts';
import type { Things as ForeignThings } from '../../test/contract/foreign-ids.fixture.ts';
import { READ } from '../../test/contract/grants.fixture.ts';
import type { Things } from '../../test/contract/permissions.fixture.ts';

const declining = ({ shared }: Things) => ({ patientId: String(shared.id), reason: 'Not ours' });
const foreignDeclining = (patient: ForeignThings['patient']) => ({ patientId: String(patient.id), reason: 'x' });

/** What the contract tests expect of patient declines, typed from the documents. */
export const contract: Contract = {
  operations: {
    // Of another organization, for the organization of the viewer (decisions/144).
    'Query.checkDeclinePatient': ['update.patient', 'read', 'subject'],
    'Mutation.declinePatient': ['update.patient', 'write', 'subject'],
    'POST /api/patients/{id}/decline': ['update.patient', 'write', 'subject'],
  },
  variables: {
    'Query.checkDeclinePatient': (things) => ({ input: declining(things) }),
    'Mutation.declinePatient': (things) => ({ input: declining(things) }),
  },
  addresses: {
    'POST /api/patients/{id}/decline': ({ shared }) => ({ path: { id: shared.id }, body: { reason: 'Not ours' } }),
  },
  foreignVariables: {
    'Query.checkDeclinePatient input.patientId': ({ patient }) => ({ input: foreignDeclining(patient) }),
    'Mutation.declinePatient input.patientId': ({ patient }) => ({ input: foreignDeclining(patient) }),
  },
  foreignAddresses: {
    'POST /api/patients/{id}/decline {id}': ({ patient }) => ({ path: { id: patient.id }, body: { reason: 'x' } }),
  },
  selections: {
    checkDeclinePatient: '{ userErrors { field code message } }',
    declinePatient: '{ userErrors { field code message } declinedPatientId }',
  },
  auditedElsewhere: [
    'Query.checkDeclinePatient', // patient-declines.test.ts
    'Mutation.declinePatient',
    'POST /api/patients/{id}/decline',
  ],
  once: ['Mutation.declinePatient', 'POST /api/patients/{id}/decline'],
  unversioned: {
    'Mutation.declinePatient': 'ends',
    'POST /api/patients/{id}/decline': 'ends',
  },
  rights: {
    // Written by decline_patient alone.
    declined_patients: { org: READ, support: READ, definer: { select: 'all', insert: 'all' } },
  },
  newRows: (w) => [['declined_patients', 'definer', declinedPatientRow(w.a, w.p1, w.b, [w.b, w.userB]), true]],
};
