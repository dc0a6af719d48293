import {
  Alert,
  Button,
  FileUpload,
  Progress,
  Stack,
  Text,
  type FileUploadFileRejectDetails,
  type SystemStyleObject,
} from '@chakra-ui/react';
import { FolderOpen, Upload } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../lib/bytes.ts';

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

type Rejected = FileUploadFileRejectDetails['files'][number];

/** Dropped folders are read, while the field itself chooses files: the browser's dialog has one or the other. */
const filesOnly = { webkitdirectory: null } as object;

/** Whether a file came with its folder, chosen or dropped: then others of the folder are no mistake. */
const isOfFolder = (file: File & { relativePath?: string }): boolean =>
  [file.webkitRelativePath, file.relativePath].some((path) => path?.includes('/'));

/**
 * Files to upload: dropped, or chosen with the button. Files of another type and files that are too large are listed
 * with the reason and rejected. `progress` is the uploaded part, 0 to 1; null when no upload is running. During an upload
 * nothing can be added or removed, and Cancel ends it. `unneeded`: files that come with the others and are left out without
 * being an error; with it a whole folder can be chosen or dropped, and so are the others of the folder.
 */
export function FileDrop(props: {
  label: string;
  files: readonly File[];
  onChange: (files: File[]) => void;
  types?: readonly string[];
  unneeded?: (name: string) => boolean;
  /** Maximum size of one file in bytes. */
  maxSize: number;
  progress: number | null;
  /** Ends the running upload. */
  onCancel: () => void;
}) {
  const { t } = useTranslation('files');
  const limitsId = useId();
  const [rejected, setRejected] = useState<readonly Rejected[]>([]);
  const { types = usageFileTypes, maxSize, progress, unneeded } = props;
  const busy = progress !== null;
  const limits = { types: types.join(', '), size: formatBytes(maxSize) };
  const percent = (Math.floor((progress ?? 0) * progressSteps) * 100) / progressSteps;
  const isType = ({ name }: File) => types.some((type) => name.toLowerCase().endsWith(type));
  const isLeftOut = (file: File) =>
    unneeded !== undefined && (unneeded(file.name) || (isOfFolder(file) && !isType(file)));
  const leftOut = rejected.filter(({ file }) => isLeftOut(file)).length;
  const refused = rejected
    .filter(({ file }) => !isLeftOut(file))
    .map(({ file, errors }) => {
      const reason = !isType(file) ? 'type' : errors.includes('FILE_TOO_LARGE') ? 'size' : 'other';
      return t(`refused.${reason}`, { name: file.name, ...limits });
    });

  return (
    <FileUpload.Root
      css={fileCss}
      maxFiles={Infinity}
      directory={unneeded !== undefined}
      acceptedFiles={[...props.files]}
      // Only a suggestion for the browser's own dialog; `validate` decides.
      accept={{ 'application/octet-stream': [...types] }}
      validate={(file) => [
        ...(isType(file) && !isLeftOut(file) ? [] : (['FILE_INVALID_TYPE'] as const)),
        ...(file.size > maxSize ? (['FILE_TOO_LARGE'] as const) : []),
      ]}
      disabled={busy}
      translations={{
        dropzone: `${t('drop')} (${props.label})`,
        deleteFile: ({ name }) => t('remove', { name }),
      }}
      onFileAccept={({ files }) => props.onChange(files)}
      onFileReject={({ files }) => setRejected(files)}
    >
      <FileUpload.HiddenInput aria-label={props.label} aria-describedby={limitsId} {...filesOnly} />
      <FileUpload.Dropzone w="full" minH="32" gap="2" aria-describedby={limitsId}>
        <Upload aria-hidden="true" />
        <FileUpload.DropzoneContent>{t('drop')}</FileUpload.DropzoneContent>
      </FileUpload.Dropzone>
      {unneeded ? (
        <FileUpload.Context>
          {({ setFiles }) => (
            <FolderButton disabled={busy} onChoose={(chosen) => setFiles([...props.files, ...chosen])} />
          )}
        </FileUpload.Context>
      ) : null}
      <Text id={limitsId} color="fg.muted" textStyle="xs">
        {t('limits', limits)}
      </Text>
      <ChosenFiles files={props.files} />
      {leftOut > 0 ? (
        <Text color="fg.muted" textStyle="sm" role="status">
          {t(props.files.length > 0 ? 'unneeded' : 'onlyUnneeded', { count: leftOut, ...limits })}
        </Text>
      ) : null}
      {refused.length > 0 ? (
        <Alert.Root status="error" role="alert" alignItems="flex-start" maxH="12rem" overflowY="auto">
          <Alert.Indicator />
          <Stack as="ul" listStyleType="none" gap="1" minW="0" overflowWrap="anywhere">
            {refused.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </Stack>
        </Alert.Root>
      ) : null}
      {busy ? (
        <Progress.Root w="full" value={percent} aria-label={t('progress')}>
          <Progress.Label display="flex" justifyContent="space-between" mb="1">
            <span>{t('progress')}</span>
            <Progress.ValueText>{percent} %</Progress.ValueText>
          </Progress.Label>
          <Progress.Track>
            <Progress.Range />
          </Progress.Track>
        </Progress.Root>
      ) : null}
      {busy ? (
        <Button size="sm" variant="outline" onClick={props.onCancel}>
          {t('cancel')}
        </Button>
      ) : null}
    </FileUpload.Root>
  );
}

/** The chosen files. Chakra's own list abbreviates the unit of their sizes: "7 byte". */
function ChosenFiles({ files }: { files: readonly File[] }) {
  return (
    <FileUpload.ItemGroup>
      {files.map((file) => (
        <FileUpload.Item key={file.name} file={file}>
          <FileUpload.ItemPreview />
          <FileUpload.ItemContent>
            <FileUpload.ItemName />
            <FileUpload.ItemSizeText>{formatBytes(file.size)}</FileUpload.ItemSizeText>
          </FileUpload.ItemContent>
          <FileUpload.ItemDeleteTrigger />
        </FileUpload.Item>
      ))}
    </FileUpload.ItemGroup>
  );
}

/** Chooses all files of a folder, with those of the folders in it. */
function FolderButton({ disabled, onChoose }: { disabled: boolean; onChoose: (files: File[]) => void }) {
  const { t } = useTranslation('files');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="sm" variant="outline" disabled={disabled} onClick={() => input.current?.click()}>
        <FolderOpen aria-hidden="true" />
        {t('folder')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        data-folder=""
        {...{ webkitdirectory: '' }}
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </>
  );
}
