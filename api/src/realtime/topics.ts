/**
 * Events that are pushed live. Ids only: each receiver reads the rows with its own rights, and every login of the database
 * hears the events of all organizations, because PostgreSQL cannot revoke LISTEN. `device-history.changed`: an
 * assignment of the patient was made, changed or deleted, or its device reported; its `historyId` is 0 when the change
 * concerns all of them, such as compliance. `hand-off.changed`: a request of one side was answered or ended, or its
 * thread has a new message; published by triggers. `inbox.changed`: the inbox of a user has a new item, also published by a
 * trigger, or, with `itemId` 0, items that were marked as read. `user-import.progressed`,
 * `compliance-batch.progressed`, `patient-migration.progressed`: an import, a batch of reports, or a migration began, went on,
 * or ended.
 */
export interface Topics {
  'compliance-batch.progressed': { batchId: number };
  'device-history.changed': { patientId: number; historyId: number };
  'event.published': { eventId: number };
  'hand-off.changed': { handOffId: number };
  'inbox.changed': { userId: number; itemId: number };
  'org-message.sent': { messageId: number; userId: number };
  'patient-migration.progressed': { migrationId: number };
  'patient-note.changed': { patientId: number; noteId: number; orgId: number };
  'settings.status-changed': { patientId: number; historyId: number; recordId: number };
  'upload.changed': { uploadId: number };
  'user-import.progressed': { importId: number };
}

export type Topic = keyof Topics;

/** One event of any topic. Its JSON must stay far below 8,000 bytes, the limit of a notification in PostgreSQL. */
export type TopicEvent = { [T in Topic]: { topic: T; data: Topics[T] } }[Topic];

/** The id by which receivers choose the events of a topic. */
export const KEY_OF = {
  'compliance-batch.progressed': 'batchId',
  'device-history.changed': 'patientId',
  'event.published': 'eventId',
  'hand-off.changed': 'handOffId',
  'inbox.changed': 'userId',
  'org-message.sent': 'userId',
  'patient-migration.progressed': 'migrationId',
  'patient-note.changed': 'patientId',
  'settings.status-changed': 'patientId',
  'upload.changed': 'uploadId',
  'user-import.progressed': 'importId',
} as const satisfies { [T in Topic]: keyof Topics[T] };

/**
 * The event after a gap, in which changes of the key may have been missed: its other ids name nothing, so a receiver
 * reads everything again. A message is its own event and has none.
 */
export const AFTER_GAP: { [T in Topic]?: (key: number) => Topics[T] } = {
  'compliance-batch.progressed': (batchId) => ({ batchId }),
  'device-history.changed': (patientId) => ({ patientId, historyId: 0 }),
  'hand-off.changed': (handOffId) => ({ handOffId }),
  'inbox.changed': (userId) => ({ userId, itemId: 0 }),
  'patient-migration.progressed': (migrationId) => ({ migrationId }),
  'patient-note.changed': (patientId) => ({ patientId, noteId: 0, orgId: 0 }),
  'settings.status-changed': (patientId) => ({ patientId, historyId: 0, recordId: 0 }),
  'upload.changed': (uploadId) => ({ uploadId }),
  'user-import.progressed': (importId) => ({ importId }),
};
