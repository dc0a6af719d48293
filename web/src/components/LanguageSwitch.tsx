import { Button, Group } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { changeLanguage, languages, type Language } from '../lib/i18n.ts';

const names: Record<Language, string> = { en: 'English', es: 'Español' };

/** English or Spanish, at once; `onChange` is told, so that it can be kept with the user. */
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
          title={names[language]}
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
