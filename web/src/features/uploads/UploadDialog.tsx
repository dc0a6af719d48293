import { useApolloClient } from '@apollo/client/react';
import { Alert, Button, Checkbox, Stack, Text } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { isUnneeded, MAX_UPLOAD_FILE } from '#rules/uploads/uploads';
import { FileDrop } from '../../components/FileDrop.tsx';
import { Modal } from '../../components/Modal.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { afterClose } from '../../lib/afterClose.ts';
import { HttpError } from '../../lib/http.ts';
import { urls } from '../../lib/urls.ts';
import { sendCard } from './sendCard.ts';

/** 'Usage file upload': sends the files of a card, and then opens the uploads, or what the upload would change. `machineId`: the device whose card it is. */
export function UploadDialog(props: { machineId: number | null; onClose: () => void }) {
  const { t } = useTranslation('uploads');
  const navigate = useNavigate();
  const client = useApolloClient();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [preview, setPreview] = useState(false);
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
      const { machineId } = props;
      const id = await sendCard(files, { machineId, preview }, setProgress, sent.signal);
      toaster.success({ title: t('done') });
      // Opened from the list, it leads to the page that is open, which reads nothing again by itself.
      void client.refetchQueries({
        include: 'active',
        onQueryUpdated: ({ queryName }) => queryName === 'UploadsPage',
      });
      afterClose(props.onClose, () => void navigate(preview ? urls.upload(id) : urls.uploads));
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
    <Modal
      open
      keepOpen={isSending}
      onClose={props.onClose}
      title={t('title')}
      size="lg"
      footer={
        <>
          <Button variant="outline" disabled={isSending} onClick={props.onClose}>
            {t('close')}
          </Button>
          <Button disabled={files.length === 0} loading={isSending} onClick={() => void send()}>
            {t(problem ? 'retry' : 'send')}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        <Text>{t('intro')}</Text>
        <FileDrop
          label={t('files')}
          files={files}
          onChange={(chosen) => {
            setFiles(chosen);
            setProblem(null);
          }}
          unneeded={isUnneeded}
          maxSize={MAX_UPLOAD_FILE}
          progress={progress}
          onCancel={() => sending.current?.abort()}
        />
        <Checkbox.Root
          size="sm"
          alignItems="flex-start"
          disabled={isSending}
          checked={preview}
          onCheckedChange={({ checked }) => setPreview(checked === true)}
        >
          <Checkbox.HiddenInput />
          <Checkbox.Control />
          <Checkbox.Label>
            {t('preview')}
            <Text color="fg.muted" fontWeight="normal">
              {t('previewHelp')}
            </Text>
          </Checkbox.Label>
        </Checkbox.Root>
        {problem ? (
          <Alert.Root status="error" role="alert">
            <Alert.Indicator />
            <Alert.Title overflowWrap="anywhere">{problem}</Alert.Title>
          </Alert.Root>
        ) : null}
      </Stack>
    </Modal>
  );
}
