import { Alert, Stack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { DescriptionList } from '../../components/DescriptionList.tsx';
import { HandOffStateBadge } from '../../components/HandOffStateBadge.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { formatDate } from '../../lib/dates.ts';
import { daysLeft } from '../../lib/daysLeft.ts';
import { graphql } from '../../lib/graphql.ts';
import { nameInList } from '../../lib/nameInList.ts';
import { formatPhone } from '../../lib/phone.ts';
import { urls } from '../../lib/urls.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import type { HandOffPage_handOffFragment } from './gql/HandOffFacts.ts';

graphql(`
  fragment HandOffPage_handOff on HandOff {
    id
    databaseId
    side
    kind
    state
    serial
    firstName
    lastName
    birthDate
    phone
    assignedId
    askedBy
    pinConfirmed
    otherOrganization
    startsOn
    reason
    createdAt
    expires
    ended
    viewerCanWithdraw
    viewerCanRefuse
    viewerCanAccept
    viewerCanWrite
    user {
      id
      firstName
      lastName
    }
    patient {
      id
      databaseId
      firstName
      lastName
      currentSerial
    }
    machine {
      id
      databaseId
      serial
    }
    messages {
      databaseId
      body
      createdAt
      isOwn
      author {
        id
        firstName
        lastName
      }
    }
  }
`);

export type HandOff = HandOffPage_handOffFragment;

/** What was asked, by which organization, and what became of it. */
export function HandOffFacts({ handOff }: { handOff: HandOff }) {
  const { t } = useTranslation('hand-offs');
  const instant = useInstantFormat();
  const { side, kind, state, patient, machine, user } = handOff;
  const typed =
    handOff.lastName && handOff.firstName ? nameInList(handOff as { lastName: string; firstName: string }) : null;
  const isAsker = side === 'ASKER';
  const own = [
    {
      label: t(isAsker ? 'newRecord' : 'patient'),
      value: patient && <TextLink to={urls.patient(patient.databaseId)}>{nameInList(patient)}</TextLink>,
    },
    {
      label: t('device'),
      value: machine && <TextLink to={urls.machine(machine.databaseId)}>{machine.serial}</TextLink>,
    },
  ].filter(({ value }) => value);
  const asked = isAsker
    ? kind === 'DEVICE'
      ? [{ label: t('serial'), value: handOff.serial, mono: true }]
      : [
          { label: t('askedName'), value: typed },
          { label: t('birthDate'), value: formatDate(handOff.birthDate) },
          { label: t('phone'), value: formatPhone(handOff.phone) },
          { label: t('assignedId'), value: handOff.assignedId },
        ]
    : [
        ...(kind === 'DEVICE' ? [{ label: t('serial'), value: handOff.serial, mono: true }] : []),
        ...(kind === 'DEVICE'
          ? [{ label: t('pin'), value: t(handOff.pinConfirmed ? 'pinConfirmed' : 'pinUnknown') }]
          : []),
      ];
  return (
    <Card title={t('request')}>
      <Stack gap="4">
        <DescriptionList
          items={[
            { label: t('state'), value: <HandOffStateBadge state={state} /> },
            { label: t('direction'), value: t(`sides.${side}`) },
            { label: t('kind'), value: t(`kinds.${kind}`) },
            ...asked,
            ...own,
            { label: t('otherOrganization'), value: handOff.otherOrganization ?? t('notShown') },
            { label: t('askedBy'), value: isAsker && user ? nameInList(user) : handOff.askedBy },
            { label: t('created'), value: instant(handOff.createdAt) },
            state === 'OPEN'
              ? {
                  label: t('expires'),
                  value: `${instant(handOff.expires)} (${t('left', { count: daysLeft(handOff.expires) })})`,
                }
              : { label: t('ended'), value: handOff.ended && instant(handOff.ended) },
            ...(handOff.startsOn ? [{ label: t('startsOn'), value: formatDate(handOff.startsOn) }] : []),
            ...(!isAsker && user ? [{ label: t('answeredBy'), value: nameInList(user) }] : []),
          ]}
        />
        {handOff.reason ? (
          <Alert.Root status="warning">
            <Alert.Indicator />
            <Stack gap="1">
              <Alert.Title>{t('reason')}</Alert.Title>
              <Text whiteSpace="pre-wrap" overflowWrap="anywhere">
                {handOff.reason}
              </Text>
            </Stack>
          </Alert.Root>
        ) : null}
        <Text color="fg.muted">{t(`explain.${side}.${state}`)}</Text>
      </Stack>
    </Card>
  );
}
