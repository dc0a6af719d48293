import { Stack, Table, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../lib/bytes.ts';
import type { UploadPageQuery } from '../../pages/gql/UploadPage.ts';
import { UploadStateBadge } from './UploadStateBadge.tsx';

/** What became of each file of an upload, with its warnings. */
export function UploadFiles({ files }: { files: UploadPageQuery['upload']['files'] }) {
  const { t } = useTranslation('uploads');
  return (
    <Table.ScrollArea tabIndex={0} role="region" aria-label={t('files')}>
      <Table.Root size="sm" css={{ '& tr': { bg: 'transparent' } }}>
        <Table.Header>
          <Table.Row>
            <Table.ColumnHeader scope="col">{t('file')}</Table.ColumnHeader>
            <Table.ColumnHeader scope="col">{t('size')}</Table.ColumnHeader>
            <Table.ColumnHeader scope="col">{t('status')}</Table.ColumnHeader>
            <Table.ColumnHeader scope="col">{t('warnings')}</Table.ColumnHeader>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {files.map(({ id, name, byteCount, state, warnings }) => (
            <Table.Row key={id}>
              <Table.Cell overflowWrap="anywhere">{name}</Table.Cell>
              <Table.Cell whiteSpace="nowrap">{formatBytes(byteCount)}</Table.Cell>
              <Table.Cell>
                <UploadStateBadge state={state} />
              </Table.Cell>
              <Table.Cell>
                <Stack gap="1">
                  {warnings.map(({ code, message }) => (
                    <Text key={code}>{message}</Text>
                  ))}
                </Stack>
              </Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </Table.ScrollArea>
  );
}
