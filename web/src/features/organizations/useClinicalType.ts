import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { isTextKey } from '../../lib/textKey.ts';

/** Returns a function that names the type of a clinic in the user's language. */
export function useClinicalType(): (type: string) => string {
  const { t, i18n } = useTranslation('organizations');
  return useCallback(
    (type) => {
      const key: string = `clinicalTypes.${type}`;
      return isTextKey(i18n, 'organizations', key) ? t(key) : type;
    },
    [t, i18n],
  );
}
