import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderApp } from '../testing/renderApp.tsx';
import { toaster } from './Toaster.tsx';

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['queueMicrotask'] }));
afterEach(async () => {
  await act(async () => toaster.remove());
  jest.useRealTimers();
});

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const toast = () => screen.queryByText('Saved')?.closest<HTMLElement>('[data-part=root]') ?? null;

async function show() {
  await renderApp(null);
  await act(async () => void toaster.success({ title: 'Saved' }));
  await pass(50);
  return toast()!;
}

// First: the others find what shows the messages loaded.
test('a toast that is shown before the first screen waits for it', async () => {
  toaster.success({ title: 'Saved' });
  await renderApp(null);
  await pass(50);
  await pass(50);
  expect(toast()).toHaveAttribute('data-state', 'open');
});

test('a toast appears at the top right, in light colors in either color mode', async () => {
  document.documentElement.className = 'dark';
  const shown = await show();
  expect(shown.closest('[data-part=group]')).toHaveAttribute('data-placement', 'top-end');
  expect(shown).toHaveClass('chakra-theme', 'light');
  document.documentElement.className = '';
});

test('it closes by itself after 5000 ms and has collapsed 300 ms later', async () => {
  const shown = await show();
  await pass(4900);
  expect(shown).toHaveAttribute('data-state', 'open');
  await pass(100);
  expect(shown).toHaveAttribute('data-state', 'closed');
  expect(shown).toBeInTheDocument();
  await pass(350);
  expect(toast()).toBeNull();
});

test('it closes on a click', async () => {
  const shown = await show();
  fireEvent.click(shown);
  await pass(20);
  expect(shown).toHaveAttribute('data-state', 'closed');
  await pass(350);
  expect(toast()).toBeNull();
});

test('it waits while it has the focus, which Tab takes away again, also out of the page; Escape returns it', async () => {
  const shown = await show();
  const [before, next] = [document.createElement('button'), document.createElement('button')];
  document.body.prepend(before);
  document.body.append(next);
  for (const leave of [() => next.focus(), () => shown.blur()]) {
    act(() => before.focus());
    act(() => shown.focus());
    await pass(6000);
    expect(shown).toHaveFocus();
    act(leave);
    await pass(20);
    expect(shown).toHaveAttribute('data-state', 'open');
    expect(before).not.toHaveFocus();
  }
  act(() => before.focus());
  act(() => shown.focus());
  fireEvent.keyDown(shown, { key: 'Escape' });
  await pass(400);
  expect(toast()).toBeNull();
  expect(before).toHaveFocus();
  before.remove();
  next.remove();
});

test('it pauses while the pointer is on it', async () => {
  const shown = await show();
  fireEvent.pointerMove(shown.closest('[data-part=group]')!);
  fireEvent.mouseEnter(shown);
  fireEvent.pointerEnter(shown);
  await pass(20_000);
  expect(shown).toHaveAttribute('data-state', 'open');
  fireEvent.pointerLeave(shown);
  fireEvent.mouseLeave(shown.closest('[data-part=group]')!);
  await pass(5500);
  expect(toast()).toBeNull();
});

describe('a toast that arrives while the window does not have the focus', () => {
  const hasFocus = jest.spyOn(document, 'hasFocus');
  const leave = () => {
    hasFocus.mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('blur')));
  };
  const comeBack = () => {
    hasFocus.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('focus')));
  };
  afterEach(() => void hasFocus.mockReturnValue(true));

  test('waits, and closes 5000 ms after the user has returned', async () => {
    await renderApp(null);
    leave();
    await act(async () => void toaster.success({ title: 'Saved' }));
    await pass(60_000);
    expect(toast()).toHaveAttribute('data-state', 'open');
    comeBack();
    await pass(4900);
    expect(toast()).toHaveAttribute('data-state', 'open');
    await pass(200);
    expect(toast()).toHaveAttribute('data-state', 'closed');
  });

  test('waits also when it had to wait for a place among four others', async () => {
    await renderApp(null);
    leave();
    for (const title of ['1', '2', '3', '4']) await act(async () => void toaster.error({ title }));
    await act(async () => void toaster.success({ title: 'Saved' }));
    await pass(20_000);
    expect(toast()).toBeNull();
    fireEvent.click(screen.getByText('1'));
    await pass(60_000);
    expect(toast()).toHaveAttribute('data-state', 'open');
  });
});

test('it pauses while the window has lost the focus', async () => {
  const shown = await show();
  act(() => void window.dispatchEvent(new Event('blur')));
  await pass(20_000);
  expect(shown).toHaveAttribute('data-state', 'open');
  act(() => void window.dispatchEvent(new Event('focus')));
  await pass(5500);
  expect(toast()).toBeNull();
});
