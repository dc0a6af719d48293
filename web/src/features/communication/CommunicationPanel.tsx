import { Box, Text } from '@chakra-ui/react';
import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { DescriptionList } from '../../components/DescriptionList.tsx';
import { graphql } from '../../lib/graphql.ts';
import { ConnectionHistory } from './ConnectionHistory.tsx';
import { CommunicationPanel_historyFragmentDoc as fragment } from './gql/CommunicationPanel.ts';
import { LastConnection } from './LastConnection.tsx';

graphql(`
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

/** A device's cellular module and its last connection to the server. */
export function CommunicationPanel(props: { history: FragmentType<typeof fragment> }) {
  const { t } = useTranslation('communication');
  const { data } = useSuspenseFragment({ fragment, from: props.history });
  const { module, lastConnection, isActive } = data;

  const facts = [
    ...(module
      ? [
          { label: t('moduleSerial'), value: <ModuleSerial serial={module.serial} version={module.version} /> },
          { label: t('moduleType'), value: module.type ?? t('unknown') },
          { label: t('iccid'), value: module.iccid ? <Iccid iccid={module.iccid} /> : t('unknown') },
        ]
      : [{ label: t('module'), value: t('noModule') }]),
    { label: t('lastConnection'), value: <LastConnection connection={lastConnection} watched={isActive} /> },
  ];

  return (
    <Card title={t('title')}>
      <DescriptionList labelWidth="11rem" items={facts} />
      <Box mt="4">
        <ConnectionHistory of={data.id} name={String(data.databaseId)} hasModule={module !== null} />
      </Box>
    </Card>
  );
}

function ModuleSerial({ serial, version }: { serial: string; version: string | null }) {
  const { t } = useTranslation('communication');
  return (
    <>
      <Text as="span" fontFamily="mono">
        {serial}
      </Text>
      {version ? (
        <Text as="span" color="fg.muted" ms="1">
          {' '}
          {t('version', { version })}
        </Text>
      ) : null}
    </>
  );
}

function Iccid({ iccid }: { iccid: string }) {
  const { t } = useTranslation('communication');
  return (
    <>
      <Text as="span" fontFamily="mono" wordBreak="break-all">
        {iccid}
      </Text>
      <CopyButton value={iccid} label={t('copyIccid')} />
    </>
  );
}
