import * as yup from 'yup';

/** Row heights of a table. */
export const DENSITIES = ['comfortable', 'compact'] as const;

const columns = yup
  .array(yup.string().required('invalid').max(64, 'invalid'))
  .max(100, 'invalid')
  .nullable()
  .default(null);

/** The preferences of one table. An omitted field means the table's default. */
export const tablePreferencesRules = yup.object({
  table: yup
    .string()
    .required('required')
    .matches(/^[a-z][a-z0-9-]{0,63}$/, 'invalid'),
  hiddenColumns: columns,
  columnOrder: columns,
  pageSize: yup.number().integer('invalid').min(1, 'invalid').max(500, 'invalid').nullable().default(null),
  density: yup.string().oneOf(DENSITIES, 'invalid').nullable().default(null),
});
