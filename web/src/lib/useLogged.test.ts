import { expect, test } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { expectConsoleError } from '../testing/setup.ts';
import { Unreachable } from './reach.ts';
import { useLogged } from './useLogged.ts';

test('a failure is logged once, with what was not loaded', () => {
  const logged = expectConsoleError(/^The roles were not loaded: Error: refused/);
  const failure = new Error('refused');
  const { rerender } = renderHook(() => useLogged('The roles were not loaded', failure));
  rerender();
  expect(logged()).toBe(1);
});

test('a request without an answer is not logged a second time: the browser logs it', () => {
  renderHook(() => useLogged('The roles were not loaded', new Unreachable()));
  // An error in the console that no test expects fails the test.
});
