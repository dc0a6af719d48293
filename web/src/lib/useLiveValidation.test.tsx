import { beforeEach, afterEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { object, string } from 'yup';
import { fakeServer, json } from '../testing/fakeServer.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { useLiveValidation } from './useLiveValidation.ts';

const server = fakeServer();
beforeEach(() => void jest.useFakeTimers({ doNotFake: ['queueMicrotask'] }));
afterEach(() => void jest.useRealTimers());

const rules = object({ serial: string().min(3), note: string() });

function Example() {
  const form = useForm({ defaultValues: { serial: '', note: '' } });
  const stop = useLiveValidation(form, {
    method: 'post',
    url: '/api/things',
    data: (values) => ({ patient_id: 7, ...values }),
    rules,
  });
  return (
    <form onSubmit={stop}>
      <input aria-label="Serial" {...form.register('serial')} />
      <input aria-label="Note" {...form.register('note')} />
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

test('a field that the form itself accepts is asked about; its error appears, and goes when the server accepts it', async () => {
  await renderApp(<Example />);
  server.answer = refused;
  await type('Serial', 'ab');
  expect(server.calls).toEqual([]);
  await type('Serial', 'abc');
  expect(server.calls[0]).toMatchObject({
    method: 'POST',
    url: '/api/things',
    body: '{"patient_id":7,"serial":"abc","note":""}',
    headers: { precognition: 'true', 'precognition-validate-only': 'serial' },
  });
  expect(screen.getByRole('alert')).toHaveTextContent('Unknown serial.');
  server.answer = valid;
  await type('Serial', 'abcd');
  await act(() => jest.advanceTimersByTimeAsync(1500));
  expect(server.calls).toHaveLength(2);
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
});

test('submitting forgets what was still to be asked, and a check that gets lost says nothing', async () => {
  await renderApp(<Example />);
  server.answer = () => Promise.reject(new TypeError('offline'));
  await type('Serial', 'abc');
  await type('Serial', 'abcd');
  fireEvent.submit(screen.getByLabelText('Serial').closest('form')!);
  await act(() => jest.advanceTimersByTimeAsync(5000));
  expect(server.calls).toHaveLength(1);
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
});
