import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { isTextKey } from './textKey.ts';

/** Returns a function that names the type of an organization in the user's language. */
export function useOrganizationType(): (type: string) => string {
  const { t, i18n } = useTranslation('shell');
  return useCallback(
    (type) => {
      const key: string = `organizationTypes.${type}`;
      return isTextKey(i18n, 'shell', key) ? t(key) : type;
    },
    [t, i18n],
  );
}
