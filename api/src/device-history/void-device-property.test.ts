import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  admin,
  asViewer,
  make,
  makeMachine,
  makePatient,
  usePortal,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';

usePortal();

const DAYS = 9;
const dayOf = (day: number) => `2026-03-0${day}`;

interface Assignment {
  id: number;
  patient: number;
  start: string;
  end: string | null;
  /** Where it is: among the patient's devices, removed from view, or void. */
  is: 'listed' | 'removed' | 'void';
  /** When it was removed, counted in acts. */
  removedAt: number;
}

const covers = ({ start, end }: Assignment, date: string) => start <= date && (end === null || date < end);
const meet = (one: Assignment, other: Assignment) =>
  Array.from({ length: DAYS }, (_, index) => dayOf(index + 1)).some(
    (date) => covers(one, date) && covers(other, date),
  ) ||
  (one.end === null && other.end === null);

/** What the acts mean for each night, written apart from the portal: a list of assignments and one owner a night. */
class Model {
  readonly made: Assignment[] = [];
  readonly owners = new Map<string, number | null>();
  private acts = 0;

  constructor() {
    for (let day = 1; day <= DAYS; day += 1) this.owners.set(dayOf(day), null);
  }
  private each(of: Assignment, owner: (date: string, was: number | null) => number | null) {
    for (const [date, was] of this.owners) if (covers(of, date)) this.owners.set(date, owner(date, was));
  }
  /** Whether no listed assignment of the machine, the only one, or of the patient meets these dates. */
  isFree(wanted: Assignment): boolean {
    if (wanted.end !== null && wanted.end < wanted.start) return false;
    return !this.made.some((other) => other.is === 'listed' && other.id !== wanted.id && meet(wanted, other));
  }
  list(assignment: Assignment): void {
    if (!this.made.includes(assignment)) this.made.push(assignment);
    assignment.is = 'listed';
    this.each(assignment, () => assignment.patient);
  }
  edit(assignment: Assignment, start: string, end: string | null): void {
    this.each(assignment, (_date, was) => (was === assignment.patient ? null : was));
    Object.assign(assignment, { start, end });
    this.each(assignment, () => assignment.patient);
  }
  remove(assignment: Assignment): void {
    assignment.is = 'removed';
    assignment.removedAt = this.acts += 1;
  }
  /** Number of nights of a patient that no listed assignment of theirs covers. */
  unlisted(patient: number): number {
    const listed = this.made.filter((one) => one.is === 'listed' && one.patient === patient);
    return [...this.owners].filter(([on, owner]) => owner === patient && !listed.some((one) => covers(one, on))).length;
  }
  void(assignment: Assignment): void {
    const others = this.made.filter(
      (other) =>
        other !== assignment &&
        other.patient === assignment.patient &&
        (other.is === 'listed' || (other.is === 'removed' && other.removedAt > assignment.removedAt)),
    );
    const keeps = (date: string) => assignment.is === 'removed' && others.some((other) => covers(other, date));
    this.each(assignment, (date, was) => (was === assignment.patient && !keeps(date) ? null : was));
    assignment.is = 'void';
  }
}

const date = fc.integer({ min: 1, max: DAYS }).map(dayOf);
const range = { start: date, end: fc.option(date) };
const nth = fc.nat(4);
const act = fc.oneof(
  { arbitrary: fc.record({ what: fc.constant('assign' as const), who: fc.nat(1), ...range }), weight: 2 },
  fc.record({ what: fc.constant('edit' as const), nth, ...range }),
  { arbitrary: fc.record({ what: fc.constant('delete' as const), nth }), weight: 2 },
  { arbitrary: fc.record({ what: fc.constant('void' as const), nth }), weight: 2 },
  { arbitrary: fc.record({ what: fc.constant('restore' as const), nth }), weight: 2 },
);

let viewer: TestViewer;
let people: Ref[];
let machine: Awaited<ReturnType<typeof makeMachine>>;

/** Does the act through the API; returns whether it was done. */
async function done(path: string, method: 'POST' | 'PATCH' | 'DELETE', body?: object) {
  const answer = await viewer.rest(method, path, body);
  expect([200, 201, 204, 404, 422]).toContain(answer.status);
  return answer.status < 300 ? { id: answer.body?.data?.history_id as number } : null;
}

test('after any acts each night is of the patient whose assignment claims it', async () => {
  viewer = await asViewer();
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 15 }), async (acts) => {
      people = [await makePatient(viewer.orgId), await makePatient(viewer.orgId)];
      machine = await makeMachine(viewer.orgId, { pin: '1234' });
      for (let day = 1; day <= DAYS; day += 1)
        await make('usage_nights', {
          machine_org_id: machine.orgId,
          machine_id: machine.id,
          night: dayOf(day),
          source: 'wireless',
          minutes: 300,
        });
      const model = new Model();
      for (const step of acts) {
        if (step.what === 'assign') {
          const patient = people[step.who]!.id;
          const wanted: Assignment = { id: 0, patient, start: step.start, end: null, is: 'listed', removedAt: 0 };
          const made = await done(`/api/patients/${patient}/devices`, 'POST', {
            serial_number: machine.serial,
            pin_number: '1234',
            start_date: step.start,
          });
          expect([step, made !== null]).toEqual([step, model.isFree(wanted)]);
          if (made) model.list(Object.assign(wanted, { id: made.id }));
        } else {
          const assignment = model.made[step.nth];
          if (!assignment) continue;
          const path = `/api/patients/${assignment.patient}/devices/${assignment.id}`;
          if (step.what === 'edit') {
            const can = assignment.is === 'listed' && model.isFree({ ...assignment, ...step, id: assignment.id });
            const changed = await done(path, 'PATCH', { start_date: step.start, end_date: step.end });
            expect([step, changed !== null]).toEqual([step, can]);
            if (changed) model.edit(assignment, step.start, step.end);
          } else if (step.what === 'delete') {
            const removed = await done(path, 'DELETE');
            expect([step, removed !== null]).toEqual([step, assignment.is === 'listed']);
            if (removed) model.remove(assignment);
          } else if (step.what === 'void') {
            const voided = await done(`${path}/void`, 'POST', { reason: 'By mistake' });
            expect([step, voided !== null]).toEqual([step, assignment.is !== 'void']);
            if (voided) model.void(assignment);
          } else {
            const can = assignment.is === 'void' && model.isFree(assignment);
            const restored = await done(`${path}/restore`, 'POST');
            expect([step, restored !== null]).toEqual([step, can]);
            if (restored) model.list(assignment);
          }
        }
        const { rows } = await admin.query<{ date: string; owner: number | null }>(
          'select usage_date::text as date, patient_id as owner from usage_nights where machine_id = $1',
          [machine.id],
        );
        expect([step, new Map(rows.map(({ date: on, owner }) => [on, owner]))]).toEqual([step, model.owners]);
        // The page names each night of a removed device once, and no other.
        for (const { id } of people) {
          const { data } = await viewer.gql(
            'query ($id: ID!) { patient(id: $id) { nightsOfRemovedDevices { nights } } }',
            { id: String(id) },
          );
          const shown = data.patient.nightsOfRemovedDevices as { nights: number }[];
          expect([step, shown.reduce((sum, { nights }) => sum + nights, 0)]).toEqual([step, model.unlisted(id)]);
        }
      }
    }),
    { numRuns: 25 },
  );
}, 300_000);
