import { expect } from '@jest/globals';
import { Context } from '../src/shared/context.ts';
import { addDays } from '../src/shared/dates.ts';
import { readUpload } from '../src/uploads/uploads-reading.ts';
import { admin, running, type Ref, type TestViewer } from './harness.ts';
import { cardNight, cardReading, storedUpload } from './stored-card.ts';

/** Which nights: of an upload, or each by its id; in GraphQL. */
export interface Choice {
  uploadId?: string;
  nights?: { id: string; version?: string }[];
  version?: string;
  reason?: string;
}

const FACTS = `version nights { nightId date recordedDate minutes patient { databaseId } }
  patients { patient { databaseId } nights before { state compliantDays } after { state compliantDays } } userErrors { field code }`;
const OPERATIONS = {
  checkVoidNights: `query ($input: VoidNightsInput!) { answer: checkVoidNights(input: $input) { ${FACTS} } }`,
  checkGiveBackNights: `query ($input: GiveBackNightsInput!) { answer: checkGiveBackNights(input: $input) { ${FACTS} } }`,
  voidNights:
    'mutation ($input: VoidNightsInput!) { answer: voidNights(input: $input) { result machine { databaseId } userErrors { field code } } }',
  giveBackNights:
    'mutation ($input: GiveBackNightsInput!) { answer: giveBackNights(input: $input) { result machine { databaseId } userErrors { field code } } }',
};

// oxlint-disable-next-line typescript/no-explicit-any -- answers of many shapes
type Answer = any;

/** Calls an operation about nights of a machine. */
export async function nightAct(
  viewer: TestViewer,
  operation: keyof typeof OPERATIONS,
  machine: Ref,
  choice: Choice,
): Promise<Answer> {
  const input = { machineId: String(machine.id), ...choice };
  const { data, errors } = await viewer.gql(OPERATIONS[operation], { input });
  expect(errors).toBeUndefined();
  return data.answer;
}

/** Has a card with these nights read, as sent at a time; returns the upload. */
export async function readCard(
  viewer: TestViewer,
  { serial }: { serial: string },
  nights: Record<string, number>,
  createdAt: string,
): Promise<number> {
  const id = await storedUpload(viewer, { created_at: new Date(createdAt) });
  const reading = cardReading(
    serial,
    Object.entries(nights).map(([night, minutes]) => cardNight(night, minutes)),
  );
  await readUpload(Context.of(running().app, { kind: 'jobs' }, 'test'), id, async () => reading);
  return id;
}

/** Nights of some minutes on consecutive dates. */
export const nightsFrom = (first: string, days: number, minutes = 420): Record<string, number> =>
  Object.fromEntries(Array.from({ length: days }, (_, index) => [addDays(first, index), minutes]));

/** Every column of the nights of a machine, as text. */
export const rawNights = async (machine: Ref): Promise<Record<string, unknown>[]> =>
  (
    await admin.query('select to_jsonb(n) as row from usage_nights n where machine_id = $1 order by night, id', [
      machine.id,
    ])
  ).rows.map(({ row }) => row);
