import { expect, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Link, Outlet } from 'react-router';
import { renderApp } from '../testing/renderApp.tsx';
import { expectConsoleError } from '../testing/setup.ts';
import { frameFirst } from './frameFirst.tsx';

interface Code {
  Component: () => ReactNode;
}

/** A page whose code arrives when the test says so. */
function pageLater(text: string) {
  const code = Promise.withResolvers<Code>();
  const arrive = () => act(async () => code.resolve({ Component: () => <h1>{text}</h1> }));
  return { lazy: () => code.promise, arrive, code };
}

function open(first: () => Promise<Code>, second: () => Promise<Code>) {
  const Frame = () => (
    <main>
      <Link to="/second">Second</Link>
      <Link to="/">First</Link>
      <Outlet />
    </main>
  );
  return renderApp(null, {
    routes: [
      {
        element: <Frame />,
        hydrateFallbackElement: <></>,
        children: [
          {
            errorElement: <p role="alert">Broken</p>,
            children: frameFirst([
              { index: true, lazy: first },
              { path: '/second', lazy: second },
            ]),
          },
        ],
      },
    ],
  });
}

test('the frame is drawn before the code of the first page is there, and stays until that of a later one is', async () => {
  const [first, second] = [pageLater('Patients'), pageLater('Machines')];
  const { user } = await open(first.lazy, second.lazy);
  expect(await screen.findByRole('link', { name: 'Second' })).toBeVisible();
  expect(screen.queryByRole('heading')).toBeNull();
  await first.arrive();
  expect(await screen.findByRole('heading', { name: 'Patients' })).toBeVisible();

  await user.click(screen.getByRole('link', { name: 'Second' }));
  expect(screen.getByRole('heading', { name: 'Patients' })).toBeVisible();
  await second.arrive();
  expect(await screen.findByRole('heading', { name: 'Machines' })).toBeVisible();

  await user.click(screen.getByRole('link', { name: 'First' }));
  expect(screen.getByRole('heading', { name: 'Patients' })).toBeVisible();
});

test('a first page whose code cannot be loaded says so within the frame', async () => {
  expectConsoleError(/gone/);
  const { lazy, code } = pageLater('Patients');
  await open(lazy, lazy);
  expect(await screen.findByRole('link', { name: 'Second' })).toBeVisible();
  await act(async () => code.reject(new Error('gone')));
  expect(await screen.findByRole('alert')).toHaveTextContent('Broken');
});
