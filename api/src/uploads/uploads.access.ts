import { read, write, type Access } from '../auth/operation.ts';

// The answers name devices and figures of cards, of no patient in particular.
const readUpload = read('upload.device.usage', 'none');

// A card is stored, and read by a job.
const sendUpload = { ...write('upload.device.usage', 'harmless'), shows: 'none', cost: 1000 } as const;

/** The operations of this folder and the permission that each needs. */
export const uploadsAccess: Access = {
  'GET /api/uploads': { ...readUpload, export: 'export.device' },
  'GET /api/uploads/{id}': readUpload,
  'Mutation.cancelUpload': { ...write('upload.device.usage', 'once'), shows: 'none' },
  'Mutation.confirmUpload': write('upload.device.usage', 'once'),
  'Mutation.createUpload': sendUpload,
  'POST /api/uploads': sendUpload,
  'Query.checkConfirmUpload': { ...read('upload.device.usage', 'subject'), cost: 100 },
  'Query.upload': { ...readUpload, nodes: ['Upload'] },
  'Query.uploads': readUpload,
  'Subscription.uploadProgress': readUpload,
};
