import { Box, DataList, Text } from '@chakra-ui/react';
import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { graphql } from '../../gql/gql.ts';
import { ConnectionHistory } from './ConnectionHistory.tsx';
import { LastConnection } from './LastConnection.tsx';

const fragment = graphql(`
  fragment CommunicationPanel_history on DeviceHistory {
    id
    databaseId
    isActive
    module {
      serial
      version
      type
      iccid
    }
    lastConnection {
      startTime
      endTime
      connectionType
    }
  }
`);

/** The cellular module of a device and when it last talked to the server. */
export function CommunicationPanel(props: { history: FragmentType<typeof fragment> }) {
  const { t } = useTranslation('communication');
  const { data } = useSuspenseFragment({ fragment, from: props.history });
  const { module, lastConnection, isActive } = data;

  return (
    <Card title={t('title')}>
      <DataList.Root orientation="horizontal" gap="3">
        {module ? (
          <>
            <Item label={t('moduleSerial')}>
              <Text as="span" fontFamily="mono">
                {module.serial}
              </Text>
              {module.version ? (
                <Text as="span" color="fg.muted" ms="2">
                  {t('version', { version: module.version })}
                </Text>
              ) : null}
            </Item>
            <Item label={t('moduleType')}>{module.type ?? t('unknown')}</Item>
            <Item label={t('iccid')}>
              {module.iccid ? (
                <>
                  <Text as="span" fontFamily="mono" wordBreak="break-all">
                    {module.iccid}
                  </Text>
                  <CopyButton value={module.iccid} label={t('copyIccid')} />
                </>
              ) : (
                t('unknown')
              )}
            </Item>
          </>
        ) : (
          <Item label={t('module')}>{t('noModule')}</Item>
        )}
        <Item label={t('lastConnection')}>
          <LastConnection connection={lastConnection} watched={isActive} />
        </Item>
      </DataList.Root>
      <Box mt="4">
        <ConnectionHistory of={data.id} name={String(data.databaseId)} hasModule={module !== null} />
      </Box>
    </Card>
  );
}

function Item({ label, children }: { label: string; children: ReactNode }) {
  return (
    <DataList.Item
      flexDirection={{ base: 'column', sm: 'row' }}
      alignItems={{ base: 'flex-start', sm: 'baseline' }}
      gap={{ base: '0', sm: '4' }}
    >
      <DataList.ItemLabel minW="11rem">{label}</DataList.ItemLabel>
      <DataList.ItemValue display="block" minW="0">
        {children}
      </DataList.ItemValue>
    </DataList.Item>
  );
}
