import type { Contract } from '../../test/contract/contract.ts';
import type { Things as ForeignThings } from '../../test/contract/foreign-ids.fixture.ts';
import { toGlobalId } from '../shared/node.ts';

const foreignEntered = ({ org }: ForeignThings) => ({
  firstName: 'Dana',
  lastName: 'Reyes',
  city: 'Albany',
  state: 'NY',
  dmeId: String(org),
});
const ofPatient = ({ patient }: ForeignThings) => ({ patientId: String(patient.id) });

/** Positions of ids of patients: an id of another organization is refused, typed from the documents. */
export const contract: Contract = {
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
};
