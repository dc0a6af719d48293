import { read, write, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const sampleItemsAccess: Access = {
  'GET /api/sample-items/datatable': { ...read('view.user', 'none'), phi: false, audit: 'none', export: 'export.user' },
  'Mutation.createSampleItem': { ...write('view.user', 'once'), phi: false },
  'Mutation.deleteSampleItem': { ...write('view.user', 'once'), phi: false },
  'Mutation.updateSampleItem': { ...write('view.user', 'once'), phi: false },
  'POST /api/sample-items': { ...write('view.user', 'once'), phi: false },
  'Query.checkCreateSampleItem': { ...read('view.user', 'none'), phi: false, audit: 'none' },
  'Query.checkUpdateSampleItem': { ...read('view.user', 'none'), phi: false, audit: 'none' },
  'Query.sampleItems': { ...read('view.user', 'none'), phi: false, audit: 'none', nodes: ['SampleItem'] },
};
