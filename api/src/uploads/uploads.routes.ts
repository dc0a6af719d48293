import { codedCell, plainCell, textCell, timeCell } from '../rest/column-sql.ts';
import { datatable, type DatatableColumn } from '../rest/datatable.ts';
import type { RestRequest, Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { translate } from '../shared/messages.ts';
import { authorize } from '../shared/errors.ts';
import { rowId } from '../shared/node.ts';
import type { Upload, UploadReason, UploadState } from './upload.entity.ts';
import { uploadsList } from './uploads.list.ts';
import { canUpload } from './uploads.policy.ts';
import { CARD_FILES } from './uploads-received.ts';
import { checkUpload, createUpload, filesOf, findUpload, unassignedOf, type SentFiles } from './uploads.service.ts';
import { fileShown, reasonOf, warningsOf } from './uploads.view.ts';

const PATH = '/api/uploads';

const sentFiles = ({ files, body }: RestRequest): SentFiles => ({
  received: files,
  machineId: body.machine_id,
  preview: body.preview,
  field: 'sd_uploads',
});

async function toRest(ctx: Context, upload: Upload) {
  const files = (await filesOf(ctx, upload)).map((file) => fileShown(ctx, file));
  return {
    id: upload.id,
    state: upload.state,
    reason: reasonOf(ctx, upload),
    serial: upload.serial,
    nights: upload.nightCount,
    added: upload.addedCount,
    completed: upload.completedCount,
    voided: upload.voidedCount,
    first_night: upload.firstNight,
    last_night: upload.lastNight,
    unassigned: await unassignedOf(ctx, upload),
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

/** The columns of the table of uploads. */
function columns({ locale }: Context): DatatableColumn<Upload>[] {
  const stateShown = (state: string) => translate(locale, `uploads.state.${state as UploadState}`);
  const reasonShown = (reason: string | null) =>
    reason === null ? null : translate(locale, `uploads.reason.${reason as UploadReason}`);
  return [
    { key: 'id', title: 'uploads.csv.id', value: ({ id }) => id, sql: plainCell('r.id') },
    {
      key: 'created',
      title: 'uploads.csv.created',
      value: ({ createdAt }) => createdAt,
      sql: timeCell('r.created_at'),
    },
    { key: 'sent_by', title: 'uploads.csv.sent_by', value: ({ sentBy }) => sentBy, sql: textCell('r.sent_by') },
    { key: 'serial', title: 'uploads.csv.serial', value: ({ serial }) => serial, sql: textCell('r.serial') },
    {
      key: 'state',
      title: 'uploads.csv.state',
      value: ({ state }) => state,
      shown: stateShown,
      sql: codedCell('r.state'),
    },
    {
      key: 'reason',
      title: 'uploads.csv.reason',
      value: ({ reasonCode }) => reasonShown(reasonCode),
      sql: codedCell('r.reason', reasonShown),
    },
    { key: 'files', title: 'uploads.csv.files', value: ({ fileCount }) => fileCount, sql: plainCell('r.file_count') },
    { key: 'size', title: 'uploads.csv.size', value: ({ byteCount }) => byteCount, sql: plainCell('r.byte_count') },
    {
      key: 'nights',
      title: 'uploads.csv.nights',
      value: ({ nightCount }) => nightCount,
      sql: plainCell('r.night_count'),
    },
    {
      key: 'added',
      title: 'uploads.csv.added',
      value: ({ addedCount }) => addedCount,
      sql: plainCell('r.added_count'),
    },
    {
      key: 'completed',
      title: 'uploads.csv.completed',
      value: ({ completedCount }) => completedCount,
      sql: plainCell('r.completed_count'),
    },
    {
      key: 'voided',
      title: 'uploads.csv.voided',
      value: ({ voidedCount }) => voidedCount,
      sql: plainCell('r.voided_count'),
    },
    { key: 'ended', title: 'uploads.csv.ended', value: ({ endedAt }) => endedAt, sql: timeCell('r.ended_at') },
  ];
}

/** The documented upload of usage files and cards (document 001, section 7), and what became of it. */
export const uploadsRoutes: Route[] = [
  {
    method: 'GET',
    path: PATH,
    handler: (ctx, request) => {
      authorize(canUpload(ctx.viewer));
      return datatable(ctx, request, PATH, uploadsList, columns(ctx));
    },
  },
  {
    method: 'GET',
    path: '/api/uploads/{id}',
    handler: async (ctx, { params }) => ({
      body: { data: await toRest(ctx, await findUpload(ctx, rowId('Upload', params.id!))) },
    }),
  },
  {
    method: 'POST',
    path: PATH,
    upload: { field: 'sd_uploads[]', ...CARD_FILES },
    check: (ctx, request) => checkUpload(ctx, sentFiles(request)),
    handler: async (ctx, request) => {
      const upload = await createUpload(ctx, sentFiles(request));
      return { status: 201, body: { ...(await toRest(ctx, upload)) }, subject: upload.id };
    },
  },
];
