import { Button, Group } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { changeLanguage } from '../lib/i18n.ts';
import { languageNames, languages, type Language } from '../lib/language.ts';

/** Switches between English and Spanish at once; `onChange` lets the caller store the choice. */
export function LanguageSwitch({ onChange }: { onChange?: (language: Language) => void }) {
  const { t, i18n } = useTranslation('components');
  return (
    <Group attached role="group" aria-label={t('language')}>
      {languages.map((language) => (
        <Button
          key={language}
          size="xs"
          variant={i18n.language === language ? 'subtle' : 'ghost'}
          lang={language}
          title={languageNames[language]}
          aria-pressed={i18n.language === language}
          onClick={() => {
            void changeLanguage(i18n, language);
            onChange?.(language);
          }}
        >
          {language.toUpperCase()}
        </Button>
      ))}
    </Group>
  );
}
