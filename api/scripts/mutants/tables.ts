import type { Faults } from './fault.ts';

/** Faults of the documented tables: their requests, pages and links, and the search of machines. */
export const tableFaults: Faults[] = [
  {
    area: 'lists',
    file: 'api/src/rest/datatable.query.ts',
    tests: ['api/src/patients/patients.list.test.ts'],
    faults: [
      ['const DEFAULT_LIMIT = 50', 'const DEFAULT_LIMIT = 25'],
      ['const MAX_LIMIT = 500', 'const MAX_LIMIT = 501'],
      ['(page - 1) * limit,', 'page * limit,'],
      ['(isRecord(given) || isColumn(key))', 'isColumn(key)'],
      ['(isRecord(given) || isColumn(key))', '(isRecord(given) || !isColumn(key))'],
      ["if (key !== 'page' && key !== 'next') add(key, value);", 'add(key, value);'],
      ["if (!isRecord(filters)) throw refusalOf('filters', 'list.filter');", 'if (!isRecord(filters)) return {};'],
      ['search: searchOf(query.searchTerm)', 'search: text(query.searchTerm)'],
    ],
  },
  {
    area: 'lists',
    file: 'api/src/shared/list.ts',
    tests: ['api/test/contract/lists.test.ts'],
    faults: [["if (runtimeType !== 'Date') return column;", 'if (fieldNames) return column;']],
  },
  {
    area: 'lists',
    file: 'api/src/rest/paginator.ts',
    tests: ['api/src/patients/patients.list.test.ts'],
    faults: [
      ['at.page < lastPage ?', 'at.page <= lastPage ?'],
      ['at.skipped + data.length', 'at.skipped + data.length + 1'],
      ['at.next && { next: at.next }', '{ page: at.page + 1 }'],
    ],
  },
  {
    area: 'lists',
    file: 'api/src/rest/datatable.ts',
    tests: ['api/src/patients/patients.list.test.ts'],
    faults: [['end >= matching.rows', 'end > matching.rows']],
  },
  {
    area: 'lists',
    file: 'api/src/machines/machines.list.ts',
    tests: ['api/src/machines/machines.list.test.ts'],
    faults: [
      ['i.end_date is null and ', ''],
      ["t.kind = 'ep' and o.name", 'o.name'],
      ["{ ...columns, patient: patientBy('id'), ", "{ ...columns, patient: patientBy('holderEmail'), "],
      ["patient_name: patientBy('id') }", "patient_name: patientBy('holderName') }"],
      ['canReadPatients(viewer) ? machinesWithHoldersList : machinesList', 'machinesWithHoldersList'],
    ],
  },
  {
    area: 'lists',
    file: 'api/src/rest/router.ts',
    tests: ['api/src/patients/patients.list.test.ts'],
    faults: [['return asked && asked.host === host ? asked.origin : config.publicUrl;', 'return config.publicUrl;']],
  },
];
