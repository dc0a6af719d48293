import type {} from '@testing-library/jest-dom/jest-globals';
import * as matchers from '@testing-library/jest-dom/matchers';
import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterEach, beforeEach, expect, jest } from '@jest/globals';
import React from 'react';
import { toaster } from '../components/Toaster.tsx';
import { waitForFrames } from './frames.ts';
import { dropOpenRequests } from './openRequests.ts';

expect.extend(matchers);
Object.assign(globalThis, { jest }); // lets Testing Library know of fake timers

// A busy machine must not fail a test.
configure({ asyncUtilTimeout: 60_000 });

// A search that waits fails until it finds: only its last failure is read, and describes the page.
const { getElementError } = getConfig();
configure({
  getElementError: (message, container) =>
    (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
});
waitForFrames();

// React's development build captures a stack for each element, a sixth of a test's time; only its warnings show it.
// React stops after a number of stacks, so that number is high from the start.
Object.defineProperty(
  (React as unknown as Record<string, object>).__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE,
  'recentlyCreatedOwnerStacks',
  { get: () => Infinity, set: () => {} },
);

// Data that the server writes into the page.
const meta = document.createElement('meta');
meta.name = 'portal-name';
meta.content = 'Airlog';
document.head.append(meta);

// Browser features that components need and jsdom lacks.
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}
const scrolling = () => {};
Object.assign(window, {
  ResizeObserver: Observer,
  IntersectionObserver: Observer,
  PointerEvent: window.PointerEvent ?? MouseEvent,
  scrollTo: scrolling,
  matchMedia: (query: string) => ({
    matches: false,
    media: query,
    addEventListener: scrolling,
    removeEventListener: scrolling,
    addListener: scrolling,
    removeListener: scrolling,
  }),
});
// jsdom's window has the focus only while an element has it.
document.hasFocus = () => true;
Object.assign(Element.prototype, {
  scrollTo: scrolling,
  scrollIntoView: scrolling,
  // jsdom has no layout; an element without a box counts as hidden and gets no focus.
  getClientRects: () => [new DOMRect(0, 0, 10, 10)],
});

/** Warnings that are not about our code. */
const foreign = [
  // jsdom's style parser does not know every current selector.
  /Could not parse CSS stylesheet/,
  // Chakra's state machines settle in microtasks, which no caller can wrap.
  /not wrapped in act\(/,
  // Logged for every promise read by use(), also the settled ones of useSuspenseFragment, which suspend nothing.
  /A component suspended inside an `act` scope/,
];
let complaints: string[] = [];
let expected: { pattern: RegExp; times: number }[] = [];
const realError = console.error;

/** Expects a console.error that the test causes on purpose; any other fails the test. Returns the count of its calls. */
export function expectConsoleError(pattern: RegExp): () => number {
  const known = { pattern, times: 0 };
  expected.push(known);
  return () => known.times;
}

beforeEach(() => {
  complaints = [];
  expected = [];
  localStorage.clear();
  sessionStorage.clear();
  console.error = (...parts: unknown[]) => {
    const text = parts.map(String).join(' ');
    if (foreign.some((pattern) => pattern.test(text))) return;
    const known = expected.find(({ pattern }) => pattern.test(text));
    if (known) known.times += 1;
    else complaints.push(text);
  };
});

const { setTimeout: later } = window; // also where a test has a set clock

afterEach(async () => {
  dropOpenRequests();
  cleanup();
  await new Promise((done) => later(done)); // an answer that came last may still lead to a message
  toaster.remove(); // messages are kept outside of what is rendered
  console.error = realError;
  if (complaints.length > 0) throw new Error(`console.error was called:\n${complaints.join('\n')}`);
});
