import { inviteUsers } from '../account/invitations.service.ts';
import { findActiveViewer } from '../sign-in/session-read.ts';
import type { Organization } from '../organizations/organization.entity.ts';
import type { Job } from '../queue/job.ts';
import { Context } from '../shared/context.ts';
import { Forbidden, NotFound } from '../shared/errors.ts';
import type { NewUser } from '../users/form/user-form.rules.ts';
import { takenAmong } from '../users/form/user-form-email.ts';
import { findOrganizationOfNewUser } from '../users/form/user-form.service.ts';
import { insertUsers } from '../users/form/user-form.store.ts';
import { checkRows } from './users-import-check.ts';
import {
  beginImportAttempt,
  endImport,
  findImport,
  recordProgress,
  refuseImport,
  rowsOf,
  type StoredImport,
} from './users-import.store.ts';

/** Users of one step of the progress. */
const STEP = 250;
const RETRIES = 5;

/** Creates the users of a confirmed import in one transaction: killed at any time, it leaves all of them or none. */
export const importUsersJob: Job<'import-users'> = {
  name: 'import-users',
  retries: RETRIES,
  timeoutSeconds: 600,
  run: async ({ app, request }, { importId, userId }) => {
    const viewer = await findActiveViewer(app, userId);
    if (!viewer) return; // their imports are of no use to another user
    const ctx = Context.ofUser(app, viewer, request.id);
    const progress = Context.ofUser(app, viewer, request.id);
    const attempts = await progress.run('write', () => beginImportAttempt(progress, importId));
    if (attempts === 0) return;
    try {
      await ctx.run('write', () =>
        createAll(ctx, importId, (done) => progress.run('write', () => recordProgress(progress, importId, done))),
      );
    } catch (error) {
      const isFinal = attempts > RETRIES || error instanceof Forbidden || error instanceof NotFound;
      if (isFinal) await progress.run('write', () => endImport(progress, importId, 'failed'));
      if (!(error instanceof Forbidden || error instanceof NotFound)) throw error;
    } finally {
      await Promise.all([ctx.close(), progress.close()]);
    }
  },
};

/** Checks every row again, with the rights of now, and creates the users; refuses the import when a row is refused now. */
async function createAll(ctx: Context, importId: number, progress: (done: number) => Promise<void>): Promise<void> {
  // A lost job may still run on another node.
  await ctx.em.execute('select pg_advisory_xact_lock(6, ?)', [importId]);
  const found: StoredImport = await findImport(ctx, importId);
  if (found.state !== 'running') return;
  const organization = await findOrganizationOfNewUser(ctx, found.organizationId);
  const rows = await checkRows(ctx, organization, await rowsOf(ctx, importId, {}), takenAmong);
  if (rows.some(({ input }) => input === null)) return refuseImport(ctx, importId, rows);
  const inputs = rows.map(({ input }) => input!);
  for (let done = 0; done < inputs.length; done += STEP) {
    await createSome(ctx, organization, inputs.slice(done, done + STEP));
    await progress(Math.min(done + STEP, inputs.length));
  }
  // A deactivation of the organization has ended it in the meantime: none of the users stays.
  if (!(await endImport(ctx, importId, 'done'))) throw new Forbidden();
}

async function createSome(ctx: Context, organization: Organization, inputs: readonly NewUser[]): Promise<void> {
  await inviteUsers(ctx, await insertUsers(ctx, organization, inputs));
}
