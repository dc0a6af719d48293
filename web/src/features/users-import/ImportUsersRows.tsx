import { Box, Button, HStack, Stack, Table, Text, VisuallyHidden } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/ErrorState.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { graphql } from '../../lib/graphql.ts';
import { formatCount } from '../../lib/numberLocale.ts';
import { useUserImportRowsQuery, type UserImportRowsQuery } from './gql/ImportUsersRows.ts';

graphql(`
  query UserImportRows($importId: ID!, $offset: Int!, $limit: Int!, $onlyRefused: Boolean!) {
    userImport(importId: $importId) {
      id
      rows(offset: $offset, limit: $limit, onlyRefused: $onlyRefused) {
        row
        email
        name
        outcome
        errors {
          attribute
          message
        }
      }
    }
  }
`);

type Row = UserImportRowsQuery['userImport']['rows'][number];

const pageSize = 20;
const tones = { CREATE: 'info', CREATED: 'success', REFUSED: 'danger', NOT_CREATED: 'neutral' } as const;

/** The rows of an import, a page at a time: all, or those with errors, which are shown first when there are some. */
export function ImportUsersRows(props: { importId: string; total: number; refused: number }) {
  const { t } = useTranslation('users-import');
  const [onlyRefused, setOnlyRefused] = useState(props.refused > 0);
  const [offset, setOffset] = useState(0);
  const { data, previousData, error, loading, refetch } = useUserImportRowsQuery({
    variables: { importId: props.importId, offset, limit: pageSize, onlyRefused },
    fetchPolicy: 'network-only',
  });
  const rows = (data ?? previousData)?.userImport.rows;
  const count = onlyRefused ? props.refused : props.total;
  const choose = (only: boolean) => {
    setOnlyRefused(only);
    setOffset(0);
  };
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!rows) return <SkeletonLines lines={5} />;
  return (
    <Stack gap="3" aria-busy={loading}>
      {props.refused > 0 && props.refused < props.total ? (
        <HStack role="group" aria-label={t('shown')} gap="2">
          {([true, false] as const).map((only) => (
            <Button
              key={String(only)}
              size="xs"
              variant="outline"
              aria-pressed={only === onlyRefused}
              onClick={() => choose(only)}
            >
              {only
                ? t('onlyRefused', { total: formatCount(props.refused) })
                : t('allRows', { total: formatCount(props.total) })}
            </Button>
          ))}
        </HStack>
      ) : null}
      <RowTable rows={rows} />
      <HStack justify="space-between" flexWrap="wrap">
        <Box aria-live="polite" color="fg.muted" textStyle="xs">
          {t('showing', {
            from: formatCount(offset + 1),
            to: formatCount(offset + rows.length),
            total: formatCount(count),
          })}
        </Box>
        {count > pageSize ? (
          <HStack as="nav" aria-label={t('pages')}>
            <Button
              size="xs"
              variant="outline"
              disabled={offset === 0 || loading}
              onClick={() => setOffset(offset - pageSize)}
            >
              {t('previous')}
            </Button>
            <Button
              size="xs"
              variant="outline"
              disabled={offset + pageSize >= count || loading}
              onClick={() => setOffset(offset + pageSize)}
            >
              {t('next')}
            </Button>
          </HStack>
        ) : null}
      </HStack>
    </Stack>
  );
}

/** The rows. Each error reads 'Row N, attribute: errors.' (document 001, section 5); the eye sees the number of its row once. */
function RowTable({ rows }: { rows: readonly Row[] }) {
  const { t } = useTranslation('users-import');
  return (
    <Table.ScrollArea tabIndex={0} role="region" aria-label={t('rows')}>
      <Table.Root
        size="sm"
        whiteSpace="normal"
        css={{ '& tr': { bg: 'transparent' }, '& td': { verticalAlign: 'top' } }}
      >
        <Table.Header>
          <Table.Row>
            {(['row', 'user', 'outcome'] as const).map((column) => (
              <Table.ColumnHeader key={column} scope="col">
                {t(column)}
              </Table.ColumnHeader>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {rows.map((row) => (
            <Table.Row key={row.row}>
              <Table.Cell>{row.row}</Table.Cell>
              <Table.Cell overflowWrap="anywhere">
                <Text>{row.email}</Text>
                <Text color="fg.muted">{row.name}</Text>
              </Table.Cell>
              <Table.Cell overflowWrap="anywhere">
                <StatusBadge tone={tones[row.outcome]}>{t(`outcomes.${row.outcome}`)}</StatusBadge>
                {row.errors.map(({ attribute, message }, at) => (
                  <Text key={attribute} color="fg.error">
                    {at === 0 ? (
                      t('rowOf', { row: row.row })
                    ) : (
                      <VisuallyHidden>{t('rowOf', { row: row.row })}</VisuallyHidden>
                    )}{' '}
                    {t('rowError', { attribute, errors: message })}
                  </Text>
                ))}
              </Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </Table.ScrollArea>
  );
}
