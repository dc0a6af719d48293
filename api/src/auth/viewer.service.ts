import { object, string } from 'yup';
import type { Organization } from '../organizations/organization.entity.ts';
import { organizationOf } from '../organizations/organizations.service.ts';
import { User } from '../users/user.entity.ts';
import type { Context } from '../shared/context.ts';
import type { Locale } from '../shared/messages.ts';
import { validate } from '../shared/validate.ts';

const preferencesRules = object({ locale: string().oneOf(['en', 'es'], 'locale.invalid').nullable() });

/** Returns the user record of the viewer. */
export function findOwnUser({ em, viewer }: Context): Promise<User> {
  return em.findOneOrFail(User, { id: viewer.userId });
}

/** Returns the organization of the viewer. */
export function findOwnOrganization(ctx: Context): Promise<Organization> {
  return organizationOf(ctx, { organization: { id: ctx.viewer.orgId } });
}

/** Changes the viewer's own preferences, effective from the next request. */
export async function updateViewer(ctx: Context, raw: unknown): Promise<void> {
  const { locale } = await validate(preferencesRules, raw);
  if (!locale) return;
  const user = await findOwnUser(ctx);
  user.locale = locale as Locale;
  await ctx.em.flush();
  ctx.signedIn!.facts.locale = locale as Locale;
  ctx.locale = locale as Locale;
}
