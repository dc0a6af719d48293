import type { OrganizationSettingsFieldsFragment } from './gql/OrganizationSettingsForm.ts';

export type Settings = Omit<OrganizationSettingsFieldsFragment, '__typename' | 'version' | ' $fragmentName'>;
export type SettingName = keyof Settings;

/** Minutes to choose from; the server accepts every number from 5 to 60. */
const IDLE_MINUTES = [5, 10, 15, 20, 30, 45, 60];

/** The cards of the screen and the settings in each, in their order. */
export const SECTIONS = {
  general: ['timezone', 'locale'],
  access: ['sessionIdleMinutes', 'exportToCsvAccess', 'allowApiKeyManagement'],
  secondFactor: ['twoFactorEnabled', 'twoFactorApp', 'twoFactorSms', 'twoFactorPreventPhoneNumbers'],
  devices: ['physicianCanAddMissingPin', 'disallowExternalDeviceEdit'],
  ventilators: ['allowVentilatorSupport', 'ventilatorVisibility'],
} as const satisfies Record<string, readonly SettingName[]>;

/** The cards of each of the two columns. */
export const COLUMNS = {
  start: ['general', 'secondFactor'],
  end: ['access', 'devices', 'ventilators'],
} as const satisfies Record<string, readonly (keyof typeof SECTIONS)[]>;

/** The values of a setting with a choice; null for one that is on or off. The value of now is always among them. */
export function choicesOf(name: SettingName, current: unknown): readonly (string | number)[] | null {
  const choices: Partial<Record<SettingName, readonly (string | number)[]>> = {
    timezone: Intl.supportedValuesOf('timeZone'),
    locale: ['EN', 'ES'],
    sessionIdleMinutes: IDLE_MINUTES,
    exportToCsvAccess: ['ALL', 'ADMINISTRATORS', 'DISABLED'],
    ventilatorVisibility: ['ALL_USERS', 'SPECIFIC_USERS'],
  };
  const own = choices[name];
  if (!own) return null;
  return own.includes(current as never) ? own : [current as string | number, ...own];
}

/** Returns the settings that differ. */
export const differing = (one: Settings, other: Settings): SettingName[] =>
  (Object.values(SECTIONS).flat() as SettingName[]).filter((name) => one[name] !== other[name]);
