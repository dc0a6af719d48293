import { Alert, Button, HStack, Stack, Text } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '../../components/FileDrop.tsx';
import { failureOf } from '../../lib/failure.ts';
import { HttpError } from '../../lib/http.ts';
import { fileTypes, maxFile, saveTemplate, sendFile } from './sentFile.ts';

/** Errors of a file that are shown at once. */
const mostErrors = 10;

interface FileProps {
  orgId: number;
  onClose: () => void;
  /** Shows what the server found. */
  onChecked: () => Promise<unknown>;
}

/** The first step: choose the file, and have it checked. It can be canceled; nothing is written. */
export function ImportUsersFile({ orgId, onClose, onChecked }: FileProps) {
  const { t } = useTranslation('users-import');
  const { t: shared } = useTranslation('components');
  const [files, setFiles] = useState<readonly File[]>([]);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const sending = useRef<AbortController | null>(null);
  useEffect(() => () => sending.current?.abort(), []);
  const [file] = files;

  function problemsOf(error: unknown): readonly string[] {
    if (error instanceof HttpError && error.status === 422) {
      const messages = Object.values(error.errors).flat();
      return messages.length > 0 ? messages : [error.message];
    }
    const failure = failureOf(error);
    if (failure === 'unreachable') return [shared('error.unreachable')];
    return [error instanceof HttpError && error.message ? error.message : t('notChecked')];
  }
  async function check() {
    if (!file || sending.current) return;
    const sent = new AbortController();
    sending.current = sent;
    setBusy(true);
    setProblems([]);
    try {
      await sendFile(orgId, file, sent.signal);
      await onChecked();
    } catch (error) {
      if (!sent.signal.aborted) setProblems(problemsOf(error));
    } finally {
      sending.current = null;
      setBusy(false);
    }
  }
  return (
    <Stack gap="4">
      <Text>{t('intro')}</Text>
      <Text textStyle="sm" color="fg.muted">
        {t('columns')}
      </Text>
      <Button alignSelf="flex-start" size="sm" variant="outline" onClick={saveTemplate}>
        <Download aria-hidden="true" />
        {t('template')}
      </Button>
      <FileDrop
        label={t('file')}
        files={files}
        onChange={(chosen) => {
          setFiles(chosen.slice(-1));
          setProblems([]);
        }}
        types={fileTypes}
        maxSize={maxFile}
        progress={busy ? 0 : null}
        onCancel={() => sending.current?.abort()}
      />
      {problems.length > 0 ? (
        <Alert.Root status="error" role="alert" alignItems="flex-start">
          <Alert.Indicator />
          <Stack as="ul" listStyleType="none" gap="1" minW="0" overflowWrap="anywhere">
            {problems.slice(0, mostErrors).map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </Stack>
        </Alert.Root>
      ) : null}
      <HStack justify="flex-end" flexWrap="wrap">
        <Button variant="outline" onClick={onClose}>
          {t('close')}
        </Button>
        <Button disabled={!file} loading={busy} loadingText={t('checking')} onClick={() => void check()}>
          {t('check')}
        </Button>
      </HStack>
    </Stack>
  );
}
