import { Button, HStack } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { toaster } from '../../components/Toaster.tsx';
import { urls } from '../../lib/urls.ts';
import { AskForDeviceDialog } from './AskForDeviceDialog.tsx';
import { AskForPatientDialog } from './AskForPatientDialog.tsx';

/** The buttons that ask for a device or a patient. The part of the address after # opens their dialogs from other pages. */
export function AskButtons() {
  const { t } = useTranslation('hand-offs');
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const open = (part: string) => void navigate({ search, hash: part }, { replace: true });
  const close = () => open('');
  function asked(id: number) {
    toaster.success({ title: t('asked') });
    void navigate(urls.handOff(id));
  }
  const [, isDevice, serial = ''] = /^#(device)(?:=(\w{1,32}))?$/.exec(hash) ?? [];
  return (
    <HStack gap="2" flexWrap="wrap">
      <Button variant="outline" onClick={() => open('device')}>
        {t('askDevice.title')}
      </Button>
      <Button onClick={() => open('patient')}>{t('askPatient.title')}</Button>
      {isDevice ? <AskForDeviceDialog serial={serial} onClose={close} onAsked={asked} /> : null}
      {hash === '#patient' ? <AskForPatientDialog onClose={close} onAsked={asked} /> : null}
    </HStack>
  );
}
