import { Button } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../components/Modal.tsx';
import { ConnectionHistoryTable } from './ConnectionHistoryTable.tsx';
import { NetworkStatus } from './NetworkStatus.tsx';

/** The connections of an assignment or a machine, and whether its module is in the network. `of`: global id of either. */
export function ConnectionHistoryDialog(props: { of: string; title: string; hasModule: boolean; onClose: () => void }) {
  const { t } = useTranslation('communication');
  return (
    <Modal
      inAddress
      open
      onClose={props.onClose}
      title={props.title}
      size="lg"
      footer={
        <Button variant="outline" onClick={props.onClose}>
          {t('history.close')}
        </Button>
      }
    >
      {props.hasModule ? <NetworkStatus of={props.of} /> : null}
      <ConnectionHistoryTable of={props.of} />
    </Modal>
  );
}
