import { Button } from '@chakra-ui/react';
import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { usePart } from '../../lib/useLoaded.ts';
import { useConnectionHistoryAddress } from './useConnectionHistoryAddress.ts';

const loadDialog = () => import('./ConnectionHistoryDialog.tsx');

/**
 * The 'Connection History' button of an assignment or a machine, and its dialog, which is open while the page's address
 * says so. `of`: global id of either. `name`: value in the address, unique on the page. `whole`: the machine's own
 * history, across all patients.
 */
export function ConnectionHistory(props: { of: string; name: string; hasModule: boolean; whole?: boolean }) {
  const { t } = useTranslation('communication');
  const { isOpen, open, close } = useConnectionHistoryAddress(props.name);
  const dialog = usePart(loadDialog, isOpen);
  const title = t(props.whole ? 'history.ofMachine' : 'history.title');
  return (
    <>
      <Button size="sm" variant="outline" flexShrink="1" whiteSpace="normal" h="auto" minH="9" onClick={open}>
        <History />
        {title}
      </Button>
      {isOpen && dialog ? (
        <dialog.ConnectionHistoryDialog of={props.of} title={title} hasModule={props.hasModule} onClose={close} />
      ) : null}
    </>
  );
}
