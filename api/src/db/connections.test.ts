import { expect, test } from '@jest/globals';
import { divided } from './connections.ts';

test.each([
  [13, { org: 3, support: 3, auth: 2, background: 3, queue: 1, files: { org: 1, support: 1 }, devices: 2 }],
  [15, { org: 5, support: 3, auth: 2, background: 3, queue: 1, files: { org: 2, support: 1 }, devices: 2 }],
  [38, { org: 20, support: 4, auth: 5, background: 5, queue: 3, files: { org: 6, support: 2 }, devices: 3 }],
])('a node with %i connections divides them as its operator reads it', (all, expected) => {
  expect(divided(all)).toEqual(expected);
});

test('whatever their number, all are used, and files and devices leave what a transaction needs next to its own', () => {
  for (let all = 13; all <= 500; all += 1) {
    const { org, support, auth, background, queue, files, devices } = divided(all);
    expect(1 + org + support + auth + background + queue).toBe(all);
    expect([org - files.org, support - files.support].every((left) => left >= 2)).toBe(true);
    expect(Math.min(auth, background - devices, queue, files.org, files.support, devices)).toBeGreaterThanOrEqual(1);
  }
});
