import { Box, SimpleGrid, Text } from '@chakra-ui/react';
import { yupResolver } from '@hookform/resolvers/yup';
import { announcementRules } from '#rules/announcements/announcements';
import { useState } from 'react';
import { Controller, useWatch, type Resolver } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { DateField } from '../../components/DateField.tsx';
import { FormConflict } from '../../components/FormConflict.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormField } from '../../components/FormField.tsx';
import { MessageBody } from '../../components/MessageBody.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { useConflict } from '../../components/useConflict.ts';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import { formatDate, today } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { formatCount } from '../../lib/numberLocale.ts';
import type { UserError } from '../../lib/userErrors.ts';
import { useViewer } from '../../lib/viewer.ts';
import type { AnnouncementRow } from './announcementValues.ts';
import { announcementInputOf, announcementValuesOf, type AnnouncementValues } from './announcementValues.ts';
import { AudienceFields } from './AudienceFields.tsx';
import { useFindAnnouncementAudience, useCreateAnnouncement, useUpdateAnnouncement } from './gql/AnnouncementDialog.ts';
import { TextFields } from './TextFields.tsx';

graphql(`
  query FindAnnouncementAudience($input: CreateAnnouncementInput!) {
    checkCreateAnnouncement(input: $input) {
      users
      ...UserErrors
    }
  }
`);

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
      conflict {
        ...AnnouncementRow_announcement @unmask
      }
      ...UserErrors
    }
  }
`);

/** Names of the fields; that of the title differs from the title of the page. */
const labelOf = (field: keyof AnnouncementValues) =>
  field === 'title' ? 'name' : field === 'organizationId' ? 'organization' : field;

const namesIn = (row: AnnouncementRow | null): ReadonlyMap<string, string> =>
  new Map(row?.organization ? [[row.organization.id, row.organization.name]] : []);

/** A new announcement, or one to change: audience, days, and the text in English and Spanish with a preview. */
export function AnnouncementDialog(props: { announcement: AnnouncementRow | null; onClose: () => void }) {
  const { t } = useTranslation('announcements');
  const { organization } = useViewer();
  const create = useCreateAnnouncement();
  const update = useUpdateAnnouncement();
  const findAudience = useFindAnnouncementAudience();
  const confirm = useConfirm();
  const valuesOfRow = (row: AnnouncementRow | null) => announcementValuesOf(row, today(organization.timezone));
  const protection = useConflict({ row: props.announcement, valuesOf: valuesOfRow });
  const announcement = protection.known;
  const [names, setNames] = useState(() => namesIn(announcement));
  const name = (id: string, text: string) => setNames((known) => new Map(known).set(id, text));
  const submitForm = useSubmitForm<AnnouncementValues>({
    resolver: yupResolver(announcementRules) as unknown as Resolver<AnnouncementValues>,
    defaultValues: valuesOfRow(announcement),
    async onSubmit(values, { saving, saved }) {
      const input = announcementInputOf(values);
      const wasForAll = announcement !== null && announcement.organization === null;
      if (values.organizationId === null && !wasForAll) {
        const { users, userErrors } = await findAudience({ input });
        if (users === null) return userErrors;
        const question = { title: t('everyone.title'), body: t('everyone.body', { users: formatCount(users) }) };
        if (!(await confirm({ ...question, confirmLabel: t('save') }))) return;
      }
      const refetch = { refetchQueries: ['AnnouncementsPage'] };
      const answer: { userErrors: readonly UserError[] } | null = announcement
        ? await protection.save(values, ({ id, version }) =>
            saving(update({ input: { ...input, announcementId: id, version } }, refetch)).then((stored) => {
              const chosen = stored.conflict?.organization;
              if (chosen) name(chosen.id, chosen.name);
              return stored;
            }),
          )
        : await saving(create({ input }, refetch));
      if (!answer) return;
      if (answer.userErrors.length > 0) return answer.userErrors;
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
      <FormConflict
        conflict={protection.open(submitForm.form)}
        labelOf={(field) => t(labelOf(field))}
        textOf={(field, values) => {
          if (field === 'organizationId') return names.get(values.organizationId ?? '') ?? '';
          if (field === 'fromDate' || field === 'untilDate') return formatDate(values[field]);
          return field === 'roles' ? values.roles.join(', ') : values[field];
        }}
      />
      <AudienceFields form={submitForm.form} names={names} onName={name} />
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
