import type { Contract } from '../../test/contract/contract.ts';
import { settingsRow } from '../../test/contract/isolation.fixture.ts';
import { READ, type Rights } from '../../test/contract/grants.fixture.ts';
import { type Address, ofDevice, type Things } from '../../test/contract/permissions.fixture.ts';
import { toGlobalId } from '../shared/node.ts';

const submission = ({ history, version }: Things) => ({
  deviceHistoryId: String(history),
  mode: 'AutoCPAP',
  values: [{ name: 'min_apap', value: '6.5' }],
  version,
});
const undeliveredOf = ({ undelivered: { history, record } }: Things) => ({
  deviceHistoryId: String(history),
  settingsRecordId: String(record),
});
const ofUndelivered = ({ undelivered: { patient, history, record, version } }: Things): Address => ({
  path: { patient: patient.id, history },
  body: { id: record, version },
});
const settings = (history: number) => ({ deviceHistoryId: String(history), mode: 'CPAP', values: [], version: 'x' });
const again = (history: number, record: number) => ({
  deviceHistoryId: String(history),
  settingsRecordId: String(record),
  version: 'x',
});
// A record is never moved to another assignment, and what was submitted is never rewritten.
const SETTINGS: Rights = {
  select: 'all',
  insert: 'all',
  update: 'status failure dismissed_by_id dismissed_by_name dismissed_at',
};

const newSettings = (org_id: number, patient_id: number, history_id: number, submitted_by_id: number | null) =>
  settingsRow({ org_id, patient_id, history_id, submitted_by_id });

/** What the contract tests expect of device settings, typed from the documents. */
export const contract: Contract = {
  operations: {
    'Subscription.settingsStatusChanged': ['view.patient | viewAny.patient', 'read', 'rows'],
    'GET /api/patients/{patient}/devices/{history}/current_settings': [
      'view.patient | viewAny.patient',
      'read',
      'subject',
    ],
    'GET /api/patients/{patient}/devices/{history}/pending_settings': [
      'view.patient | viewAny.patient',
      'read',
      'subject',
    ],
    'GET /api/patients/{patient}/devices/{history}/settings_history': [
      'view.patient | viewAny.patient',
      'read',
      'subject',
    ],
    // "Editing or adding settings needs update.device.settings."
    'Query.checkSubmitSettings': ['update.device.settings', 'read', 'subject'],
    'Mutation.submitSettings': ['update.device.settings', 'write', 'subject'],
    'Mutation.cancelPendingSettings': ['update.device.settings', 'write', 'subject'],
    // Sending a failed change again is submitting it; dismissing one takes the same.
    'Query.checkResendSettings': ['update.device.settings', 'read', 'subject'],
    'Mutation.resendSettings': ['update.device.settings', 'write', 'subject'],
    'Query.checkDismissSettings': ['update.device.settings', 'read', 'subject'],
    'Mutation.dismissSettings': ['update.device.settings', 'write', 'subject'],
    'POST /api/patients/{patient}/devices/{history}/pending_settings/check-send-again': [
      'update.device.settings',
      'read',
      'subject',
    ],
    'POST /api/patients/{patient}/devices/{history}/pending_settings/send-again': [
      'update.device.settings',
      'write',
      'subject',
    ],
    'POST /api/patients/{patient}/devices/{history}/pending_settings/check-dismiss': [
      'update.device.settings',
      'read',
      'subject',
    ],
    'POST /api/patients/{patient}/devices/{history}/pending_settings/dismiss': [
      'update.device.settings',
      'write',
      'subject',
    ],
  },
  variables: {
    'Query.checkSubmitSettings': (things) => ({ input: submission(things) }),
    'Mutation.submitSettings': (things) => ({ input: submission(things) }),
    'Mutation.cancelPendingSettings': ({ history, pending }) => ({
      input: { deviceHistoryId: String(history), settingsRecordId: String(pending) },
    }),
    'Query.checkResendSettings': (things) => ({
      input: { ...undeliveredOf(things), version: things.undelivered.version },
    }),
    'Mutation.resendSettings': (things) => ({
      input: { ...undeliveredOf(things), version: things.undelivered.version },
    }),
    'Query.checkDismissSettings': (things) => ({ input: undeliveredOf(things) }),
    'Mutation.dismissSettings': (things) => ({ input: undeliveredOf(things) }),
  },
  addresses: {
    'GET /api/patients/{patient}/devices/{history}/current_settings': ofDevice,
    'GET /api/patients/{patient}/devices/{history}/pending_settings': ofDevice,
    'GET /api/patients/{patient}/devices/{history}/settings_history': ofDevice,
    'POST /api/patients/{patient}/devices/{history}/pending_settings/check-send-again': ofUndelivered,
    'POST /api/patients/{patient}/devices/{history}/pending_settings/send-again': ofUndelivered,
    'POST /api/patients/{patient}/devices/{history}/pending_settings/check-dismiss': ofUndelivered,
    'POST /api/patients/{patient}/devices/{history}/pending_settings/dismiss': ofUndelivered,
  },
  foreignVariables: {
    'Query.node id (SettingsRecord)': ({ settings }) => ({ id: toGlobalId('SettingsRecord', settings) }),
    'Query.checkSubmitSettings input.deviceHistoryId': ({ history }) => ({ input: settings(history) }),
    'Mutation.submitSettings input.deviceHistoryId': ({ history }) => ({ input: settings(history) }),
    'Mutation.cancelPendingSettings input.deviceHistoryId': ({ history }, own) => ({
      input: { deviceHistoryId: String(history), settingsRecordId: String(own.settings) },
    }),
    'Mutation.cancelPendingSettings input.settingsRecordId': ({ settings: record }, own) => ({
      input: { deviceHistoryId: String(own.history), settingsRecordId: String(record) },
    }),
    'Query.checkResendSettings input.deviceHistoryId': ({ history }, own) => ({ input: again(history, own.settings) }),
    'Query.checkResendSettings input.settingsRecordId': ({ settings: record }, own) => ({
      input: again(own.history, record),
    }),
    'Mutation.resendSettings input.deviceHistoryId': ({ history }, own) => ({ input: again(history, own.settings) }),
    'Mutation.resendSettings input.settingsRecordId': ({ settings: record }, own) => ({
      input: again(own.history, record),
    }),
    'Query.checkDismissSettings input.deviceHistoryId': ({ history }, own) => ({
      input: { deviceHistoryId: String(history), settingsRecordId: String(own.settings) },
    }),
    'Query.checkDismissSettings input.settingsRecordId': ({ settings: record }, own) => ({
      input: { deviceHistoryId: String(own.history), settingsRecordId: String(record) },
    }),
    'Mutation.dismissSettings input.deviceHistoryId': ({ history }, own) => ({
      input: { deviceHistoryId: String(history), settingsRecordId: String(own.settings) },
    }),
    'Mutation.dismissSettings input.settingsRecordId': ({ settings: record }, own) => ({
      input: { deviceHistoryId: String(own.history), settingsRecordId: String(record) },
    }),
    'Subscription.settingsStatusChanged patientId': ({ patient }) => ({ patientId: String(patient.id) }),
  },
  foreignAddresses: {
    'GET /api/patients/{patient}/devices/{history}/current_settings {patient}': ({ patient }, own) => ({
      path: { patient: patient.id, history: own.history },
    }),
    'GET /api/patients/{patient}/devices/{history}/current_settings {history}': ({ history }, own) => ({
      path: { patient: own.patient.id, history },
    }),
    'GET /api/patients/{patient}/devices/{history}/settings_history {patient}': ({ patient }, own) => ({
      path: { patient: patient.id, history: own.history },
    }),
    'GET /api/patients/{patient}/devices/{history}/settings_history {history}': ({ history }, own) => ({
      path: { patient: own.patient.id, history },
    }),
    'GET /api/patients/{patient}/devices/{history}/pending_settings {patient}': ({ patient }, own) => ({
      path: { patient: patient.id, history: own.history },
    }),
    'GET /api/patients/{patient}/devices/{history}/pending_settings {history}': ({ history }, own) => ({
      path: { patient: own.patient.id, history },
    }),
    'POST /api/patients/{patient}/devices/{history}/pending_settings/check-send-again {patient}': (
      { patient },
      own,
    ) => ({
      path: { patient: patient.id, history: own.history },
      body: { id: own.settings, version: 'x' },
    }),
    'POST /api/patients/{patient}/devices/{history}/pending_settings/check-send-again {history}': (
      { history },
      own,
    ) => ({
      path: { patient: own.patient.id, history },
      body: { id: own.settings, version: 'x' },
    }),
    'POST /api/patients/{patient}/devices/{history}/pending_settings/check-send-again id': (
      { settings: record },
      own,
    ) => ({
      path: { patient: own.patient.id, history: own.history },
      body: { id: record, version: 'x' },
    }),
    'POST /api/patients/{patient}/devices/{history}/pending_settings/send-again {patient}': ({ patient }, own) => ({
      path: { patient: patient.id, history: own.history },
      body: { id: own.settings, version: 'x' },
    }),
    'POST /api/patients/{patient}/devices/{history}/pending_settings/send-again {history}': ({ history }, own) => ({
      path: { patient: own.patient.id, history },
      body: { id: own.settings, version: 'x' },
    }),
    'POST /api/patients/{patient}/devices/{history}/pending_settings/send-again id': ({ settings: record }, own) => ({
      path: { patient: own.patient.id, history: own.history },
      body: { id: record, version: 'x' },
    }),
    'POST /api/patients/{patient}/devices/{history}/pending_settings/check-dismiss {patient}': ({ patient }, own) => ({
      path: { patient: patient.id, history: own.history },
      body: { id: own.settings, version: 'x' },
    }),
    'POST /api/patients/{patient}/devices/{history}/pending_settings/check-dismiss {history}': ({ history }, own) => ({
      path: { patient: own.patient.id, history },
      body: { id: own.settings, version: 'x' },
    }),
    'POST /api/patients/{patient}/devices/{history}/pending_settings/check-dismiss id': (
      { settings: record },
      own,
    ) => ({
      path: { patient: own.patient.id, history: own.history },
      body: { id: record, version: 'x' },
    }),
    'POST /api/patients/{patient}/devices/{history}/pending_settings/dismiss {patient}': ({ patient }, own) => ({
      path: { patient: patient.id, history: own.history },
      body: { id: own.settings, version: 'x' },
    }),
    'POST /api/patients/{patient}/devices/{history}/pending_settings/dismiss {history}': ({ history }, own) => ({
      path: { patient: own.patient.id, history },
      body: { id: own.settings, version: 'x' },
    }),
    'POST /api/patients/{patient}/devices/{history}/pending_settings/dismiss id': ({ settings: record }, own) => ({
      path: { patient: own.patient.id, history: own.history },
      body: { id: record, version: 'x' },
    }),
  },
  auditedElsewhere: ['Subscription.settingsStatusChanged'],
  once: [
    'Mutation.cancelPendingSettings',
    'Mutation.dismissSettings',
    'Mutation.resendSettings',
    'Mutation.submitSettings',
    'POST /api/patients/{patient}/devices/{history}/pending_settings/dismiss',
    'POST /api/patients/{patient}/devices/{history}/pending_settings/send-again',
  ],
  unversioned: {
    'Mutation.cancelPendingSettings': 'state',
    'Mutation.dismissSettings': 'state',
    'POST /api/patients/{patient}/devices/{history}/pending_settings/dismiss': 'state',
    'POST /api/patients/{patient}/devices/{history}/pending_settings/send-again': 'state',
  },
  files: [['GET /api/patients/{patient}/devices/{history}/settings_history', 'view.patient', 'export.device', true]],
  times: {
    'GET /api/patients/{patient}/devices/{history}/settings_history': ['Collected', 'Submitted at', 'Dismissed at'],
  },
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
