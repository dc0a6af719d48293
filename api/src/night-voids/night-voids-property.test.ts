import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makePatient,
  usePortalHere,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { nightAct, rawNights, readCard } from '../../test/night-voids.ts';

usePortalHere();

// A model that shares nothing with the portal: days are numbers from 0, 2026-01-01.
const DAYS = 70;
const SECOND = 45;
const dateOf = (day: number) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
/** What a card says of a night: some are too short to count. */
const minutesOf = (day: number) => (day % 7 === 3 ? 200 : 300 + (day % 5));
const WIRELESS_MINUTES = 100;

interface Night {
  recorded: number;
  day: number;
  isVoided: boolean;
}

class Model {
  readonly nights = new Map<number, Night>();
  readonly wireless = new Set<number>();
  /** The days of a card that no earlier one brought; those that were voided stay voided, and are counted. */
  upload(days: number[]): number {
    const voided = days.filter((day) => this.nights.get(day)?.isVoided).length;
    for (const day of days) if (!this.nights.has(day)) this.nights.set(day, { recorded: day, day, isVoided: false });
    return voided;
  }
  private on = (day: number) => [...this.nights.values()].filter((night) => night.day === day);
  canMove(night: Night, to: number): boolean {
    if (night.day === to) return true; // a row without a change
    return !night.isVoided && this.on(to).length < 2;
  }
  /** Minutes that count on a day; null without a night. The device's own night overrules, then the longer one counts. */
  minutes(day: number): number | null {
    if (this.wireless.has(day)) return WIRELESS_MINUTES;
    const own = this.on(day).filter(({ isVoided }) => !isVoided);
    return own.length === 0 ? null : Math.max(...own.map(({ recorded }) => minutesOf(recorded)));
  }
  /** The minutes of each day of a patient's nights. */
  ledger(from: number, to: number): [string, number][] {
    const days = Array.from({ length: to - from }, (_, index) => from + index);
    return days.flatMap((day): [string, number][] => {
      const minutes = this.minutes(day);
      return minutes === null ? [] : [[dateOf(day), minutes]];
    });
  }
  /** Whether 21 nights of 4 hours are within some 30 days. */
  isMet(from: number, to: number): boolean {
    const good = Array.from({ length: to - from }, (_, index) => Number((this.minutes(from + index) ?? 0) >= 240));
    return good.some((_, first) => good.slice(first, first + 30).reduce((sum, one) => sum + one, 0) >= 21);
  }
  /** The days of the nights that a patient has, counted or not. */
  days(from: number, to: number): number[] {
    const days = [...this.wireless, ...[...this.nights.values()].filter((n) => !n.isVoided).map(({ day }) => day)];
    return days.filter((day) => day >= from && day < to).sort((one, other) => one - other);
  }
}

const day = fc.nat(DAYS - 1);
const nth = fc.nat(DAYS);
const some = fc.uniqueArray(nth, { minLength: 1, maxLength: 12 });
const act = fc.oneof(
  {
    arbitrary: fc.record({ what: fc.constant('upload' as const), day, length: fc.integer({ min: 1, max: 40 }) }),
    weight: 3,
  },
  fc.record({ what: fc.constant('wireless' as const), day }),
  { arbitrary: fc.record({ what: fc.constant('move' as const), nth, day }), weight: 2 },
  { arbitrary: fc.record({ what: fc.constant('void' as const), some }), weight: 3 },
  { arbitrary: fc.record({ what: fc.constant('give back' as const), some }), weight: 2 },
  { arbitrary: fc.record({ what: fc.constant('void an upload' as const), nth }), weight: 1 },
  { arbitrary: fc.record({ what: fc.constant('give an upload back' as const), nth }), weight: 1 },
);

let viewer: TestViewer;
let machine: Ref & { serial: string };

/** The facts of a row that no act changes. */
const unchanging = (rows: Record<string, unknown>[]) =>
  new Map(
    rows.map(({ usage_date: _date, state: _state, overruled: _overruled, patient_id: _p, org_id: _o, ...row }) => [
      row.id,
      row,
    ]),
  );

/** What the portal shows of a patient: the minutes of each night, whether the rule is met, the dates, and the last report. */
async function shownOf({ id }: Ref) {
  const query = `query ($id: ID!) { patient(id: $id) { lastReport compliance { state ledger { date minutes } } nights(from: "2026-01-01", to: "2026-12-01") { date } } }`;
  const { data, errors } = await viewer.gql(query, { id: String(id) });
  expect(errors).toBeUndefined();
  const { lastReport, compliance, nights } = data.patient;
  const ledger = compliance.ledger.filter((night: { minutes: number | null }) => night.minutes !== null);
  return {
    lastReport,
    isMet: compliance.state === 'MET',
    ledger: ledger.map((night: { date: string; minutes: number }) => [night.date, night.minutes]).sort(),
    dates: nights.map((night: { date: string }) => night.date).sort(),
  };
}

test('after any cards, moves, voids and returns exactly the nights count that the model counts, and no recorded fact changed', async () => {
  viewer = await asViewer();
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 18 }), async (acts) => {
      const people = [
        { ref: await makePatient(viewer.orgId, { therapy_start: dateOf(0) }), from: 0, to: SECOND },
        { ref: await makePatient(viewer.orgId, { therapy_start: dateOf(SECOND) }), from: SECOND, to: DAYS + 1 },
      ] as const;
      machine = await makeMachine(viewer.orgId);
      await makeHistory(people[0].ref, machine, { start_date: dateOf(0), end_date: dateOf(SECOND) });
      await makeHistory(people[1].ref, machine, { start_date: dateOf(SECOND) });
      const model = new Model();
      const uploads: { id: number; days: Set<number> }[] = [];
      const idOf = async (recorded: number) =>
        (
          await admin.query<{ id: string }>(
            "select id::text from usage_nights where machine_id = $1 and source = 'sd' and night = $2",
            [machine.id, dateOf(recorded)],
          )
        ).rows[0]!.id;
      /** Voids nights, or gives them back: refused unless all of them are in the other state. */
      const change = async (chosen: Night[], isVoid: boolean) => {
        if (chosen.length === 0) return;
        const nights: { id: string }[] = [];
        for (const { recorded } of chosen) nights.push({ id: await idOf(recorded) });
        const answer = await nightAct(viewer, isVoid ? 'voidNights' : 'giveBackNights', machine, {
          nights,
          ...(isVoid && { reason: 'Wrong person' }),
        });
        const can = chosen.every(({ isVoided }) => isVoided !== isVoid);
        expect(answer.userErrors.length === 0).toBe(can);
        if (can) for (const night of chosen) night.isVoided = isVoid;
      };
      let facts = new Map<unknown, unknown>();
      for (const step of acts) {
        const all = [...model.nights.values()];
        if (step.what === 'upload') {
          const days = Array.from({ length: Math.min(step.length, DAYS - step.day) }, (_, index) => step.day + index);
          const card = Object.fromEntries(days.map((each) => [dateOf(each), minutesOf(each)]));
          const added = days.filter((each) => !model.nights.has(each));
          const voided = days.filter((each) => model.nights.get(each)?.isVoided);
          const id = await readCard(viewer, machine, card, '2026-04-20T12:00:00Z');
          uploads.push({ id, days: new Set([...added, ...voided]) });
          const { body } = await viewer.rest('GET', `/api/uploads/${id}`);
          expect([body.data.added, body.data.voided]).toEqual([added.length, model.upload(days)]);
        } else if (step.what === 'wireless') {
          if (model.wireless.has(step.day)) continue;
          await make('usage_nights', {
            machine_org_id: machine.orgId,
            machine_id: machine.id,
            night: dateOf(step.day),
            source: 'wireless',
            minutes: WIRELESS_MINUTES,
          });
          model.wireless.add(step.day);
        } else if (step.what === 'move') {
          const night = all[step.nth % Math.max(1, all.length)];
          if (!night) continue;
          const rows = [{ id: await idOf(night.recorded), new_usage_date: dateOf(step.day) }];
          const { status } = await viewer.rest('POST', `/api/machines/${machine.id}/usage/date-change-utility/sd`, {
            rows,
          });
          expect([step, status]).toEqual([step, model.canMove(night, step.day) ? 200 : 422]);
          if (status === 200) night.day = step.day;
        } else if (step.what === 'void' || step.what === 'give back') {
          await change(
            [...new Set(step.some.flatMap((each) => all[each % Math.max(1, all.length)] ?? []))],
            step.what === 'void',
          );
        } else {
          const upload = uploads[step.nth % Math.max(1, uploads.length)];
          if (!upload) continue;
          const isVoid = step.what === 'void an upload';
          const own = all.filter(({ recorded, isVoided }) => upload.days.has(recorded) && isVoided !== isVoid);
          const answer = await nightAct(viewer, isVoid ? 'voidNights' : 'giveBackNights', machine, {
            uploadId: String(upload.id),
            ...(isVoid && { reason: 'Wrong person' }),
          });
          expect(answer.userErrors.length === 0).toBe(own.length > 0);
          for (const night of own) night.isVoided = isVoid;
        }
        // Conservation: what was recorded before is there, unchanged.
        const now = unchanging(await rawNights(machine));
        for (const [id, row] of facts) expect(now.get(id)).toEqual(row);
        facts = now;
      }
      expect(facts.size).toBe(model.nights.size + model.wireless.size);
      for (const { ref, from, to } of people) {
        const days = model.days(from, to);
        expect([acts, await shownOf(ref)]).toEqual([
          acts,
          {
            lastReport: days.length === 0 ? null : dateOf(days.at(-1)!),
            isMet: model.isMet(from, to),
            ledger: model.ledger(from, to),
            dates: days.map(dateOf),
          },
        ]);
      }
    }),
    { numRuns: 12 },
  );
}, 300_000);
