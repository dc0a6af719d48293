import { useTranslation } from 'react-i18next';
import { isTextKey } from './textKey.ts';

/**
 * Returns the function that names a role in the viewer's language by its code; a role that an operator added keeps its
 * code.
 */
export function useRoleName(): (code: string) => string {
  const { t, i18n } = useTranslation('users');
  return (code) => {
    const key = `roleNames.${code}`;
    return isTextKey(i18n, 'users', key) ? t(key) : code;
  };
}
