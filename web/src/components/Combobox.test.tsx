import { describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import type { Language } from '../lib/language.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { Combobox } from './Combobox.tsx';
import { FormField } from './FormField.tsx';
import { Multiselect } from './Multiselect.tsx';
import type { ComboboxOption, LoadOptions } from './useOptions.ts';

const option = (label: string): ComboboxOption => ({ value: label.toLowerCase(), label });
const states = ['Alabama', 'Alaska', 'Arizona', 'Oregon', 'Québec'].map(option);

type Source = readonly ComboboxOption[] | LoadOptions<ComboboxOption>;
let chosen: readonly string[] = [];

interface SingleProps {
  options: Source;
  initial?: ComboboxOption;
  minLetters?: number;
  disabled?: boolean;
  error?: string;
}
function Single({ initial, error, ...rest }: SingleProps) {
  const [value, setValue] = useState<ComboboxOption | null>(initial ?? null);
  chosen = value ? [value.value] : [];
  return (
    <FormField label="State" error={error}>
      <Combobox {...rest} value={value} onChange={setValue} />
    </FormField>
  );
}
function Several({ options, max }: { options: Source; max?: number }) {
  const [value, setValue] = useState<readonly ComboboxOption[]>([]);
  chosen = value.map((one) => one.value);
  return (
    <FormField label="States">
      <Multiselect options={options} max={max} value={value} onChange={setValue} />
    </FormField>
  );
}
const input = () => screen.getByRole('combobox', { name: /State/ });
/** The list is drawn a moment after the click. */
async function openList(user: { click: (element: Element) => Promise<void> }): Promise<void> {
  await user.click(input());
  await waitFor(() => expect(input()).toHaveAttribute('aria-expanded', 'true'));
}
const labels = () => screen.queryAllByRole('option').map((one) => one.textContent);
const said = () => screen.getAllByRole('status').map((one) => one.textContent);
const highlighted = () => document.querySelector('[role=option][data-highlighted]')?.textContent ?? null;

/** A source whose answers the test controls. */
function slowSource() {
  const asked: { query: string; signal: AbortSignal; answer: (labels: string[]) => void; fail: () => void }[] = [];
  const load: LoadOptions<ComboboxOption> = (query, signal) =>
    new Promise((resolve, reject) => {
      asked.push({
        query,
        signal,
        answer: (found) => resolve(found.map(option)),
        fail: () => reject(new Error('down')),
      });
    });
  return { load, asked };
}

describe('a combobox', () => {
  test('opens on a click, lists every option and selects the clicked one', async () => {
    const { user } = await renderApp(<Single options={states} />);
    await openList(user);
    expect(labels()).toEqual(['Alabama', 'Alaska', 'Arizona', 'Oregon', 'Québec']);
    await user.click(screen.getByRole('option', { name: 'Oregon' }));
    expect(chosen).toEqual(['oregon']);
    expect(input()).toHaveValue('Oregon');
    await waitFor(() => expect(input()).toHaveAttribute('aria-expanded', 'false'));
  });

  test('follows the arrow keys, Home and End; Enter selects, Escape closes', async () => {
    const { user } = await renderApp(<Single options={states} />);
    await openList(user);
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(highlighted()).toBe('Alabama'));
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(highlighted()).toBe('Alaska'));
    await user.keyboard('{End}');
    await waitFor(() => expect(highlighted()).toBe('Québec'));
    await user.keyboard('{ArrowUp}');
    await waitFor(() => expect(highlighted()).toBe('Oregon'));
    await user.keyboard('{Home}');
    await waitFor(() => expect(highlighted()).toBe('Alabama'));
    await user.keyboard('{Enter}');
    expect(chosen).toEqual(['alabama']);
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(input()).toHaveAttribute('aria-expanded', 'true'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(input()).toHaveAttribute('aria-expanded', 'false'));
    expect(chosen).toEqual(['alabama']);
  });

  test('shows while typing the options that contain the text, ignoring case and accents', async () => {
    const { user } = await renderApp(<Single options={states} />);
    await user.type(input(), 'QUEB');
    expect(labels()).toEqual(['Québec']);
    await waitFor(() => expect(highlighted()).toBe('Québec'));
    await user.keyboard('{Enter}');
    expect(chosen).toEqual(['québec']);
  });

  test.each([
    ['lukasz', 'Łukasz'],
    ['ŁUK', 'Łukasz'],
    ['sorensen', 'Sørensen'],
    ['weiss', 'Weiß'],
    ['aero', 'Ærø'],
    ['ŠIMEK', 'Simek'],
  ])('finds by %s the option %s, as the search of a list does', async (typed, found) => {
    const { user } = await renderApp(<Single options={['Łukasz', 'Sørensen', 'Weiß', 'Ærø', 'Simek'].map(option)} />);
    await user.type(input(), typed);
    expect(labels()).toEqual([found]);
  });

  test('is cleared by its button', async () => {
    const { user } = await renderApp(<Single options={states} />);
    await openList(user);
    await user.click(screen.getByRole('option', { name: 'Alaska' }));
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(chosen).toEqual([]);
    expect(input()).toHaveValue('');
  });

  test('is a labeled listbox, and invalid when it has an error', async () => {
    const { user } = await renderApp(<Single options={states} error="Choose a state." />);
    expect(input()).toHaveAttribute('aria-invalid', 'true');
    expect(input()).toHaveAccessibleErrorMessage('Choose a state.');
    await openList(user);
    expect(input()).toHaveAttribute('aria-controls', screen.getByRole('listbox', { name: 'State' }).id);
  });

  test.each<[Language, string, string]>([
    ['en', 'List is empty.', 'No elements found. Consider changing the search query.'],
    ['es', 'La lista está vacía.', 'No se encontraron elementos. Considere cambiar la búsqueda.'],
  ])('says why it has no options (%s)', async (language, empty, none) => {
    const { user, unmount } = await renderApp(<Single options={[]} />, { language });
    await user.click(input());
    expect(said()).toContain(empty);
    unmount();
    const second = await renderApp(<Single options={states} />, { language });
    await second.user.type(input(), 'xyz');
    expect(said()).toContain(none);
  });

  test('shows the label of its value before options are loaded', async () => {
    const { load, asked } = slowSource();
    await renderApp(<Single options={load} initial={option('Ohio')} />);
    expect(input()).toHaveValue('Ohio');
    expect(asked).toEqual([]);
  });

  test('shows the description of an option and finds the option by it', async () => {
    const towns = ['Maine', 'Oregon'].map((state) => ({ value: state, label: 'Portland', description: state }));
    const { user } = await renderApp(<Single options={towns} />);
    await user.type(input(), 'oreg');
    expect(labels()).toEqual(['PortlandOregon']);
  });

  test('takes no disabled option', async () => {
    const { user } = await renderApp(<Single options={[{ ...option('Alaska'), disabled: true }, option('Ohio')]} />);
    await openList(user);
    expect(screen.getByRole('option', { name: 'Alaska' })).toHaveAttribute('aria-disabled', 'true');
    await user.click(screen.getByRole('option', { name: 'Alaska' }));
    expect(chosen).toEqual([]);
    await user.click(screen.getByRole('option', { name: 'Ohio' }));
    expect(chosen).toEqual(['ohio']);
  });

  test('that is disabled takes no text and has no enabled button', async () => {
    await renderApp(<Single options={states} initial={option('Alaska')} disabled />);
    expect(input()).toBeDisabled();
    for (const button of screen.getAllByRole('button')) expect(button).toBeDisabled();
  });

  test('lists at most 1000 options', async () => {
    const many = Array.from({ length: 1001 }, (_, n) => option(`Option ${n}`));
    const { user } = await renderApp(<Single options={many} />);
    await user.click(input());
    expect(screen.getAllByRole('option', { hidden: true })).toHaveLength(1000);
  }, 60_000);
});

describe('options from the server', () => {
  test('are requested once when the user pauses typing', async () => {
    const { load, asked } = slowSource();
    const { user } = await renderApp(<Single options={load} minLetters={2} />);
    await user.type(input(), 'alask');
    expect(said()).toContain('Loading...');
    await waitFor(() => expect(asked.map(({ query }) => query)).toEqual(['alask']));
    asked[0]!.answer(['Alaska']);
    await waitFor(() => expect(labels()).toEqual(['Alaska']));
    expect(said()).not.toContain('Loading...');
  });

  test('are not requested below the minimum of letters', async () => {
    const { load, asked } = slowSource();
    const { user } = await renderApp(<Single options={load} minLetters={2} />);
    expect(screen.queryByRole('button', { name: 'Show options' })).not.toBeInTheDocument();
    await user.type(input(), 'a');
    expect(said()).toContain('Type at least 2 letters.');
    await user.type(input(), 'l');
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]!.query).toBe('al');
  });

  test('drop the answer to an earlier query and abort its request', async () => {
    const { load, asked } = slowSource();
    const { user } = await renderApp(<Single options={load} minLetters={2} />);
    await user.type(input(), 'al');
    await waitFor(() => expect(asked).toHaveLength(1));
    await user.type(input(), 'a');
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    asked[1]!.answer(['Alabama']);
    await waitFor(() => expect(labels()).toEqual(['Alabama']));
    await act(async () => asked[0]!.answer(['Alabama', 'Alaska']));
    expect(labels()).toEqual(['Alabama']);
  });

  test('that fail to load are requested again by Retry', async () => {
    const { load, asked } = slowSource();
    const { user } = await renderApp(<Single options={load} minLetters={2} />);
    await user.type(input(), 'al');
    await waitFor(() => expect(asked).toHaveLength(1));
    asked[0]!.fail();
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(asked).toHaveLength(2));
    asked[1]!.answer(['Alaska']);
    await waitFor(() => expect(labels()).toEqual(['Alaska']));
  });
});

describe('a multiselect', () => {
  const tags = () => screen.queryAllByRole('listitem').map((tag) => tag.textContent);

  test('shows each selected option as a tag, and stays open for the next', async () => {
    const { user } = await renderApp(<Several options={states} />);
    await openList(user);
    await user.click(screen.getByRole('option', { name: 'Oregon' }));
    await user.click(screen.getByRole('option', { name: 'Alaska' }));
    expect(chosen).toEqual(['oregon', 'alaska']);
    expect(tags()).toEqual(['Oregon', 'Alaska']);
    expect(screen.getByRole('option', { name: 'Oregon' })).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByRole('listbox')).toHaveAttribute('aria-multiselectable', 'true');
  });

  test('a tag is removed by its button, the last one by Backspace, all of them at once', async () => {
    const { user } = await renderApp(<Several options={states} />);
    await openList(user);
    for (const name of ['Alabama', 'Alaska', 'Arizona', 'Oregon'])
      await user.click(screen.getByRole('option', { name }));
    await user.click(screen.getByRole('button', { name: 'Remove Alaska' }));
    expect(chosen).toEqual(['alabama', 'arizona', 'oregon']);
    await user.click(input());
    await user.keyboard('{Backspace}');
    expect(chosen).toEqual(['alabama', 'arizona']);
    await user.click(screen.getByRole('button', { name: 'Remove all' }));
    expect(chosen).toEqual([]);
  });

  test('Backspace in a query removes a letter and no tag', async () => {
    const { user } = await renderApp(<Several options={states} />);
    await openList(user);
    await user.click(screen.getByRole('option', { name: 'Oregon' }));
    await user.type(input(), 'al{Backspace}');
    expect(chosen).toEqual(['oregon']);
    expect(input()).toHaveValue('a');
  });

  test('at its maximum says so and selects no other option until one is removed', async () => {
    const { user } = await renderApp(<Several options={states} max={2} />);
    await openList(user);
    await user.click(screen.getByRole('option', { name: 'Alabama' }));
    expect(said().join()).not.toContain('Maximum');
    await user.click(screen.getByRole('option', { name: 'Alaska' }));
    await waitFor(() =>
      expect(said()).toContain('Maximum of 2 options selected. First remove a selected option to select another.'),
    );
    expect(screen.getByRole('option', { name: 'Oregon' })).toHaveAttribute('aria-disabled', 'true');
    await user.click(screen.getByRole('option', { name: 'Alabama' }));
    expect(chosen).toEqual(['alaska']);
    await user.click(screen.getByRole('option', { name: 'Oregon' }));
    expect(chosen).toEqual(['alaska', 'oregon']);
  });

  test('has a list of at most 300 pixels height', async () => {
    const { user } = await renderApp(<Several options={states} />);
    await openList(user);
    const content = screen.getByRole('listbox').closest('[data-part=content]')!;
    expect(getComputedStyle(content).maxHeight).toBe('300px');
  });

  test('without a maximum selects every option', async () => {
    const { user } = await renderApp(<Several options={states} />);
    await openList(user);
    for (const { label } of states) await user.click(screen.getByRole('option', { name: label }));
    expect(chosen).toHaveLength(5);
  });

  test('keeps selected options that a later search does not find', async () => {
    const load = jest.fn<LoadOptions<ComboboxOption>>((query) =>
      Promise.resolve(query === 'al' ? [option('Alaska')] : [option('Oregon')]),
    );
    const { user } = await renderApp(<Several options={load} />);
    await user.type(input(), 'al');
    await user.click(await screen.findByRole('option', { name: 'Alaska' }));
    await user.type(input(), 'or');
    await user.click(await screen.findByRole('option', { name: 'Oregon' }));
    expect(chosen).toEqual(['alaska', 'oregon']);
    expect(tags()).toEqual(['Alaska', 'Oregon']);
  });
});
