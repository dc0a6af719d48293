import { Box, Stack, Text } from '@chakra-ui/react';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Country } from '#rules/shared/address';
import { useTranslation } from 'react-i18next';
import { asLanguage, languageNames } from '../../lib/language.ts';
import { isTextKey } from '../../lib/textKey.ts';
import { formatPhone } from '../../lib/phone.ts';
import { useRoleName } from '../../lib/roleName.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import type { UserAuditLogQuery } from './gql/AuditLog.ts';

type Line = UserAuditLogQuery['userAuditLog']['edges'][number]['node'];

/** Names of fields that are themselves the whole change. */
const withoutValues = new Set(['password']);

/** The texts of the form for the values of a field. */
const FORM_TEXTS: Readonly<Record<string, string>> = { user_type: 'types', notification_type: 'notifications' };

/** The changed fields of a line of the audit log: each with its value before and after, of a new user as it began. */
export function UserChanges({ event, fields }: Pick<Line, 'event' | 'fields'>) {
  const { t, i18n } = useTranslation('activity');
  const { t: ofForm } = useTranslation('users');
  const { t: components } = useTranslation('components');
  const format = useInstantFormat();
  const roleName = useRoleName();
  const nameOf = (field: string) => {
    const key = `fields.${field}`;
    return isTextKey(i18n, 'activity', key) ? t(key) : field;
  };
  /** Returns a stored value as screens show it: yes and no, times, telephone numbers, languages, choices of the form. */
  function valueOf(field: string, value: string | null): string {
    if (!value) return '–';
    if (value === 'true' || value === 'false') return t(value === 'true' ? 'yes' : 'no');
    if (field === 'phone') return formatPhone(value);
    if (field === 'roles') return value.split(', ').map(roleName).join(', ');
    const language = field === 'locale' ? asLanguage(value) : undefined;
    if (language) return languageNames[language];
    if (field === 'country') return components(`address.countries.${value as Country}`);
    const key = `form.${FORM_TEXTS[field]}.${value}`;
    if (isTextKey(i18n, 'users', key)) return ofForm(key);
    return (field.endsWith('_at') && format(value)) || value;
  }
  function changeOf({ field, before, after }: Line['fields'][number]): ReactNode {
    if (event === 'CREATED' && !before) return valueOf(field, after);
    // The letters of the portal have no arrow.
    return (
      <>
        {valueOf(field, before)}{' '}
        <Box as="span" display="inline-block" verticalAlign="middle" role="img" aria-label={t('becomes')}>
          <ArrowRight size={14} aria-hidden="true" />
        </Box>{' '}
        {valueOf(field, after)}
      </>
    );
  }
  return (
    <Stack as="ul" gap="0.5" listStyleType="none">
      {fields.map((change) => (
        <Text as="li" key={change.field} overflowWrap="anywhere">
          <Text as="span" fontWeight="medium">
            {nameOf(change.field)}
          </Text>
          {withoutValues.has(change.field) ? null : <>: {changeOf(change)}</>}
        </Text>
      ))}
    </Stack>
  );
}
