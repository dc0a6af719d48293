/** Events that are pushed live. Ids only: each receiver reads the rows with its own rights. */
export interface Topics {
  'device-history.changed': { patientId: number; historyId: number };
  'org-message.sent': { messageId: number; userId: number };
  'settings.status-changed': { patientId: number; historyId: number; recordId: number };
}

export type Topic = keyof Topics;
