import type { Contract } from '../../test/contract/contract.ts';
import { uploadRow, uploadFileRow } from '../../test/contract/isolation.fixture.ts';
import type { Rights } from '../../test/contract/grants.fixture.ts';
import { toGlobalId } from '../shared/node.ts';

const UPLOAD: Rights = {
  select: 'all',
  insert: 'all',
  update:
    'state reason user_org_id user_id sent_by machine_org_id machine_id attempts ended_at preview confirmed shift_days',
  delete: true,
};

/** What the contract tests expect of uploads, typed from the documents. */
export const contract: Contract = {
  operations: {
    // Files of SD cards: what each of them is, of no patient in particular.
    'POST /api/uploads': ['upload.device.usage', 'write', 'none'],
    'GET /api/uploads': ['upload.device.usage', 'read', 'none'],
    'Mutation.createUpload': ['upload.device.usage', 'write', 'none'],
    'Query.checkConfirmUpload': ['upload.device.usage', 'read', 'subject'],
    'Mutation.confirmUpload': ['upload.device.usage', 'write', 'subject'],
    'Mutation.cancelUpload': ['upload.device.usage', 'write', 'none'],
    'GET /api/uploads/{id}': ['upload.device.usage', 'read', 'none'],
    'Query.upload': ['upload.device.usage', 'read', 'none'],
    'Query.uploads': ['upload.device.usage', 'read', 'none'],
    'Subscription.uploadProgress': ['upload.device.usage', 'read', 'none'],
  },
  addresses: {
    'GET /api/uploads': () => ({ path: {} }),
  },
  foreignVariables: {
    'Query.node id (Upload)': ({ upload }) => ({ id: toGlobalId('Upload', upload) }),
    'Query.upload uploadId': ({ upload }) => ({ uploadId: String(upload) }),
    'Query.checkConfirmUpload input.uploadId': ({ upload }) => ({ input: { uploadId: String(upload) } }),
    'Mutation.confirmUpload input.uploadId': ({ upload }) => ({ input: { uploadId: String(upload) } }),
    'Mutation.cancelUpload input.uploadId': ({ upload }) => ({ input: { uploadId: String(upload) } }),
    'Mutation.createUpload input.machineId': ({ machine }) => ({ input: { files: [], machineId: String(machine.id) } }),
    'Subscription.uploadProgress uploadId': ({ upload }) => ({ uploadId: String(upload) }),
  },
  foreignAddresses: {
    'GET /api/uploads/{id} {id}': ({ upload }) => ({ path: { id: upload } }),
    'POST /api/uploads machine_id': ({ machine }) => ({ path: {}, body: { machine_id: machine.id } }),
  },
  auditedElsewhere: [
    'POST /api/uploads', // uploads.test.ts
    'Mutation.createUpload', // uploads-graphql.test.ts
    'Query.checkConfirmUpload', // uploads-confirm.test.ts
    'Mutation.confirmUpload',
    'Mutation.cancelUpload',
    'GET /api/uploads/{id}',
    'Query.upload',
    'Query.uploads',
    'Subscription.uploadProgress',
  ],
  once: ['Mutation.cancelUpload', 'Mutation.confirmUpload'],
  unversioned: {
    'Mutation.cancelUpload': 'state',
    'Mutation.createUpload': 'adds',
    'POST /api/uploads': 'adds',
  },
  files: [['GET /api/uploads', 'upload.device.usage', 'export.device', false]],
  times: {
    'GET /api/uploads': ['Received', 'Read'],
  },
  rights: {
    // A refused upload is sent again, and one that waits is confirmed or discarded; the job records what became of the others.
    uploads: {
      org: UPLOAD,
      support: UPLOAD,
      definer: { select: 'all' },
      jobs: {
        select: 'all',
        update:
          'state reason machine_org_id machine_id serial night_count added_count parser parser_version confidence warnings attempts ended_at files_removed_at preview confirmed completed_count first_night last_night shift_days voided_nights turn read_by',
        delete: true,
      },
    },
    // What a card holds while its upload waits: also nights of patients that the sender does not see.
    upload_readings: { jobs: { select: 'all', insert: 'all', delete: true } },
    upload_files: {
      org: { select: 'all', insert: 'all' },
      support: { select: 'all', insert: 'all' },
      jobs: { select: 'all', update: 'format state warnings last_night' },
      definer: { select: 'all' },
    },
  },
  viewerFields: [['viewerCanUploadCards', 'org', 'upload.device.usage']],
  lists: {
    uploads: { field: 'uploads' },
  },
  change: {
    uploads: "state = 'queued'",
    upload_files: "state = 'parsed'",
  },
  newRows: (w) => {
    const ofB = (org_id: number) => uploadRow(org_id, w.userB, { user_org_id: w.b });
    return [
      ['uploads', 'a', uploadRow(w.a, w.userA), true],
      ['uploads', 'limited', uploadRow(w.a, w.userA), true],
      ['uploads', 'support', uploadRow(w.b, w.userB), true],
      ['uploads', 'acting', ofB(w.a), true],
      ['uploads', 'acting', uploadRow(w.b, w.userB), false],
      ['uploads', 'a', uploadRow(w.a, w.colleague), false],
      ['uploads', 'a', uploadRow(w.b, w.userA, { user_org_id: w.a }), false],
      ['uploads', 'a', uploadRow(w.a, w.userA, { machine_org_id: w.b, machine_id: w.mb }), false],
      ['uploads', 'a', uploadRow(w.a, w.userA, { state: 'parsed' }), false],
      ['uploads', 'c', uploadRow(w.a, w.userA), false],
      ['uploads', 'anonymous', uploadRow(w.a, w.userA), false],
      ['upload_readings', 'jobs', { org_id: w.b, upload_id: w.uploadB, reading: {} }, true],
      ['upload_files', 'a', uploadFileRow(w.a, w.uploadA, 1), true],
      ['upload_files', 'limited', uploadFileRow(w.a, w.uploadA, 1), true],
      ['upload_files', 'support', uploadFileRow(w.b, w.uploadB, 1), true],
      ['upload_files', 'acting', uploadFileRow(w.b, w.uploadB, 1), false],
      ['upload_files', 'a', uploadFileRow(w.b, w.uploadB, 1), false],
      ['upload_files', 'c', uploadFileRow(w.a, w.uploadA, 1), false],
    ];
  },
};
