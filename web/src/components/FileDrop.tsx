import { Alert, Button, FileUpload, Progress, Stack, Text, type SystemStyleObject } from '@chakra-ui/react';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Types of usage and SD card files (document 001, section 5). */
export const usageFileTypes = ['.usr', '.idx', '.evt', '.log', '.set'] as const;

/** Steps of the progress bar (document 001, section 9). */
const progressSteps = 20;

/** A long file name breaks, so that its size and its button stay in sight. */
const fileCss: SystemStyleObject = {
  '& [data-part=item] > *': { minW: '0' },
  '& [data-part=item-name]': { overflowWrap: 'anywhere' },
  '& [data-part=item-delete-trigger]': { flexShrink: '0' },
  '& [data-part=dropzone]': { borderColor: 'border.emphasized' },
  '& [data-part=dropzone][data-disabled]': { opacity: '0.5', cursor: 'not-allowed', bg: 'bg.muted' },
  '& [data-part=item-delete-trigger][data-disabled]': { opacity: '0.5', cursor: 'not-allowed' },
};

interface Refused {
  name: string;
  reason: 'type' | 'size' | 'other';
}

const megabytes = (bytes: number) => Math.round((bytes / 1024 / 1024) * 10) / 10;

/**
 * Files to upload: dropped, or chosen with the button. Files of another type and files that are too large are listed
 * with the reason and rejected. `progress` is the uploaded part, 0 to 1; null when no upload is running. During an upload
 * nothing can be added or removed, and Cancel ends it.
 */
export function FileDrop(props: {
  label: string;
  files: readonly File[];
  onChange: (files: File[]) => void;
  types?: readonly string[];
  /** Maximum size of one file in bytes. */
  maxSize: number;
  progress: number | null;
  /** Ends the running upload. */
  onCancel: () => void;
}) {
  const { t } = useTranslation('components');
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const { types = usageFileTypes, maxSize, progress } = props;
  const busy = progress !== null;
  const limits = { types: types.join(', '), size: megabytes(maxSize) };
  const percent = (Math.floor((progress ?? 0) * progressSteps) * 100) / progressSteps;
  const isType = ({ name }: File) => types.some((type) => name.toLowerCase().endsWith(type));

  return (
    <FileUpload.Root
      css={fileCss}
      maxFiles={Infinity}
      acceptedFiles={[...props.files]}
      // Only a suggestion for the browser's own dialog; `validate` decides.
      accept={{ 'application/octet-stream': [...types] }}
      validate={(file) => [
        ...(isType(file) ? [] : (['FILE_INVALID_TYPE'] as const)),
        ...(file.size > maxSize ? (['FILE_TOO_LARGE'] as const) : []),
      ]}
      disabled={busy}
      translations={{
        dropzone: `${t('files.drop')} (${props.label})`,
        deleteFile: ({ name }) => t('files.remove', { name }),
      }}
      onFileAccept={({ files }) => props.onChange(files)}
      onFileReject={({ files }) =>
        setRefused(
          files.map(({ file, errors }) => ({
            name: file.name,
            reason: !isType(file) ? 'type' : errors.includes('FILE_TOO_LARGE') ? 'size' : 'other',
          })),
        )
      }
    >
      <FileUpload.HiddenInput aria-label={props.label} />
      <FileUpload.Dropzone w="full" minH="32" gap="2">
        <Upload aria-hidden="true" />
        <FileUpload.DropzoneContent>{t('files.drop')}</FileUpload.DropzoneContent>
      </FileUpload.Dropzone>
      <Text color="fg.muted" textStyle="xs">
        {t('files.limits', limits)}
      </Text>
      {refused.length > 0 ? (
        <Alert.Root status="error" role="alert" alignItems="flex-start">
          <Alert.Indicator />
          <Stack as="ul" listStyleType="none" gap="1" minW="0" overflowWrap="anywhere">
            {refused.map(({ name, reason }) => (
              <li key={name}>{t(`files.refused.${reason}`, { name, ...limits })}</li>
            ))}
          </Stack>
        </Alert.Root>
      ) : null}
      <FileUpload.List files={[...props.files]} showSize clearable />
      {busy ? (
        <Progress.Root w="full" value={percent} aria-label={t('files.progress')}>
          <Progress.Label display="flex" justifyContent="space-between" mb="1">
            <span>{t('files.progress')}</span>
            <Progress.ValueText>{percent} %</Progress.ValueText>
          </Progress.Label>
          <Progress.Track>
            <Progress.Range />
          </Progress.Track>
        </Progress.Root>
      ) : null}
      {busy ? (
        <Button size="sm" variant="outline" onClick={props.onCancel}>
          {t('files.cancel')}
        </Button>
      ) : null}
    </FileUpload.Root>
  );
}
