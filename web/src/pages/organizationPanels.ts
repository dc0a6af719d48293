import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { PageOrganization } from '../lib/pageOrganization.ts';
import type { Viewer } from '../lib/viewer.ts';

/** A panel of the page of an organization. */
export interface OrganizationPanel {
  key: string;
  /** Whether the viewer sees the panel; each user who sees the page without it. */
  may?: (viewer: Viewer, organization: PageOrganization) => boolean;
  /** One of two columns, instead of the whole width. */
  half?: true;
  /** Loaded with the page: in the first window, or an address leads to it (`#locations`); the others when they are near the window. */
  atOnce?: true;
  Panel: LazyExoticComponent<ComponentType<{ organization: PageOrganization }>>;
}

const Locations = lazy(async () => ({
  default: (await import('../features/locations/LocationsPanel.tsx')).LocationsPanel,
}));
const Groups = lazy(async () => ({
  default: (await import('../features/org-groups/OrgGroupsPanel.tsx')).OrgGroupsPanel,
}));

const Settings = lazy(async () => ({
  default: (await import('../features/organizations/OrganizationSettingsPanel.tsx')).OrganizationSettingsPanel,
}));
const ServiceAccounts = lazy(async () => ({
  default: (await import('../features/service-accounts/ServiceAccountsPanel.tsx')).ServiceAccountsPanel,
}));
const Users = lazy(async () => ({
  default: (await import('../features/users/OrganizationUsersPanel.tsx')).OrganizationUsersPanel,
}));
const Patients = lazy(async () => ({
  default: (await import('../features/patients/OrganizationPatients.tsx')).OrganizationPatients,
}));
const Machines = lazy(async () => ({
  default: (await import('../features/machines/OrganizationMachines.tsx')).OrganizationMachines,
}));
const Care = lazy(async () => ({
  default: (await import('../features/organizations/OrganizationCare.tsx')).OrganizationCare,
}));
const Migrations = lazy(async () => ({
  default: (await import('../features/migration/OrganizationMigrations.tsx')).OrganizationMigrations,
}));

/**
 * Whether the lists of the viewer are those of this organization: their own, or the one in which they act. Support staff
 * that acts in none has the rows of all organizations in its lists.
 */
const readsRows: NonNullable<OrganizationPanel['may']> = (
  { viewerCanReadPatients, viewerCanSwitchOrganization, actingOrganization, organization },
  { id },
) => {
  const listed = actingOrganization ?? (viewerCanSwitchOrganization ? null : organization);
  return viewerCanReadPatients && listed?.id === id;
};

/** Every panel of the page of an organization below its data, one per line, in the order of the page. A feature adds its line here. */
const PANELS: readonly OrganizationPanel[] = [
  { key: 'settings', half: true, atOnce: true, Panel: Settings },
  { key: 'locations', atOnce: true, Panel: Locations },
  { key: 'groups', atOnce: true, Panel: Groups },
  { key: 'users', may: ({ viewerCanListUsers }) => viewerCanListUsers, Panel: Users },
  {
    key: 'serviceAccounts',
    may: ({ viewerCanManageServiceAccounts, organization }, { id }) =>
      viewerCanManageServiceAccounts && organization.id === id,
    Panel: ServiceAccounts,
  },
  { key: 'patients', may: readsRows, Panel: Patients },
  { key: 'machines', may: readsRows, Panel: Machines },
  { key: 'care', may: (viewer, organization) => !readsRows(viewer, organization), Panel: Care },
  { key: 'migrations', may: ({ viewerCanListOrganizations }) => viewerCanListOrganizations, Panel: Migrations },
];

/** Returns the panels of the page that the viewer sees. */
export const organizationPanelsOf = (viewer: Viewer, organization: PageOrganization): OrganizationPanel[] =>
  PANELS.filter(({ may }) => may?.(viewer, organization) ?? true);
