import { expect, test } from '@jest/globals';
import { entities } from '../../src/db/entities.ts';
import { admin, running, usePortal } from '../harness.ts';

usePortal();

const TYPES: Record<string, string[]> = {
  integer: ['integer'],
  bigint: ['bigint'],
  text: ['text'],
  boolean: ['boolean'],
  date: ['date'],
  datetime: ['timestamp with time zone'],
  uuid: ['uuid'],
  json: ['jsonb'],
  decimal: ['numeric'],
  array: ['ARRAY'],
};

interface Column {
  table_name: string;
  column_name: string;
  data_type: string;
  is_nullable: 'YES' | 'NO';
}

test('entities match the tables that the migrations created', async () => {
  const { rows } = await admin.query<Column>(
    "select table_name, column_name, data_type, is_nullable from information_schema.columns where table_schema = 'public'",
  );
  const columns = new Map(rows.map((row) => [`${row.table_name}.${row.column_name}`, row]));
  const differences: string[] = [];
  for (const entity of entities) {
    const meta = running()
      .app.db.pools.org.getMetadata()
      .get(entity as new () => object);
    // A formula is computed by the statement and no column.
    const stored = meta.props.filter(({ kind, formula }) => (kind === 'scalar' && !formula) || kind === 'm:1');
    for (const property of stored) {
      const name = `${meta.tableName}.${property.fieldNames[0]}`;
      const column = columns.get(name);
      if (!column) differences.push(`${name}: no such column`);
      else {
        if ((column.is_nullable === 'YES') !== Boolean(property.nullable) && property.persist !== false)
          differences.push(`${name}: ${column.is_nullable === 'YES' ? 'may' : 'may not'} be null in the database`);
        const wanted =
          TYPES[
            property.kind === 'm:1'
              ? 'integer'
              : property.runtimeType === 'Date'
                ? 'datetime'
                : String(property.type).replace(/Type$/, '').toLowerCase()
          ];
        if (wanted && !wanted.includes(column.data_type))
          differences.push(`${name}: ${column.data_type} in the database, ${wanted.join(' or ')} in the entity`);
      }
    }
  }
  expect(differences).toEqual([]);
});
