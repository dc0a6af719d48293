import { expect, test } from '@jest/globals';
import { toNight } from './card-night.ts';

/** A night of these seconds with these obstructive apneas, as a reading answers it. */
const nightOf = (seconds: number, obstructive = 0) =>
  toNight({
    day: 20_000,
    seconds,
    sessions: 1,
    events: { obstructive, central: 0, unclassified: 0, hypopneas: 0, reras: 0 },
    pressure: null,
    p95: null,
    running: false,
    file: 'A3900012345.idx',
  });

test.each([
  [14_370, 239],
  [14_399, 239],
  [14_400, 240],
  [14_459, 240],
  [86_400, 1440],
])(
  '%i seconds of use are %i minutes: a night that is short of four hours by a second is no night of four hours',
  (seconds, minutes) => {
    expect(nightOf(seconds).minutes).toBe(minutes);
  },
);

test('no night of up to a day has more minutes than it was used', () => {
  for (let seconds = 1; seconds <= 86_400; seconds += 1) {
    const { minutes } = nightOf(seconds);
    if (minutes * 60 > seconds || (minutes + 1) * 60 <= seconds) throw new Error(`${seconds} s are ${minutes} minutes`);
  }
});

test('the AHI of a night is rounded once, to the decimal that is stored: 4.947 is 4.9, and not 5.0', () => {
  expect(nightOf(24_740, 34).ahi).toBe(4.9);
  expect(nightOf(24_480, 34).ahi).toBe(5);
});
