import type { Refusal } from '../shared/errors.ts';
import type { Organization } from './organization.entity.ts';
import type { OrganizationSettingName } from './organization-settings.service.ts';

/** The documented name of each setting (document 001, section 3, Org settings read); those inside an object have a dot. */
const WIRE: Record<OrganizationSettingName, string> = {
  timezone: 'timezone',
  locale: 'locale',
  sessionIdleMinutes: 'session_idle_minutes',
  exportToCsvAccess: 'settings.export_to_csv_access',
  allowVentilatorSupport: 'allow_ventilator_support',
  ventilatorVisibility: 'ventilator_visibility',
  allowApiKeyManagement: 'allow_api_key_management',
  physicianCanAddMissingPin: 'physician_can_add_missing_pin',
  disallowExternalDeviceEdit: 'disallow_external_device_edit',
  twoFactorEnabled: 'auth.2fa_enabled',
  twoFactorPreventPhoneNumbers: 'auth.2fa_prevent_phone_numbers',
  twoFactorApp: 'auth.2fa_app',
  twoFactorSms: 'auth.2fa_sms',
};
const NAMES = Object.entries(WIRE) as [OrganizationSettingName, string][];

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Returns the organization with its settings in the documented names. */
export function settingsToRest(organization: Organization): Json {
  const body: Json = {
    id: organization.id,
    name: organization.name,
    type: organization.type,
    is_clinical: organization.isClinical,
  };
  for (const [name, path] of NAMES) {
    const [group, key] = path.split('.') as [string, string?];
    if (key) (body[group] ??= {} as Json)[key as never] = organization[name] as never;
    else body[group] = organization[name];
  }
  return { ...body, version: organization.version };
}

/** Returns the settings that a body names. */
export function settingsFromRest(body: Json): { version?: unknown } & Json {
  const given: Json = {};
  for (const [name, path] of NAMES) {
    const [group, key] = path.split('.') as [string, string?];
    const holder = key ? body[group] : body;
    if (isObject(holder)) given[name] = holder[key ?? group];
  }
  return { ...given, version: body.version };
}

/** A refusal at the documented name of its field. */
export const settingsRefusal = (refusal: Refusal): Refusal => ({
  ...refusal,
  field: WIRE[refusal.field as OrganizationSettingName] ?? refusal.field,
});
