import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { packed, unpacked } from './notifications.ts';
import type { TopicEvent } from './topics.ts';

const sent = (messageId: number, userId: number): TopicEvent => ({
  topic: 'org-message.sent',
  data: { messageId, userId },
});
const events = fc.array(
  fc.tuple(fc.nat(), fc.nat()).map(([a, b]) => sent(a, b)),
  { minLength: 1, maxLength: 400 },
);

describe('the events of a transaction', () => {
  test('are read as they were sent, in order and each once', () => {
    fc.assert(
      fc.property(events, (given) => {
        const heard = packed([...given, ...given]).flatMap(unpacked);
        const once = given.filter((one, nth) => given.findIndex((other) => isSame(one, other)) === nth);
        expect(heard).toEqual(once);
      }),
    );
  });

  test('fill notifications of at most 7,999 bytes, the most that PostgreSQL takes, and no more of them than needed', () => {
    fc.assert(
      fc.property(events, (given) => {
        const payloads = packed(given);
        const sizes = payloads.map((payload) => Buffer.byteLength(payload));
        expect(Math.max(...sizes)).toBeLessThanOrEqual(7999);
        // What follows a notification did not fit into it: two brackets less, and a comma.
        const firsts = payloads.slice(1).map((payload) => JSON.stringify(unpacked(payload)[0]).length);
        firsts.forEach((first, nth) => expect(sizes[nth]! + 1 + first).toBeGreaterThan(7999));
      }),
    );
  });

  test('share a notification of exactly 7,999 bytes, and not one of 8,000', () => {
    // 64 bytes each, with a bracket or comma before it; the next one has 67, then 68 bytes.
    const many = Array.from({ length: 122 }, (_, nth) => sent(100 + nth, 1));
    const sizesWith = (userId: number) =>
      packed([...many, sent(1, userId)]).map((payload) => Buffer.byteLength(payload));
    expect(sizesWith(100_000)).toEqual([7999]);
    expect(sizesWith(1_000_000)).toEqual([122 * 65 + 1, 68]);
  });

  test('are a list, and a single one is itself, as triggers send it', () => {
    const one = '{"topic":"org-message.sent","data":{"messageId":1,"userId":2}}';
    expect(packed([sent(1, 2)])).toEqual([one]);
    expect(packed([sent(1, 2), sent(3, 4)])).toEqual([
      `[${one},{"topic":"org-message.sent","data":{"messageId":3,"userId":4}}]`,
    ]);
    expect(packed([])).toEqual([]);
  });
});

const isSame = (one: TopicEvent, other: TopicEvent) => JSON.stringify(one) === JSON.stringify(other);

test.each([
  '',
  'no JSON',
  'null',
  '[',
  '7',
  '"x"',
  '[null]',
  '[[]]',
  '{}',
  '{"topic":"x"}',
  '{"data":{}}',
  '[{"topic":1,"data":{}}]',
])('a notification %j is no event', (payload) => expect(() => unpacked(payload)).toThrow());
