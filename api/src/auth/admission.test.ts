import { expect, test } from '@jest/globals';
import { testConfig } from '../../test/secrets.ts';
import { TooMany } from '../shared/errors.ts';
import { Admission } from './admission.ts';
import { deviceAuthorization } from './device.ts';
import { hashSessionId } from '../sign-in/session-read.ts';

const config = testConfig('');
const USER = { userId: 7 };
const ADDRESS = { headers: {}, ip: '203.0.113.7' };
const DEVICE = { headers: { authorization: deviceAuthorization(config, 'A3900010001') }, ip: '203.0.113.7' };

type Run = (admission: Admission, work: () => Promise<void>) => Promise<void>;
const request =
  (origin: typeof USER | typeof ADDRESS): Run =>
  (admission, work) =>
    admission.run(origin, work);

/** Adds works until one is refused; returns how many run at once, and how many wait. */
async function fill(admission: Admission, run: Run, most: number): Promise<[running: number, waiting: number]> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let begun = 0;
  let refused = 0;
  const works = Array.from({ length: most }, () =>
    run(admission, () => {
      begun += 1;
      return promise;
    }).catch((error: unknown) => {
      expect(error).toBeInstanceOf(TooMany);
      refused += 1;
    }),
  );
  await new Promise((done) => setImmediate(done));
  const running = begun;
  resolve();
  await Promise.all(works);
  return [running, most - refused - running];
}

test.each([
  ['a user has eight works at once and 200 in line', request(USER), [8, 200]],
  ['an address has 16 works at once and 1,000 in line', request(ADDRESS), [16, 1000]],
  ['all devices have two works at once and 2,000 in line', request(DEVICE), [2, 2000]],
  [
    'the events of a user are two at once and wait without a limit',
    ((admission, work) => admission.runEvent(7, work)) as Run,
    [2, 2998],
  ],
  [
    'an address has one sign-in at once and 64 in line',
    ((admission, work) => admission.runSignIn('here', 'a', work)) as Run,
    [1, 64],
  ],
])('%s', async (_title, run, expected) => {
  expect(await fill(new Admission(config), run, 3000)).toEqual(expected);
});

test.each([
  ['a user', request(USER), 2],
  ['an address', request(ADDRESS), 4],
  ['the events of a user', ((admission, work) => admission.runEvent(7, work)) as Run, 1],
])('%s: fewer works at once while another user is active', async (_title, run, atOnce) => {
  const admission = new Admission(config);
  await admission.run({ userId: 8 }, async () => undefined);
  expect((await fill(admission, run, 50))[0]).toBe(atOnce);
});

test('guests, devices and their lines take no place of a user', async () => {
  const admission = new Admission(config);
  const { promise, resolve } = Promise.withResolvers<void>();
  const works = Array.from({ length: 200 }, (_, nth) => [
    admission.run({ headers: {}, ip: `198.51.100.${nth}` }, () => promise),
    admission.run(DEVICE, () => promise),
  ]).flat();
  expect(await admission.run(USER, async () => 'answered')).toBe('answered');
  resolve();
  await Promise.all(works);
});

test('the sign-ins of an account run one after another, from whichever address', async () => {
  const admission = new Admission(config);
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun: string[] = [];
  const works = ['one', 'two'].map((ip) =>
    admission.runSignIn(ip, 'account', () => {
      begun.push(ip);
      return promise;
    }),
  );
  works.push(admission.runSignIn('three', 'other account', async () => void begun.push('three')));
  await works[2];
  expect(begun).toEqual(['one', 'three']);
  resolve();
  await Promise.all(works);
  expect(begun).toEqual(['one', 'three', 'two']);
});

test('a node knows the sessions that it read last, up to 10,000', () => {
  const admission = new Admission(config);
  const userOf = (nth: number) => admission.userOf({ cookie: `airlog_session=${nth}` });
  for (let nth = 0; nth < 10_000; nth += 1) admission.know(hashSessionId(String(nth)), nth);
  admission.know(hashSessionId('0'), 0); // read again
  expect([userOf(0), userOf(1)]).toEqual([0, 1]);
  admission.know(hashSessionId('10000'), 10_000);
  expect([userOf(0), userOf(1), userOf(2), userOf(10_000)]).toEqual([0, null, 2, 10_000]);
  admission.know(hashSessionId('2'), null);
  expect(userOf(2)).toBeNull();
});
