import { describe, expect, test } from '@jest/globals';
import { XSS_PAYLOADS } from '../../test/xss-payloads.ts';
import { cleanHtml, isBlank } from './org-messages-html.ts';

describe('a message', () => {
  test('keeps the allowed tags: b i em strong a br p ul ol li code', () => {
    const html =
      '<p><b>b</b><i>i</i><em>em</em><strong>s</strong><code>c</code><br /></p><ul><li>1</li></ul><ol><li>2</li></ol><a href="https://example.test/x">l</a>';
    expect(cleanHtml(html)).toBe(html);
  });

  test.each([
    ['http', 'http://example.test'],
    ['no scheme', '/patients/1'],
    ['another host without a scheme', '//evil.test'],
    ['a script', 'javascript:alert(1)'],
    ['a hidden script', 'jav\tascript:alert(1)'],
    ['a script after spaces', ' \u0001javascript:alert(1)'],
    ['data', 'data:text/html,x'],
    ['an incomplete address', 'https:evil'],
    ['no address', 'https://'],
    ['another host than it seems to', 'https://portal.test@evil.test/'],
    ['another host behind a port', 'https://portal.test:443@evil.test/'],
  ])('keeps the text of a link to %s and removes the address', (_title, href) => {
    expect(cleanHtml(`<a href="${href}">text</a>`)).toBe('<a>text</a>');
  });

  test.each([
    ['https://ex\tample.test/a', 'https://example.test/a'],
    ['HTTPS:\\\\example.test\\a', 'https://example.test/a'],
    ['https://bücher.test/', 'https://xn--bcher-kva.test/'],
  ])('shows a link to %j as the browser reads it', (href, address) => {
    expect(cleanHtml(`<a href="${href}">text</a>`)).toBe(`<a href="${address}">text</a>`);
  });

  test('reads plain text with HTML characters as text', () => {
    expect(cleanHtml('1 < 2 & 3 > 2 "x"')).toBe('1 &lt; 2 &amp; 3 &gt; 2 "x"');
  });

  test.each(XSS_PAYLOADS)('contains no %s after sanitizing', (payload) => {
    const clean = cleanHtml(payload);
    // Only the allowed tags remain, with https addresses only.
    const tags = clean.match(/<[^>]*>/g) ?? [];
    for (const tag of tags)
      expect(tag).toMatch(/^<(\/?(b|i|em|strong|p|ul|ol|li|code|a)|br \/|a href="https:\/\/[^"]*")>$/);
    expect(clean.replace(/<[^>]*>/g, '')).not.toMatch(/[<>]/);
    // Sanitizing a second time changes nothing.
    expect(cleanHtml(clean)).toBe(clean);
  });
});

test('a message is blank when it contains no readable character', () => {
  for (const html of [
    '',
    ' ',
    '<p></p>',
    '<br />',
    '&nbsp;',
    '\u00a0\u200b',
    '<p>&nbsp;</p>',
    '<a href="https://example.test"></a>',
  ])
    expect([html, isBlank(html)]).toEqual([html, true]);
  for (const html of ['x', '<b>1</b>', '…', '<p>ñ</p>', '&amp;', '😀'])
    expect([html, isBlank(html)]).toEqual([html, false]);
});
