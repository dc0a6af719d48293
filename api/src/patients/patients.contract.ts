import type { Contract } from '../../test/contract/contract.ts';
import type { Things } from '../../test/contract/permissions.fixture.ts';
import { type Case, older, rowOf } from '../../test/contract/versions.fixture.ts';
import { makePatient } from '../../test/harness.ts';

/** Of the provider of the viewer's organization. */
const entered = ({ orgId }: Things) => ({
  firstName: 'Dana',
  lastName: 'Reyes',
  city: 'Albany',
  state: 'NY',
  dmeId: String(orgId),
});
const noted = ({ patient }: Things) => ({ patientId: String(patient.id), note: 'Called.' });
const patient: Case = {
  async make(viewer) {
    const { id } = await makePatient(viewer.orgId, { dme_id: viewer.orgId, city: 'Albany' });
    const read = rowOf('/api/patients/datatable', id);
    return {
      path: `/api/patients/${id}`,
      read,
      first: { phone: '5185550199' },
      now: { phone: '5185550199', city: 'Albany' },
      second: { city: 'Troy' },
      whole: async () => [await read(viewer), (await viewer.rest('GET', `/api/patients/${id}`)).body.data],
      alone: { phone: null },
      age: older('patients', id),
      held: `update patients set phone = '5185550199' where id = ${id}`,
    };
  },
};

/** What the contract tests expect of patients, typed from the documents. */
export const contract: Contract = {
  operations: {
    'Query.patient': ['view.patient | viewAny.patient', 'read', 'rows'],
    'Query.patients': ['view.patient | viewAny.patient', 'read', 'rows'],
    'GET /api/patients/datatable': ['view.patient | viewAny.patient', 'read', 'rows'],
    'GET /api/patients/{id}': ['view.patient | viewAny.patient', 'read', 'subject'],
    // The form of a patient. Its choices are names of organizations, users and locations.
    'Query.checkCreatePatient': ['create.patient', 'none'],
    'Mutation.createPatient': ['create.patient', 'write', 'subject'],
    'POST /api/patients': ['create.patient', 'write', 'subject'],
    'Query.checkUpdatePatient': ['update.patient', 'read', 'subject'],
    'Mutation.updatePatient': ['update.patient', 'write', 'subject'],
    'PATCH /api/patients/{id}': ['update.patient', 'write', 'subject'],
    'Query.possibleDuplicates': ['create.patient | update.patient', 'read', 'rows'],
    'Query.patientProviders': ['create.patient | update.patient', 'none'],
    'Query.patientClinicians': ['create.patient | update.patient', 'none'],
    'Query.patientLocations': ['create.patient | update.patient', 'none'],
    'Subscription.patientsChanged': ['view.patient | viewAny.patient', 'none'],
  },
  variables: {
    'Query.patient': ({ patient }) => ({ id: String(patient.id) }),
    'Query.patients': () => ({}),
    'Query.checkCreatePatient': (things) => ({ input: entered(things) }),
    'Mutation.createPatient': (things) => ({ input: entered(things) }),
    'Query.checkUpdatePatient': (things) => ({ input: noted(things) }),
    'Mutation.updatePatient': (things) => ({ input: noted(things) }),
    'Query.possibleDuplicates': () => ({ input: {} }),
    'Query.patientProviders': () => ({ search: 'a' }),
    'Query.patientClinicians': () => ({ search: 'a' }),
    'Query.patientLocations': () => ({}),
  },
  addresses: {
    'GET /api/patients/datatable': () => ({ path: {} }),
    'GET /api/patients/{id}': ({ patient }) => ({ path: { id: patient.id } }),
    'POST /api/patients': ({ orgId }) => ({
      path: {},
      body: { first_name: 'Dana', last_name: 'Reyes', city: 'Albany', state: 'NY', dme_id: orgId },
    }),
    'PATCH /api/patients/{id}': ({ patient }) => ({ path: { id: patient.id }, body: { note: 'Called.' } }),
  },
  selections: {
    checkCreatePatient: '{ userErrors { field code message } access { gains { name } } }',
    createPatient: '{ userErrors { field code message } patient { id } }',
    checkUpdatePatient: '{ userErrors { field code message } access { gains { name } } }',
    updatePatient: '{ userErrors { field code message } patient { id } }',
  },
  ofNoOrganization: [
    // Active equipment providers are a directory for who fills in the form of a patient (decisions/089, patient-form.test.ts).
    'Query.checkCreatePatient input.dmeId',
    'Mutation.createPatient input.dmeId',
    'Query.checkUpdatePatient input.dmeId',
    'Mutation.updatePatient input.dmeId',
    'Query.possibleDuplicates input.exceptId', // leaves one out of those that the viewer sees: patient-duplicates.test.ts
  ],
  auditedElsewhere: ['Subscription.patientsChanged'],
  once: ['Mutation.createPatient', 'Mutation.updatePatient', 'PATCH /api/patients/{id}', 'POST /api/patients'],
  unversioned: {
    'Mutation.createPatient': 'adds',
    'POST /api/patients': 'adds',
  },
  versioned: {
    'PATCH /api/patients/{id}': patient,
  },
  files: [['GET /api/patients/datatable', 'view.patient', 'export.patient', false]],
  times: {
    'GET /api/patients/datatable': ['Last Connection'],
  },
  viewerFields: [
    ['viewerCanReadPatients', 'org', 'view.patient'],
    ['viewerCanReadPatients', 'org', 'viewAny.patient'],
    ['viewerCanCreatePatient', 'org', 'create.patient'],
  ],
  lists: {
    patients: { field: 'patients', table: '/api/patients/datatable' },
  },
};
