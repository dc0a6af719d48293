import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { resultRows } from './resultRows.ts';

test('a connection has a row for each node, and a column for each field below the list', () => {
  const data = {
    patients: {
      edges: [
        { node: { lastName: 'Ames', provider: { name: 'North' }, therapyStart: null } },
        { node: { lastName: 'Bell', provider: null, therapyStart: '2026-01-02' } },
      ],
    },
  };
  expect(resultRows(data)).toEqual({
    columns: ['lastName', 'provider.name', 'therapyStart', 'provider'],
    rows: [
      ['Ames', 'North', '', ''],
      ['Bell', '', '2026-01-02', ''],
    ],
  });
});

test('the rows of an inner list stand each with what is said of the object around them', () => {
  const data = {
    patients: {
      edges: [
        { node: { lastName: 'Ames', devices: [{ serial: 'A1' }, { serial: 'A2' }] } },
        { node: { lastName: 'Bell', devices: [] } },
        { node: { lastName: 'Cole', devices: [{ serial: 'A3' }] } },
      ],
    },
  };
  expect(resultRows(data)).toEqual({
    columns: ['lastName', 'devices.serial'],
    rows: [
      ['Ames', 'A1'],
      ['Ames', 'A2'],
      ['Bell', ''],
      ['Cole', 'A3'],
    ],
  });
});

test('two lists of one object stand below each other and do not multiply', () => {
  const data = {
    machine: { serial: 'A1', nights: [{ minutes: 1 }, { minutes: 2 }], notes: [{ text: 'x' }, { text: 'y' }] },
  };
  expect(resultRows(data)).toEqual({
    columns: ['serial', 'nights.minutes', 'notes.text'],
    rows: [
      ['A1', '1', ''],
      ['A1', '2', ''],
      ['A1', '', 'x'],
      ['A1', '', 'y'],
    ],
  });
});

test('values of a list of values are one cell; cursors, pages and type names are no columns', () => {
  const data = {
    patients: {
      pageInfo: { hasNextPage: true },
      edges: [{ cursor: 'x', node: { __typename: 'Patient', activeSerials: ['A1', 'A2'], isRulesActive: false } }],
    },
  };
  expect(resultRows(data)).toEqual({ columns: ['activeSerials', 'isRulesActive'], rows: [['A1, A2', 'false']] });
});

test.each([[null], [undefined], [{}], [{ patients: { edges: [] } }], ['text']])('%j has no rows', (data) => {
  expect(resultRows(data)).toEqual({ columns: [], rows: [] });
});

test('each value of any list of objects is in its row and column', () => {
  const value = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(null));
  const record = fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), value, { minKeys: 1, maxKeys: 5 });
  fc.assert(
    fc.property(fc.array(record, { minLength: 2, maxLength: 8 }), (nodes) => {
      const { columns, rows } = resultRows({ list: { edges: nodes.map((node) => ({ node })) } });
      expect(rows).toHaveLength(nodes.length);
      // Names of wrappers are not columns of their own.
      const named = (key: string) => columns.indexOf(key);
      nodes.forEach((node, index) => {
        for (const [key, cell] of Object.entries(node))
          if (!['node', 'nodes', 'edges'].includes(key))
            expect(rows[index]![named(key)]).toBe(cell === null ? '' : String(cell));
      });
    }),
  );
});
