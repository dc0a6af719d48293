import { Box, Flex, Input, Switch } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { Breadcrumbs, useListCrumb } from '../components/Breadcrumbs.tsx';
import { FormField } from '../components/FormField.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { PageProblem } from '../components/PageProblem.tsx';
import { SkeletonCards } from '../components/Skeletons.tsx';
import { TextLink } from '../components/TextLink.tsx';
import { CompareRole } from '../features/roles/CompareRole.tsx';
import { permissionGroups } from '../features/roles/permissionGroups.ts';
import { RolePermissions } from '../features/roles/RolePermissions.tsx';
import { graphql } from '../lib/graphql.ts';
import { urls } from '../lib/urls.ts';
import { useRolePageQuery, type RolePageQuery } from './gql/RolePage.ts';

graphql(`
  query RolePage($id: ID!) {
    role(id: $id) {
      id
      databaseId
      name
      label
      permissions {
        name
        category
      }
    }
  }
`);

type Role = NonNullable<RolePageQuery['role']>;

/** One role: its permissions, read-only, alone or compared with another role (`?compare=` its id). */
export function RolePage() {
  const { t } = useTranslation('roles');
  const { id = '' } = useParams();
  const { data, error, refetch } = useRolePageQuery({ variables: { id } });
  const roles = useListCrumb('roles', urls.roles, t('title'));
  const role = data?.role;
  return (
    <>
      <Box mb="2">
        <Breadcrumbs above={[roles]} here={role?.label ?? '…'} />
      </Box>
      {role ? (
        <RoleRecord key={role.id} role={role} />
      ) : data || error ? (
        <PageProblem
          error={error}
          onRetry={() => void refetch()}
          action={<TextLink to={urls.roles}>{t('toRoles')}</TextLink>}
        />
      ) : (
        <SkeletonCards count={4} />
      )}
    </>
  );
}

function RoleRecord({ role }: { role: Role }) {
  const { t } = useTranslation('roles');
  const [address, setAddress] = useSearchParams();
  const [search, setSearch] = useState('');
  const [onlyDifferences, setOnlyDifferences] = useState(false);
  const compared = address.get('compare') ?? '';
  const other = useRolePageQuery({ variables: { id: compared }, skip: compared === '' });
  const otherRole = (compared && other.data?.role) || null;
  const groups = permissionGroups(
    role.permissions,
    otherRole?.permissions ?? null,
    { search, onlyDifferences },
    (category) => t(`categories.${category ?? 'NONE'}`),
  );
  return (
    <>
      <PageHeader title={role.label} meta={role.name} />
      <Flex gap="4" mb="4" align="flex-end" wrap="wrap">
        <FormField label={t('filter')} width={{ base: '100%', sm: '18rem' }}>
          <Input size="sm" type="search" value={search} onChange={({ target }) => setSearch(target.value)} />
        </FormField>
        <CompareRole
          roleId={role.databaseId}
          other={compared}
          onChange={(to) => setAddress(to ? { compare: to } : {}, { replace: true })}
        />
        {otherRole ? (
          <Switch.Root
            size="sm"
            pb="1.5"
            checked={onlyDifferences}
            onCheckedChange={({ checked }) => setOnlyDifferences(checked)}
          >
            <Switch.HiddenInput />
            <Switch.Control />
            <Switch.Label>{t('onlyDifferences')}</Switch.Label>
          </Switch.Root>
        ) : null}
      </Flex>
      {compared && other.error ? (
        <PageProblem error={other.error} onRetry={() => void other.refetch()} />
      ) : (
        <RolePermissions groups={groups} role={role.label} other={otherRole?.label ?? null} />
      )}
    </>
  );
}
