import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { DeviceSettings_recordFragmentDoc } from './gql/settingsRecordFragment.ts';
import { openSettingsEditor, review, rowsOf } from './openSettingsEditor.tsx';
import { pendingSettings } from './settingsFixtures.ts';
import { changedMeanwhile, pressureChange, refusal, refused, settingChange, underway } from './settingsFormFixtures.ts';
import { Unreachable } from '../../lib/reach.ts';

describe('the review', () => {
  test('shows exactly what will change, old → new, and sends it once however often it is clicked', async () => {
    const { user, type, press, checked, submitted } = await openSettingsEditor({
      names: ['treat_p', 'auto_on_flag'],
      checks: [{ changes: [pressureChange, settingChange('auto_on_flag', 'On', 'Off')] }],
    });
    await type('treat_p', '9');
    await user.click(screen.getByLabelText('auto_on_flag'));
    await press('Review changes');
    expect(rowsOf(await review())).toEqual([
      ['treat_p', '8.0 cmH₂O', '9.0 cmH₂O'],
      ['auto_on_flag', 'true', 'false'],
    ]);
    expect(screen.getByRole('heading', { name: 'Review changes' })).toHaveFocus();
    const submit = screen.getByText('Submit changes');
    // Both before the page can draw the button disabled.
    submit.click();
    submit.click();
    expect(await screen.findByText('Settings submitted')).toBeInTheDocument();
    expect(submitted).toHaveBeenCalledTimes(1);
    expect(submitted.mock.calls[0]![0]).toEqual(checked.mock.calls[0]![0]);
    expect(submitted.mock.calls[0]![0].input).toMatchObject({
      deviceHistoryId: 'history-5',
      mode: 'CPAP',
      version: 'basis-1',
      confirmVentilator: false,
    });
  });

  test('goes back with everything typed', async () => {
    const { type, press, field } = await openSettingsEditor();
    await type('treat_p', '9');
    await press('Review changes');
    await review();
    await press('Back to the form');
    expect(field('treat_p')).toHaveValue('9');
  });

  test('warns that a pending change will be replaced, and the form begins with that change', async () => {
    const { user, field, press } = await openSettingsEditor({ form: underway });
    expect(field('treat_p')).toHaveValue('9.5');
    expect(
      screen.getByText(/^A change submitted by Whitfield, Dana on 05\/02\/2026 22:05:09 is pending delivery/),
    ).toBeInTheDocument();
    await user.click(screen.getByText('Begin with the current settings'));
    expect(field('treat_p')).toHaveValue('8.0');
    await press('Review changes');
    await review();
    expect(
      screen.getByText(
        'This replaces the change submitted by Whitfield, Dana on 05/02/2026 22:05:09, which is still pending delivery.',
      ),
    ).toBeInTheDocument();
  });

  test('of nothing says so', async () => {
    const { press, field } = await openSettingsEditor({
      checks: [
        refused(
          refusal(
            '',
            'settings.unchanged',
            'Nothing would change: the device already has these settings. Change a value first.',
          ),
        ),
      ],
    });
    field('treat_p');
    await press('Review changes');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Nothing would change: the device already has these settings. Change a value first.',
    );
  });
});

describe('a refusal of the server', () => {
  const names = ['treat_p', 'manual_p'];
  const wrong = refused(
    refusal('values.manual_p', 'settings.range', 'Too high for this model.'),
    refusal('values.treat_p', 'settings.range', 'Too high as well.'),
  );

  test('is shown at its field, the first field has the focus, a summary links to each, and it disappears when the field changes', async () => {
    const { user, type, press, field } = await openSettingsEditor({ names, checks: [wrong] });
    await type('treat_p', '19');
    await press('Review changes');
    expect(await screen.findByText('Too high as well.')).toBeInTheDocument();
    await waitFor(async () => expect(field('treat_p')).toHaveFocus());
    const summary = screen.getByRole('alert');
    expect(summary).toHaveTextContent('Settings to correct: 2');
    await user.click(within(summary).getByRole('button', { name: 'manual_p' }));
    expect(field('manual_p')).toHaveFocus();
    await user.tab();
    expect(screen.getByText('Too high for this model.')).toBeInTheDocument();
    await type('manual_p', '10');
    await waitFor(() => expect(screen.queryByText('Too high for this model.')).not.toBeInTheDocument());
    expect(screen.getByText('Too high as well.')).toBeInTheDocument();
  });

  test('of the submission itself leads back to the form with everything typed', async () => {
    const { type, press, field } = await openSettingsEditor({ names, submits: [wrong] });
    await type('treat_p', '19');
    await press('Review changes');
    await review();
    await press('Submit changes');
    expect(await screen.findByText('Too high as well.')).toBeInTheDocument();
    expect(field('treat_p')).toHaveValue('19');
  });

  test('that belongs to no field is shown above the form', async () => {
    const ended = refused(
      refusal('', 'edit_settings.device_ended', 'This device is no longer assigned to the patient.'),
    );
    const { type, press, field } = await openSettingsEditor({ checks: [ended] });
    await type('treat_p', '9');
    await press('Review changes');
    expect(await screen.findByRole('alert')).toHaveTextContent('This device is no longer assigned to the patient.');
    expect(field('treat_p')).toHaveValue('9');
  });
});

describe('a conflict', () => {
  const later = { ...underway, version: 'basis-2' };

  test.each(['checks', 'submits'] as const)(
    '(%s) shows what the other user submitted and keeps what was typed for a new review',
    async (when) => {
      const { type, press, field, checked } = await openSettingsEditor({
        reloaded: later,
        [when]: [changedMeanwhile, {}],
      });
      await type('treat_p', '11');
      await press('Review changes');
      if (when === 'submits') {
        await review();
        await press('Submit changes');
      }
      const notice = await screen.findByRole('alert');
      expect(notice).toHaveTextContent('The settings of this device changed while you were editing');
      expect(notice).toHaveTextContent('Changes submitted by Whitfield, Dana on 05/02/2026 at 22:05:09');
      expect(rowsOf(within(notice).getByRole('region'))).toEqual([['Treat P', '8.0 cmH₂O', '9.5 cmH₂O']]);
      expect(field('treat_p')).toHaveValue('11');
      await press('Continue with my changes');
      expect(screen.queryByText('The settings of this device changed while you were editing')).not.toBeInTheDocument();
      await press('Review changes');
      await review();
      expect(screen.getByText(/^This replaces the change submitted by Whitfield, Dana/)).toBeInTheDocument();
      expect(checked.mock.calls.at(-1)![0].input.version).toBe('basis-2');
    },
  );

  test.each(['checks', 'submits'] as const)(
    '(%s) says that nothing was submitted when the new settings cannot be loaded',
    async (when) => {
      const { type, press, field } = await openSettingsEditor({
        reloadFails: new Unreachable(),
        [when]: [changedMeanwhile, {}],
      });
      await type('treat_p', '11');
      await press('Review changes');
      if (when === 'submits') {
        await review();
        await press('Submit changes');
      }
      const notice = await screen.findByRole('alert');
      expect(notice).toHaveTextContent('so nothing was submitted. The new settings could not be loaded.');
      expect(notice).not.toHaveTextContent('may');
      expect(field('treat_p')).toHaveValue('11');
    },
  );

  test('takes what was reviewed back to the form', async () => {
    const { type, press, field, reload } = await openSettingsEditor({ reloaded: later });
    await type('treat_p', '11');
    await press('Review changes');
    await review();
    await reload();
    expect(await screen.findByText('The settings of this device changed while you were editing')).toBeInTheDocument();
    expect(screen.queryByText('Submit changes')).not.toBeInTheDocument();
    expect(field('treat_p')).toHaveValue('11');
  });
});

describe('a lost connection', () => {
  test('before the review keeps everything', async () => {
    const { type, press, field } = await openSettingsEditor({ checks: [new Unreachable(), {}] });
    await type('treat_p', '9');
    await press('Review changes');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The server cannot be reached. What you entered is still here.',
    );
    expect(field('treat_p')).toHaveValue('9');
    await press('Review changes');
    expect(await review()).toBeInTheDocument();
  });

  test('while submitting keeps the review, and a change that arrived all the same is found by submitting again', async () => {
    const { type, press } = await openSettingsEditor({
      reloaded: { ...underway, version: 'basis-2' },
      submits: [new Unreachable(), changedMeanwhile],
    });
    await type('treat_p', '9.5');
    await press('Review changes');
    await review();
    await press('Submit changes');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The server did not answer, so the change may or may not have been submitted.',
    );
    await press('Submit changes');
    expect(await screen.findByRole('heading', { name: 'Settings submitted' })).toBeInTheDocument();
    expect(screen.getByText('Changes submitted by Whitfield, Dana on 05/02/2026 at 22:05:09')).toBeInTheDocument();
  });
});

test('after it was submitted the page shows where the change is on its way, and follows the device', async () => {
  const { type, press, client } = await openSettingsEditor();
  await type('treat_p', '9.5');
  await press('Review changes');
  await review();
  await press('Submit changes');
  expect(await screen.findByText('The settings were submitted.')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Settings submitted' })).toHaveFocus());
  const step = () => within(screen.getByRole('list', { name: 'Delivery' })).getAllByRole('listitem')[1];
  expect(step()).toHaveTextContent('Waiting for the device');
  expect(screen.getByRole('link', { name: 'Go to the patient' })).toHaveAttribute('href', '/patients/7?device=5');
  // As the socket's news does.
  const data = { ...pendingSettings, sentAt: '2026-05-03T03:00:00Z' };
  client.writeFragment({ fragment: DeviceSettings_recordFragmentDoc, fragmentName: 'DeviceSettings_record', data });
  await waitFor(() => expect(step()).toHaveTextContent('05/02/2026 23:00:00 EDT'));
});
