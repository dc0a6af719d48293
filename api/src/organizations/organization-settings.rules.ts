import { boolean, number, object, string } from 'yup';

/** Bounds of the time after which an idle session ends, in minutes (requirement S-3). */
export const IDLE_MINUTES = { min: 5, max: 60 };

/** Region/City or UTC. An offset such as +05:00 is refused: it has no summer time, and PostgreSQL reads its sign the other way. */
function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !/^[A-Za-z_]+(\/[A-Za-z0-9_+-]+)+$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The settings of an organization; a field that is missing stays as it is. */
export const organizationSettingsRules = object({
  timezone: string()
    .trim()
    .max(64, 'organization_settings.timezone')
    .test('zone', 'organization_settings.timezone', (name) => name === undefined || isTimeZone(name)),
  locale: string().oneOf(['en', 'es'], 'invalid'),
  sessionIdleMinutes: number()
    .integer('organization_settings.idle')
    .min(IDLE_MINUTES.min, 'organization_settings.idle')
    .max(IDLE_MINUTES.max, 'organization_settings.idle'),
  exportToCsvAccess: number().oneOf([0, 1, 2], 'invalid'),
  allowVentilatorSupport: boolean(),
  ventilatorVisibility: string().oneOf(['all-users', 'specific-users'], 'invalid'),
  allowApiKeyManagement: boolean(),
  physicianCanAddMissingPin: boolean(),
  disallowExternalDeviceEdit: boolean(),
  twoFactorEnabled: boolean(),
  twoFactorPreventPhoneNumbers: boolean(),
  twoFactorApp: boolean(),
  twoFactorSms: boolean(),
});
