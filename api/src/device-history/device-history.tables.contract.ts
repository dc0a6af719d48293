import type { Contract } from '../../test/contract/contract.ts';
import { deviceHistoryRow } from '../db/factories.ts';
import { used } from '../../test/contract/isolation-rows.ts';
import { READ, type Rights } from '../../test/contract/grants.fixture.ts';

// An assignment is never moved to another patient or machine: that is a new row.
const ASSIGNMENT: Rights = { select: 'all', insert: 'all', update: 'start_date end_date has_pin', delete: true };
const past = { start_date: '2025-01-01', end_date: '2025-02-01' };
const newHistory = (p: number, pOrg: number, m: number, mOrg: number) =>
  deviceHistoryRow({ id: p, orgId: pOrg }, { id: m, orgId: mOrg }, past);
const voidedAssignment = { history_id: 999_999, has_pin: false, created_at: new Date(), settings: [] };
const assigned = { start_date: '2026-01-01', known: '(,)', act: 'made' };

/** Rights on the tables of device history, and the rows that a principal may and may not add, typed from the documents. */
export const contract: Contract = {
  rights: {
    device_history: {
      org: ASSIGNMENT,
      support: ASSIGNMENT,
      device: READ,
      jobs: READ,
      definer: { select: 'all', insert: 'all', delete: true },
    },
    // What a voided assignment had, for its restore.
    voided_assignments: { definer: { select: 'all', insert: 'all', delete: true } },
    assignment_versions: {
      org: READ,
      support: READ,
      jobs: READ,
      definer: { ...READ, insert: 'all', update: 'known act reason' },
    },
  },
  change: {
    device_history: 'has_pin = true',
  },
  newRows: (w) => [
    ['device_history', 'a', newHistory(w.p2, w.a, w.spare, w.a), true],
    ['device_history', 'limited', newHistory(w.p1, w.a, w.spare, w.a), true],
    ['device_history', 'support', newHistory(w.p1, w.a, w.spare, w.a), true],
    ['device_history', 'acting', newHistory(w.p1, w.a, w.spare, w.a), true],
    ['device_history', 'acting', newHistory(w.p1, w.a, w.spareB, w.b), false],
    ['device_history', 'acting', newHistory(w.pb, w.b, w.spare, w.a), false],
    ['device_history', 'a', newHistory(w.pb, w.b, w.spare, w.a), false],
    ['device_history', 'a', newHistory(w.p1, w.a, w.spareB, w.b), false],
    ['device_history', 'limited', newHistory(w.p2, w.a, w.spare, w.a), false],
    ['device_history', 'limited', newHistory(w.p1, w.a, w.spareA2, w.a), false],
    ['device_history', 'c', newHistory(w.p1, w.a, w.m2, w.a), false],
    ['assignment_versions', 'definer', { history_id: 999_999, ...used(w.a, w.p1, w.m1), ...assigned }, true],
    ['assignment_versions', 'a', { history_id: 999_999, ...used(w.a, w.p1, w.m1), ...assigned }, false],
    ['device_history', 'definer', { ...used(w.a, 999_999_999, w.spare), start_date: '2030-01-01' }, false], // no such patient
    ['device_history', 'definer', newHistory(w.p2, w.a, w.spare, w.a), true],
    ['voided_assignments', 'definer', { ...voidedAssignment, org_id: w.a, patient_id: w.p1 }, true],
    ['voided_assignments', 'definer', { ...voidedAssignment, org_id: w.b, patient_id: w.p1 }, false], // not that patient's organization
  ],
};
