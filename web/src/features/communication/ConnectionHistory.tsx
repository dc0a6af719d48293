import { Button } from '@chakra-ui/react';
import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../components/Modal.tsx';
import { ConnectionHistoryTable } from './ConnectionHistoryTable.tsx';
import { NetworkStatus } from './NetworkStatus.tsx';
import { useConnectionHistoryAddress } from './useConnectionHistoryAddress.ts';

/**
 * The 'Connection History' button of an assignment or a machine, and its dialog, which is open while the page's address
 * says so. `of`: global id of either. `name`: value in the address, unique on the page. `whole`: the machine's own
 * history, across all patients.
 */
export function ConnectionHistory(props: { of: string; name: string; hasModule: boolean; whole?: boolean }) {
  const { t } = useTranslation('communication');
  const { isOpen, open, close } = useConnectionHistoryAddress(props.name);
  return (
    <>
      <Button size="sm" variant="outline" flexShrink="1" whiteSpace="normal" h="auto" minH="9" onClick={open}>
        <History />
        {t(props.whole ? 'history.ofMachine' : 'history.title')}
      </Button>
      {isOpen ? (
        <Modal
          inAddress
          open
          onClose={close}
          title={t(props.whole ? 'history.ofMachine' : 'history.title')}
          size="lg"
          footer={
            <Button variant="outline" onClick={close}>
              {t('history.close')}
            </Button>
          }
        >
          {props.hasModule ? <NetworkStatus of={props.of} /> : null}
          <ConnectionHistoryTable of={props.of} />
        </Modal>
      ) : null}
    </>
  );
}
