import type { Contract, Row } from '../../test/contract/contract.ts';
import { READ, type Rights } from '../../test/contract/grants.fixture.ts';

// Staff writes the record of a patient (a partner's only the therapy start and the note). No one shares a patient, moves it to another location
// or changes its owner; visible_org_ids, current_serial, last_report and the dates of compliance are derived by triggers.
const RECORD =
  'assigned_id is_rules_active first_name last_name email birth_date sex therapy_start note address1 address2 city state zip country phone mobile_phone';
const PATIENT: Rights = { select: 'all', insert: `org_id location_id ${RECORD}`, update: RECORD };
const newPatient = (org_id: number, overrides: Row = {}) => ({
  org_id,
  first_name: 'Robin',
  last_name: 'Quill',
  is_rules_active: true,
  country: 'US',
  ...overrides,
});

/** Rights on the tables of patients, and the rows that a principal may and may not add, typed from the documents. */
export const contract: Contract = {
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
