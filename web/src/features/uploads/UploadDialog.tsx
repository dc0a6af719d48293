import { Alert, Button, HStack, Stack, Text } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { MAX_FILE } from '#rules/uploads/uploads';
import { FileDrop } from '../../components/FileDrop.tsx';
import { Modal } from '../../components/Modal.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { afterClose } from '../../lib/afterClose.ts';
import { HttpError } from '../../lib/http.ts';
import { urls } from '../../lib/urls.ts';
import { sendCard } from './sendCard.ts';

/** 'Usage file upload': sends the files of a card, and then opens the uploads. `machineId`: the device whose card it is. */
export function UploadDialog(props: { machineId: number | null; onClose: () => void }) {
  const { t } = useTranslation('uploads');
  const navigate = useNavigate();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const sending = useRef<AbortController | null>(null);
  useEffect(() => () => sending.current?.abort(), []);

  async function send() {
    if (files.length === 0 || sending.current) return;
    const sent = new AbortController();
    sending.current = sent;
    setProblem(null);
    setProgress(0);
    try {
      await sendCard(files, props.machineId, setProgress, sent.signal);
      toaster.success({ title: t('done') });
      afterClose(props.onClose, () => void navigate(urls.uploads));
    } catch (error) {
      if (sent.signal.aborted) return;
      const reason = error instanceof HttpError && error.status === 422 ? error.message : '';
      setProblem([t('failed'), reason].filter(Boolean).join(' '));
    } finally {
      sending.current = null;
      setProgress(null);
    }
  }
  const isSending = progress !== null;
  return (
    <Modal open keepOpen={isSending} onClose={props.onClose} title={t('title')} size="lg">
      <Stack gap="4">
        <Text>{t('intro')}</Text>
        <FileDrop
          label={t('files')}
          files={files}
          onChange={(chosen) => {
            setFiles(chosen);
            setProblem(null);
          }}
          maxSize={MAX_FILE}
          progress={progress}
          onCancel={() => sending.current?.abort()}
        />
        {problem ? (
          <Alert.Root status="error" role="alert">
            <Alert.Indicator />
            <Alert.Title overflowWrap="anywhere">{problem}</Alert.Title>
          </Alert.Root>
        ) : null}
        <HStack justify="flex-end" flexWrap="wrap">
          <Button variant="outline" disabled={isSending} onClick={props.onClose}>
            {t('close')}
          </Button>
          <Button disabled={files.length === 0} loading={isSending} onClick={() => void send()}>
            {t(problem ? 'retry' : 'send')}
          </Button>
        </HStack>
      </Stack>
    </Modal>
  );
}
