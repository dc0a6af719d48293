import { afterEach, beforeEach, expect, test } from '@jest/globals';

// jest-selectors.js passes over rules by what a selector asks for. An element still has the style of each rule that is its.

beforeEach(() => {
  document.body.innerHTML = '<main class="page"><p class="note Big a:b" title="a, .other">Text</p></main>';
});
afterEach(() => {
  document.head.querySelector('style')?.remove();
  document.body.innerHTML = '';
});

test.each([
  ['.note', true],
  ['.Big', true],
  ['.big', false],
  ['.no', false],
  ['.other', false],
  ['p', true],
  ['div', false],
  ['*', true],
  ['div, .note', true],
  ['.other, p', true],
  ['.other, div', false],
  ['main > .note', true],
  ['main>p', true],
  ['main > *', true],
  ['main > .other', false],
  ['.page .note', true],
  ['.other .note', false],
  ['p + p', false],
  ['.note:not(.other)', true],
  ['.note:not(.Big)', false],
  ['.other:not(.Big)', false],
  [':is(.other, .note)', true],
  ['p:not(:is(.other, .another))', true],
  ['.note:first-child', true],
  ['.note:nth-child(2n + 2)', false],
  ['[title="a, .other"]', true],
  ['.other[title="a, .note"]', false],
  ['.other, [title]', true],
  ['.a\\:b', true],
])('%s', (selector, isIts) => {
  const style = document.createElement('style');
  style.textContent = `${selector} { display: flex }`;
  document.head.append(style);
  expect(getComputedStyle(document.querySelector('p')!).display === 'flex').toBe(isIts);
});
