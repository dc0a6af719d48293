import type { Contract } from '../../test/contract/contract.ts';
import type { Things } from '../../test/contract/permissions.fixture.ts';

const PATIENT = 'view.patient | viewAny.patient';
const DEVICE = 'org.user.device | support.user.device | viewAny.device';
const ofPatient = ({ patient }: Things) => ({ path: {}, query: `_id=${patient.id}` });
const ofMachine = ({ machine }: Things) => ({ path: {}, query: `_id=${machine.id}` });
const nightsOf = ({ patient }: Things) => ({ path: {}, query: `patient=${patient.id}` });
const none = () => ({ path: {} });

/** What the contract tests expect of FHIR, typed from the documents: it shows what the GraphQL twins show. */
export const contract: Contract = {
  operations: {
    'GET /fhir/r4/metadata': ['public', 'none'],
    'GET /fhir/r4/Patient': [PATIENT, 'read', 'rows'],
    'GET /fhir/r4/Patient/{id}': [PATIENT, 'read', 'subject'],
    'POST /fhir/r4/Patient/_search': [PATIENT, 'read', 'rows'],
    'GET /fhir/r4/Observation': [PATIENT, 'read', 'rows'],
    'GET /fhir/r4/Observation/{id}': [PATIENT, 'read', 'rows'],
    'POST /fhir/r4/Observation/_search': [PATIENT, 'read', 'rows'],
    'GET /fhir/r4/Device': [DEVICE, 'read', 'rows'],
    'GET /fhir/r4/Device/{id}': [DEVICE, 'read', 'rows'],
    'POST /fhir/r4/Device/_search': [DEVICE, 'read', 'rows'],
    // Names of organizations, which the users who see their patients or devices know.
    'GET /fhir/r4/Organization': [`${PATIENT} | ${DEVICE}`, 'none'],
    'GET /fhir/r4/Organization/{id}': [`${PATIENT} | ${DEVICE}`, 'none'],
    'POST /fhir/r4/Organization/_search': [`${PATIENT} | ${DEVICE}`, 'none'],
  },
  addresses: {
    'GET /fhir/r4/metadata': none,
    'GET /fhir/r4/Patient': ofPatient,
    'GET /fhir/r4/Patient/{id}': ({ patient }) => ({ path: { id: patient.id } }),
    'POST /fhir/r4/Patient/_search': ofPatient,
    'GET /fhir/r4/Observation': nightsOf,
    'GET /fhir/r4/Observation/{id}': ({ night }) => ({ path: { id: `${night}-usage` } }),
    'POST /fhir/r4/Observation/_search': nightsOf,
    'GET /fhir/r4/Device': ofMachine,
    'GET /fhir/r4/Device/{id}': ({ machine }) => ({ path: { id: machine.id } }),
    'POST /fhir/r4/Device/_search': ofMachine,
    'GET /fhir/r4/Organization': none,
    'GET /fhir/r4/Organization/{id}': ({ orgId }) => ({ path: { id: orgId } }),
    'POST /fhir/r4/Organization/_search': none,
  },
  foreignAddresses: {
    'GET /fhir/r4/Patient/{id} {id}': ({ patient }) => ({ path: { id: patient.id } }),
    'GET /fhir/r4/Observation/{id} {id}': ({ night }) => ({ path: { id: `${night}-usage` } }),
    'GET /fhir/r4/Device/{id} {id}': ({ machine }) => ({ path: { id: machine.id } }),
    'GET /fhir/r4/Organization/{id} {id}': ({ org }) => ({ path: { id: org } }),
  },
};
