import { Button, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../components/Modal.tsx';
import { acceptedWarning } from './editAllowed.ts';
import { NewTabButton } from './NewTabButton.tsx';

/** The Warning or the Notice of EditSettings. */
export function EditSettingsDialog(props: {
  open: boolean;
  onClose: () => void;
  isWarning: boolean;
  notice: string | null;
  settingsPage: string;
}) {
  const { t } = useTranslation('device-settings');
  const { isWarning, onClose } = props;
  return (
    <Modal
      open={props.open}
      onClose={onClose}
      size="sm"
      title={t(isWarning ? 'edit.warning' : 'edit.notice')}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t('close')}
          </Button>
          {isWarning ? (
            <NewTabButton to={`${props.settingsPage}?${acceptedWarning}`} label={t('ok')} onClick={onClose} />
          ) : (
            <Button onClick={onClose}>{t('ok')}</Button>
          )}
        </>
      }
    >
      <Text>{props.notice ?? t('edit.refused')}</Text>
    </Modal>
  );
}
