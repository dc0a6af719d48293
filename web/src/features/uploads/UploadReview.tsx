import { Alert, Button, HStack, Stack, Text } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Card } from '../../components/Card.tsx';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { DescriptionList } from '../../components/DescriptionList.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { ForecastTable } from '../../components/ForecastTable.tsx';
import { SkeletonCards, SkeletonLines } from '../../components/Skeletons.tsx';
import { toaster } from '../../components/Toaster.tsx';
import type { ConfirmUploadInput } from '../../gql/schema.ts';
import { formatDate } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { urls } from '../../lib/urls.ts';
import type { UploadPageQuery } from '../../pages/gql/UploadPage.ts';
import { useCancelUpload, useConfirmUpload, useUploadReviewQuery, type UploadReviewQuery } from './gql/UploadReview.ts';
import { MoveNights } from './MoveNights.tsx';
import { ReviewedNights } from './ReviewedNights.tsx';
import { UnassignedNights } from './UnassignedNights.tsx';

graphql(`
  query UploadReview($input: ConfirmUploadInput!) {
    checkConfirmUpload(input: $input) {
      version
      nights {
        date
        recordedDate
        hasPatient
        minutes
        outcome
        overruledBy
        overrules
      }
      unassigned {
        nights
        from
        to
      }
      settings {
        night
        isCurrent
        values {
          name
          label
          value
          unit
        }
      }
      patients {
        patient {
          id
          firstName
          lastName
        }
        nights
        before {
          ...ForecastTable_compliance @unmask
        }
        after {
          ...ForecastTable_compliance @unmask
        }
      }
      ...UserErrors
    }
  }
`);
graphql(`
  mutation ConfirmUpload($input: ConfirmUploadInput!) {
    confirmUpload(input: $input) {
      upload {
        id
        state
      }
      ...UserErrors
    }
  }
`);
graphql(`
  mutation CancelUpload($input: CancelUploadInput!) {
    cancelUpload(input: $input) {
      ...UserErrors
    }
  }
`);

/** What an upload that waits would change, with the buttons that write or discard it, and what moves its nights. */
export function UploadReview({ upload }: { upload: UploadPageQuery['upload'] }) {
  const { t } = useTranslation('uploads');
  const [shiftDays, setShiftDays] = useState<number | null>(null);
  const input = { uploadId: upload.id, ...(shiftDays !== null && { shiftDays }) };
  const { data, error, refetch } = useUploadReviewQuery({
    variables: { input },
    fetchPolicy: 'network-only',
    notifyOnNetworkStatusChange: false,
  });
  const review = data?.checkConfirmUpload;
  const actions = useActions({ ...input, version: review?.version ?? null }, () => void refetch());
  if (!review && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!review && shiftDays === null) return <SkeletonCards count={1} />;
  const isDoubtful =
    Boolean(review?.unassigned) || (review?.userErrors.some(({ field }) => field === 'shiftDays') ?? true);
  return (
    <Card title={t('review.title')}>
      <Stack gap="4">
        {review?.userErrors.map(({ code, message }) => (
          <Alert.Root key={code} status="error" role="alert">
            <Alert.Indicator />
            <Alert.Title>{message}</Alert.Title>
          </Alert.Root>
        ))}
        {review?.unassigned ? <UnassignedNights unassigned={review.unassigned} /> : null}
        {upload.machine?.viewerCanChangeUsageDates ? (
          <MoveNights upload={upload} isProposed={isDoubtful} applied={shiftDays} onApply={setShiftDays} />
        ) : null}
        {!review ? <SkeletonLines lines={4} /> : review.userErrors.length === 0 ? <Changes review={review} /> : null}
        <HStack justify="flex-end" flexWrap="wrap">
          <Button variant="outline" disabled={actions.busy} onClick={() => void actions.discard()}>
            {t('review.discard')}
          </Button>
          <Button disabled={!review?.version} loading={actions.busy} onClick={() => void actions.save()}>
            {t('review.save')}
          </Button>
        </HStack>
      </Stack>
    </Card>
  );
}

function Changes({ review }: { review: UploadReviewQuery['checkConfirmUpload'] }) {
  const { t } = useTranslation('uploads');
  const { nights, settings, patients } = review;
  const completed = nights.filter(({ outcome }) => outcome === 'COMPLETED').length;
  const voided = nights.filter(({ outcome }) => outcome === 'VOIDED').length;
  const written = nights.filter(({ outcome }) => outcome === 'ADDED' || outcome === 'LONGER').length;
  return (
    <>
      {written > 0 || completed === 0 ? (
        <Text>{written > 0 ? t('review.nights', { count: written }) : t('review.nothing')}</Text>
      ) : null}
      {completed > 0 ? <Text>{t('review.completed', { count: completed })}</Text> : null}
      {voided > 0 ? <Text>{t('review.voided', { count: voided })}</Text> : null}
      {patients.length > 0 ? <ForecastTable rows={patients} /> : null}
      <ReviewedNights nights={nights} />
      {settings ? (
        <Stack gap="2">
          <Text fontWeight="semibold">
            {t(settings.isCurrent ? 'review.settings' : 'review.pastSettings', { date: formatDate(settings.night) })}
          </Text>
          <DescriptionList
            items={settings.values.map(({ label, value, unit }) => ({
              label,
              value: [value, unit].filter(Boolean).join(' '),
            }))}
          />
        </Stack>
      ) : null}
    </>
  );
}

/** Writes or discards an upload. One action at a time: state is too late for a second click at the same moment. */
function useActions(input: ConfirmUploadInput, reload: () => void) {
  const { t } = useTranslation('uploads');
  const navigate = useNavigate();
  const ask = useConfirm();
  const confirm = useConfirmUpload();
  const cancel = useCancelUpload();
  const [busy, setBusy] = useState(false);
  const isRunning = useRef(false);

  async function run(action: () => Promise<{ message: string }[]>, done: () => void) {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      const [refusal] = await action();
      if (!refusal) return done();
      toaster.error({ title: refusal.message });
      reload();
    } catch {
      toaster.error({ title: t('review.failed') });
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }

  return {
    busy,
    save: () =>
      run(
        async () => (await confirm({ input })).userErrors,
        () => toaster.success({ title: t('review.saved') }),
      ),
    async discard() {
      const title = t('review.discardTitle');
      if (!(await ask({ title, body: t('review.discardBody'), confirmLabel: t('review.discard'), danger: true })))
        return;
      await run(
        async () => (await cancel({ input: { uploadId: input.uploadId } })).userErrors,
        () => {
          toaster.success({ title: t('review.discarded') });
          void navigate(urls.uploads);
        },
      );
    },
  };
}
