import type { Contract } from '../../test/contract/contract.ts';
import { used } from '../../test/contract/isolation-rows.ts';
import { READ } from '../../test/contract/grants.fixture.ts';

const NIGHT_FIGURES =
  'minutes sessions obstructive_apneas central_apneas unclassified_apneas hypopneas reras ahi pressure p95 leak sni';

const ofMachine = (machine_org_id: number, machine_id: number) => ({ machine_org_id, machine_id });
const night = { night: '2026-01-03', source: 'wireless', minutes: 300 };
const held = { since: '2026-01-03', until: '2026-01-04' };

/** What the contract tests expect of usage, typed from the documents. */
export const contract: Contract = {
  operations: {
    // The devices of a patient are a part of the patient.
    'GET /api/patients/{id}/usage': ['view.patient | viewAny.patient', 'read', 'subject'],
    // Nights of all patients are a part of them too.
    'Query.nights': ['view.patient | viewAny.patient', 'read', 'rows'],
  },
  variables: {
    'Query.nights': () => ({ where: { date: { greaterThan: '2026-01-31', lessThan: '2026-03-01' } } }),
  },
  addresses: {
    'GET /api/patients/{id}/usage': ({ patient }) => ({
      path: { id: patient.id },
      query: 'startDate=2026-01-01&endDate=2026-03-31',
    }),
  },
  foreignVariables: {
    'Query.nights ids': ({ night }) => ({ ids: [String(night)] }),
  },
  foreignAddresses: {
    'GET /api/patients/{id}/usage {id}': ({ patient }) => ({
      path: { id: patient.id },
      query: 'startDate=2026-01-01&endDate=2026-03-31',
    }),
  },
  selections: { nights: '{ edges { node { databaseId } } }' },
  rights: {
    usage_nights: {
      org: READ,
      support: READ,
      device: {
        select: 'all',
        insert: `machine_org_id machine_id night source ${NIGHT_FIGURES} state record_no arrived_at drift_seconds device_date`,
        update: `${NIGHT_FIGURES} state record_no arrived_at drift_seconds`,
      },
      jobs: {
        select: 'all',
        insert: `machine_org_id machine_id night source ${NIGHT_FIGURES} state arrived_at upload_file_id usage_date`,
        update: `${NIGHT_FIGURES} state arrived_at upload_file_id`,
      },
      // A code of one day is a night.
      definer: {
        select: 'all',
        insert: 'machine_org_id machine_id night source minutes ahi pressure p95 sni arrived_at',
        update: 'org_id patient_id overruled usage_date record_no state minutes ahi pressure p95 sni',
      },
    },
    // Added to by triggers, for compliance as of a date. Of one that is followed by another, the end is set.
    usage_night_versions: { definer: { select: 'all', insert: 'all' } },
  },
  lists: {
    nights: { notCopied: 'refused without dates' },
  },
  change: {
    usage_nights: 'minutes = 1',
  },
  newRows: (w) => [
    ['usage_nights', 'device', { ...ofMachine(w.a, w.m1), ...night }, true],
    ['usage_nights', 'device', { ...ofMachine(w.a, w.m2), ...night }, false],
    ['usage_nights', 'jobs', { ...ofMachine(w.a, w.m2), ...night, source: 'sd' }, true],
    ['usage_nights', 'jobs', { ...used(w.a, w.p2, w.m2), ...night, source: 'sd' }, false],
    ['usage_nights', 'definer', { ...ofMachine(w.a, w.m2), ...night, source: 'qr' }, true],
    ['usage_nights', 'device', { ...used(w.a, w.p2, w.m1), ...night }, false],
    [
      'usage_night_versions',
      'definer',
      { night_id: 1, patient_id: w.p1, usage_date: '2026-01-02', minutes: 100, state: 1, ...held },
      true,
    ],
  ],
};
