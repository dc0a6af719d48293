import { useTranslation } from 'react-i18next';
import type { UserFormData, UserValues } from './userFormValues.ts';

/** Returns the function that shows a value of the form of a user as text. */
export function useUserTexts(choices: UserFormData): (field: keyof UserValues, values: UserValues) => string {
  const { t } = useTranslation('users');
  const { t: components } = useTranslation('components');
  return (field, values) => {
    if (field === 'userType') return values.userType && t(`form.types.${values.userType}`);
    if (field === 'role') return choices.roles.find(({ name }) => name === values.role)?.label ?? values.role;
    if (field === 'locations' || field === 'groups')
      return choices[field]
        .filter(({ id }) => values[field].includes(id))
        .map(({ name }) => name)
        .join(', ');
    if (field === 'country') return components(`address.countries.${values.country}`);
    if (field === 'isClinician') return t(values.isClinician ? 'form.yes' : 'form.no');
    return field === 'notificationType' ? t(`form.notifications.${values.notificationType}`) : values[field];
  };
}
