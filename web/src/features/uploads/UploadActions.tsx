import { Button, HStack } from '@chakra-ui/react';
import { FileUp, MemoryStick } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePart } from '../../lib/useLoaded.ts';
import { useViewer } from '../../lib/viewer.ts';

const loadUpload = () => import('./UploadDialog.tsx');
const loadSdCard = () => import('./SdCardDialog.tsx');

/** The buttons that send the files of a card, for viewers who may. `machineId`: the device of the page; null for any. */
export function UploadActions({ machineId }: { machineId: number | null }) {
  const { t } = useTranslation('uploads');
  const { viewerCanUploadCards } = useViewer();
  const [open, setOpen] = useState<'upload' | 'sd' | null>(null);
  const upload = usePart(loadUpload, open === 'upload');
  const sdCard = usePart(loadSdCard, open === 'sd');
  if (!viewerCanUploadCards) return null;
  const close = () => setOpen(null);
  return (
    <HStack gap="2" flexWrap="wrap">
      <Button size="sm" variant="outline" onClick={() => setOpen('upload')}>
        <FileUp aria-hidden="true" />
        {t('title')}
      </Button>
      <Button size="sm" variant="outline" onClick={() => setOpen('sd')}>
        <MemoryStick aria-hidden="true" />
        {t('sd.title')}
      </Button>
      {open === 'upload' && upload ? <upload.UploadDialog machineId={machineId} onClose={close} /> : null}
      {open === 'sd' && sdCard ? <sdCard.SdCardDialog onClose={close} /> : null}
    </HStack>
  );
}
