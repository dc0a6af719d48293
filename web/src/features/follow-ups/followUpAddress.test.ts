import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  followUpFile,
  followUpQuery,
  followUpReasons,
  followUpsOf,
  followUpStates,
  readFollowUpAddress,
} from './followUpAddress.ts';

test('the address keeps the state, the reasons and the assignee', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...followUpStates),
      fc.subarray([...followUpReasons]),
      fc.constantFrom(null, 'ME' as const, 'NO_ONE' as const),
      (state, reasons, assigned) => {
        const choice = { state, reasons, assigned };
        expect(readFollowUpAddress(new URLSearchParams(followUpQuery(choice).toString()))).toEqual(choice);
      },
    ),
  );
});

test('the open follow-ups of all have an address without a query', () => {
  const choice = readFollowUpAddress(new URLSearchParams());
  expect(choice).toEqual({ state: 'OPEN', reasons: [], assigned: null });
  expect(followUpQuery(choice).toString()).toBe('');
});

test.each(['state=SNOOZED', 'state=gone&reasons=old&assigned=you', 'reasons=,,'])(
  'what the address %s names and the list does not know shows all',
  (query) =>
    expect(readFollowUpAddress(new URLSearchParams(query))).toEqual({ state: 'OPEN', reasons: [], assigned: null }),
);

test('the addresses of a reason and of the file', () => {
  expect(followUpsOf('ICODE_CALL')).toBe('/follow-ups?reasons=icode_call');
  const file = followUpFile({ state: 'DONE', reasons: ['SILENT', 'ICODE_CALL'], assigned: 'NO_ONE' });
  expect(decodeURIComponent(file)).toBe(
    '/api/follow-ups?state=done&reasons=silent,icode_call&assigned=no_one&csv=true',
  );
});
