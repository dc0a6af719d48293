import { HStack, IconButton, type StackProps } from '@chakra-ui/react';
import { Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from '../components/LanguageSwitch.tsx';
import { Tooltip } from '../components/Tooltip.tsx';
import { useColorMode } from './colorMode.ts';
import { useLanguage } from './useLanguage.ts';

/** The language and the color mode: in the top bar, and on a narrow phone above the navigation. */
export function DisplaySwitches(props: StackProps) {
  const { t } = useTranslation('shell');
  const { save } = useLanguage();
  const { mode, toggle } = useColorMode();
  const modeLabel = t(mode === 'dark' ? 'light' : 'dark');
  return (
    <HStack gap="1" {...props}>
      <LanguageSwitch onChange={save} />
      <Tooltip content={modeLabel}>
        <IconButton variant="ghost" size="sm" aria-label={modeLabel} onClick={toggle}>
          {mode === 'dark' ? <Sun /> : <Moon />}
        </IconButton>
      </Tooltip>
    </HStack>
  );
}
