import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { linkOf, sharedIn } from './sharedQuery.ts';

const place = { origin: 'https://portal.test', pathname: '/graphiql' };

test('a link opens the query and the variables that it was made of, in any script', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (query, variables) => {
      const link = linkOf(place, { query, variables })!;
      expect(link.startsWith('https://portal.test/graphiql#query=')).toBe(true);
      expect(new URL(link).search).toBe('');
      expect(sharedIn(new URL(link).hash)).toEqual({ query, variables });
    }),
  );
});

test('a query that is too long for a link has none', () => {
  expect(linkOf(place, { query: 'x'.repeat(11_000), variables: '' })).not.toBeNull();
  expect(linkOf(place, { query: 'x'.repeat(13_000), variables: '' })).toBeNull();
});

test.each([
  '',
  '#',
  '#other=1',
  '#query=',
  '#query=%%%',
  '#query=bnVsbA',
  '#query=WzEsMl0',
  '#query=WyJhIl0',
  '#query=_w',
])('an address with %j carries no query', (hash) => {
  expect(sharedIn(hash)).toBeNull();
});
