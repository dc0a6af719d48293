import type { Faults } from './fault.ts';

const FOUND = ['api/test/contract/found-rows.test.ts'];
const DERIVED = ['api/test/contract/derived.test.ts'];
const MIGRATIONS = 'api/src/db/migrations';

/** How a long list finds its rows, and a PIN that cannot be shown. */
export const longListFaults: Faults[] = [
  {
    area: 'long lists',
    file: 'api/src/shared/list.lookup.ts',
    tests: FOUND,
    faults: [
      ["not_contain: 'contain', ", ''],
      ["is_null: 'is_not_null'", "is_null: 'contain'"],
      ['`${row}.${key} is null`, ', ''],
      ['before + 1 < id', 'before + 2 < id'],
      ['`${key} > ${ids.at(-1)}`', '`${key} >= ${ids.at(-1)}`'],
      ['[`${key} < ${id}`]', '[`${key} <= ${id}`]'],
      [": 'false'", ": 'true'"],
      ["return ['true']", "return ['false']"],
    ],
  },
  {
    area: 'long lists',
    file: 'api/src/shared/list.conditions.ts',
    tests: FOUND,
    faults: [
      ['`% ${escapeLike(text)} %`', '`% ${escapeLike(text)}`'],
      ['`% ${escapeLike(text)}%`', '`% ${escapeLike(text)} %`'],
      ['(text: string): boolean => [...text].length <= 2', '(text: string): boolean => [...text].length <= 3'],
      ["rowsExcept && condition === 'not_equal'", 'rowsExcept'],
    ],
  },
  {
    area: 'long lists',
    file: 'api/src/shared/list.ts',
    tests: FOUND,
    faults: [['return ids.flatMap((id) => byId.get(id) ?? []);', 'return rows;']],
  },
  {
    area: 'long lists',
    file: 'api/src/device-index/device-index.list.ts',
    tests: ['api/src/device-index/device-index.test.ts'],
    faults: [
      [
        "[bySerialOrPatient(word), { serial: { $ilike: `%${escapeLike(reducedTo('serial', word))}%` } }]",
        '[bySerialOrPatient(word)]',
      ],
      ['.filter((other) => other !== state)', '.slice(0)'],
    ],
  },
  {
    area: 'long lists',
    file: `${MIGRATIONS}/098-text-as-people-type-it.sql`,
    tests: DERIVED,
    faults: [
      [
        'when ((old.visible_org_ids, old.location_id, old.last_name, old.search_text) is distinct from',
        'when ((old.visible_org_ids, old.location_id, old.last_name, old.search_text) is not distinct from',
      ],
    ],
  },
  {
    area: 'long lists',
    file: `${MIGRATIONS}/025-device-index.sql`,
    tests: DERIVED,
    faults: [
      ['when ((old.serial, old.model_id) is distinct from', 'when ((old.serial, old.model_id) is not distinct from'],
      ['after insert or update of patient_id, machine_id, start_date, end_date', 'after insert'],
    ],
  },
  {
    area: 'long lists',
    file: `${MIGRATIONS}/026-search-of-two-letters.sql`,
    tests: FOUND,
    faults: [[String.raw`regexp_replace(substr(value, 2), '(..)', '\1 ', 'g')`, "''"]],
  },
  {
    area: 'long lists',
    file: 'api/src/db/demo/indexes.ts',
    tests: ['api/src/db/seed.test.ts'],
    faults: [['  for (const { create } of indexes) await client.query(create);\n', '']],
  },
  {
    area: 'long lists',
    file: 'api/src/machines/machines.service.ts',
    tests: ['api/src/machines/machines.list.test.ts'],
    faults: [
      [
        "    app.log.error({ err: error, machineId: id }, 'a PIN could not be decrypted');\n    return null;",
        '    throw error;',
      ],
      ["    app.log.error({ err: error, machineId: id }, 'a PIN could not be decrypted');\n    return", '    return'],
    ],
  },
];
