import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { outsideLink, ownPath } from './links.rules.ts';

const ORIGIN = 'https://portal.test';

/** Where a browser on the page goes when it is given the address, read by the standard's own parser. */
const leadsTo = (address: string): string => new URL(address, `${ORIGIN}/login`).origin;

/** What addresses of attackers are made of. */
const piece = fc.oneof(
  ...[
    '/',
    '\\',
    '//',
    '\\\\',
    '.',
    '..',
    '/.',
    '/..',
    ':',
    '@',
    '?',
    '#',
    '%2F',
    '%5C',
    '%09',
    '%00',
    ' ',
    '\u3000',
  ].map((text) => fc.constant(text)),
  fc.integer({ min: 0, max: 0x20 }).map((code) => String.fromCharCode(code)),
  ...['https:', 'http:', 'javascript:', 'blob:', 'data:', 'file:'].map((text) => fc.constant(text)),
  ...[
    'portal.test',
    'evil.test',
    'pörtal.test',
    'xn--prtal-jua.test',
    '\u2024evil',
    '[::1]',
    '0x7f.1',
    'portal.test:443',
  ].map((text) => fc.constant(text)),
  fc.string({ maxLength: 4, unit: 'grapheme' }),
);
const address = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(''));

describe('a path to return to', () => {
  test.each([
    ['/patients/3?page=2', '/patients/3?page=2'],
    ['/', '/'],
    [`${ORIGIN}/users/4`, '/users/4'],
    ['https://portal.test:443/users', '/users'],
    ['https://someone@portal.test/users', '/users'],
    ['/a/../b', '/b'],
    ['/%2F%2Fevil.test', '/%2F%2Fevil.test'],
    ['//evil.test', null],
    ['/\\evil.test', null],
    ['\\\\evil.test', null],
    ['/\t/evil.test', null],
    ['/\n/evil.test', null],
    ['/\r\\evil.test', null],
    ['\u0000//evil.test', null],
    [' //evil.test', null],
    ['/.//evil.test', null],
    ['/x/..//evil.test', null],
    ['/./\\evil.test', null],
    ['/.//portal.test:443', null],
    ['https://portal.test@evil.test/', null],
    ['https://portal.test.evil.test/', null],
    ['http://portal.test/', null],
    ['https://portal.test:444/', null],
    ['https://pоrtal.test/', null],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    [`blob:${ORIGIN}/1`, null],
    ['https://[', null],
  ])('%j leads to %j', (given, path) => {
    expect(ownPath(given, ORIGIN)).toBe(path);
  });

  test('leads to this origin as it is, also when it is read a second time, and is never lost when it did before', () => {
    fc.assert(
      fc.property(address, (given) => {
        const path = ownPath(given, ORIGIN);
        if (path === null) return;
        expect([leadsTo(given), leadsTo(path)]).toEqual([ORIGIN, ORIGIN]);
        expect(path).toMatch(/^\/(?![/\\])[^\t\r\n#]*$/);
        expect(ownPath(path, ORIGIN)).toBe(path);
      }),
      { numRuns: 5000 },
    );
  });

  test('is kept for every address of the portal', () => {
    const segment = fc
      .string({ minLength: 1, maxLength: 8 })
      .map((text) => encodeURIComponent(text.replaceAll('.', 'x')));
    const page = fc.tuple(fc.array(segment, { maxLength: 4 }), fc.webQueryParameters());
    fc.assert(
      fc.property(page, ([segments, query]) => {
        const path = `/${segments.join('/')}${query ? `?${query}` : ''}`;
        expect(ownPath(path, ORIGIN)).toBe(new URL(path, ORIGIN).pathname + new URL(path, ORIGIN).search);
      }),
    );
  });
});

describe('a link out of the portal', () => {
  test.each([
    ['https://example.test/x?y=1#z', 'https://example.test/x?y=1#z'],
    ['HTTPS://Example.test', 'https://example.test/'],
    [' https://example.test/ ', 'https://example.test/'],
    ['https://ex\nample.test/', 'https://example.test/'],
    ['http://example.test/', null],
    ['https:example.test', null],
    ['//example.test/', null],
    ['/logout', null],
    ['https://portal.test@example.test/', null],
    ['https://:secret@example.test/', null],
    ['java\tscript:alert(1)', null],
    ['', null],
  ])('%j is %j', (given, link) => {
    expect(outsideLink(given)).toBe(link);
  });

  test('is https, names its host first, and is read alike by every page', () => {
    fc.assert(
      fc.property(address, (given) => {
        const link = outsideLink(given);
        if (link === null) return;
        expect(link).toMatch(/^https:\/\/[^@/?#\\]+\//);
        for (const page of ['http://a.test/', `${ORIGIN}/x`]) expect(new URL(given, page).href).toBe(link);
      }),
      { numRuns: 5000 },
    );
  });
});
