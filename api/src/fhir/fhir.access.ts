import { open, read, READ_DEVICE, READ_PATIENT, type Access } from '../auth/operation.ts';

/** A user who sees patients or devices knows the names of their organizations, as in GraphQL. */
const organizations = { ...read([...READ_PATIENT, ...READ_DEVICE], 'none'), phi: false, audit: 'none' } as const;

/** The operations of this folder and the permission that each needs: that of the GraphQL twin. */
export const fhirAccess: Access = {
  'GET /fhir/r4/Device': read(READ_DEVICE, 'rows'),
  'GET /fhir/r4/Device/{id}': read(READ_DEVICE, 'rows'),
  'GET /fhir/r4/Observation': read(READ_PATIENT, 'rows'),
  'GET /fhir/r4/Observation/{id}': read(READ_PATIENT, 'rows'),
  'GET /fhir/r4/Organization': organizations,
  'GET /fhir/r4/Organization/{id}': organizations,
  'GET /fhir/r4/Patient': read(READ_PATIENT, 'rows'),
  'GET /fhir/r4/Patient/{id}': read(READ_PATIENT, 'subject'),
  // What is searched for stays out of addresses. Nothing is written.
  'POST /fhir/r4/Device/_search': read(READ_DEVICE, 'rows'),
  'POST /fhir/r4/Observation/_search': read(READ_PATIENT, 'rows'),
  'POST /fhir/r4/Organization/_search': organizations,
  'POST /fhir/r4/Patient/_search': read(READ_PATIENT, 'rows'),
  'GET /fhir/r4/metadata': open('public', 'any'),
};
