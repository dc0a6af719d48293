import * as yup from 'yup';

/** Heights that the rows of a table may have. */
export const DENSITIES = ['comfortable', 'compact'] as const;

const columns = yup
  .array(yup.string().required('invalid').max(64, 'invalid'))
  .max(100, 'invalid')
  .nullable()
  .default(null);

/** What may be kept of a table. What is left out is as the table starts. */
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
