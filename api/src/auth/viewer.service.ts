import type { Organization } from '../organizations/organization.entity.ts';
import { organizationOf } from '../organizations/organizations.service.ts';
import { User } from '../users/user.entity.ts';
import type { Context } from '../shared/context.ts';
import type { Locale } from '../shared/messages.ts';

/** Returns the user record of the viewer. */
export function findOwnUser({ em, viewer }: Context): Promise<User> {
  return em.findOneOrFail(User, { id: viewer.userId });
}

/** Returns the organization of the viewer. */
export function findOwnOrganization(ctx: Context): Promise<Organization> {
  return organizationOf(ctx, { organization: { id: ctx.viewer.orgId } });
}

/** Changes the viewer's own preferences, effective from the next request. */
export async function updateViewer(ctx: Context, { locale }: { locale?: Locale | null }): Promise<void> {
  if (!locale) return;
  const user = await findOwnUser(ctx);
  user.locale = locale;
  await ctx.em.flush();
  ctx.signedIn!.facts.locale = locale;
  ctx.locale = locale;
}
