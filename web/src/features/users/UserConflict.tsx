import { Alert, Button, HStack, Stack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import type { UserConflictState } from './useUserForm.ts';
import { changedFields, type ComparedField, type UserFormData, type UserValues } from './userFormValues.ts';

/**
 * Shown when another administrator changed the user while the form was open: each change, and the own one of the same
 * field. The input stays in the form until the user decides.
 */
export function UserConflict(props: {
  conflict: UserConflictState;
  mine: UserValues;
  choices: UserFormData;
  onResolve: (keep: 'mine' | 'theirs') => void;
}) {
  const { t } = useTranslation('users');
  const { conflict, mine, choices, onResolve } = props;
  const { opened, theirs } = conflict;
  const own = changedFields(opened, mine);
  const textOf = (field: ComparedField, values: UserValues): string => {
    const value = values[field];
    if (field === 'userType') return values.userType && t(`form.types.${values.userType}`);
    if (field === 'role') return choices.roles.find(({ name }) => name === value)?.label ?? values.role;
    if (field === 'locations' || field === 'groups')
      return choices[field]
        .filter(({ id }) => values[field].includes(id))
        .map(({ name }) => name)
        .join(', ');
    if (field === 'isClinician') return t(values.isClinician ? 'form.yes' : 'form.no');
    return field === 'notificationType' ? t(`form.notifications.${values.notificationType}`) : values[field];
  };
  const shown = (text: string) => text || t('form.conflict.nothing');
  return (
    <Alert.Root status="warning" role="alert" alignItems="flex-start">
      <Alert.Indicator />
      <Alert.Content gap="3">
        <Alert.Title>{t('form.conflict.title')}</Alert.Title>
        <Stack as="ul" gap="2" listStyleType="none" color="fg">
          {changedFields(opened, theirs).map((field) => (
            <li key={field}>
              <Text as="span" fontWeight="medium">
                {t(`form.${field}`)}
              </Text>
              {': '}
              {t('form.conflict.theirs', { before: shown(textOf(field, opened)), after: shown(textOf(field, theirs)) })}
              {own.includes(field) ? ` ${t('form.conflict.mine', { value: shown(textOf(field, mine)) })}` : null}
            </li>
          ))}
        </Stack>
        <Text color="fg">{t('form.conflict.kept')}</Text>
        <HStack gap="3" flexWrap="wrap">
          <Button size="sm" onClick={() => onResolve('mine')}>
            {t('form.conflict.keepMine')}
          </Button>
          <Button size="sm" variant="outline" onClick={() => onResolve('theirs')}>
            {t('form.conflict.takeTheirs')}
          </Button>
        </HStack>
      </Alert.Content>
    </Alert.Root>
  );
}
