import { Box, Stack, Table, Text, VisuallyHidden } from '@chakra-ui/react';
import { Check, Minus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { isTextKey } from '../../lib/textKey.ts';
import type { ComparedPermission, PermissionGroup } from './permissionGroups.ts';

/** Permissions in groups; with the label of another role, in one column for each of the two. */
export function RolePermissions(props: { groups: readonly PermissionGroup[]; role: string; other: string | null }) {
  const { t } = useTranslation('roles');
  if (props.groups.length === 0) return <EmptyState text={t('noPermissions')} />;
  return (
    <Stack gap="4">
      {props.groups.map(({ label, permissions }) => (
        <Card key={label} title={`${label} (${permissions.length})`}>
          {props.other === null ? (
            <Box as="ul" listStyleType="none" textStyle="sm" columns={{ base: 1, md: 2 }}>
              {permissions.map(({ name }) => (
                <Box as="li" key={name} py="1.5" overflowWrap="anywhere" breakInside="avoid">
                  <PermissionName name={name} />
                </Box>
              ))}
            </Box>
          ) : (
            <Comparison label={label} permissions={permissions} role={props.role} other={props.other} />
          )}
        </Card>
      ))}
    </Stack>
  );
}

function Comparison(props: { label: string; permissions: readonly ComparedPermission[]; role: string; other: string }) {
  const { t } = useTranslation('roles');
  return (
    <Table.ScrollArea tabIndex={0} role="region" aria-label={props.label}>
      <Table.Root
        size="sm"
        css={{ tableLayout: 'fixed', minW: { base: '0', sm: '30rem' }, '& tr': { bg: 'transparent' } }}
      >
        <Table.Header>
          <Table.Row>
            <Table.ColumnHeader scope="col" width="50%">
              {t('permission')}
            </Table.ColumnHeader>
            {[props.role, props.other].map((role) => (
              <Table.ColumnHeader key={role} scope="col" whiteSpace="normal">
                {role}
              </Table.ColumnHeader>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {props.permissions.map(({ name, inRole, inOther }) => (
            <Table.Row key={name} {...(inRole !== inOther && { css: { '& > *': { bg: 'bg.changed' } } })}>
              <Table.Cell as="th" scope="row" textAlign="start" fontWeight="normal" overflowWrap="anywhere">
                <PermissionName name={name} />
              </Table.Cell>
              <Held isHeld={inRole} />
              <Held isHeld={inOther} />
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </Table.ScrollArea>
  );
}

/** What a permission permits, in words, and its code; a permission without words has its code alone. */
function PermissionName({ name }: { name: string }) {
  const { t, i18n } = useTranslation('roles');
  const key = `permissions.${name.replaceAll('.', '_')}`;
  return (
    <>
      {isTextKey(i18n, 'roles', key) ? <Text>{t(key)}</Text> : null}
      <Text as="span" fontFamily="mono" textStyle="xs" color="fg.muted">
        {name}
      </Text>
    </>
  );
}

function Held({ isHeld }: { isHeld: boolean }) {
  const { t } = useTranslation('roles');
  const Icon = isHeld ? Check : Minus;
  return (
    <Table.Cell>
      <Icon size={16} aria-hidden="true" />
      <VisuallyHidden>{t(isHeld ? 'yes' : 'no')}</VisuallyHidden>
    </Table.Cell>
  );
}
