import { Box, Button, Stack, Text } from '@chakra-ui/react';
import { CircleSlash } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { usePart } from '../../lib/useLoaded.ts';
import { ComingVoids, type UploadVoidsProps } from './ComingVoids.tsx';
import { useUploadVoidsQuery } from './gql/nightVoidOperations.ts';
import type { NightAct } from './nightVoidOperations.ts';
import { VoidedNights } from './VoidedNights.tsx';

const loadDialog = () => import('./NightVoidsDialog.tsx');

/** The nights of an upload that count and those that are voided, with what voids them and gives them back. */
export function UploadVoids({ uploadId, isLikely, onDone }: UploadVoidsProps) {
  const { t } = useTranslation('night-voids');
  const [act, setAct] = useState<NightAct | null>(null);
  const dialog = usePart(loadDialog, act !== null);
  const { data, error, refetch } = useUploadVoidsQuery({
    variables: { id: uploadId },
    fetchPolicy: 'cache-and-network',
  });
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ComingVoids isLikely={isLikely} />;
  const { machine, voidableNights, voidedNights } = data.upload;
  const canVoid = machine?.viewerCanChangeUsageDates && voidableNights > 0;
  if (!canVoid && voidedNights.length === 0) return null;
  return (
    <Card title={t('title')}>
      <Stack gap="3">
        {voidedNights.length > 0 ? (
          <VoidedNights voided={voidedNights} uploadId={uploadId} onGiveBack={setAct} />
        ) : (
          <Text>{t('help')}</Text>
        )}
        {canVoid ? (
          <Box>
            <Button
              size="sm"
              variant="outline"
              onClick={() => setAct({ what: 'void', machineId: machine.id, choice: { uploadId } })}
            >
              <CircleSlash aria-hidden="true" />
              {t('void.open')}
            </Button>
          </Box>
        ) : null}
      </Stack>
      {act && dialog ? (
        <dialog.NightVoidsDialog
          act={act}
          onClose={() => setAct(null)}
          onDone={() => {
            void refetch();
            onDone();
          }}
        />
      ) : null}
    </Card>
  );
}
