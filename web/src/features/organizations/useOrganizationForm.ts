import { yupResolver } from '@hookform/resolvers/yup';
import { useEffect, useState } from 'react';
import type { Resolver } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSubmitForm, type SubmitForm } from '../../components/useSubmitForm.ts';
import { graphql } from '../../lib/graphql.ts';
import { useViewer } from '../../lib/viewer.ts';
import { useCheckCreateOrganization, useCreateOrganization } from './gql/useOrganizationForm.ts';
import { keepOrganization, keptOrganization } from './keptOrganization.ts';
import {
  createRules,
  emptyOrganization,
  organizationInputOf,
  type OrganizationValues,
  type TypeChoice,
} from './organizationForm.ts';

graphql(`
  query CheckCreateOrganization($input: CreateOrganizationInput!, $only: [String!]) {
    checkCreateOrganization(input: $input, only: $only) {
      ...UserErrors
    }
  }
`);

graphql(`
  mutation CreateOrganization($input: CreateOrganizationInput!) {
    createOrganization(input: $input) {
      organization {
        id
        name
        record {
          dmeId
        }
      }
      ...UserErrors
    }
  }
`);

/** A created organization; `dmeId`: of the location that is migrated to it. */
export interface CreatedOrganization {
  id: string;
  name: string;
  dmeId: string | null;
}

/**
 * Returns the form of a new organization, which survives a reload of the page, and the function that empties it. What was
 * entered is kept in this tab until it is saved, emptied or given up (`forget`).
 */
export function useOrganizationForm(
  types: readonly TypeChoice[],
  onCreated: (organization: CreatedOrganization) => Promise<void>,
): { form: SubmitForm<OrganizationValues>; clear: () => void; forget: () => void } {
  const { t } = useTranslation('organization-form');
  const { user } = useViewer();
  const check = useCheckCreateOrganization();
  const create = useCreateOrganization();
  const [kept] = useState(() => keptOrganization(user.databaseId));
  const [rules] = useState(() => createRules(types));
  // A browser without storage asks before a reload, as for every other form.
  const [isKeeping] = useState(() => keepOrganization(user.databaseId, kept));
  const [empty] = useState(emptyOrganization);

  const form: SubmitForm<OrganizationValues> = useSubmitForm<OrganizationValues>({
    resolver: yupResolver(rules) as unknown as Resolver<OrganizationValues>,
    mode: 'onTouched',
    defaultValues: kept ?? empty,
    unguarded: isKeeping,
    isDirty: () => JSON.stringify(form.form.getValues()) !== JSON.stringify(empty),
    live: {
      rules,
      ask: async (values, fields, signal) =>
        (await check({ input: organizationInputOf(values), only: [...fields] }, { signal })).userErrors,
    },
    async onSubmit(values, { saving, saved }) {
      const { organization, userErrors } = await saving(
        create({ input: organizationInputOf(values) }, { refetchQueries: ['OrganizationsPage'] }),
      );
      if (!organization) return [{ field: '', code: 'review', message: t('create.review') }, ...userErrors];
      saved();
      forget();
      await onCreated({ id: organization.id, name: organization.name, dmeId: organization.record?.dmeId ?? null });
    },
    onFailure: (failure) => (failure === 'failed' ? t('create.failed') : undefined),
  });

  const forget = () => void keepOrganization(user.databaseId, null);
  const { subscribe } = form.form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback({ values }) {
          const isEmpty = JSON.stringify(values) === JSON.stringify(empty);
          keepOrganization(user.databaseId, isEmpty ? null : values);
        },
      }),
    [subscribe, empty, user.databaseId],
  );

  return {
    form,
    forget,
    clear() {
      form.dismiss();
      form.form.reset(emptyOrganization());
      forget();
    },
  };
}
