import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderApp } from '../testing/renderApp.tsx';
import { DescriptionList } from './DescriptionList.tsx';

test('lists labels with their values; an unknown value is a dash, and zero is a value', async () => {
  await renderApp(
    <DescriptionList
      items={[
        { label: 'Serial', value: 'A39', mono: true },
        { label: 'Nights', value: 0 },
        { label: 'City', value: '' },
        { label: 'Phone', value: null },
      ]}
    />,
  );
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Serial', 'Nights', 'City', 'Phone']);
  expect(screen.getAllByRole('definition').map((value) => value.textContent)).toEqual(['A39', '0', '–', '–']);
});
