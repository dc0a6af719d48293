import { Input, Textarea } from '@chakra-ui/react';
import { MAX_BODY } from '#rules/announcements/announcements';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormField } from '../../components/FormField.tsx';
import { messageTags } from '../../lib/cleanHtml.ts';
import { formatCount } from '../../lib/numberLocale.ts';
import type { AnnouncementValues } from './announcementValues.ts';

const NAMES = { en: ['title', 'body'], es: ['titleEs', 'bodyEs'] } as const;

/** Title and text in one language; those in Spanish may be omitted. */
export function TextFields({ form, language }: { form: UseFormReturn<AnnouncementValues>; language: 'en' | 'es' }) {
  const { t } = useTranslation('announcements');
  const [title, body] = NAMES[language];
  const { errors } = form.formState;
  const isRequired = language === 'en';
  const tags = messageTags.map((tag) => `<${tag}>`).join(' ');
  return (
    <>
      <FormField
        label={t(isRequired ? 'name' : 'titleEs')}
        help={isRequired ? undefined : t('titleEsHelp')}
        error={errors[title]?.message}
        required={isRequired}
      >
        <Input lang={language} autoComplete="off" {...form.register(title)} />
      </FormField>
      <FormField
        label={t(body)}
        help={isRequired ? t('bodyHelp', { tags, max: formatCount(MAX_BODY) }) : undefined}
        error={errors[body]?.message}
        required={isRequired}
      >
        <Textarea lang={language} rows={5} {...form.register(body)} />
      </FormField>
    </>
  );
}
