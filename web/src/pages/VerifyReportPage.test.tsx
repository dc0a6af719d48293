import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { renderApp } from '../testing/renderApp.tsx';
import { VerifyReportPage } from './VerifyReportPage.tsx';

// Eleven characters and the one that checks them.
const CODE = '1234-5678-9ABV';

test('opens the report of a code, however it is typed', async () => {
  const { user, router } = await renderApp(<VerifyReportPage />, { path: '/verify', route: '/verify' });
  await user.type(screen.getByRole('textbox', { name: 'Verification code' }), ' i234 5678-9abv {Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe(`/verify/${CODE}`));
});

test('finds a mistake by the check character, and asks no one', async () => {
  const { user, router } = await renderApp(<VerifyReportPage />, { path: '/verify', route: '/verify' });
  await user.type(screen.getByRole('textbox', { name: 'Verification code' }), '1243-5678-9ABV{Enter}');
  expect(await screen.findByText('The code is not right. Compare each character with the report.')).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/verify');
});

test('leads to the files with which a payer checks a report without an account', async () => {
  await renderApp(<VerifyReportPage />, { path: '/verify', route: '/verify' });
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Page for offline use', '/verify/offline.html'],
    ['Program for Node', '/verify/airlog-verify.mjs'],
    ['Public keys', '/.well-known/airlog-report-keys.json'],
  ]);
});
