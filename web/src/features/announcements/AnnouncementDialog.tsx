import { Box, SimpleGrid, Text } from '@chakra-ui/react';
import { yupResolver } from '@hookform/resolvers/yup';
import { announcementRules } from '#rules/announcements/announcements';
import { useState } from 'react';
import { Controller, useWatch, type Resolver } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/DateField.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormField } from '../../components/FormField.tsx';
import { MessageBody } from '../../components/MessageBody.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import { graphql } from '../../gql/gql.ts';
import { useCreateAnnouncement, useUpdateAnnouncement } from '../../gql/hooks.ts';
import { today } from '../../lib/dates.ts';
import type { UserError } from '../../lib/userErrors.ts';
import { useViewer } from '../../lib/viewer.ts';
import type { AnnouncementRow } from './announcementList.tsx';
import { inputOf, valuesOf, type AnnouncementValues } from './announcementValues.ts';
import { AudienceFields } from './AudienceFields.tsx';
import { TextFields } from './TextFields.tsx';

graphql(`
  mutation CreateAnnouncement($input: CreateAnnouncementInput!) {
    createAnnouncement(input: $input) {
      announcement {
        id
      }
      ...UserErrors
    }
  }
`);

graphql(`
  mutation UpdateAnnouncement($input: UpdateAnnouncementInput!) {
    updateAnnouncement(input: $input) {
      announcement {
        id
        version
      }
      ...UserErrors
    }
  }
`);

/** A new announcement, or one to change: audience, days, and the text in English and Spanish with a preview. */
export function AnnouncementDialog(props: { announcement: AnnouncementRow | null; onClose: () => void }) {
  const { t } = useTranslation('announcements');
  const { organization } = useViewer();
  const create = useCreateAnnouncement();
  const update = useUpdateAnnouncement();
  // What was read when the form was opened: a change of another user is a conflict, and not lost.
  const [announcement] = useState(props.announcement);
  const submitForm = useSubmitForm<AnnouncementValues>({
    resolver: yupResolver(announcementRules) as unknown as Resolver<AnnouncementValues>,
    defaultValues: valuesOf(announcement, today(organization.timezone)),
    async onSubmit(values, { saving, saved }) {
      const input = inputOf(values);
      const refetch = { refetchQueries: ['AnnouncementsPage'] };
      const request: Promise<{ userErrors: UserError[] }> = announcement
        ? update({ input: { ...input, announcementId: announcement.id, version: announcement.version } }, refetch)
        : create({ input }, refetch);
      const { userErrors } = await saving(request);
      if (userErrors.length > 0) return userErrors;
      saved();
      toaster.success({ title: t('saved', { title: values.title }) });
      props.onClose();
    },
  });
  const { control, formState } = submitForm.form;
  const body = useWatch({ control, name: 'body' });

  return (
    <FormDialog
      form={submitForm}
      size="lg"
      title={announcement ? t('edit') : t('add')}
      onClose={props.onClose}
      submitLabel={t('save')}
    >
      <AudienceFields form={submitForm.form} organization={announcement?.organization ?? null} />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        {(['fromDate', 'untilDate'] as const).map((name) => (
          <Controller
            key={name}
            control={control}
            name={name}
            render={({ field }) => (
              <FormField
                label={t(name)}
                help={t(`${name}Help`)}
                error={formState.errors[name]?.message}
                required={name === 'fromDate'}
              >
                <DateField {...field} />
              </FormField>
            )}
          />
        ))}
      </SimpleGrid>
      <TextFields form={submitForm.form} language="en" />
      <Box>
        <Text fontWeight="medium" mb="1">
          {t('preview')}
        </Text>
        <Box role="region" aria-label={t('preview')} borderWidth="1px" borderRadius="l2" p="3" minH="12" bg="bg.subtle">
          <MessageBody html={body} />
        </Box>
      </Box>
      <TextFields form={submitForm.form} language="es" />
    </FormDialog>
  );
}
