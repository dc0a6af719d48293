import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { openSettingsEditor, review, rowsOf } from './openSettingsEditor.tsx';
import { eachKind, settingValuesOf } from './settingsFormFixtures.ts';

describe('the form', () => {
  test('has the fields of the mode, with unit, range and steps as help', async () => {
    const { field } = await openSettingsEditor({ names: eachKind });
    expect(field('treat_p')).toHaveValue('8.0');
    expect(field('treat_p')).toHaveAccessibleDescription('4.0 to 20.0 cmH₂O, in steps of 0.5');
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Therapy Settings',
      'Comfort Settings',
      'Alert Settings',
    ]);
    expect(screen.queryByLabelText('min_apap')).not.toBeInTheDocument();
  });

  test('moves a number by its step with the arrow keys and the buttons, and not beyond its range', async () => {
    const { user, field } = await openSettingsEditor();
    const pressure = field('treat_p');
    await user.click(pressure);
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}');
    expect(pressure).toHaveValue('8.5');
    await user.click(screen.getByLabelText('Decrease treat_p'));
    expect(pressure).toHaveValue('8.0');
    const initial = field('initial_p');
    await user.click(initial);
    await user.keyboard('{ArrowDown}');
    expect(initial).toHaveValue('4.0');
    expect(screen.getByLabelText('Decrease initial_p')).toBeDisabled();
  });

  test('never rounds what is typed: a value between two steps or out of range is refused', async () => {
    const { user, field, type, press, checked } = await openSettingsEditor();
    await type('treat_p', '8.3');
    await user.tab();
    expect(await screen.findByText('Enter a value in steps of 0.5, starting at 4.')).toBeInTheDocument();
    expect(field('treat_p')).toHaveValue('8.3');
    await type('treat_p', '25');
    expect(await screen.findByText('Enter a value between 4 and 20.')).toBeInTheDocument();
    await type('treat_p', 'abc');
    expect(await screen.findByText('Enter a number.')).toBeInTheDocument();
    await press('Review changes');
    expect(checked).not.toHaveBeenCalled();
  });

  test('checks what two settings allow together, and takes it back when either is corrected', async () => {
    const names = ['initial_p', 'treat_p', 'heated_tube', 'air_tube'];
    const { user, type, field } = await openSettingsEditor({ names });
    await type('initial_p', '9');
    await user.tab();
    expect(
      await screen.findByText('This must not be higher than treat_p. Enter the same or a lower value.'),
    ).toBeInTheDocument();
    await type('treat_p', '10');
    await waitFor(() =>
      expect(
        screen.queryByText('This must not be higher than treat_p. Enter the same or a lower value.'),
      ).not.toBeInTheDocument(),
    );
    await user.selectOptions(field('heated_tube'), '3');
    await user.tab();
    expect(await screen.findByText(/^This works only with a heated air tube/)).toBeInTheDocument();
    await user.selectOptions(field('air_tube'), '22_mm_heated');
    await waitFor(() => expect(screen.queryByText(/^This works only with a heated air tube/)).not.toBeInTheDocument());
  });

  test('lets a word stand in the place of a number and gives the number back', async () => {
    const { user, field, press, checked } = await openSettingsEditor({ names: ['treat_p', 'ramp_time'] });
    await user.click(screen.getByLabelText('ramp_time: auto'));
    expect(field('ramp_time')).toBeDisabled();
    await press('Review changes');
    await review();
    expect(checked.mock.calls[0]![0].input.values).toContainEqual({ name: 'ramp_time', value: 'auto' });
    await press('Back to the form');
    await user.click(screen.getByLabelText('ramp_time: auto'));
    expect(field('ramp_time')).toHaveValue('20');
  });

  test('in Spanish takes a decimal comma too, and shows and sends a point', async () => {
    const { user, field, type, checked } = await openSettingsEditor({ language: 'es' });
    expect(field('treat_p')).toHaveValue('8.0');
    await type('treat_p', '9,5');
    await user.keyboard('{ArrowUp}');
    expect(field('treat_p')).toHaveValue('10.0');
    await type('treat_p', '9,5');
    await user.click(screen.getByText('Revisar los cambios'));
    const changes = await screen.findByLabelText('Cambios');
    expect(rowsOf(changes)).toEqual([['treat_p', '8.0 cmH₂O', '9.0 cmH₂O']]);
    expect(checked.mock.calls[0]![0].input.values).toContainEqual({ name: 'treat_p', value: '9.5' });
  });
});

describe('another mode', () => {
  test('keeps what both modes share, offers defaults for the rest, and loses nothing on the way back', async () => {
    const { user, field, type } = await openSettingsEditor({ names: eachKind });
    await type('initial_p', '5.5');
    await type('treat_p', '9.5');
    await user.click(screen.getByLabelText('AutoCPAP'));
    expect(field('initial_p')).toHaveValue('5.5');
    expect(screen.queryByLabelText('treat_p')).not.toBeInTheDocument();
    expect(screen.getByLabelText(/^max_apap/)).toHaveValue('15.0');
    expect(
      screen.getByText(/^The device has no values yet for: min_apap, max_apap, sensitivity, smart_a_flag\./),
    ).toBeInTheDocument();
    await user.click(screen.getByLabelText('CPAP'));
    expect(field('treat_p')).toHaveValue('9.5');
  });

  test('is sent with its own settings only, and the review names those that are no longer used', async () => {
    const { user, press, checked } = await openSettingsEditor({ names: eachKind });
    await user.click(screen.getByLabelText('Titration'));
    await press('Review changes');
    await review();
    expect(
      screen.getByText('Not part of the new mode, so no longer used: initial_p, treat_p, manual_p, smart_c_flag'),
    ).toBeInTheDocument();
    const { mode, values } = checked.mock.calls[0]![0].input as { mode: string; values: { name: string }[] };
    expect(mode).toBe('Titration');
    expect(values.map(({ name }) => name)).toEqual([
      'ramp_time',
      'heated_tube',
      'air_tube',
      'auto_on_flag',
      'leak_alert_flag',
    ]);
  });
});

test('a device that has not reported its settings is added to, from the factory defaults', async () => {
  const { field } = await openSettingsEditor({
    names: ['min_apap', 'max_apap'],
    form: { currentMode: null, values: settingValuesOf({}) },
    isNew: true,
  });
  expect(field(/^max_apap/)).toHaveValue('15.0');
  expect(screen.getByText(/^This device has not reported its settings yet\./)).toBeInTheDocument();
});
