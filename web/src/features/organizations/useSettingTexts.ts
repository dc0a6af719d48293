import { useTranslation } from 'react-i18next';
import type { SettingName } from './settingFields.ts';

/** Returns the function that shows a value of a setting as text. */
export function useSettingTexts(): (name: SettingName, value: string | number | boolean) => string {
  const { t } = useTranslation('organizations');
  return (name, value) => {
    if (typeof value === 'boolean') return t(value ? 'settings.on' : 'settings.off');
    if (name === 'sessionIdleMinutes') return t('settings.minutes', { count: Number(value) });
    return name === 'timezone'
      ? String(value).replaceAll('_', ' ')
      : t(`settings.choices.${value}` as 'settings.choices.EN');
  };
}
