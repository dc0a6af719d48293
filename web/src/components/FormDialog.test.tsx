import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { Input } from '@chakra-ui/react';
import { describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Controller } from 'react-hook-form';
import { object, string } from 'yup';
import { workState } from '../lib/unsavedWork.ts';
import type { LiveCheck } from '../lib/useLiveCheck.ts';
import type { UserError } from '../lib/userErrors.ts';
import { Unreachable } from '../lib/reach.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { expectConsoleError } from '../testing/setup.ts';
import { DateField } from './DateField.tsx';
import { FormDialog } from './FormDialog.tsx';
import { FormField } from './FormField.tsx';
import { useSubmitForm, type Submission } from './useSubmitForm.ts';

interface Values {
  start: string;
  serial: string;
}
type Submit = (values: Values, submission: Submission) => Promise<readonly UserError[] | void>;

type Ask = LiveCheck<Values>['ask'];

function Example({ onSubmit, onClose, ask }: { onSubmit: Submit; onClose: () => void; ask: Ask }) {
  const submitForm = useSubmitForm<Values>({
    defaultValues: { start: '', serial: '' },
    live: { ask, rules: object({ start: string(), serial: string() }) },
    onSubmit,
  });
  const { register, control, formState } = submitForm.form;
  const { errors } = formState;
  return (
    <FormDialog
      form={submitForm}
      title="Example"
      onClose={onClose}
      submitLabel="Save"
      status={{ checking: 'Checking', saving: 'Saving' }}
    >
      <FormField label="Start" error={errors.start?.message}>
        <Controller
          control={control}
          name="start"
          rules={{ required: 'Start is required.' }}
          render={({ field }) => <DateField {...field} onChange={(date) => field.onChange(date ?? '')} />}
        />
      </FormField>
      <FormField label="Serial" error={errors.serial?.message}>
        <Input {...register('serial', { required: 'Serial is required.' })} />
      </FormField>
    </FormDialog>
  );
}

/** The dialog, with a save that ends when the test decides. */
async function open(language?: 'es') {
  const ends: { resolve: (errors?: readonly UserError[]) => void; reject: (error: unknown) => void }[] = [];
  const onSubmit = jest.fn<Submit>(() => new Promise((resolve, reject) => ends.push({ resolve, reject })));
  const onClose = jest.fn();
  const onOuterSubmit = jest.fn();
  const ask = jest.fn<Ask>(() => new Promise(() => {}));
  const view = await renderApp(
    <form onSubmit={onOuterSubmit}>
      <Example onSubmit={onSubmit} onClose={onClose} ask={ask} />
    </form>,
    { language },
  );
  const start = screen.getByLabelText('Start');
  const serial = screen.getByLabelText('Serial');
  const fill = async () => {
    await view.user.type(start, '05012026');
    await view.user.type(serial, 'A1');
  };
  const save = () => view.user.click(screen.getByRole('button', { name: 'Save' }));
  const end = (errors?: readonly UserError[]) => act(async () => ends.at(-1)?.resolve(errors));
  const fail = (error: unknown) => act(async () => ends.at(-1)?.reject(error));
  return { ...view, start, serial, fill, save, end, fail, ask, onSubmit, onOuterSubmit, onClose };
}
const refusal = (field: string, message: string): UserError => ({ field, code: 'refused', message });

test('the first field has the focus when the dialog opens', async () => {
  const { start } = await open();
  await waitFor(() => expect(start).toHaveFocus());
});

describe('a form is submitted once', () => {
  test('by two submits at the same moment, and by Enter and a click during the save', async () => {
    const { user, serial, fill, onSubmit, end, quiet } = await open();
    await fill();
    const form = serial.closest('form')!;
    act(() => {
      fireEvent.submit(form);
      fireEvent.submit(form);
    });
    fireEvent.submit(form);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await quiet();
    expect(onSubmit).toHaveBeenCalledTimes(1);
    await end();
    fireEvent.submit(form);
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2));
  });

  test('during the save Cancel and the submit button are disabled, and Escape and Close do nothing', async () => {
    const { user, fill, save, onClose, end, quiet } = await open();
    await fill();
    await save();
    expect(screen.getByRole('status')).toHaveTextContent('Checking');
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    expect(screen.getByRole('button', { name: /Save/ })).toBeDisabled();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await quiet();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(onClose).not.toHaveBeenCalled();
    await end();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeEnabled();
  });

  test('during a confirmation the form shows no activity and is not submitted again', async () => {
    const { user, serial, fill, save, onSubmit, onClose, quiet } = await open();
    onSubmit.mockImplementation(async (_values, { confirm }) => {
      await confirm({ title: 'Really?', body: 'Yes.' });
    });
    await fill();
    await save();
    await screen.findByRole('alertdialog', { name: 'Really?' });
    expect(screen.getByRole('button', { name: 'Save', hidden: true })).toBeEnabled();
    fireEvent.submit(serial.closest('form')!);
    await user.keyboard('{Escape}');
    await quiet();
    expect(onSubmit).toHaveBeenCalledTimes(1);
    expect(onClose).not.toHaveBeenCalled();
  });
});

test('a submit cancels the running live check, and does not submit the form that opened the dialog', async () => {
  const { user, serial, save, ask, onOuterSubmit } = await open();
  await user.type(serial, 'A');
  await waitFor(() => expect(ask).toHaveBeenCalled());
  const [, , signal] = ask.mock.lastCall!;
  expect(signal.aborted).toBe(false);
  await save();
  expect(signal.aborted).toBe(true);
  expect(onOuterSubmit).not.toHaveBeenCalled();
});

describe("the server's answer", () => {
  test('is shown at its fields, the rest in one alert, and the first invalid field gets the focus', async () => {
    const { start, serial, fill, save, end } = await open();
    await fill();
    await save();
    await end([
      refusal('serial', 'Unknown serial.'),
      refusal('start', 'Too early.'),
      refusal('', 'A.'),
      refusal('x', 'B.'),
    ]);
    await waitFor(() => expect(start).toHaveFocus());
    const fieldOf = (input: HTMLElement) => input.closest<HTMLElement>('[data-scope=field][data-part=root]')!;
    expect(within(fieldOf(start)).getByText('Too early.')).toBeInTheDocument();
    expect(within(fieldOf(serial)).getByText('Unknown serial.')).toBeInTheDocument();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(screen.getByRole('alert')).toHaveTextContent('A. B.');
  });

  test('focuses an invalid date field when it is the first one, whatever its order of registration', async () => {
    const { start, save, onSubmit } = await open();
    await save();
    await waitFor(() => expect(start).toHaveFocus());
    expect(screen.getByText('Serial is required.')).toBeInTheDocument();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test.each([
    ['no connection', new Unreachable(), /^The server cannot be reached\./],
    ['a fault', new Error('boom'), /^This could not be saved\./],
  ])('%s is shown as such until the next change, and the input stays', async (_title, error, text) => {
    expectConsoleError(/boom/);
    const { user, serial, fill, save, fail } = await open();
    await fill();
    await save();
    await fail(error);
    expect(screen.getByRole('alert')).toHaveTextContent(text);
    expect(serial).toHaveValue('A1');
    await user.type(serial, '2');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

test('the message about the whole form is dismissed by its button', async () => {
  const { user, fill, save, end, serial } = await open();
  await fill();
  await save();
  await end([refusal('', 'Please review the information entered.'), refusal('serial', 'In use.')]);
  expect(screen.getByRole('alert')).toHaveTextContent('Please review the information entered.');
  await user.click(screen.getByRole('button', { name: 'Dismiss this message' }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.getByText('In use.')).toBeInTheDocument();
  expect(serial).toHaveValue('A1');
});

test('says that the values may be saved when the connection was lost while the server was writing', async () => {
  const { fill, save, fail, onSubmit } = await open();
  const wait = onSubmit.getMockImplementation()!;
  onSubmit.mockImplementation((values, submission) => {
    return submission.saving(wait(values, submission) as Promise<void>);
  });
  await fill();
  await save();
  expect(screen.getByRole('status')).toHaveTextContent('Saving');
  await fail(new Unreachable());
  expect(screen.getByRole('alert')).toHaveTextContent(
    'The connection was lost while saving, so it may have been saved.',
  );
});

test('says nothing about saving when the connection is lost after the answer that refused the values', async () => {
  const { fill, save, fail, onSubmit } = await open();
  const wait = onSubmit.getMockImplementation()!;
  onSubmit.mockImplementation(async (values, submission) => {
    await submission.saving(Promise.resolve());
    return wait(values, submission);
  });
  await fill();
  await save();
  await fail(new Unreachable());
  expect(screen.getByRole('alert')).toHaveTextContent(/^The server cannot be reached\. What you entered is still here/);
});

test('says that the values are saved when what follows fails', async () => {
  expectConsoleError(/no row 7/);
  const { fill, save, fail, onSubmit } = await open();
  const wait = onSubmit.getMockImplementation()!;
  onSubmit.mockImplementation(async (values, submission) => {
    await submission.saving(Promise.resolve());
    submission.saved();
    return wait(values, submission);
  });
  await fill();
  await save();
  await fail(new Error('no row 7'));
  expect(screen.getByRole('alert')).toHaveTextContent(
    'This was saved, but the page could not show it. Reload the page.',
  );
});

describe('unsaved input', () => {
  const question = () => screen.findByRole('alertdialog', { name: 'Are you sure?' });

  test('closes without a question when nothing was typed, or when it was undone', async () => {
    const { user, serial, onClose } = await open();
    await user.type(serial, 'A');
    expect(workState()).toBe('dirty');
    await user.clear(serial);
    expect(workState()).toBe('clean');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  test.each(['Escape', 'Close', 'Cancel'])('causes a question on %s', async (way) => {
    const { user, serial, onClose } = await open();
    await user.type(serial, 'A');
    const leave = () =>
      way === 'Escape' ? user.keyboard('{Escape}') : user.click(screen.getByRole('button', { name: way }));
    await leave();
    const asked = await question();
    expect(asked).toHaveTextContent('What you entered will be lost.');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(onClose).not.toHaveBeenCalled();
    await leave();
    await question();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  test('causes no question after a save, until it changes again', async () => {
    const { user, serial, fill, save, onSubmit } = await open();
    onSubmit.mockImplementation(async (_values, { saved }) => {
      saved();
      expect(workState()).toBe('clean');
    });
    await fill();
    await save();
    await waitFor(() => expect(onSubmit).toHaveBeenCalled());
    expect(workState()).toBe('clean');
    await user.type(serial, '2');
    expect(workState()).toBe('dirty');
  });
});

test('a limit that the user has reached is named with the time, and what was entered stays', async () => {
  const { fill, save, fail, serial } = await open();
  await fill();
  await save();
  const message = 'A user can write at most 60 notes in an hour. Try again in 34 minutes.';
  await fail(
    new CombinedGraphQLErrors({
      errors: [{ message, extensions: { code: 'TOO_MANY', limit: 'limit.notes', retryAfter: 2000 } }],
    }),
  );
  expect(screen.getByRole('alert')).toHaveTextContent(message);
  expect(serial).toHaveValue('A1');
  expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
});

test('too many requests at once are no limit: the form says that it may be sent again in a moment', async () => {
  const { fill, save, fail } = await open();
  await fill();
  await save();
  await fail(
    new CombinedGraphQLErrors({ errors: [{ message: 'Too Many Attempts.', extensions: { code: 'TOO_MANY' } }] }),
  );
  expect(screen.getByRole('alert')).toHaveTextContent('You have too many requests at once.');
});
