import { Box, Button, Text } from '@chakra-ui/react';
import { Lock, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { Breadcrumbs, useListCrumb } from '../components/Breadcrumbs.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { Modal } from '../components/Modal.tsx';
import { NoPermission } from '../components/NoPermission.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { PageProblem } from '../components/PageProblem.tsx';
import { SkeletonLines } from '../components/Skeletons.tsx';
import { TextLink } from '../components/TextLink.tsx';
import { acceptedWarning, warnsOnly } from '../features/device-settings/editAllowed.ts';
import { SettingsEditor } from '../features/device-settings/SettingsEditor.tsx';
import { useLiveSettings } from '../features/device-settings/useLiveSettings.ts';
import { graphql } from '../lib/graphql.ts';
import { nameInList } from '../lib/nameInList.ts';
import { urls } from '../lib/urls.ts';
import { useReloadInTurn } from '../lib/useReloadInTurn.ts';
import {
  useDeviceSettingsPageQuery,
  useSettingsFormQuery,
  type DeviceSettingsPageQuery,
  type SettingsFormQuery,
} from './gql/DeviceSettingsPage.ts';

graphql(`
  query DeviceSettingsPage($patient: ID!) {
    patient(id: $patient) {
      id
      databaseId
      firstName
      lastName
      devices {
        id
        databaseId
        serial
        model
      }
    }
  }
`);

graphql(`
  query SettingsForm($id: ID!) {
    node(id: $id) {
      ... on DeviceHistory {
        id
        currentSettings {
          id
        }
        settingsForm {
          editAllowed
          editNotice
          viewerCanEditSettings
        }
        ...SettingsEditor_history
      }
    }
  }
`);

type Patient = NonNullable<DeviceSettingsPageQuery['patient']>;
type Device = Patient['devices'][number];
type History = Extract<NonNullable<SettingsFormQuery['node']>, { __typename: 'DeviceHistory' }>;

/** /patients/{patient}/devices/{history}/settings: edits or adds the settings of one device of a patient. */
export function DeviceSettingsPage() {
  const { t } = useTranslation('device-settings');
  const { patient: patientId = '', history = '' } = useParams();
  const { data, error, refetch } = useDeviceSettingsPageQuery({ variables: { patient: patientId } });
  const patient = data?.patient;
  const device = patient?.devices.find(({ databaseId }) => String(databaseId) === history);

  if (patient && device) return <DeviceRecord key={device.id} patient={patient} device={device} />;
  if (!data && !error) return <SkeletonLines lines={6} />;
  const way = patient ? <TextLink to={urls.patient(patient.databaseId)}>{t('done.toPatient')}</TextLink> : null;
  return <PageProblem error={error} onRetry={() => void refetch()} action={way} />;
}

function DeviceRecord({ patient, device }: { patient: Patient; device: Device }) {
  const { t } = useTranslation('device-settings');
  const { t: shell } = useTranslation('shell');
  // Therapy decisions depend on these values: never from the cache.
  const { data, error, loading, refetch } = useSettingsFormQuery({
    variables: { id: device.id },
    fetchPolicy: 'network-only',
    nextFetchPolicy: 'cache-first',
  });
  const reload = useReloadInTurn(refetch, loading);
  const history = data?.node?.__typename === 'DeviceHistory' ? data.node : null;
  const patientPage = `${urls.patient(patient.databaseId)}?device=${device.databaseId}`;
  useLiveSettings(patient.id, ({ deviceHistory }) => {
    // Without an answer the form stays unchanged: the server refuses a change that is based on an older version.
    // An event without a device follows a gap, in which any change may have been missed.
    if (!deviceHistory || deviceHistory.id === device.id) void reload();
  });

  const title = t(history && !history.currentSettings ? 'edit.add' : 'edit.edit');
  const name = nameInList(patient);
  const patients = useListCrumb('patients', urls.patients, shell('patients'));
  return (
    <>
      <Box mb="2">
        <Breadcrumbs above={[patients, { to: patientPage, label: name }]} here={title} />
      </Box>
      <PageHeader
        title={title}
        tabTitle={`${title} · ${device.serial}`}
        meta={
          <>
            <TextLink to={patientPage}>{name}</TextLink> · {device.model} ·{' '}
            <Text as="span" fontFamily="mono">
              {device.serial}
            </Text>
          </>
        }
      />
      {history ? (
        <Gate history={history} patientPage={patientPage} onReload={refetch} />
      ) : (data ?? error) ? (
        <PageProblem error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={8} />
      )}
    </>
  );
}

/** Explains why editing is not allowed. A ventilator's warning only has to be accepted. */
function Gate(props: { history: History; patientPage: string; onReload: () => Promise<unknown> }) {
  const { t } = useTranslation('device-settings');
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const { editAllowed, editNotice, viewerCanEditSettings } = props.history.settingsForm;
  const warns = warnsOnly(editAllowed);
  const [accepted, setAccepted] = useState(
    new URLSearchParams(acceptedWarning).toString() === `warning=${parameters.get('warning')}`,
  );
  // Once open, the form stays. If the device ends in the meantime, the server refuses the change and the input is kept.
  const [opened] = useState(viewerCanEditSettings && (editAllowed === 'PASS' || warns));

  const back = <TextLink to={props.patientPage}>{t('done.toPatient')}</TextLink>;
  if (!viewerCanEditSettings && !opened) return <NoPermission />;
  if (!opened)
    return (
      <EmptyState
        icon={editAllowed === 'DEVICE_ENDED' ? SearchX : Lock}
        text={editNotice ?? t('edit.refused')}
        action={back}
      />
    );
  return (
    <>
      <SettingsEditor
        history={props.history}
        confirmVentilator={warns && accepted}
        patientPage={props.patientPage}
        onReload={props.onReload}
      />
      <Modal
        inAddress
        open={warns && !accepted}
        onClose={() => void navigate(props.patientPage)}
        size="sm"
        keepOpen
        title={t('edit.warning')}
        footer={
          <>
            <Button variant="outline" onClick={() => void navigate(props.patientPage)}>
              {t('close')}
            </Button>
            <Button onClick={() => setAccepted(true)}>{t('ok')}</Button>
          </>
        }
      >
        <Text>{editNotice}</Text>
      </Modal>
    </>
  );
}
