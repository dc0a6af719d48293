import { expect, test } from '@jest/globals';
import { repeatsOf } from '../scripts/cluster/mails.ts';

const mail = (nth: number, id = `<${nth}@x>`) => ({
  to: `mail${nth}@example.test`,
  data: `Message-ID: ${id}\r\n\r\nHi`,
});
const mails = (count: number) => Array.from({ length: count }, (_, nth) => mail(nth));

test('mails that came once are neither repeated nor doubled', () => {
  expect(repeatsOf({ taken: mails(200) }, 100)).toEqual({ repeated: 0, doubled: 0 });
});

test.each([
  ['the first copy came as the node was killed', 99, '<99@x>', { repeated: 1, doubled: 0 }],
  ['the first copy came at most two batches before', 50, '<50@x>', { repeated: 1, doubled: 0 }],
  ['the first copy came earlier than that', 49, '<49@x>', { repeated: 0, doubled: 1 }],
  ['what the killed node had sent arrived late', 124, '<124@x>', { repeated: 1, doubled: 0 }],
  ['the first copy came when the node was gone', 125, '<125@x>', { repeated: 0, doubled: 1 }],
  ['the Message-ID is another one', 99, '<other@x>', { repeated: 0, doubled: 1 }],
])('a mail that came again is counted when %s', (_when, nth, id, wanted) => {
  expect(repeatsOf({ taken: [...mails(200), mail(nth, id)] }, 100)).toEqual(wanted);
});

test('a mail that came again before the node was killed is doubled', () => {
  expect(repeatsOf({ taken: [...mails(100), mail(99)] }, 101)).toEqual({ repeated: 0, doubled: 1 });
});

test.each([
  [25, { repeated: 25, doubled: 0 }],
  [26, { repeated: 0, doubled: 26 }],
])('of %i mails that came again a crash explains at most the mails of one batch', (count, wanted) => {
  const again = mails(100).slice(100 - count);
  expect(repeatsOf({ taken: [...mails(100), ...again] }, 100)).toEqual(wanted);
});

test('two mails to another address are not compared', () => {
  const alert = { to: 'a@b.test', data: 'Message-ID: <1@x>\r\n\r\nHi' };
  expect(repeatsOf({ taken: [alert, alert] }, 0)).toEqual({ repeated: 0, doubled: 0 });
});
