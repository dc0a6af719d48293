import { Button, HStack, IconButton, Kbd } from '@chakra-ui/react';
import { Keyboard, Languages, LogOut, Moon, Search, Sun } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useEndSession } from '../features/session/useEndSession.ts';
import type { PaletteEntry } from '../features/palette/paletteEntry.ts';
import { afterClose } from '../lib/afterClose.ts';
import { modifierKey } from '../lib/modifierKey.ts';
import { page } from '../lib/page.ts';
import { useLoaded } from '../lib/useLoaded.ts';
import { useViewer } from '../lib/viewer.ts';
import { useColorMode } from './colorMode.ts';
import { placesOf } from './places.ts';
import { useShortcuts } from './useShortcuts.ts';
import { useLanguage } from './useLanguage.ts';

type Opened = 'palette' | 'sheet';

const loadParts = () => import('./PaletteParts.tsx');

/** The button of the command palette in the top bar, and the keyboard shortcuts. */
export function PaletteLauncher() {
  const { t } = useTranslation('palette');
  const [opened, setOpened] = useState<Opened | null>(null);
  // Its files are fetched when it is first opened.
  const [wasOpened, setWasOpened] = useState(false);
  const open = (what: Opened) => {
    setOpened(what);
    setWasOpened(true);
  };
  useShortcuts({ onPalette: () => open('palette'), onSheet: () => open('sheet') });

  return (
    <>
      <Button
        hideBelow="lg"
        variant="outline"
        size="sm"
        minW="16rem"
        me="2"
        justifyContent="flex-start"
        color="fg.muted"
        fontWeight="normal"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => open('palette')}
      >
        <Search />
        {t('label')}
        <HStack as="span" ms="auto" gap="1" aria-hidden="true">
          <Kbd>{modifierKey()}</Kbd>
          <Kbd>K</Kbd>
        </HStack>
      </Button>
      <IconButton hideFrom="lg" variant="ghost" size="sm" aria-label={t('label')} onClick={() => open('palette')}>
        <Search />
      </IconButton>
      {wasOpened ? <Parts opened={opened} onOpen={setOpened} /> : null}
    </>
  );
}

function Parts({ opened, onOpen }: { opened: Opened | null; onOpen: (what: Opened | null) => void }) {
  const parts = useLoaded(loadParts, opened !== null);
  const navigate = useNavigate();
  const own = useOwnEntries(() => onOpen('sheet'));

  function choose({ path, outside, run }: PaletteEntry, inNewTab: boolean) {
    if (path && inNewTab) return page.openTab(path);
    afterClose(
      () => onOpen(null),
      () => {
        if (run) run();
        else if (path && outside) page.open(path);
        else if (path) void navigate(path);
      },
    );
  }

  if (!parts) return null;
  return (
    <parts.PaletteParts
      opened={opened}
      onClose={() => onOpen(null)}
      own={own}
      onChoose={choose}
      modifier={modifierKey()}
    />
  );
}

/** The pages and actions of the palette: those that the viewer may use. */
function useOwnEntries(openSheet: () => void): PaletteEntry[] {
  const { t } = useTranslation('shell');
  const { mode, toggle } = useColorMode();
  const language = useLanguage();
  const endSession = useEndSession();
  const pages = placesOf(useViewer()).map((place): PaletteEntry => {
    const { to, icon, outside } = place;
    return { value: to, group: 'pages', icon, label: t(place.name), path: to, outside };
  });
  const action = (value: string, icon: PaletteEntry['icon'], label: string, run: () => void): PaletteEntry => ({
    value,
    group: 'actions',
    icon,
    label,
    run,
  });
  return [
    ...pages,
    action('mode', mode === 'dark' ? Sun : Moon, t(mode === 'dark' ? 'light' : 'dark'), toggle),
    action('language', Languages, language.other.name, language.switchToOther),
    action('shortcuts', Keyboard, t('shortcuts'), openSheet),
    action('sign-out', LogOut, t('signOut'), () => void endSession()),
  ];
}
