import { Box, Button, HStack, Text } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Combobox } from '../../components/Combobox.tsx';
import { FormField } from '../../components/FormField.tsx';
import { graphql } from '../../lib/graphql.ts';
import { useFindUserFormOrganizations } from './gql/OrganizationField.ts';
import type { UserFormData } from './userFormValues.ts';

graphql(`
  query FindUserFormOrganizations($search: String!) {
    userFormOrganizations(search: $search) {
      id
      name
    }
  }
`);

/** Loads the form of another organization; null when it could not be loaded. */
export type ChooseOrganization = (organizationId: string) => Promise<UserFormData | null>;

/** The organization of a new user, for support staff: the present one, and another one by its name. */
export function OrganizationField(props: {
  organization: { id: string; name: string };
  onChoose: (organizationId: string) => Promise<void>;
}) {
  const { t } = useTranslation('users');
  const { organization, onChoose } = props;
  const [isOpen, setOpen] = useState(false);
  const find = useFindUserFormOrganizations();
  const control = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  // Each of the two controls replaces the one that had the focus.
  useEffect(() => {
    if (wasOpen.current !== isOpen) control.current?.querySelector<HTMLElement>('input, button')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  return (
    <Box ref={control}>
      {isOpen ? (
        <FormField label={t('organization')} help={t('form.organizationUntil', { name: organization.name })}>
          <Combobox
            options={async (search, signal) =>
              (await find({ search }, { signal })).map(({ id, name }) => ({ value: id, label: name }))
            }
            value={null}
            onChange={(option) => {
              if (option) void onChoose(option.value).then(() => setOpen(false));
            }}
          />
        </FormField>
      ) : (
        <FormField label={t('organization')}>
          <HStack borderWidth="1px" borderRadius="l2" p="2" w="full" justify="space-between" gap="3">
            <Text overflowWrap="anywhere">{organization.name}</Text>
            <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
              {t('form.changeOrganization')}
            </Button>
          </HStack>
        </FormField>
      )}
    </Box>
  );
}
