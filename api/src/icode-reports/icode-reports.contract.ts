import type { Contract } from '../../test/contract/contract.ts';
import { icodeRow } from '../../test/contract/isolation.fixture.ts';
import { READ } from '../../test/contract/grants.fixture.ts';
import { icodes } from '../../test/contract/permissions.fixture.ts';
import { toGlobalId } from '../shared/node.ts';

const codes = [{ collected: '2026-01-31', icode: '10000000000000000' }];

const icode = (org_id: number, patient_id: number | null, submitted_by_id: number) =>
  icodeRow({ org_id, patient_id, submitted_by_id, serial: 'SNEW' });

/** What the contract tests expect of icode reports, typed from the documents. */
export const contract: Contract = {
  operations: {
    // "iCode Reports is shown to all" who see the patient. "Add iCode Report needs upload.device.icode."
    'Query.icodeReports': ['view.patient | viewAny.patient', 'read', 'rows'],
    'GET /api/icode-reports': ['view.patient | viewAny.patient', 'read', 'rows'],
    'Query.checkCreateICodeReports': ['upload.device.icode', 'read', 'subject'],
    'Mutation.createICodeReports': ['upload.device.icode', 'write', 'subject'],
    'POST /api/icode-reports': ['upload.device.icode', 'write', 'subject'],
  },
  variables: {
    'Query.icodeReports': ({ patient }) => ({ where: { patientId: { equal: patient.id } } }),
    'Query.checkCreateICodeReports': (things) => ({
      input: { patientId: String(things.patient.id), serial: things.machine.serial, codes: icodes(things) },
    }),
    'Mutation.createICodeReports': (things) => ({
      input: { patientId: String(things.patient.id), serial: things.machine.serial, codes: icodes(things) },
    }),
  },
  addresses: {
    'GET /api/icode-reports': ({ patient }) => ({ path: {}, query: `patient_id=${patient.id}` }),
    'POST /api/icode-reports': (things) => ({
      path: {},
      body: { patient_id: things.patient.id, serial: things.machine.serial, codes: icodes(things) },
    }),
  },
  foreignVariables: {
    'Query.node id (ICodeReport)': ({ icode }) => ({ id: toGlobalId('ICodeReport', icode) }),
    'Query.icodeReports patientId': ({ patient }) => ({ where: { patientId: { equal: patient.id } } }),
    'Query.icodeReports ids': ({ icode }) => ({ ids: [String(icode)] }),
    'Query.icodeReports serial': ({ machine }) => ({ where: { serial: { equal: machine.serial } } }),
    'Query.checkCreateICodeReports input.patientId': ({ patient }, own) => ({
      input: { patientId: String(patient.id), serial: own.machine.serial, codes },
    }),
    'Mutation.createICodeReports input.patientId': ({ patient }, own) => ({
      input: { patientId: String(patient.id), serial: own.machine.serial, codes },
    }),
  },
  foreignAddresses: {
    'GET /api/icode-reports patient': ({ patient }) => ({ path: {}, query: `patient_id=${patient.id}` }),
    'GET /api/icode-reports serial': ({ machine }) => ({ path: {}, query: `serial=${machine.serial}` }),
    'POST /api/icode-reports patient': ({ patient }, own) => ({
      path: {},
      body: { patient_id: patient.id, serial: own.machine.serial, codes },
    }),
  },
  selections: {
    icodeReports: '{ edges { node { databaseId } } }',
    checkCreateICodeReports: '{ userErrors { field code message } }',
    createICodeReports: '{ userErrors { field code message } patient { id } }',
  },
  unversioned: {
    'Mutation.createICodeReports': 'adds',
    'POST /api/icode-reports': 'adds',
  },
  rights: {
    icode_reports: {
      org: { select: 'all', insert: 'all' },
      support: { select: 'all', insert: 'all' },
      jobs: READ,
      definer: { select: 'all', update: 'all' },
    },
  },
  viewerFields: [['viewerCanUploadICodes', 'org', 'upload.device.icode']],
  lists: {
    iCodeReports: { field: 'icodeReports', notCopied: 'no file is made of it' },
  },
  newRows: (w) => [
    ['icode_reports', 'a', icode(w.a, w.p1, w.userA), true],
    ['icode_reports', 'c', icode(w.a, w.p2, w.userC), true],
    ['icode_reports', 'limited', icode(w.a, null, w.userA), true],
    ['icode_reports', 'support', icode(w.a, w.p1, w.userB), true],
    ['icode_reports', 'acting', icode(w.a, null, w.userB), true],
    ['icode_reports', 'acting', icode(w.b, null, w.userB), false],
    ['icode_reports', 'a', icode(w.b, w.pb, w.userA), false],
    ['icode_reports', 'a', icode(w.b, null, w.userA), false],
    ['icode_reports', 'c', icode(w.a, w.p1, w.userC), false],
    ['icode_reports', 'limited', icode(w.a, w.p2, w.userA), false],
  ],
};
