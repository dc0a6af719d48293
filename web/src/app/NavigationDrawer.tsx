import { Drawer, Portal } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { DisplaySwitches } from './DisplaySwitches.tsx';
import { Navigation } from './Navigation.tsx';

/** The navigation on a phone. */
export function NavigationDrawer(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { t } = useTranslation('shell');
  return (
    <Drawer.Root open={props.open} onOpenChange={({ open }) => props.onOpenChange(open)} placement="start" size="xs">
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content aria-label={t('navigation')} p="3">
            <DisplaySwitches hideFrom="sm" pb="3" />
            <Navigation onNavigate={() => props.onOpenChange(false)} />
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  );
}
