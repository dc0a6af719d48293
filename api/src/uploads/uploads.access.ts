import { read, write, type Access } from '../auth/operation.ts';

// The answers name devices and figures of cards, of no patient in particular.
const readUpload = read('upload.device.usage', 'none');

/** The operations of this folder and the permission that each needs. */
export const uploadsAccess: Access = {
  'GET /api/uploads': { ...readUpload, export: 'export.device' },
  'GET /api/uploads/{id}': readUpload,
  // A card is stored, and read by a job.
  'POST /api/uploads': { ...write('upload.device.usage', 'harmless'), shows: 'none', cost: 1000 },
  'Query.upload': readUpload,
  'Query.uploads': readUpload,
  'Subscription.uploadProgress': readUpload,
};
