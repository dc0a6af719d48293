import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/ErrorState.tsx';
import { firstField } from '../../components/firstField.ts';
import { Modal } from '../../components/Modal.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../lib/graphql.ts';
import { useLogged } from '../../lib/useLogged.ts';
import type { UserError } from '../../lib/userErrors.ts';
import { CreateOrganizationForm } from './CreateOrganizationForm.tsx';
import { useOrganizationChoicesQuery } from './gql/AddOrganizationDialog.ts';
import { withLocation, type SelectedLocation } from './organizationForm.ts';
import type { OrganizationChoices } from './OrganizationTypeFields.tsx';
import { useOrganizationForm, type CreatedOrganization } from './useOrganizationForm.ts';

graphql(`
  query OrganizationChoices {
    organizationTypes {
      databaseId
      type
      isClinical
    }
    clinicalTypes {
      databaseId
      type
    }
  }
`);

/** The steps of a migration from the legacy system, which the page brings with it. */
export interface MigrationSteps {
  /** Finds the location that becomes the primary one. */
  Search: ComponentType<{ onSelect: (location: SelectedLocation) => void; onBack: () => void }>;
  /** Marks the created organization as migrated; resolves to the server's refusals. */
  migrate: (dmeId: string) => Promise<readonly UserError[]>;
  /** The dialog of the patients; `onClose`: it was closed without a choice. */
  Patients: ComponentType<{ dmeId: string; onDone: () => void; onClose: () => void }>;
}

interface AddOrganizationProps {
  /** Without them, nothing is migrated. */
  steps?: MigrationSteps;
  onClose: () => void;
  /** The location of this organization and its patients are migrated, or on their way. */
  onMigrated?: (organizationId: string) => void;
}

/**
 * Adds an organization in up to three modes (document 001, sections 2 and 4): Create Organization; Migrate Organization,
 * which finds a location for the form; and, once it is created with a location, Migrate Patients.
 */
export function AddOrganizationDialog(props: AddOrganizationProps) {
  const { t } = useTranslation('organization-form');
  const { data, error, refetch } = useOrganizationChoicesQuery();
  useLogged('The types of organizations were not loaded', error);
  if (data) return <Modes {...props} choices={data} />;
  return (
    <Modal open onClose={props.onClose} title={t('create.title')} size="xl" finalFocus={firstField}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonLines lines={6} height="10" />}
    </Modal>
  );
}

type Mode = { name: 'create' } | { name: 'search' } | { name: 'patients'; dmeId: string; organizationId: string };

function Modes({ choices, steps, onClose, onMigrated }: AddOrganizationProps & { choices: OrganizationChoices }) {
  const { t } = useTranslation('organization-form');
  const [mode, setMode] = useState<Mode>({ name: 'create' });
  const [selected, setSelected] = useState<SelectedLocation | null>(null);
  const { form, clear, forget } = useOrganizationForm(choices.organizationTypes, created);

  async function created({ id, name, dmeId }: CreatedOrganization) {
    toaster.success({ title: t('create.created', { name }) });
    if (dmeId === null || !steps) return onClose();
    const refused = await steps
      .migrate(dmeId)
      .catch(() => [{ field: '', code: 'failed', message: t('create.failed') }]);
    if (refused.length === 0) return setMode({ name: 'patients', dmeId, organizationId: id });
    // The organization is there: only its migration is to be repeated, from its page.
    toaster.error({ title: t('create.notMigrated'), description: refused.map(({ message }) => message).join(' ') });
    onClose();
  }
  const back = () => setMode({ name: 'create' });

  if (steps && mode.name === 'search')
    return (
      <Modal open keepOpen onClose={back} title={t('create.migrate')} size="xl" finalFocus={firstField}>
        <steps.Search
          onBack={back}
          onSelect={(location) => {
            const values = withLocation(form.form.getValues(), choices.organizationTypes, location, selected);
            form.form.reset(values, { keepDefaultValues: true });
            setSelected(location);
            back();
          }}
        />
      </Modal>
    );
  if (steps && mode.name === 'patients')
    return (
      <steps.Patients
        dmeId={mode.dmeId}
        onDone={() => {
          onMigrated?.(mode.organizationId);
          onClose();
        }}
        onClose={onClose}
      />
    );
  return (
    <CreateOrganizationForm
      form={form}
      choices={choices}
      onClear={clear}
      onMigrate={steps && (() => setMode({ name: 'search' }))}
      onClose={() => {
        forget();
        onClose();
      }}
    />
  );
}
