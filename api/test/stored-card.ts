import { randomBytes, randomUUID } from 'node:crypto';
import type { CardNight, CardReading } from '../src/uploads/cards/card-reading.types.ts';
import { make, type TestViewer } from './harness.ts';

/** A night of a card. */
export const cardNight = (night: string, minutes = 420, facts: Partial<CardNight> = {}): CardNight => ({
  night,
  minutes,
  sessions: 1,
  obstructiveApneas: 4,
  centralApneas: 1,
  unclassifiedApneas: 0,
  hypopneas: 2,
  reras: null,
  ahi: 1,
  pressure: 8.5,
  p95: 10.5,
  running: false,
  ...facts,
});

/** What the files of a card hold. The last night may have been running. */
export const cardReading = (serial: string, nights: CardNight[], facts: Partial<CardReading> = {}): CardReading => ({
  device: { serial, serialFrom: 'header', model: null, firmware: null },
  nights: nights.map((each, index) => ({ ...each, running: index === nights.length - 1 })),
  settings: [],
  misdated: null,
  warnings: [],
  problem: null,
  files: [{ name: 'A.idx', format: 'g3x-idx', outcome: 'parsed' }],
  parser: 'g3x',
  parserVersion: 1,
  confidence: { usage: 'high', events: null, pressure: null, settings: null },
  ...facts,
});

/** A stored upload without a job; returns its id. */
export async function storedUpload(viewer: TestViewer, facts: Record<string, unknown> = {}): Promise<number> {
  const id = await make('uploads', {
    org_id: viewer.orgId,
    user_org_id: viewer.orgId,
    user_id: viewer.userId,
    sent_by: 'Reyes, Dana',
    digest: `\\x${randomBytes(32).toString('hex')}`,
    storage_key: `${viewer.orgId}/${randomUUID()}`,
    file_count: 1,
    byte_count: 10,
    ...facts,
  });
  await make('upload_files', {
    org_id: viewer.orgId,
    upload_id: id,
    place: 0,
    name: 'A.idx',
    byte_count: 10,
    sha256: `\\x${'00'.repeat(32)}`,
  });
  return id;
}
