import { open, read, READ_PATIENT, write, type Access } from '../auth/operation.ts';

/** The form of a patient, new or existing. */
const FILL_IN = ['create.patient', 'update.patient'] as const;
/** Names to choose from: of organizations, users and locations. */
const choose = { ...read(FILL_IN, 'none'), phi: false, audit: 'none' } as const;

/** The operations of this folder and the permission that each needs. */
export const patientsAccess: Access = {
  'GET /api/patients/datatable': { ...read(READ_PATIENT, 'rows'), export: 'export.patient' },
  'GET /api/patients/{id}': read(READ_PATIENT, 'subject'),
  'Mutation.createPatient': write('create.patient', 'once'),
  'Mutation.updatePatient': write('update.patient', 'once'),
  'PATCH /api/patients/{id}': write('update.patient', 'once'),
  'POST /api/patients': write('create.patient', 'once'),
  // What is entered is compared with every patient that the viewer may see: the line names those that are shown.
  'Query.checkCreatePatient': { ...read('create.patient', 'none'), phi: false, audit: 'none' },
  'Query.checkUpdatePatient': read('update.patient', 'subject'),
  'Query.patient': { ...read(READ_PATIENT, 'rows'), nodes: ['Patient', 'DeviceHistory', 'SettingsRecord'] },
  'Query.patientClinicians': choose,
  'Query.patientLocations': choose,
  'Query.patientProviders': choose,
  'Query.patients': read(READ_PATIENT, 'rows'),
  'Query.possibleDuplicates': { ...read(FILL_IN, 'rows'), cost: 50 },
  // Only ids that the request itself names.
  'Subscription.patientsChanged': { ...open('session', READ_PATIENT), permission: READ_PATIENT },
};
