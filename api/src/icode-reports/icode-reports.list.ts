import { listColumns, type ListDefinition } from '../shared/list.ts';
import { escapeLike, reducedTo } from '../shared/list-text.ts';
import type { CONDITIONS } from '../shared/list.rules.ts';
import { ICodeReport } from './icode-report.entity.ts';
import { iCodeReportFilters } from './icode-reports.list.rules.ts';

type DateCondition = (typeof CONDITIONS)['date'][number];

/** SQL of a condition on the date of the last night, which ended in the morning of the collection. */
const ON_LAST_NIGHT: Record<DateCondition, (row: string, date: string) => string> = {
  equal: (row, date) => `${row}.collected = date '${date}' + 1`,
  not_equal: (row, date) => `${row}.collected <> date '${date}' + 1`,
  greater_than: (row, date) => `${row}.collected > date '${date}' + 1`,
  less_than: (row, date) => `${row}.collected < date '${date}' + 1`,
  is_null: (row) => `${row}.collected is null`,
  is_not_null: (row) => `${row}.collected is not null`,
};

/** The list of iCode reports: searchable, filterable and sortable columns. The search matches the serial number. */
export const iCodeReportsList: ListDefinition<ICodeReport> = {
  entity: ICodeReport,
  columns: listColumns(iCodeReportFilters, {
    id: { property: 'id', sortBy: 'id' },
    created: { property: 'createdAt', sortBy: 'createdAt' },
    submitter_id: { property: 'submittedById', meaning: 'Integer id of the user who entered the code.' },
    patient_id: { property: 'patient', meaning: 'Integer id of the patient; empty for a report without one.' },
    serial: { property: 'serial', code: 'serial' },
    collected: { property: 'collected', sortBy: 'collected' },
    period_end: {
      property: 'collected',
      rowsWhere: (condition, date, row) => ON_LAST_NIGHT[condition as DateCondition](row, date),
    },
    org_id: { property: 'orgId', meaning: 'Integer id of the organization that the report belongs to.' },
  }),
  search: (word) => ({ serial: { $ilike: `%${escapeLike(reducedTo('serial', word))}%` } }),
  defaultOrder: 'created',
  maxPage: 500,
};
