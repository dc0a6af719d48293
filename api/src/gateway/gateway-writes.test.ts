import { beforeAll, expect, test } from '@jest/globals';
import { asDevice, type TestDevice } from '../../test/device.ts';
import {
  admin,
  asViewer,
  makeHistory,
  makeMachine,
  makePatient,
  queryAsOwner,
  usePortalHere,
  type Ref,
  type RestAnswer,
} from '../../test/harness.ts';
import { writesBySocket } from '../../test/writes.ts';

usePortalHere();

const now = () => new Date().toISOString();
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const nightsOf = (days: number, minutes = 300) => ({
  device_time: now(),
  nights: [{ night: dayBefore(days), minutes }],
});

let machine: Ref & { serial: string };
let device: TestDevice;
beforeAll(async () => {
  const { orgId } = await asViewer();
  machine = await makeMachine(orgId);
  await makeHistory(await makePatient(orgId), machine, { start_date: '2020-01-01' });
  device = asDevice(machine.serial);
});

/** Returns the number of writes to the database by which a call of the device is done. */
async function writesOf(call: () => Promise<RestAnswer>): Promise<number> {
  let answer: RestAnswer | undefined;
  const sockets = await writesBySocket(async () => void (answer = await call()));
  expect(answer!.status).toBeLessThan(300);
  // The serial is a value of the transaction's first statement; the client of this test sends it too.
  const first = (text: string) => text.includes(machine.serial) && !text.includes('HTTP/1.1');
  const written = sockets.find((texts) => texts.some(first))!;
  return written.length - written.findIndex(first);
}

test('a call of a device is two writes to the database, the second one with the commit, and that of a night three', async () => {
  const session = { terminal_type: 2, device_time: now() };
  const counts: Record<string, number> = {};
  // A statement is prepared when it comes again.
  for (let days = 5; days > 2; days -= 1) {
    let id = 0;
    counts.session = await writesOf(async () => {
      const answer = await device.post('/sessions', session);
      id = answer.body.data.session;
      return answer;
    });
    counts.fetch = await writesOf(() => device.post('/settings/fetch'));
    counts.night = await writesOf(() => device.post('/nights', nightsOf(days)));
    counts.end = await writesOf(() => device.post(`/sessions/${id}/end`, { exit_flag: 'normal' }));
  }
  expect(counts).toEqual({ session: 2, fetch: 2, night: 3, end: 2 });
});

test('an unknown device is refused as one, whatever it sends', async () => {
  const unknown = asDevice('A99999999997');
  const answers = [
    await unknown.post('/nights', nightsOf(1)),
    await unknown.post('/nights', { nights: 'none' }),
    await unknown.post('/sessions', {}),
    await unknown.post('/sessions/1/end', { exit_flag: 'normal' }),
    await unknown.post('/settings/1/answer', {}),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
});

test('a night that the database refuses is not acknowledged, and the next one is stored', async () => {
  await queryAsOwner(
    `create function refuse_night() returns trigger language plpgsql as $$ begin if new.minutes = 777 then raise exception 'no'; end if; return new; end $$;
     create trigger refuse_night before insert on usage_nights for each row execute function refuse_night()`,
  );
  try {
    expect((await device.post('/nights', nightsOf(9, 777))).status).toBe(500);
    expect((await device.post('/nights', nightsOf(9, 300))).body.data).toMatchObject([{ result: 'stored' }]);
  } finally {
    await queryAsOwner('drop trigger refuse_night on usage_nights; drop function refuse_night()');
  }
});

test('a night whose commit fails is not acknowledged', async () => {
  await queryAsOwner(
    `create function refuse_commit() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
     create constraint trigger refuse_commit after insert on usage_nights deferrable initially deferred
       for each row when (new.minutes = 778) execute function refuse_commit()`,
  );
  try {
    expect((await device.post('/nights', nightsOf(10, 778))).status).toBe(500);
    const { rowCount } = await admin.query('select from usage_nights where machine_id = $1 and minutes = 778', [
      machine.id,
    ]);
    expect(rowCount).toBe(0);
  } finally {
    await queryAsOwner('drop trigger refuse_commit on usage_nights; drop function refuse_commit()');
  }
});
