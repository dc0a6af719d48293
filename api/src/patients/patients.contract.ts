import type { Contract, Row } from '../../test/contract/contract.ts';
import type { Things as ForeignThings } from '../../test/contract/foreign-ids.fixture.ts';
import { READ, type Rights } from '../../test/contract/grants.fixture.ts';
import type { Things } from '../../test/contract/permissions.fixture.ts';
import { type Case, older, rowOf } from '../../test/contract/versions.fixture.ts';
import { makePatient } from '../../test/harness.ts';
import { toGlobalId } from '../shared/node.ts';

/** Of the provider of the viewer's organization. */
const entered = ({ orgId }: Things) => ({
  firstName: 'Dana',
  lastName: 'Reyes',
  city: 'Albany',
  state: 'NY',
  dmeId: String(orgId),
});
const noted = ({ patient }: Things) => ({ patientId: String(patient.id), note: 'Called.' });
const foreignEntered = ({ org }: ForeignThings) => ({
  firstName: 'Dana',
  lastName: 'Reyes',
  city: 'Albany',
  state: 'NY',
  dmeId: String(org),
});
const ofPatient = ({ patient }: ForeignThings) => ({ patientId: String(patient.id) });
// Staff writes the record of a patient (a partner's only the therapy start and the note). No one shares a patient, moves it to another location
// or changes its owner; visible_org_ids, current_serial, last_report and the dates of compliance are derived by triggers.
const RECORD =
  'assigned_id is_rules_active first_name last_name email birth_date sex therapy_start note address1 address2 city state zip country phone mobile_phone';
const PATIENT: Rights = { select: 'all', insert: `org_id location_id ${RECORD}`, update: RECORD };
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

const newPatient = (org_id: number, overrides: Row = {}) => ({
  org_id,
  first_name: 'Robin',
  last_name: 'Quill',
  is_rules_active: true,
  country: 'US',
  ...overrides,
});

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
  foreignVariables: {
    'Query.node id (Patient)': ({ patient }) => ({ id: toGlobalId('Patient', patient.id) }),
    'Query.patient id': ({ patient }) => ({ id: String(patient.id) }),
    'Query.checkCreatePatient input.clinicianId': ({ user }, own) => ({
      input: { ...foreignEntered(own), clinicianId: String(user) },
    }),
    'Query.checkCreatePatient input.physicianId': ({ user }, own) => ({
      input: { ...foreignEntered(own), physicianId: String(user) },
    }),
    'Query.checkCreatePatient input.locationId': ({ location }, own) => ({
      input: { ...foreignEntered(own), locationId: String(location) },
    }),
    'Mutation.createPatient input.clinicianId': ({ user }, own) => ({
      input: { ...foreignEntered(own), clinicianId: String(user) },
    }),
    'Mutation.createPatient input.physicianId': ({ user }, own) => ({
      input: { ...foreignEntered(own), physicianId: String(user) },
    }),
    'Mutation.createPatient input.locationId': ({ location }, own) => ({
      input: { ...foreignEntered(own), locationId: String(location) },
    }),
    'Query.checkUpdatePatient input.patientId': ({ patient }) => ({
      input: { patientId: String(patient.id), note: 'x' },
    }),
    'Query.checkUpdatePatient input.clinicianId': ({ user }, own) => ({
      input: { ...ofPatient(own), clinicianId: String(user) },
    }),
    'Query.checkUpdatePatient input.physicianId': ({ user }, own) => ({
      input: { ...ofPatient(own), physicianId: String(user) },
    }),
    'Query.checkUpdatePatient input.locationId': ({ location }, own) => ({
      input: { ...ofPatient(own), locationId: String(location) },
    }),
    'Mutation.updatePatient input.patientId': ({ patient }) => ({
      input: { patientId: String(patient.id), note: 'x' },
    }),
    'Mutation.updatePatient input.clinicianId': ({ user }, own) => ({
      input: { ...ofPatient(own), clinicianId: String(user) },
    }),
    'Mutation.updatePatient input.physicianId': ({ user }, own) => ({
      input: { ...ofPatient(own), physicianId: String(user) },
    }),
    'Mutation.updatePatient input.locationId': ({ location }, own) => ({
      input: { ...ofPatient(own), locationId: String(location) },
    }),
    'Subscription.patientsChanged patientIds': ({ patient }) => ({ patientIds: [String(patient.id)] }),
  },
  foreignAddresses: {
    'GET /api/patients/{id} {id}': ({ patient }) => ({ path: { id: patient.id } }),
    'PATCH /api/patients/{id} {id}': ({ patient }) => ({ path: { id: patient.id }, body: { note: 'x' } }),
    'PATCH /api/patients/{id} clinician_id': ({ user }, own) => ({
      path: { id: own.patient.id },
      body: { clinician_id: user },
    }),
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
  rights: {
    // A migration adds patients, and its undo removes them (decisions/088).
    patients: {
      org: PATIENT,
      support: PATIENT,
      jobs: READ,
      definer: { select: 'all', insert: 'all', update: 'all', delete: true },
    },
    list_counts: { org: READ, support: READ, definer: { select: 'all', insert: 'all', delete: true } },
  },
  viewerFields: [
    ['viewerCanReadPatients', 'org', 'view.patient'],
    ['viewerCanReadPatients', 'org', 'viewAny.patient'],
    ['viewerCanCreatePatient', 'org', 'create.patient'],
  ],
  lists: {
    patients: { field: 'patients', table: '/api/patients/datatable' },
  },
  change: {
    patients: "note = 'changed'",
  },
  newRows: (w) => [
    ['patients', 'a', newPatient(w.a, { location_id: w.a2 }), true],
    ['patients', 'limited', newPatient(w.a, { location_id: w.a1 }), true],
    ['patients', 'support', newPatient(w.a), false], // while it acts in no organization
    ['patients', 'acting', newPatient(w.a), true],
    ['patients', 'acting', newPatient(w.b), false],
    ['patients', 'acting', newPatient(w.b, { dme_id: w.a }), false],
    ['patients', 'limited', newPatient(w.a, { location_id: w.a2 }), false],
    ['patients', 'limited', newPatient(w.a), false],
    ['patients', 'a', newPatient(w.b), false],
    ['patients', 'a', newPatient(w.b, { dme_id: w.a }), false],
    ['patients', 'c', newPatient(w.a), false],
    ['patients', 'anonymous', newPatient(w.a), false],
    ['patients', 'definer', newPatient(w.a), true],
    ['patients', 'definer', newPatient(w.b), true],
    ['list_counts', 'definer', { list: 'patients', org_id: w.a, visible_location_ids: [], rows: 1 }, true],
  ],
};
