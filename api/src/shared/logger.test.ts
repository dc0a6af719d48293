import { Writable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { createLogger } from './logger.ts';

function logged(error: Error): { type: string; code?: string; message: string; stack: string } {
  let line = '';
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      line += chunk.toString();
      done();
    },
  });
  createLogger('error', sink).error({ err: error }, 'request failed');
  return JSON.parse(line).err;
}

test('a failed statement is logged with its reason and frames and without its values, whatever they contain', () => {
  const error = Object.assign(
    new Error(
      `update patients set note = 'calls - at night\nRobin Patient1' where id = 4711 - null value in column "org_id"\nFailing row: Robin`,
    ),
    { code: '23502' },
  );
  const entry = logged(error);
  expect(entry).toMatchObject({ type: 'Error', code: '23502', message: 'null value in column "org_id"' });
  expect(entry.stack).toContain('logger.test.ts');
  expect(JSON.stringify(entry)).not.toMatch(/Robin|4711|at night/);
});

test('a value that PostgreSQL could not read is not logged', () => {
  expect(
    logged(Object.assign(new Error('invalid input syntax for type date: "Robin\nPatient"'), { code: '22007' })).message,
  ).toBe('invalid input syntax for type date: "…"');
});

test('a fault in our own code keeps its message', () => {
  expect(logged(new TypeError("Cannot read properties of undefined (reading 'id')")).message).toBe(
    "Cannot read properties of undefined (reading 'id')",
  );
});
