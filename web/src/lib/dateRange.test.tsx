import { expect, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { renderApp } from '../testing/renderApp.tsx';
import { useDateRangeSeed } from './dateRange.tsx';

function Range() {
  const { range } = useDateRangeSeed();
  return <p>{range ? `${range.start} to ${range.end}` : 'none'}</p>;
}

test('start_date and end_date of any address set the shared range, which outlives the address', async () => {
  const { router } = await renderApp(<Range />, { path: '/patients?start_date=2026-01-05&end_date=02/01/2026' });
  expect(screen.getByText('2026-01-05 to 2026-02-01')).toBeInTheDocument();
  await act(() => router.navigate('/machines'));
  expect(screen.getByText('2026-01-05 to 2026-02-01')).toBeInTheDocument();
});

test.each([
  '?start_date=2026-02-31&end_date=2026-03-01',
  '?start_date=2026-03-02&end_date=2026-03-01',
  '?start_date=2026-03-02',
])('%s is no range and sets nothing', async (query) => {
  await renderApp(<Range />, { path: `/${query}` });
  expect(screen.getByText('none')).toBeInTheDocument();
});

test('a later address with another range replaces it, one without keeps it, also through Back', async () => {
  const { router } = await renderApp(<Range />, { path: '/?start_date=2026-01-05&end_date=2026-02-01' });
  await act(() => router.navigate('/machines?page=2'));
  await act(() => router.navigate('/patients/3?start_date=2026-03-01&end_date=2026-03-31'));
  expect(screen.getByText('2026-03-01 to 2026-03-31')).toBeInTheDocument();
  await act(() => router.navigate('/patients/3?start_date=2026-04-01&end_date=nonsense'));
  expect(screen.getByText('2026-03-01 to 2026-03-31')).toBeInTheDocument();
});

test('a range may be one day, and may have a time, which is ignored', async () => {
  await renderApp(<Range />, { path: '/?start_date=2026-01-05%2000:00:00&end_date=2026-01-05' });
  expect(screen.getByText('2026-01-05 to 2026-01-05')).toBeInTheDocument();
});
