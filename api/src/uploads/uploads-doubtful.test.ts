import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { admin, asViewer, makeHistory, makeMachine, makePatient, running, usePortalHere } from '../../test/harness.ts';
import type { Ref, TestViewer } from '../../test/harness.ts';
import { cardNight as night, cardReading, storedUpload } from '../../test/stored-card.ts';
import { Context } from '../shared/context.ts';
import type { CardNight, CardReading } from './cards/card-reading.types.ts';
import { completionOf, type Figures } from './uploads-completion.ts';
import { readUpload } from './uploads-reading.ts';

usePortalHere();

let viewer: TestViewer;
let patient: Ref;
let machine: Ref & { serial: string };

beforeEach(async () => {
  viewer = await asViewer();
  patient = await makePatient(viewer.orgId, { therapy_start: '2026-01-01' });
  machine = await makeMachine(viewer.orgId, { serial: `E38${String(viewer.orgId).padStart(8, '0')}` });
  await makeHistory(patient, machine, { start_date: '2026-01-01' });
});

const job = () => Context.of(running().app, { kind: 'jobs' }, 'test');
const late = [{ code: 'events.order' as const, file: 'A.idx', night: '2026-01-02', count: 3 }];

/** A card as version 2 read it, or a later one. */
async function read(nights: CardNight[], facts: Partial<CardReading> = {}): Promise<number> {
  const id = await storedUpload(viewer);
  await readUpload(job(), id, async () => cardReading(machine.serial, nights, { parserVersion: 3, ...facts }));
  return id;
}
const readByVersion2 = (nights: CardNight[], facts: Partial<CardReading> = {}) =>
  read(nights, { parserVersion: 2, warnings: late, ...facts });
const completedBy = async (id: number) => {
  const { data } = (await viewer.rest('GET', `/api/uploads/${id}`)).body;
  return [data.added, data.completed];
};
const stored = async () =>
  (
    await admin.query(
      `select n.night::text, minutes, obstructive_apneas as o, hypopneas as h, reras as r, ahi::float, pressure::float, p95::float, f.upload_id as upload
         from usage_nights n left join upload_files f on f.id = n.upload_file_id where n.machine_id = $1 order by night`,
      [machine.id],
    )
  ).rows;

/** The night of 8.6 events an hour, of which version 2 counted none. */
const low = night('2026-01-02', 420, { obstructiveApneas: 0, centralApneas: 0, hypopneas: 0, ahi: 0, pressure: 7 });
const right = night('2026-01-02', 420, {
  obstructiveApneas: 40,
  hypopneas: 20,
  ahi: 8.6,
  pressure: 8.5,
  reras: 3,
  p95: 11,
});
const other = (date: string) => night(date, 300);

describe('events that an earlier parser read out of order', () => {
  test('are those of a later card with the same minutes, counted as completed, and the night names that card', async () => {
    const first = await readByVersion2([low, other('2026-01-05')]);
    const second = await read([right, other('2026-01-05')]);
    expect(await completedBy(second)).toEqual([0, 1]);
    expect((await stored())[0]).toEqual({
      night: '2026-01-02',
      minutes: 420,
      o: 40,
      h: 20,
      r: 3,
      ahi: 8.6,
      pressure: 8.5,
      // The percentile of an .idx was right, and stays.
      p95: 10.5,
      upload: second,
    });
    expect((await stored())[1]).toMatchObject({ upload: first });
  });

  test('are replaced once: a third card with other ones changes nothing', async () => {
    await readByVersion2([low, other('2026-01-05')]);
    await read([right, other('2026-01-05')]);
    const third = await read([{ ...right, ahi: 2, hypopneas: 1 }, other('2026-01-05')]);
    expect(await completedBy(third)).toEqual([0, 0]);
    expect((await stored())[0]).toMatchObject({ ahi: 8.6, h: 20 });
  });

  test('are replaced also when that card had only completed the night', async () => {
    const bare: Partial<CardNight> = {
      obstructiveApneas: null,
      centralApneas: null,
      unclassifiedApneas: null,
      hypopneas: null,
      ahi: null,
      pressure: null,
    };
    await read([{ ...low, ...bare }, other('2026-01-05')], { parserVersion: 2 });
    await readByVersion2([low, other('2026-01-05')]);
    expect((await stored())[0]).toMatchObject({ ahi: 0 });
    expect(await completedBy(await read([right, other('2026-01-05')]))).toEqual([0, 1]);
    expect((await stored())[0]).toMatchObject({ ahi: 8.6 });
  });

  test('are shown in the preview before they are replaced', async () => {
    await readByVersion2([low, other('2026-01-05')]);
    const id = await storedUpload(viewer, { preview: true });
    await readUpload(job(), id, async () =>
      cardReading(machine.serial, [right, other('2026-01-05')], { parserVersion: 3 }),
    );
    const { data } = await viewer.gql(
      'query ($input: ConfirmUploadInput!) { checkConfirmUpload(input: $input) { nights { date outcome } } }',
      { input: { uploadId: String(id) } },
    );
    expect(data.checkConfirmUpload.nights).toEqual([
      { date: '2026-01-02', outcome: 'COMPLETED' },
      { date: '2026-01-05', outcome: 'KNOWN' },
    ]);
    expect((await stored())[0]).toMatchObject({ ahi: 0 });
  });

  test.each<[string, () => Promise<unknown>]>([
    ['the card has other minutes', () => readAfter(low, { ...right, minutes: 421 })],
    ['the card has no events of the night, for they are in doubt', () => readAfter(low, { ...right, ahi: null })],
    ['there was no such warning', () => readAfter(low, right, { warnings: [] })],
    ['version 3 read them', () => readAfter(low, right, { parserVersion: 3 })],
    [
      'the date was corrected',
      () =>
        readAfter(low, right, {}, `update usage_nights set usage_date = '2026-01-09' where night = '2026-01-02' and`),
    ],
    ['the night is not valid', () => readAfter(low, right, {}, `update usage_nights set state = 0 where`)],
    [
      'the night has stayed with another patient',
      () => readAfter(low, right, {}, 'delete from device_history where', patient.id),
    ],
  ])('stay when %s', async (_when, after) => {
    await after();
    expect((await stored())[0]).toMatchObject({ ahi: 0, h: 0, pressure: 7 });
  });
});

async function readAfter(
  first: CardNight,
  second: CardNight,
  facts: Partial<CardReading> = {},
  change?: string,
  ofPatient?: number,
): Promise<void> {
  await readByVersion2([first, other('2026-01-05')], facts);
  const column = ofPatient === undefined ? 'machine_id' : 'patient_id';
  if (change) await admin.query(`${change} ${column} = $1`, [ofPatient ?? machine.id]);
  expect(await completedBy(await read([second, other('2026-01-05')]))).toEqual([0, 0]);
}

test('whatever is stored and on the card, doubtful events become those of the card as a whole, or all of them stay', () => {
  const names = ['obstructiveApneas', 'centralApneas', 'unclassifiedApneas', 'hypopneas', 'reras', 'ahi'] as const;
  const figure = fc.option(fc.integer({ min: 0, max: 3 }));
  const figures: fc.Arbitrary<Figures> = fc.record({
    ...(Object.fromEntries(names.map((name) => [name, figure])) as Record<(typeof names)[number], typeof figure>),
    sessions: figure,
    pressure: figure,
    p95: figure,
  });
  fc.assert(
    fc.property(figures, figures, (before, card) => {
      const after = { ...before, ...completionOf(before, card, true).figures };
      if (card.ahi !== null) for (const name of names) expect(after[name]).toBe(card[name]);
      else for (const name of names) if (before[name] !== null) expect(after[name]).toBe(before[name]);
      expect(after.pressure).toBe(
        card.ahi !== null && card.pressure !== null ? card.pressure : (before.pressure ?? card.pressure),
      );
      for (const name of ['sessions', 'p95'] as const) expect(after[name]).toBe(before[name] ?? card[name]);
    }),
  );
});
