import { beforeEach, afterEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { object, string } from 'yup';
import { fakeServer, json, never } from '../testing/fakeServer.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { validationErrors } from './precognition.ts';
import { useLiveCheck } from './useLiveCheck.ts';

const server = fakeServer();
beforeEach(() => void jest.useFakeTimers({ doNotFake: ['queueMicrotask'] }));
afterEach(() => void jest.useRealTimers());

const rules = object({ serial: string().min(3), note: string(), pin: string() });

function Example() {
  const form = useForm({ defaultValues: { serial: '', note: '', pin: '' } });
  const stop = useLiveCheck(form, {
    ask: (values, only, signal) =>
      validationErrors({ method: 'post', url: '/api/things', data: { patient_id: 7, ...values }, only, signal }),
    rules,
    never: ['pin'],
  });
  return (
    <form onSubmit={stop}>
      <input aria-label="Serial" {...form.register('serial')} />
      <input aria-label="Note" {...form.register('note')} />
      <input aria-label="PIN" {...form.register('pin')} />
      <p role="alert">{form.formState.errors.serial?.message}</p>
    </form>
  );
}
const type = async (label: string, value: string) => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
  await act(() => jest.advanceTimersByTimeAsync(0));
};
const marked = { Precognition: 'true' };
const refused = () => json(422, { message: 'No.', errors: { serial: ['Unknown serial.'] } }, marked);
const valid = () => new Response(null, { status: 204, headers: { ...marked, 'Precognition-Success': 'true' } });

test("a field that passes the form's own rules is checked; its error appears, and goes when the server accepts the value", async () => {
  await renderApp(<Example />);
  server.answer = refused;
  await type('Serial', 'ab');
  expect(server.calls).toEqual([]);
  await type('Serial', 'abc');
  expect(server.calls[0]).toMatchObject({
    method: 'POST',
    url: '/api/things',
    body: '{"patient_id":7,"serial":"abc","note":"","pin":""}',
    headers: { precognition: 'true', 'precognition-validate-only': 'serial' },
  });
  expect(screen.getByRole('alert')).toHaveTextContent('Unknown serial.');
  server.answer = valid;
  await type('Serial', 'abcd');
  await act(() => jest.advanceTimersByTimeAsync(1500));
  expect(server.calls).toHaveLength(2);
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
});

test('submitting cancels scheduled checks, and a failed check shows nothing', async () => {
  await renderApp(<Example />);
  server.answer = () => Promise.reject(new TypeError('offline'));
  await type('Serial', 'abc');
  await type('Serial', 'abcd');
  fireEvent.submit(screen.getByLabelText('Serial').closest('form')!);
  await act(() => jest.advanceTimersByTimeAsync(5000));
  expect(server.calls).toHaveLength(1);
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
});

test('a change cancels the running check, and nothing is shown about the old value', async () => {
  await renderApp(<Example />);
  let answer = (_response: Response) => {};
  server.answer = () => new Promise((resolve) => (answer = resolve));
  await type('Serial', 'abc');
  await type('Serial', 'ab');
  expect(server.calls.map(({ signal }) => signal?.aborted)).toEqual([true]);
  answer(refused());
  await act(() => jest.advanceTimersByTimeAsync(5000));
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
  expect(server.calls).toHaveLength(1);
});

test('an emptied field is not checked', async () => {
  await renderApp(<Example />);
  server.answer = valid;
  await type('Serial', 'abc');
  await type('Serial', '');
  await act(() => jest.advanceTimersByTimeAsync(5000));
  expect(server.calls).toHaveLength(1);
});

test('typing a PIN sends nothing and cancels nothing, because every check of a PIN is an attempt', async () => {
  await renderApp(<Example />);
  server.answer = never;
  await type('PIN', '1234');
  await act(() => jest.advanceTimersByTimeAsync(1500));
  expect(server.calls).toEqual([]);
  await type('Serial', 'abc');
  await type('PIN', '12345');
  await act(() => jest.advanceTimersByTimeAsync(1500));
  expect(server.calls.map(({ signal, headers }) => [signal?.aborted, headers['precognition-validate-only']])).toEqual([
    [false, 'serial'],
  ]);
});

test('a refusal under the snake_case name of a field appears at the field', async () => {
  function Equipment() {
    const form = useForm({ defaultValues: { serialNumber: '' } });
    useLiveCheck(form, {
      ask: () => Promise.resolve([{ field: 'serial_number', code: 'serial.unknown', message: 'Unknown serial.' }]),
      rules: object({ serialNumber: string() }),
    });
    return (
      <>
        <input aria-label="Serial number" {...form.register('serialNumber')} />
        <p role="alert">{form.formState.errors.serialNumber?.message}</p>
      </>
    );
  }
  await renderApp(<Equipment />);
  await type('Serial number', 'A1');
  expect(screen.getByRole('alert')).toHaveTextContent('Unknown serial.');
});
