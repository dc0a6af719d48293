import { describe, expect, jest, test } from '@jest/globals';
import { fakeServer, json, never } from '../testing/fakeServer.ts';
import { page } from './page.ts';
import { validateOnly, validationErrors } from './precognition.ts';

const server = fakeServer();
jest.spyOn(page, 'reload').mockImplementation(() => {});
const marked = { Precognition: 'true' };
const valid = () => new Response(null, { status: 204, headers: { ...marked, 'Precognition-Success': 'true' } });
const refused = (errors: Record<string, string[]>) => json(422, { message: 'No.', errors }, marked);
const things = { method: 'post', url: '/api/things', data: { name: 'x' } } as const;

describe('a validate-only request', () => {
  test('is marked, lists the fields to validate, and sends the whole form', async () => {
    server.answer = valid;
    expect(await validateOnly({ ...things, only: ['codes.0.icode', 'serial'] })).toBe(true);
    expect(server.calls[0]).toMatchObject({
      method: 'POST',
      body: '{"name":"x"}',
      headers: {
        precognition: 'true',
        'precognition-validate-only': 'codes.0.icode,serial',
        'x-requested-with': 'XMLHttpRequest',
      },
    });
  });

  test('without listed fields has no such header; with an empty list an empty one', async () => {
    server.answer = valid;
    await validateOnly(things);
    await validateOnly({ ...things, only: [] });
    expect(server.calls.map(({ headers }) => headers['precognition-validate-only'])).toEqual([undefined, '']);
  });

  test('cancels the running one with the same method and address, and no other', async () => {
    server.answer = never;
    const first = validateOnly(things).catch((error: Error) => error.name);
    const other = validateOnly({ ...things, method: 'patch' });
    other.catch(() => {});
    server.answer = valid;
    expect(await validateOnly(things)).toBe(true);
    expect(await first).toBe('AbortError');
    expect(server.calls.map(({ signal }) => signal?.aborted)).toEqual([true, false, false]);
  });

  test('is a success only as a 204 with the success header', async () => {
    server.answer = () => new Response(null, { status: 204, headers: marked });
    await expect(validateOnly(things)).rejects.toMatchObject({ name: 'HttpError' });
    server.answer = () => new Response('{}', { status: 200, headers: { ...marked, 'Precognition-Success': 'true' } });
    await expect(validateOnly(things)).rejects.toMatchObject({ name: 'HttpError' });
  });

  test('answered without the marker says that no precognition response was received and the middleware must be in place', async () => {
    server.answer = () => new Response(null, { status: 204, headers: { 'Precognition-Success': 'true' } });
    await expect(validateOnly(things)).rejects.toThrow(
      'Did not receive a Precognition response. Ensure you have the Precognition middleware in place for the route.',
    );
  });

  test.each([401, 403, 404, 409, 422, 423] as const)(
    'answered with %i goes to its handler, and fails without one',
    async (status) => {
      server.answer = () => json(status, { message: 'why', errors: {} }, marked);
      const handler = jest.fn();
      expect(await validateOnly({ ...things, on: { [status]: handler } })).toBe(false);
      expect(handler).toHaveBeenCalledWith(expect.objectContaining({ status, message: 'why' }));
      await expect(validateOnly(things)).rejects.toMatchObject({ status });
    },
  );

  test.each([419, 429, 500])('answered with %i fails', async (status) => {
    server.answer = () => json(status, {}, marked);
    await expect(validateOnly(things)).rejects.toMatchObject({ status });
  });

  test('times out after 5000 ms', async () => {
    jest.useFakeTimers();
    try {
      server.answer = never;
      const late = validateOnly(things).catch((error: Error) => error.name);
      await jest.advanceTimersByTimeAsync(4999);
      expect(server.calls[0]!.signal?.aborted).toBe(false);
      await jest.advanceTimersByTimeAsync(1);
      expect(await late).toBe('TimeoutError');
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('the refusals of a validate-only request', () => {
  test('are one per field, with its first message; a refusal is no failure', async () => {
    server.answer = () => refused({ name: ['Taken.', 'Too short.'], 'codes.0.icode': ['Unknown.'] });
    expect(await validationErrors(things)).toEqual([
      { field: 'name', code: 'invalid', message: 'Taken.' },
      { field: 'codes.0.icode', code: 'invalid', message: 'Unknown.' },
    ]);
  });

  test('are none when the server accepts the fields', async () => {
    server.answer = valid;
    expect(await validationErrors(things)).toEqual([]);
  });

  test('are unknown after any other answer, and the request ends with its signal', async () => {
    server.answer = () => json(500, {}, marked);
    await expect(validationErrors(things)).rejects.toMatchObject({ name: 'HttpError' });
    server.answer = never;
    const giveUp = new AbortController();
    const pending = validationErrors({ ...things, signal: giveUp.signal });
    giveUp.abort();
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.calls[1]!.signal?.aborted).toBe(true);
  });
});
