import { Button } from '@chakra-ui/react';
import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../components/Modal.tsx';
import { ConnectionHistoryTable } from './ConnectionHistoryTable.tsx';
import { NetworkStatus } from './NetworkStatus.tsx';
import { useConnectionHistoryAddress } from './useConnectionHistoryAddress.ts';

/**
 * 'Connection History' of an assignment or of a machine: the button and, while the page's address says so, its dialog.
 * `of`: the global id of either. `name`: what stands in the address, unique on the page.
 * `whole`: the machine's own history, whoever had it.
 */
export function ConnectionHistory(props: { of: string; name: string; hasModule: boolean; whole?: boolean }) {
  const { t } = useTranslation('communication');
  const { isOpen, open, close } = useConnectionHistoryAddress(props.name);
  return (
    <>
      <Button size="sm" variant="outline" onClick={open}>
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
