import type { RestRequest, Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { rowId } from '../shared/node.ts';
import { hasPatientBlock, PATIENT_BLOCK } from './cards/patient-block.ts';
import type { Upload } from './upload.entity.ts';
import { MAX_FILE, MAX_FILES, MAX_UPLOAD } from './uploads.rules.ts';
import { checkUpload, createUpload, filesOf, findUpload, type SentFiles } from './uploads.service.ts';
import { fileShown, reasonOf, warningsOf } from './uploads.view.ts';

const sentFiles = ({ files, body }: RestRequest): SentFiles => ({ received: files, machineId: body.machine_id });

async function toRest(ctx: Context, upload: Upload) {
  const files = (await filesOf(ctx, upload)).map((file) => fileShown(ctx, file));
  return {
    id: upload.id,
    state: upload.state,
    reason: reasonOf(ctx, upload),
    serial: upload.serial,
    nights: upload.nightCount,
    added: upload.addedCount,
    created_at: upload.createdAt,
    warnings: warningsOf(ctx, upload.warnings),
    files: files.map(({ name, byteCount, format, state, warnings }) => ({
      name,
      size: byteCount,
      format,
      state,
      warnings,
    })),
  };
}

/** The documented upload of usage files and cards (document 001, section 7), and what became of it. */
export const uploadsRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/uploads/{id}',
    handler: async (ctx, { params }) => ({
      body: { data: await toRest(ctx, await findUpload(ctx, rowId('Upload', params.id!))) },
    }),
  },
  {
    method: 'POST',
    path: '/api/uploads',
    upload: {
      field: 'sd_uploads[]',
      maxBytes: MAX_FILE,
      stored: {
        maxFiles: MAX_FILES,
        maxTotal: MAX_UPLOAD,
        blanked: (name, head) => (hasPatientBlock(head, name) ? PATIENT_BLOCK : null),
      },
    },
    check: (ctx, request) => checkUpload(ctx, sentFiles(request)),
    handler: async (ctx, request) => {
      const upload = await createUpload(ctx, sentFiles(request));
      return { status: 201, body: { ...(await toRest(ctx, upload)) }, subject: upload.id };
    },
  },
];
