import { HStack, List, Stack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../components/CopyButton.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { formatDate, today } from '../../lib/dates.ts';
import { useReloadOnDeviceChange } from '../../lib/deviceChanges.ts';
import { graphql } from '../../lib/graphql.ts';
import { useLogged } from '../../lib/useLogged.ts';
import { AddICodeReport } from './AddICodeReport.tsx';
import { useICodeCallsQuery } from './gql/ICodeCalls.ts';
import { codesText, dueOf, nightsText, planText, type ICodeCall, type ICodeCallPlan } from './iCodeCallText.ts';
import { byPhone } from './readings.ts';

graphql(`
  query ICodeCalls($patientId: ID!) {
    patient(id: $patientId) {
      id
      viewerCanUploadICode
      organization {
        id
        timezone
      }
      iCodeCalls {
        state
        serial
        nightsArrive
        calls {
          on
          periods
          firstNight
          lastNight
          reason
        }
        caught {
          collected
          firstNight
          lastNight
        }
      }
    }
  }
`);

const tones = { overdue: 'danger', today: 'warning', later: 'info' } as const;

/** The days on which to have codes read so that the window that meets the rule is caught, or why there are none. */
export function ICodeCalls({ patientId }: { patientId: string }) {
  const { data, error, loading, refetch } = useICodeCallsQuery({
    variables: { patientId },
    fetchPolicy: 'cache-and-network',
  });
  const reload = useReloadOnDeviceChange(refetch, loading);
  useLogged('The calls for iCodes were not loaded', error);
  const patient = data?.patient;
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!patient) return <SkeletonLines lines={2} />;
  const { iCodeCalls: plan, viewerCanUploadICode, organization } = patient;
  const { state } = plan;
  return state === 'PLANNED' ? (
    <Plan
      plan={plan}
      patientId={patientId}
      timeZone={organization.timezone}
      canUpload={viewerCanUploadICode}
      onSaved={reload}
    />
  ) : (
    <NoCalls plan={plan} state={state} />
  );
}

/** Why no day is planned. */
function NoCalls(props: { plan: ICodeCallPlan; state: Exclude<ICodeCallPlan['state'], 'PLANNED'> }) {
  const { t } = useTranslation('icode-reports');
  const { serial, caught } = props.plan;
  return (
    <Text>
      {t(`calls.state.${props.state}`, {
        serial,
        date: formatDate(caught?.collected),
        first: formatDate(caught?.firstNight),
        last: formatDate(caught?.lastNight),
      })}
    </Text>
  );
}

function Plan(props: {
  plan: ICodeCallPlan;
  patientId: string;
  timeZone: string;
  canUpload: boolean;
  onSaved: () => void;
}) {
  const { t } = useTranslation('icode-reports');
  const { serial, calls, nightsArrive } = props.plan;
  const now = today(props.timeZone);
  return (
    <Stack gap="3">
      <Text>{t('calls.intro', { serial })}</Text>
      {nightsArrive ? <Text color="fg.muted">{t('calls.nightsArrive')}</Text> : null}
      <List.Root variant="plain" gap="3">
        {calls.map((call) => (
          <Call key={call.on} call={call} today={now} />
        ))}
      </List.Root>
      <HStack className="no-print" gap="3" flexWrap="wrap">
        {props.canUpload && serial !== null ? (
          <AddICodeReport
            patientId={props.patientId}
            timeZone={props.timeZone}
            serial={serial}
            isActive
            label={t('calls.enter')}
            reading={byPhone}
            picker={{ mark: () => undefined, reload: props.onSaved }}
          />
        ) : null}
        <HStack gap="1">
          <CopyButton value={planText(t, serial, calls)} label={t('calls.copy')} />
          <Text textStyle="xs" color="fg.muted" aria-hidden="true">
            {t('calls.copy')}
          </Text>
        </HStack>
      </HStack>
    </Stack>
  );
}

function Call({ call, today: now }: { call: ICodeCall; today: string }) {
  const { t } = useTranslation('icode-reports');
  const { due, days } = dueOf(call, now);
  return (
    <List.Item display="block" borderWidth="1px" borderRadius="l2" p="3">
      <HStack gap="2" flexWrap="wrap">
        <Text fontWeight="semibold">{formatDate(call.on)}</Text>
        <StatusBadge tone={tones[due]}>{t(`calls.due.${due}`, { count: days })}</StatusBadge>
      </HStack>
      <Text mt="1">{t('calls.ask', { codes: codesText(t, call) })}</Text>
      <Text>{t('calls.shows', { nights: nightsText(t, call) })}</Text>
      <Text color="fg.muted" textStyle="sm">
        {t(`calls.reason.${call.reason}`)}
      </Text>
    </List.Item>
  );
}
