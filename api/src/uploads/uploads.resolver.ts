import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import { UsageDateForecast } from '../compliance/compliance-forecast.types.ts';
import { checked } from '../graphql/checked.ts';
import { Machine } from '../machines/machine.entity.ts';
import type { Topics } from '../realtime/topics.ts';
import { connectionOf, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { rowId } from '../shared/node.ts';
import { Upload, UploadStateEnum } from './upload.entity.ts';
import { cancelUpload, checkConfirmUpload, confirmUpload, forecastOfPlan } from './uploads-confirm.service.ts';
import { filesInOrder } from './uploads-received.ts';
import { uploadEvents } from './uploads.channel.ts';
import {
  CancelUploadInput,
  CancelUploadPayload,
  ConfirmUploadCheck,
  ConfirmUploadInput,
  ConfirmUploadPayload,
  CreateUploadInput,
  CreateUploadPayload,
} from './uploads-confirm.types.ts';
import { unassignedIn, type Unassigned } from './uploads-moves.ts';
import {
  createUpload,
  filesOf,
  findUpload,
  listUploads,
  machineOf,
  proposedShift,
  unassignedOf,
} from './uploads.service.ts';
import { UnassignedNights, UploadFile, UploadWarning } from './uploads.types.ts';
import { fileShown, nightShown, reasonOf, settingsShown, warningsOf } from './uploads.view.ts';
import { uploadsList } from './uploads.list.ts';
import { listTypes } from '../shared/list-types.ts';

const CONFIRMED = { description: 'The upload, and the changes that the user has seen.' };

const UploadConnection = connectionOf(Upload, 'Upload');
const { Args: UploadsArgs } = listTypes('Uploads', uploadsList, { enums: { state: UploadStateEnum } });

@Resolver(() => Upload)
export class UploadsResolver {
  @Query(() => Upload, {
    description:
      'One upload of files of a card, with its progress and the result of each file. The files are sent with createUpload, or to POST /api/uploads as sd_uploads[].',
  })
  upload(
    @Arg('uploadId', () => ID, { description: 'Global id or integer id of the upload.' }) uploadId: string,
    @Ctx() ctx: Context,
  ): Promise<Upload> {
    return findUpload(ctx, rowId('Upload', uploadId));
  }

  @Query(() => UploadConnection, {
    description:
      "The uploads of the viewer's organization; a user of locations or groups sees their own. Search matches the serial number.",
  })
  uploads(@Args(() => UploadsArgs) args: ListArgs, @Ctx() ctx: Context): Promise<ConnectionShape<Upload>> {
    return listUploads(ctx, args);
  }

  @Query(() => ConfirmUploadCheck, {
    description:
      'The dry run of confirmUpload: every reason for a refusal, or the changes that the upload would make now. Nothing is written.',
  })
  checkConfirmUpload(
    @Arg('input', () => ConfirmUploadInput, CONFIRMED) { uploadId, ...confirmation }: ConfirmUploadInput,
    @Ctx() ctx: Context,
  ): Promise<ConfirmUploadCheck> {
    return checked(ctx, ConfirmUploadCheck, async () => {
      const { plan, version } = await checkConfirmUpload(ctx, rowId('Upload', uploadId), confirmation);
      const patients = await forecastOfPlan(ctx, plan);
      ctx.shows(patients.map(({ patient }) => patient.id));
      return {
        version,
        nights: plan.nights.map(nightShown),
        unassigned: unassignedIn(plan),
        settings: plan.settings && settingsShown(ctx, plan.settings),
        patients: patients.map((found) => new UsageDateForecast(found)),
      };
    });
  }

  @Mutation(() => CreateUploadPayload, {
    description:
      'Sends the files of a card by the GraphQL multipart request specification, alone in its operation: at most 20 files, 100 MB each and 200 MB together. They are stored when the answer is there, and read by a job. The same files again are the same upload.',
  })
  async createUpload(
    @Arg('input', () => CreateUploadInput, { description: 'The files and their options.' })
    { files, machineId, preview }: CreateUploadInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<CreateUploadPayload>> {
    const received = ctx.received && filesInOrder(ctx.received, files);
    return { upload: await createUpload(ctx, { received, machineId, preview, field: 'files' }) };
  }

  @Mutation(() => ConfirmUploadPayload, {
    description:
      'Saves the nights and settings of an upload that was sent with a preview. If it would now change anything else than `expected`, it is refused, or waits again.',
  })
  async confirmUpload(
    @Arg('input', () => ConfirmUploadInput, CONFIRMED) { uploadId, ...confirmation }: ConfirmUploadInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<ConfirmUploadPayload>> {
    return { upload: await confirmUpload(ctx, rowId('Upload', uploadId), confirmation) };
  }

  @Mutation(() => CancelUploadPayload, {
    description:
      'Discards an upload that waits for a confirmation: none of its nights is saved, and its files are removed.',
  })
  async cancelUpload(
    @Arg('input', () => CancelUploadInput, { description: 'The upload.' }) { uploadId }: CancelUploadInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<CancelUploadPayload>> {
    await cancelUpload(ctx, rowId('Upload', uploadId));
    return {};
  }

  @Subscription(() => Upload, {
    description: 'The current upload, and again when its reading begins, when it was read, and when it was refused.',
    subscribe: ({ args, context }) =>
      uploadEvents(context as Context, rowId('Upload', (args as { uploadId: string }).uploadId)),
  })
  uploadProgress(
    @Arg('uploadId', () => ID, { description: 'Global id or integer id of the upload.' }) _uploadId: string,
    @Root() { uploadId }: Topics['upload.changed'],
    @Ctx() ctx: Context,
  ): Promise<Upload> {
    return findUpload(ctx, uploadId);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Localized reason for refusal; null when the upload was used, or not read yet.',
  })
  reason(@Root() upload: Upload, @Ctx() ctx: Context): string | null {
    return reasonOf(ctx, upload);
  }

  @FieldResolver(() => Machine, {
    nullable: true,
    description: 'The device; null when it is not known, or when the viewer may not see it.',
  })
  machine(@Root() upload: Upload, @Ctx() ctx: Context): Promise<Machine | null> {
    return machineOf(ctx, upload);
  }

  @FieldResolver(() => UnassignedNights, {
    nullable: true,
    description:
      'The nights that it brought and that are of no patient now, which the viewer may see; null when there are none, and until it is saved.',
  })
  unassigned(@Root() upload: Upload, @Ctx() ctx: Context): Promise<Unassigned | null> {
    return unassignedOf(ctx, upload);
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description:
      'Days by which its nights would be moved for the newest one to be that of the evening before it was received; null without nights.',
  })
  proposedShiftDays(@Root() upload: Upload, @Ctx() ctx: Context): Promise<number | null> {
    return proposedShift(ctx, upload);
  }

  @FieldResolver(() => [UploadFile], { description: 'Its files, in the order in which they were sent.' })
  async files(@Root() upload: Upload, @Ctx() ctx: Context): Promise<UploadFile[]> {
    return (await filesOf(ctx, upload)).map((file) => fileShown(ctx, file));
  }

  @FieldResolver(() => [UploadWarning], { description: 'Warnings about the card as a whole.' })
  warnings(@Root() upload: Upload, @Ctx() ctx: Context): UploadWarning[] {
    return warningsOf(ctx, upload.warnings);
  }
}
