/** What is pushed live. Ids only: a receiver reads the rows again as itself. */
export interface Topics {
  'device-history.changed': { patientId: number; historyId: number };
  'settings.status-changed': { patientId: number; historyId: number; recordId: number };
  'org-message.sent': { messageId: number; userId: number };
}

export type Topic = keyof Topics;
