import * as yup from 'yup';

/** Row heights of a table. */
export const DENSITIES = ['comfortable', 'compact'] as const;

/** The widths that a column can have, in pixels. */
export const COLUMN_WIDTH = { min: 64, max: 640 } as const;

const column = yup.string().required('invalid').max(64, 'invalid');

const columns = yup.array(column).max(100, 'invalid').nullable().default(null);

const columnWidth = yup.object({
  column,
  width: yup
    .number()
    .required('invalid')
    .integer('invalid')
    .min(COLUMN_WIDTH.min, 'invalid')
    .max(COLUMN_WIDTH.max, 'invalid'),
});

/** The preferences of one table. An omitted field means the table's default. */
export const tablePreferencesRules = yup.object({
  table: yup
    .string()
    .required('required')
    .matches(/^[a-z][a-z0-9-]{0,63}$/, 'invalid'),
  hiddenColumns: columns,
  columnOrder: columns,
  columnWidths: yup
    .array(columnWidth)
    .max(100, 'invalid')
    .test('unique', 'invalid', (widths) => new Set(widths?.map((one) => one.column)).size === (widths?.length ?? 0))
    .nullable()
    .default(null),
  pageSize: yup.number().integer('invalid').min(1, 'invalid').max(500, 'invalid').nullable().default(null),
  density: yup.string().oneOf(DENSITIES, 'invalid').nullable().default(null),
});
