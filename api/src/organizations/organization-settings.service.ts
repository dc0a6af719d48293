import type { InferType } from 'yup';
import type { Context } from '../shared/context.ts';
import { type CurrentRow, refuseContradiction, refuseOlder } from '../shared/conflict.ts';
import { authorize, refuse } from '../shared/errors.ts';
import { columnOf } from '../shared/list-text.ts';
import { validate } from '../shared/validate.ts';
import { Organization } from './organization.entity.ts';
import { organizationSettingsRules } from './organization-settings.rules.ts';
import { canUpdateOrganizationSettings } from './organizations.policy.ts';

type Settings = Required<InferType<typeof organizationSettingsRules>>;
export type OrganizationSettingName = keyof Settings;
type Values = Partial<Record<OrganizationSettingName, unknown>>;

/** Every setting by its name in the entity, sorted as on the screen. */
const SETTING_NAMES = Object.keys(organizationSettingsRules.fields) as OrganizationSettingName[];

/**
 * Runs every check of a change of the settings of the viewer's organization without writing; returns the organization
 * and the values that differ. Throws Conflict for an older version, and for an input without a version that contradicts a
 * newer value.
 */
export async function checkOrganizationSettings(
  ctx: Context,
  input: { version?: unknown } & Record<string, unknown>,
): Promise<{ organization: Organization; changed: Partial<Settings> }> {
  authorize(canUpdateOrganizationSettings(ctx.viewer));
  const { version: _version, ...raw } = input;
  const given = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== null));
  const values: Values = await validate(organizationSettingsRules, given);
  const organization = await ctx.em.findOneOrFail(Organization, { id: ctx.viewer.workOrgId });
  const named = SETTING_NAMES.filter((name) => values[name] !== undefined);
  const different = named.filter((name) => values[name] !== organization[name]);
  const { id, version } = organization;
  const current: CurrentRow<Organization> = { row: organization, version, message: 'conflict.organization_settings' };
  refuseOlder(input, current);
  const change = { id, sent: named.map(columnOf), different: different.map(columnOf) };
  await refuseContradiction(ctx, 'organizations', input, change, current);
  const changed = Object.fromEntries(different.map((name) => [name, values[name]])) as Partial<Settings>;
  const next = { ...organization, ...changed };
  if (next.twoFactorEnabled && !next.twoFactorApp && !next.twoFactorSms)
    refuse([
      { field: 'twoFactorApp', code: 'organization_settings.no_method', message: 'organization_settings.no_method' },
    ]);
  return { organization, changed };
}

/**
 * Changes the settings of the viewer's organization, effective from the next request of each of its users. The audit
 * line has each changed field with its value before and after.
 */
export async function updateOrganizationSettings(
  ctx: Context,
  input: { version?: unknown } & Record<string, unknown>,
): Promise<Organization> {
  // Locked first: of two changes at the same time the second sees the version of the first.
  authorize(canUpdateOrganizationSettings(ctx.viewer));
  await ctx.em.execute('select from organizations where id = ? for update', [ctx.viewer.workOrgId]);
  const { organization, changed } = await checkOrganizationSettings(ctx, input);
  const names = Object.keys(changed) as OrganizationSettingName[];
  if (names.length === 0) return organization;
  ctx.note({ changes: Object.fromEntries(names.map((name) => [name, [organization[name], changed[name]]])) });
  Object.assign(organization, changed);
  organization.version += 1;
  await ctx.em.flush();
  return organization;
}
