import { describe, expect, test } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import fc from 'fast-check';
import { useForm } from 'react-hook-form';
import { differingFields } from '../lib/differingFields.ts';
import { useConflict } from './useConflict.ts';

interface Row {
  version: number;
  city: string;
  zip: string;
}
const valuesOf = ({ city, zip }: Row) => ({ city, zip });
const opened: Row = { version: 1, city: 'Troy', zip: '12180' };
const refusal = { field: '', code: 'conflict', message: 'Changed.' };

/** A form whose saves meet these rows of another user, one after another. `sent`: version and fields of each request. */
function open(rows: Row[], joins = false) {
  const sent: [version: number, ...fields: string[]][] = [];
  const { result } = renderHook(() => {
    const protection = useConflict({ row: opened as Row | null, valuesOf, joins });
    const form = useForm({ defaultValues: valuesOf(opened) });
    return { protection, form, conflict: protection.open(form) };
  });
  const save = async (values: Partial<Row>) => {
    const all = { ...valuesOf(opened), ...values };
    result.current.form.reset(all, { keepDefaultValues: true });
    let answer: unknown;
    await act(async () => {
      answer = await result.current.protection.save(all, ({ version }, fields) => {
        const conflict = rows.shift() ?? null;
        sent.push([version, ...fields]);
        return Promise.resolve({ conflict, userErrors: conflict ? [refusal] : [] });
      });
    });
    return answer;
  };
  return { save, sent, result };
}

describe('a save names the version that was read and the fields that the user changed', () => {
  test('and its answer is returned when no one was first', async () => {
    const { save, sent } = open([]);
    expect(await save({ city: 'Albany' })).toEqual({ conflict: null, userErrors: [] });
    expect(sent).toEqual([[1, 'city']]);
  });

  test.each<[string, Row, boolean]>([
    ['in nothing that the form shows', { ...opened, version: 2 }, false],
    ['in another field, in a form that joins', { version: 2, city: 'Troy', zip: '12182' }, true],
    ['to the same value, in a form that joins', { version: 2, city: 'Albany', zip: '12180' }, true],
  ])('a row that changed %s is saved with its new version, without a question', async (_how, row, joins) => {
    const { save, sent, result } = open([row], joins);
    expect(await save({ city: 'Albany' })).toEqual({ conflict: null, userErrors: [] });
    expect(sent).toEqual([
      [1, 'city'],
      [2, 'city'],
    ]);
    expect(result.current.conflict).toBeNull();
  });

  test.each<[string, Row, boolean]>([
    ['in the same field', { version: 2, city: 'Cohoes', zip: '12180' }, true],
    ['in another field, in a form that does not join', { version: 2, city: 'Troy', zip: '12182' }, false],
    ['in nothing, and was refused with the version that was named,', opened, true],
  ])('a row that changed %s waits for the user', async (_how, row, joins) => {
    const { save, sent, result } = open([row], joins);
    expect(await save({ city: 'Albany' })).toBeNull();
    expect(sent).toHaveLength(1);
    expect(result.current.conflict).toMatchObject({
      message: 'Changed.',
      changed: differingFields(valuesOf(opened), valuesOf(row)),
      own: ['city'],
      opened: valuesOf(opened),
      theirs: valuesOf(row),
      mine: { city: 'Albany', zip: '12180' },
    });
  });
});

describe('a conflict', () => {
  const theirs = { version: 2, city: 'Cohoes', zip: '12182' };

  test.each([
    ['mine', { city: 'Albany', zip: '12182' }, ['city']],
    ['theirs', { city: 'Cohoes', zip: '12182' }, []],
  ] as const)(
    'that is ended with %s leaves the right values, and the next save names the newer version',
    async (keep, values, dirty) => {
      const { save, sent, result } = open([theirs]);
      await save({ city: 'Albany' });
      act(() => result.current.conflict!.resolve(keep));
      expect(result.current.conflict).toBeNull();
      expect(result.current.form.getValues()).toEqual(values);
      expect(differingFields(result.current.protection.before!, values)).toEqual(dirty);
      await save({ ...values });
      expect(sent.at(-1)).toEqual([2, ...dirty]);
    },
  );
});

describe('differingFields', () => {
  const values = fc.record({ text: fc.option(fc.string()), list: fc.array(fc.integer()), flag: fc.boolean() });

  test('finds nothing between a form and itself, in any order of a list', () => {
    fc.assert(
      fc.property(values, (one) => {
        expect(differingFields(one, { ...one, list: one.list.toReversed() })).toEqual([]);
      }),
    );
  });

  test('finds each field that differs, and null is an empty text', () => {
    const before = { text: 'a' as string | null, none: null as string | null, list: [1, 2], flag: false };
    expect(differingFields(before, { text: 'b', none: '', list: [2], flag: true })).toEqual(['text', 'list', 'flag']);
  });
});
