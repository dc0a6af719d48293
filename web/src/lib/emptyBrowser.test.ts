import { beforeEach, expect, jest, test } from '@jest/globals';
import { emptyBrowser } from './emptyBrowser.ts';
import { whatStays } from './whatStays.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
const all = () => [{ ...localStorage }, { ...sessionStorage }];

test('the end of a session leaves the language, the color mode and the reason of the end, and nothing else', () => {
  localStorage.setItem('language', '"es"');
  localStorage.setItem('color-mode', 'dark');
  localStorage.setItem('graphiql:query', '{ patients(search: "Ramírez") }');
  localStorage.setItem('appliedFilters', '{}');
  sessionStorage.setItem('flash', 'Too many failed attempts');
  sessionStorage.setItem('form:organization', '{}');
  emptyBrowser(whatStays());
  expect(all()).toEqual([{ language: '"es"', 'color-mode': 'dark' }, { flash: 'Too many failed attempts' }]);
});

test('what the answer of the server has emptied is there again, and a newer choice wins', () => {
  localStorage.setItem('language', '"es"');
  localStorage.setItem('color-mode', 'dark');
  sessionStorage.setItem('flash', 'Ended');
  const before = whatStays();
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('color-mode', 'light');
  emptyBrowser(before);
  expect(all()).toEqual([{ language: '"es"', 'color-mode': 'light' }, { flash: 'Ended' }]);
});

test('a browser that blocks its storages does without', () => {
  const blocked = jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('blocked');
  });
  const clear = jest.spyOn(Storage.prototype, 'clear').mockImplementation(() => {
    throw new Error('blocked');
  });
  expect(() => emptyBrowser(whatStays())).not.toThrow();
  blocked.mockRestore();
  clear.mockRestore();
});
