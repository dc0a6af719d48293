import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, Grid, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { graphql } from '../../gql/gql.ts';
import type { ICodePrintHeader_patientFragment } from '../../gql/graphql.ts';
import { formatDate } from '../../lib/dates.ts';
import { nameInList } from '../../lib/nameInList.ts';

const ICodePrintHeader_patient = graphql(`
  fragment ICodePrintHeader_patient on Patient {
    id
    databaseId
    assignedId
    birthDate
    firstName
    lastName
    therapyStart
    provider {
      id
      name
    }
    devices {
      id
      serial
      model
    }
  }
`);

/** The subject of the report: patient, device and optionally the equipment provider. */
export function ICodePrintHeader(props: {
  patient: FragmentType<ICodePrintHeader_patientFragment> | null;
  serial: string;
  showProvider: boolean;
}) {
  const { t } = useTranslation('icode-reports');
  const { data: patient } = useSuspenseFragment({ fragment: ICodePrintHeader_patient, from: props.patient });
  const model = patient?.devices.find(({ serial }) => serial === props.serial)?.model;

  return (
    <Grid
      templateColumns={{ base: '1fr', sm: 'repeat(3, 1fr)' }}
      _print={{ gridTemplateColumns: 'repeat(3, 1fr)' }}
      gap="4"
      mb="5"
    >
      <Block title={t('print.patient')}>
        {patient ? (
          <>
            <Strong>{nameInList(patient)}</Strong>
            <Fact name={t('print.patientId')} value={patient.assignedId ?? String(patient.databaseId)} />
            <Fact name={t('print.birthDate')} value={formatDate(patient.birthDate)} />
            <Fact name={t('print.therapyStart')} value={formatDate(patient.therapyStart)} />
          </>
        ) : (
          <Text>{t('print.anonymous')}</Text>
        )}
      </Block>
      <Block title={t('print.device')}>
        <Strong>
          {t('print.serial')} {props.serial}
        </Strong>
        {model ? <Fact name={t('print.model')} value={model} /> : null}
      </Block>
      {props.showProvider ? (
        <Block title={t('print.provider')}>
          <Strong>{patient?.provider?.name ?? t('print.providerNone')}</Strong>
        </Block>
      ) : null}
    </Grid>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box as="section" aria-label={title} borderTopWidth="2px" borderColor="teal.solid" pt="2">
      <Text fontSize="11px" color="fg.muted">
        {title}
      </Text>
      {children}
    </Box>
  );
}

const Strong = ({ children }: { children: ReactNode }) => <Text fontWeight="semibold">{children}</Text>;

function Fact({ name, value }: { name: string; value: string }) {
  return value ? (
    <Text fontSize="12px">
      <Text as="span" color="fg.muted">
        {name}:
      </Text>{' '}
      {value}
    </Text>
  ) : null;
}
