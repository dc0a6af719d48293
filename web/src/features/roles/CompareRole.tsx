import { NativeSelect } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { FormField } from '../../components/FormField.tsx';
import { graphql } from '../../lib/graphql.ts';
import { useRoleNamesQuery } from './gql/CompareRole.ts';

graphql(`
  query RoleNames {
    roles(first: 500) {
      edges {
        node {
          id
          databaseId
          label
        }
      }
    }
  }
`);

/** The choice of another role, by its integer id; empty without one. */
export function CompareRole(props: { roleId: number; other: string; onChange: (other: string) => void }) {
  const { t } = useTranslation('roles');
  const { data } = useRoleNamesQuery();
  const others = (data?.roles.edges ?? [])
    .map(({ node }) => node)
    .filter(({ databaseId }) => databaseId !== props.roleId);
  return (
    <FormField label={t('compareWith')} width={{ base: '100%', sm: '18rem' }}>
      <NativeSelect.Root size="sm">
        <NativeSelect.Field value={props.other} onChange={({ target }) => props.onChange(target.value)}>
          <option value="">{t('noComparison')}</option>
          {others.map(({ id, databaseId, label }) => (
            <option key={id} value={String(databaseId)}>
              {label}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </FormField>
  );
}
