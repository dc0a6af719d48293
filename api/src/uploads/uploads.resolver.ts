import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root, Subscription } from 'type-graphql';
import { Machine } from '../machines/machine.entity.ts';
import { uploadEvents } from '../realtime/channels.ts';
import type { Topics } from '../realtime/topics.ts';
import { connectionOf, ListArgs, type ConnectionShape } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { rowId } from '../shared/node.ts';
import { Upload } from './upload.entity.ts';
import { filesOf, findUpload, listUploads, machineOf } from './uploads.service.ts';
import { UploadFile, UploadWarning } from './uploads.types.ts';
import { fileShown, reasonOf, warningsOf } from './uploads.view.ts';

const UploadConnection = connectionOf(Upload, 'Upload');

@Resolver(() => Upload)
export class UploadsResolver {
  @Query(() => Upload, {
    description:
      'One upload of files of a card: how far it is, and what became of each file. The files are sent to POST /api/uploads as sd_uploads[].',
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
  uploads(@Args(() => ListArgs) args: ListArgs, @Ctx() ctx: Context): Promise<ConnectionShape<Upload>> {
    return listUploads(ctx, args);
  }

  @Subscription(() => Upload, {
    description: 'The upload as it is now, and again when it is begun to be read, was read, or was refused.',
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
    description: "Why nothing of it was used, in the viewer's language; null when it was used, or not read yet.",
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

  @FieldResolver(() => [UploadFile], { description: 'Its files, in the order in which they were sent.' })
  async files(@Root() upload: Upload, @Ctx() ctx: Context): Promise<UploadFile[]> {
    return (await filesOf(ctx, upload)).map((file) => fileShown(ctx, file));
  }

  @FieldResolver(() => [UploadWarning], { description: 'Warnings about the card as a whole.' })
  warnings(@Root() upload: Upload, @Ctx() ctx: Context): UploadWarning[] {
    return warningsOf(ctx, upload.warnings);
  }
}
