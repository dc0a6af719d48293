import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import type { Topics } from '../realtime/topics.ts';
import type { Context } from '../shared/context.ts';
import { rowId } from '../shared/node.ts';
import { userImportEvents } from './users-import.channel.ts';
import { currentImport, dismissImport, importedRows, startStored, userImport } from './users-import.service.ts';
import type { StoredImport } from './users-import.store.ts';
import {
  DismissUserImportInput,
  DismissUserImportPayload,
  ImportUsersInput,
  ImportUsersPayload,
  JobProgress,
  UserImport,
  UserImportRow,
} from './users-import.types.ts';
import { errorText, rowOutcomeOf } from './users-import.view.ts';

/** Rows of one page at most. */
const MAX_PAGE = 100;

@Resolver(() => UserImport)
export class UsersImportResolver {
  @Query(() => UserImport, {
    description:
      "One of the viewer's imports: the result of its dry run, and the progress of its job. The file is sent to POST /api/orgs/{org_id}/users/import with dry_run=1.",
  })
  userImport(
    @Arg('importId', () => ID, { description: 'Id of the import.' }) importId: string,
    @Ctx() ctx: Context,
  ): Promise<StoredImport> {
    return userImport(ctx, rowId('UserImport', importId));
  }

  @Query(() => UserImport, {
    nullable: true,
    description:
      "The viewer's newest import of an organization that they have not put away: checked, running or ended; null without one.",
  })
  currentUserImport(
    @Arg('organizationId', () => ID, { description: 'Global id or integer id of the organization of the new users.' })
    organizationId: string,
    @Ctx() ctx: Context,
  ): Promise<StoredImport | null> {
    return currentImport(ctx, rowId('Organization', organizationId));
  }

  @Mutation(() => DismissUserImportPayload, {
    description:
      'Puts an import away, so that currentUserImport no longer finds it. Its rows are still kept for a day.',
  })
  async dismissUserImport(
    @Arg('input', () => DismissUserImportInput, { description: 'The import.' }) input: DismissUserImportInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<DismissUserImportPayload>> {
    return { userImport: await dismissImport(ctx, rowId('UserImport', input.importId)) };
  }

  @Subscription(() => JobProgress, {
    description:
      'Progress of a job that the viewer has started: the present one at once, then each step until its end.',
    subscribe: ({ args, context }) =>
      userImportEvents(context as Context, rowId('UserImport', (args as { id: string }).id)),
  })
  async jobProgress(
    @Arg('id', () => ID, { description: 'Id of the import of users.' }) _id: string,
    @Root() { importId }: Topics['user-import.progressed'],
    @Ctx() ctx: Context,
  ): Promise<JobProgress> {
    return { userImport: await userImport(ctx, importId) };
  }

  @Mutation(() => ImportUsersPayload, {
    description: 'Starts the job that creates every user of a checked import, or none. Repeating it changes nothing.',
  })
  async importUsers(
    @Arg('input', () => ImportUsersInput, { description: 'The import.' }) input: ImportUsersInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<ImportUsersPayload>> {
    return { userImport: await startStored(ctx, rowId('UserImport', input.importId)) };
  }

  @FieldResolver(() => [UserImportRow], { description: 'Rows in the order of the file.' })
  async rows(
    @Root() { id, state }: UserImport,
    @Arg('offset', () => Int, { defaultValue: 0, description: 'Number of rows to leave out.' }) offset: number,
    @Arg('limit', () => Int, { defaultValue: 20, description: 'Number of rows, at most 100.' }) limit: number,
    @Arg('onlyRefused', () => Boolean, { defaultValue: false, description: 'Leave out the rows without errors.' })
    onlyRefused: boolean,
    @Ctx() ctx: Context,
  ): Promise<UserImportRow[]> {
    const page = { offset: Math.max(0, offset), limit: Math.min(Math.max(0, limit), MAX_PAGE), onlyRefused };
    return (await importedRows(ctx, id, page)).map((row) => ({
      row: row.row,
      email: row.cells.email,
      name: [row.cells.first_name, row.cells.last_name].filter(Boolean).join(' '),
      userType: row.cells.user_type,
      role: row.cells.role,
      outcome: rowOutcomeOf(state, row),
      errors: row.errors.map((error) => ({ attribute: error.attribute, message: errorText(ctx, error) })),
    }));
  }
}
