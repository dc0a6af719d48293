import type { Faults } from './fault.ts';

/** The client: organizations, their locations, and the tables and choices on their pages. */
export const webOrganizationFaults: Faults[] = [
  {
    area: 'web organizations',
    file: 'web/src/features/organizations/useOrganizationForm.ts',
    tests: ['web/src/features/organizations/AddOrganizationDialog.test.tsx'],
    faults: [
      ['      saved();\n      forget();', '      saved();'],
      ["[{ field: '', code: 'review', message: t('create.review') }, ...userErrors]", 'userErrors'],
    ],
  },
  {
    area: 'web organizations',
    file: 'web/src/features/organizations/useOrganizationForm.ts',
    tests: ['web/src/pages/OrganizationsPage.test.tsx'],
    faults: [["{ refetchQueries: ['OrganizationsPage'] }", '{}']],
  },
  {
    area: 'web organizations',
    file: 'web/src/features/organizations/organizationForm.ts',
    tests: ['web/src/features/organizations/AddOrganizationDialog.test.tsx'],
    faults: [
      ["isStateOf(country, location.state ?? '') ? location.state! : ''", "location.state ?? ''"],
      ["displayPhone(location.phone ?? '')", "location.phone ?? ''"],
    ],
  },
  {
    area: 'web organizations',
    file: 'web/src/features/organizations/AddOrganizationDialog.tsx',
    tests: ['web/src/features/organizations/AddOrganizationDialog.test.tsx'],
    faults: [
      ['if (dmeId === null || !steps) return onClose();', 'if (!steps) return onClose();'],
      ['          onMigrated?.();\n', ''],
      ['if (refused.length === 0) return setMode', 'if (refused) return setMode'],
    ],
  },
  {
    area: 'web organizations',
    file: 'web/src/features/organizations/AddOrganization.tsx',
    tests: ['web/src/pages/OrganizationsPage.test.tsx'],
    faults: [
      ['if (!viewerCanCreateOrganizations) return null;', ''],
      ['useState(() => isOrganizationKept(user.databaseId))', 'useState(() => user.databaseId === 0)'],
    ],
  },
  {
    area: 'web organizations',
    file: 'web/src/features/organizations/EditOrganization.tsx',
    tests: ['web/src/features/organizations/OrganizationActions.test.tsx'],
    faults: [
      ["fixedType={record?.draft ? undefined : t('edit.fixedType')}", 'fixedType={undefined}'],
      ["clinicalTypeId: String(opened.clinicalTypeId ?? ''),", "clinicalTypeId: '',"],
      ['if (!changed) return [', 'if (userErrors.length < 0) return ['],
    ],
  },
  {
    area: 'web organizations',
    file: 'web/src/features/organizations/StateDialog.tsx',
    tests: ['web/src/features/organizations/OrganizationActions.test.tsx'],
    faults: [
      ['disabled={props.disabled}', ''],
      ["return setProblem(refused.map(({ message }) => message).join(' '));", 'setProblem(undefined);'],
      ["setProblem(t('state.failed'));", ''],
      ["guard={{ state: () => (isRunning ? 'busy' : 'clean') }}", ''],
    ],
  },
  {
    area: 'web organizations',
    file: 'web/src/features/organizations/useActIn.ts',
    tests: ['web/src/features/organizations/OrganizationSwitch.test.tsx'],
    faults: [
      ["if (workState() !== 'clean' && !(await askToLeave())) return;", ''],
      ["tellOtherTabs('switched');", ''],
      [
        "      toaster.error({ title: t('acting.failed') });\n      return;",
        "      toaster.error({ title: t('acting.failed') });",
      ],
    ],
  },
  {
    area: 'web organizations',
    file: 'web/src/features/organizations/SwitchOrganizationDialog.tsx',
    tests: ['web/src/features/organizations/OrganizationSwitch.test.tsx'],
    faults: [['disabled={isCurrent}', '']],
  },
  {
    area: 'web organizations',
    file: 'web/src/pages/organizationPanels.ts',
    tests: ['web/src/pages/OrganizationPage.test.tsx'],
    faults: [
      ['viewerCanReadPatients && listed?.id === id', 'viewerCanReadPatients && organization.id === id'],
      ['viewerCanSwitchOrganization ? null : organization', 'organization'],
    ],
  },
  {
    area: 'web locations',
    file: 'web/src/lib/useOpened.ts',
    tests: ['web/src/features/locations/LocationDialog.test.tsx'],
    faults: [
      ["code === 'changed-meanwhile'", 'false'],
      ['{ ...opened, ...Object', '{ ...Object'],
    ],
  },
  {
    area: 'web locations',
    file: 'web/src/features/locations/LocationDialog.tsx',
    tests: ['web/src/features/locations/LocationDialog.test.tsx'],
    faults: [
      ['if (userErrors.length > 0) return refusedWith(userErrors);', ''],
      ['formatPhone(location?.phone ?? null)', "''"],
    ],
  },
  {
    area: 'web locations',
    file: 'web/src/features/locations/CloseLocationDialog.tsx',
    tests: ['web/src/features/locations/CloseLocationDialog.test.tsx'],
    faults: [
      ['complete = answer.complete;', 'complete = true;'],
      ['!one.closedAt && one.id !== location.id', 'one.id !== location.id'],
      ["register('moveToId', { required: 'required' })", "register('moveToId')"],
    ],
  },
  {
    area: 'web locations',
    file: 'web/src/features/locations/LocationActions.tsx',
    tests: ['web/src/pages/OrganizationPage.test.tsx'],
    faults: [
      ['if (refusal) toaster.error({ title: refusal.message });\n      else toaster', 'toaster'],
      [', { refetchQueries: PLACE_QUERIES })', ')'],
    ],
  },
  {
    area: 'web locations',
    file: 'web/src/features/locations/LocationsPanel.tsx',
    tests: ['web/src/pages/OrganizationPage.test.tsx'],
    faults: [['action={mayManage ? <AddLocation', 'action={locations ? <AddLocation']],
  },
  {
    area: 'web tables',
    file: 'web/src/components/useLocalTable.ts',
    tests: ['web/src/components/useLocalTable.test.tsx'],
    faults: [
      ['page: isSame ? (kept.page ?? 1) : 1', 'page: kept.page ?? 1'],
      ['sort: next, page: 1', 'sort: next'],
    ],
  },
  {
    area: 'web tables',
    file: 'web/src/components/useLocalRows.ts',
    tests: ['web/src/components/useLocalTable.test.tsx'],
    faults: [["direction === 'DESC' ? -1 : 1", '1']],
  },
  {
    area: 'web choices',
    file: 'web/src/components/useOptions.ts',
    tests: ['web/src/components/Combobox.test.tsx'],
    faults: [
      ['optionsLimit = 1000', 'optionsLimit = 1001'],
      ['query.length < minLetters', 'query.length <= minLetters'],
    ],
  },
  {
    area: 'web choices',
    file: 'web/src/components/Multiselect.tsx',
    tests: ['web/src/components/Combobox.test.tsx'],
    faults: [
      ['value.length >= max', 'value.length > max'],
      ["event.key === 'Backspace' && last && event.currentTarget.value === ''", "event.key === 'Backspace' && last"],
    ],
  },
];
