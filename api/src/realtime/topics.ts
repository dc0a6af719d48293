/** What is pushed live. Ids only: a receiver reads the rows again as itself. */
export interface Topics {
  'device-history.changed': { patientId: number; historyId: number };
}

export type Topic = keyof Topics;
