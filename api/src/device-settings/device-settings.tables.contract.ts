import type { Contract } from '../../test/contract/contract.ts';
import { settingsRow } from '../../test/contract/isolation.fixture.ts';
import { READ, type Rights } from '../../test/contract/grants.fixture.ts';

// A record is never moved to another assignment, and what was submitted is never rewritten.
const SETTINGS: Rights = {
  select: 'all',
  insert: 'all',
  update: 'status failure dismissed_by_id dismissed_by_name dismissed_at',
};
const newSettings = (org_id: number, patient_id: number, history_id: number, submitted_by_id: number | null) =>
  settingsRow({ org_id, patient_id, history_id, submitted_by_id });

/** Rights on the tables of device settings, and the rows that a principal may and may not add, typed from the documents. */
export const contract: Contract = {
  rights: {
    // Derived by triggers only.
    device_states: { org: READ, support: READ, definer: { select: 'all', insert: 'all', update: 'all', delete: true } },
    settings_records: {
      org: SETTINGS,
      support: SETTINGS,
      device: {
        select: 'all',
        insert: 'all',
        update: 'status source collected_at sent_at answered_at failure refusal answer',
      },
      // Ends changes whose time is over, and adds what a card had.
      jobs: { select: 'all', insert: 'all', update: 'status failure answered_at source collected_at' },
      definer: { select: 'all', insert: 'all' },
    },
  },
  change: {
    settings_records: "status = 'void'",
  },
  newRows: (w) => [
    ['settings_records', 'a', newSettings(w.a, w.p2, w.spareHistory, w.userA), true],
    ['settings_records', 'c', newSettings(w.a, w.p2, w.spareHistory, w.userC), true],
    ['settings_records', 'support', newSettings(w.a, w.p2, w.spareHistory, w.userB), true],
    ['settings_records', 'acting', newSettings(w.a, w.p2, w.spareHistory, w.userB), true],
    ['settings_records', 'acting', newSettings(w.b, w.pb, w.hb, w.userB), false],
    ['settings_records', 'a', newSettings(w.b, w.pb, w.hb, w.userA), false],
    ['settings_records', 'limited', newSettings(w.a, w.p2, w.spareHistory, w.userA), false],
    ['settings_records', 'c', newSettings(w.a, w.p1, w.h1, w.userC), false],
    ['settings_records', 'a', newSettings(w.a, w.p1, w.spareHistory, w.userA), false],
    ['settings_records', 'device', { ...newSettings(w.a, w.p1, w.h1, null), status: 'current' }, true],
    ['settings_records', 'device', { ...newSettings(w.a, w.p2, w.h2, null), status: 'current' }, false],
    ['settings_records', 'definer', newSettings(w.a, w.p2, w.spareHistory, null), true],
    ['settings_records', 'jobs', newSettings(w.a, w.p2, w.spareHistory, null), true],
    [
      'device_states',
      'definer',
      {
        history_id: w.h1 + 1000,
        org_id: w.a,
        patient_id: w.p1,
        machine_id: w.m1,
        visible_org_ids: [w.a],
        settings_state: 'none',
      },
      false, // no such assignment
    ],
  ],
};
