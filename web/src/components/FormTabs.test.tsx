import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderApp } from '../testing/renderApp.tsx';
import { FormTabs } from './FormTabs.tsx';

const tabs = [
  {
    value: 'person',
    label: 'Demographics',
    fields: ['firstName', 'lastName'],
    content: <input aria-label="First name" />,
  },
  { value: 'contact', label: 'Contact Info', fields: ['locations'], content: <input aria-label="City" /> },
];
const tab = (name: RegExp) => screen.getByRole('tab', { name });

function Form({ invalid }: { invalid: readonly string[] }) {
  const [submits, setSubmits] = useState(0);
  return (
    <>
      <FormTabs tabs={tabs} invalid={submits ? invalid : []} submits={submits} />
      <button onClick={() => setSubmits(submits + 1)}>Save</button>
    </>
  );
}

test('a tab shows the number of invalid fields in its panel, including those of a list', async () => {
  const { user } = await renderApp(<Form invalid={['lastName', 'locations.0.city', 'locations.0.zip']} />);
  expect(screen.getAllByRole('tab').map((each) => each.textContent)).toEqual(['Demographics', 'Contact Info']);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(tab(/Demographics/)).toHaveAccessibleName('Demographics 1 invalid field');
  expect(tab(/Contact/)).toHaveAccessibleName('Contact Info 2 invalid fields');
});

test('a refused submit opens the first tab with an invalid field, each time', async () => {
  const { user } = await renderApp(<Form invalid={['locations.0.city']} />);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(tab(/Contact/)).toHaveAttribute('aria-selected', 'true');
  await user.click(tab(/Demographics/));
  expect(tab(/Demographics/)).toHaveAttribute('aria-selected', 'true');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(tab(/Contact/)).toHaveAttribute('aria-selected', 'true');
});

test('the arrow keys and Home open the tabs', async () => {
  const { user } = await renderApp(<Form invalid={[]} />);
  await user.click(tab(/Demographics/));
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(tab(/Contact/)).toHaveAttribute('aria-selected', 'true'));
  expect(tab(/Contact/)).toHaveFocus();
  await user.keyboard('{Home}');
  await waitFor(() => expect(tab(/Demographics/)).toHaveAttribute('aria-selected', 'true'));
});

test('a submit without invalid fields keeps the tab', async () => {
  const { user } = await renderApp(<Form invalid={[]} />);
  await user.click(tab(/Contact/));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(tab(/Contact/)).toHaveAttribute('aria-selected', 'true');
});

test('the input in one tab is kept while another is open', async () => {
  const { user } = await renderApp(<Form invalid={[]} />);
  await user.type(screen.getByRole('textbox', { name: 'First name' }), 'Ada');
  await user.click(tab(/Contact/));
  await waitFor(() => expect(screen.getByLabelText('First name').closest('[role=tabpanel]')).toHaveAttribute('hidden'));
  await user.click(tab(/Demographics/));
  expect(screen.getByRole('textbox', { name: 'First name' })).toHaveValue('Ada');
});
