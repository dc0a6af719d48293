import { Button, HStack } from '@chakra-ui/react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { graphql } from '../../lib/graphql.ts';
import type { OrganizationActions_organizationFragment } from './gql/OrganizationActions.ts';

graphql(`
  fragment OrganizationActions_organization on Organization {
    id
    version
    name
    record {
      active
      draft
      typeId
      clinicalTypeId
      viewerCanUpdate
    }
  }
`);

const DIALOGS = {
  edit: lazy(async () => ({ default: (await import('./EditOrganization.tsx')).EditOrganization })),
  activate: lazy(async () => ({ default: (await import('./ActivateOrganization.tsx')).ActivateOrganization })),
  deactivate: lazy(async () => ({ default: (await import('./DeactivateOrganization.tsx')).DeactivateOrganization })),
};

/** What support staff does with an organization: edit it, and activate or deactivate it. Each has a dialog. */
export function OrganizationActions({ organization }: { organization: OrganizationActions_organizationFragment }) {
  const { t } = useTranslation('organizations');
  const [open, setOpen] = useState<keyof typeof DIALOGS | null>(null);
  const { record } = organization;
  if (!record?.viewerCanUpdate) return null;
  const Dialog = open && DIALOGS[open];
  return (
    <HStack flexWrap="wrap">
      <Button variant="outline" onClick={() => setOpen('edit')}>
        {t('edit')}
      </Button>
      {record.active ? (
        <Button variant="outline" colorPalette="red" onClick={() => setOpen('deactivate')}>
          {t('deactivate')}
        </Button>
      ) : (
        <Button onClick={() => setOpen('activate')}>{t('activate')}</Button>
      )}
      <Suspense fallback={null}>
        {Dialog ? <Dialog organization={organization} onClose={() => setOpen(null)} /> : null}
      </Suspense>
    </HStack>
  );
}
