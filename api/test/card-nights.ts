import { nightVoidRow } from './contract/isolation.fixture.ts';
import { make, type Ref } from './harness.ts';

/** A night of a card, and the upload that brought it. */
export interface CardNight {
  night: number;
  upload: number;
}

/** Stores a night of a machine with an upload of its own. `voidedBy`: the user who voided it; no user when undefined. */
export async function makeCardNight(
  machine: Ref,
  upload: Record<string, unknown>,
  date: string,
  voidedBy?: number,
): Promise<CardNight> {
  const on = { machine_org_id: machine.orgId, machine_id: machine.id };
  const id = await make('uploads', { ...upload, ...on, state: 'parsed' });
  const file = {
    org_id: upload.org_id,
    upload_id: id,
    place: 0,
    name: 'A.idx',
    byte_count: 1,
    sha256: `\\x${'00'.repeat(32)}`,
  };
  const upload_file_id = await make('upload_files', file);
  const state = voidedBy === undefined ? 1 : 9;
  const night = await make('usage_nights', { ...on, night: date, source: 'sd', minutes: 300, state, upload_file_id });
  if (voidedBy !== undefined) await make('night_voids', nightVoidRow(night, voidedBy));
  return { night, upload: id };
}
