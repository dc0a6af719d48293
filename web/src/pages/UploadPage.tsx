import { Alert, Box, Progress, Stack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { Breadcrumbs, useListCrumb } from '../components/Breadcrumbs.tsx';
import { Card } from '../components/Card.tsx';
import { DescriptionList } from '../components/DescriptionList.tsx';
import { laterPart } from '../components/laterPart.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { PageProblem } from '../components/PageProblem.tsx';
import { SkeletonCards } from '../components/Skeletons.tsx';
import { TextLink } from '../components/TextLink.tsx';
import { UnassignedNights } from '../features/uploads/UnassignedNights.tsx';
import { UploadFiles } from '../features/uploads/UploadFiles.tsx';
import { UploadReview } from '../features/uploads/UploadReview.tsx';
import { UploadStateBadge } from '../features/uploads/UploadStateBadge.tsx';
import { ComingVoids } from '../features/usage-dates/ComingVoids.tsx';
import { dateChangeAddress } from '../features/usage-dates/dateChangeAddress.ts';
import { formatInstant } from '../lib/dates.ts';
import { graphql } from '../lib/graphql.ts';
import { urls } from '../lib/urls.ts';
import { useViewer } from '../lib/viewer.ts';
import { useUploadPageQuery, useUploadProgressSubscription, type UploadPageQuery } from './gql/UploadPage.ts';

const UploadVoids = laterPart(
  async () => (await import('../features/usage-dates/UploadVoids.tsx')).UploadVoids,
  ComingVoids,
);

graphql(`
  query UploadPage($id: ID!) {
    upload(uploadId: $id) {
      id
      ...UploadPage_upload @unmask
    }
  }
`);
graphql(`
  subscription UploadProgress($id: ID!) {
    uploadProgress(uploadId: $id) {
      id
      ...UploadPage_upload @unmask
    }
  }
`);
graphql(`
  fragment UploadPage_upload on Upload {
    id
    databaseId
    createdAt
    ended
    sentBy
    serial
    state
    reason
    nightCount
    addedCount
    completedCount
    voidedCount
    firstNight
    lastNight
    shiftDays
    proposedShiftDays
    unassigned {
      nights
      from
      to
    }
    machine {
      id
      databaseId
      viewerCanChangeUsageDates
    }
    warnings {
      code
      message
    }
    files {
      id
      name
      byteCount
      state
      warnings {
        code
        message
      }
    }
  }
`);

/** One upload: how far it is, live, and what became of each file. */
export function UploadPage() {
  const { t } = useTranslation('uploads');
  const { id = '' } = useParams();
  const { data, error, refetch } = useUploadPageQuery({ variables: { id }, fetchPolicy: 'cache-and-network' });
  useUploadProgressSubscription({ variables: { id } });
  const uploads = useListCrumb('uploads', urls.uploads, t('list'));
  const upload = data?.upload;
  return (
    <>
      <Box mb="2">
        <Breadcrumbs above={[uploads]} here={upload ? t('number', { id: upload.databaseId }) : '…'} />
      </Box>
      {upload ? (
        <UploadRecord upload={upload} onReload={() => void refetch()} />
      ) : error ? (
        <PageProblem
          error={error}
          onRetry={() => void refetch()}
          action={<TextLink to={urls.uploads}>{t('toUploads')}</TextLink>}
        />
      ) : (
        <SkeletonCards count={2} />
      )}
    </>
  );
}

function UploadRecord({ upload, onReload }: { upload: UploadPageQuery['upload']; onReload: () => void }) {
  const { t } = useTranslation('uploads');
  const { organization } = useViewer();
  const { machine, serial, state } = upload;
  const isOpen = state === 'QUEUED' || state === 'PARSING';
  const facts = [
    { label: t('status'), value: <UploadStateBadge state={state} /> },
    {
      label: t('serial'),
      value: machine ? <TextLink to={urls.machine(machine.databaseId)}>{serial}</TextLink> : serial,
    },
    { label: t('created'), value: formatInstant(upload.createdAt, organization.timezone) },
    { label: t('sentBy'), value: upload.sentBy },
    { label: t('nights'), value: upload.nightCount },
    { label: t('added'), value: upload.addedCount },
    { label: t('completed'), value: upload.completedCount },
    ...(upload.voidedCount === 0 ? [] : [{ label: t('voided'), value: upload.voidedCount }]),
    ...(upload.shiftDays === 0 ? [] : [{ label: t('moved'), value: t('days', { count: upload.shiftDays }) }]),
  ];
  return (
    <>
      <PageHeader title={t('number', { id: upload.databaseId })} meta={upload.sentBy} />
      <Stack gap="4">
        {isOpen ? (
          <Progress.Root value={null}>
            <Progress.Label mb="1">{t('reading')}</Progress.Label>
            <Progress.Track aria-label={t('reading')}>
              <Progress.Range />
            </Progress.Track>
          </Progress.Root>
        ) : null}
        {state === 'TO_CONFIRM' ? <UploadReview upload={upload} /> : null}
        {upload.reason ? (
          <Alert.Root status="error" role="alert">
            <Alert.Indicator />
            <Alert.Title>{upload.reason}</Alert.Title>
          </Alert.Root>
        ) : null}
        {upload.unassigned ? (
          <UnassignedNights unassigned={upload.unassigned}>
            <MoveSavedNights upload={upload} />
          </UnassignedNights>
        ) : null}
        <Card title={t('result')}>
          <DescriptionList items={facts} />
          {upload.warnings.map(({ code, message }) => (
            <Text key={code} mt="2">
              {message}
            </Text>
          ))}
        </Card>
        {state === 'PARSED' || state === 'PARTLY' ? (
          <UploadVoids
            uploadId={upload.id}
            isLikely={upload.voidedCount > 0 || (upload.nightCount > 0 && machine?.viewerCanChangeUsageDates === true)}
            onDone={onReload}
          />
        ) : null}
        <Card title={t('files')}>
          <UploadFiles files={upload.files} />
        </Card>
      </Stack>
    </>
  );
}

/** The link to the date change utility, with the nights of no patient and the proposed days filled in. */
function MoveSavedNights({ upload }: { upload: UploadPageQuery['upload'] }) {
  const { t } = useTranslation('uploads');
  const { machine, unassigned, proposedShiftDays: days } = upload;
  if (!machine?.viewerCanChangeUsageDates || !unassigned || !days) return null;
  const { from, to } = unassigned;
  return (
    <TextLink
      to={dateChangeAddress(machine.databaseId, { source: 'SD', from, to, days })}
      color="inherit"
      fontWeight="semibold"
    >
      {t('move.saved')}
    </TextLink>
  );
}
