import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { CardInfoPage } from './CardInfoPage.tsx';

test('the page of the link of SD cards says how their files are sent, and leads to the uploads', async () => {
  await renderApp(<CardInfoPage />);
  expect(await screen.findByRole('heading', { name: 'SD card data' })).toBeVisible();
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  expect(screen.getByText('Priority of data: wireless, then SD card, then QR+.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to uploads' })).toHaveAttribute('href', '/uploads');
});

test('a viewer who may not upload is not led there, in Spanish', async () => {
  await renderApp(<CardInfoPage />, { viewer: { ...testViewer, viewerCanUploadCards: false }, language: 'es' });
  expect(await screen.findByText(/^Su rol no incluye las cargas/)).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
});
