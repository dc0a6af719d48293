import type { Contract } from '../../test/contract/contract.ts';

const sampleItem = (org_id: number, created_by_id: number) => ({
  org_id,
  name: 'new',
  created_by_id,
  created_at: new Date(),
});

/** What the contract tests expect of sample items, typed from the documents. */
export const contract: Contract = {
  operations: {
    // Sample items: no data of patients.
    'Query.sampleItems': ['view.user', 'none'],
    'GET /api/sample-items/datatable': ['view.user', 'none'],
    'Query.checkCreateSampleItem': ['view.user', 'none'],
    'Mutation.createSampleItem': ['view.user', 'write'],
    'Query.checkUpdateSampleItem': ['view.user', 'none'],
    'Mutation.updateSampleItem': ['view.user', 'write'],
    'Mutation.deleteSampleItem': ['view.user', 'write'],
    'POST /api/sample-items': ['view.user', 'write'],
  },
  variables: {
    'Query.sampleItems': () => ({}),
    'Query.checkCreateSampleItem': ({ patient }) => ({ input: { name: `Sample item ${patient.id}` } }),
    'Mutation.createSampleItem': ({ patient }) => ({ input: { name: `Sample item ${patient.id}` } }),
  },
  addresses: {
    'GET /api/sample-items/datatable': () => ({ path: {} }),
    'POST /api/sample-items': ({ patient }) => ({ path: {}, body: { name: `Sample item ${patient.id}` } }),
  },
  foreignVariables: {
    'Query.checkUpdateSampleItem input.sampleItemId': ({ nodes }) => ({
      input: { sampleItemId: String(nodes.SampleItem), version: 1 },
    }),
    'Mutation.updateSampleItem input.sampleItemId': ({ nodes }) => ({
      input: { sampleItemId: String(nodes.SampleItem), version: 1 },
    }),
    'Mutation.deleteSampleItem input.sampleItemId': ({ nodes }) => ({
      input: { sampleItemId: String(nodes.SampleItem) },
    }),
  },
  auditedElsewhere: [
    'Query.checkUpdateSampleItem', // sample-items.test.ts
    'Mutation.updateSampleItem',
    'Mutation.deleteSampleItem',
  ],
  once: [
    'Mutation.createSampleItem',
    'Mutation.updateSampleItem',
    'Mutation.deleteSampleItem',
    'POST /api/sample-items',
  ],
  unversioned: {
    'Mutation.createSampleItem': 'adds',
    'Mutation.deleteSampleItem': 'ends',
    'POST /api/sample-items': 'adds',
  },
  files: [['GET /api/sample-items/datatable', 'view.user', 'export.user', false]],
  times: {
    'GET /api/sample-items/datatable': ['Created'],
  },
  rights: {
    sample_items: {
      org: { select: 'all', insert: 'all', update: 'name version', delete: true },
      support: { select: 'all', insert: 'all', update: 'name version', delete: true },
    },
  },
  own: {
    sample_items: {
      row: (org_id, created_by_id, nth) => ({
        org_id,
        name: `Quill ${nth}`,
        created_by_id,
        created_at: '2026-01-15T08:00:00Z',
      }),
      node: 'SampleItem',
    },
  },
  refusedStatements: { sample_items: ['update', 'delete'] },
  change: { sample_items: "name = 'changed'" },
  newRows: (w) => [
    ['sample_items', 'a', sampleItem(w.a, w.userA), true],
    ['sample_items', 'limited', sampleItem(w.a, w.userA), true],
    ['sample_items', 'support', sampleItem(w.b, w.userB), true],
    ['sample_items', 'acting', sampleItem(w.a, w.userB), true],
    ['sample_items', 'acting', sampleItem(w.b, w.userB), false],
    ['sample_items', 'a', sampleItem(w.b, w.userB), false],
    ['sample_items', 'c', sampleItem(w.a, w.userA), false],
    ['sample_items', 'anonymous', sampleItem(w.a, w.userA), false],
  ],
  lists: {
    sampleItems: { field: 'sampleItems', table: '/api/sample-items/datatable', notCopied: 'few rows' },
  },
  viewerFields: [['viewerCanManageSampleItems', 'org', 'view.user']],
};
