import type { Faults } from './fault.ts';

/** The client: the form of a patient, requests of other organizations, and what the palette finds. */
export const webPatientFaults: Faults[] = [
  {
    area: 'web patients',
    file: 'web/src/features/patients/usePatientForm.ts',
    tests: ['web/src/features/patients/PatientFormDialog.test.tsx'],
    faults: [
      ["never: ['devicePin'],", 'never: [],'],
      [
        'version: stored.version, fields: changedFields(before, values)',
        'version: stored.version, fields: STORED_FIELDS',
      ],
      ['if (answer.conflict) return refuse(answer.conflict);', ''],
      ['if (answer.userErrors.length > 0) return answer.userErrors;', ''],
      [
        "keep === 'mine' ? merged(before, form.form.getValues(), stored) : stored",
        'merged(before, form.form.getValues(), stored)',
      ],
    ],
  },
  {
    area: 'web patients',
    file: 'web/src/features/patients/patientFormValues.ts',
    tests: ['web/src/features/patients/PatientFormDialog.test.tsx'],
    faults: [
      [
        '  clinicianId: shortId(stored.clinician),\n  physicianId: shortId(stored.physician),',
        '  clinicianId: shortId(stored.physician),\n  physicianId: shortId(stored.clinician),',
      ],
    ],
  },
  {
    area: 'web patients',
    file: 'web/src/features/patients/patientResolver.ts',
    tests: ['web/src/features/patients/PatientFormDialog.test.tsx'],
    faults: [['...changed.flatMap((field) => DEPENDENT[field] ?? [])', '']],
  },
  {
    area: 'web patients',
    file: 'web/src/features/patients/usePossibleDuplicates.ts',
    tests: ['web/src/features/patients/PatientFormDialog.test.tsx'],
    faults: [
      [', exceptId } }', ', exceptId: null } }'],
      ['values.birthDate !== null;', 'true;'],
    ],
  },
  {
    area: 'web patients',
    file: 'web/src/features/patients/PatientFormDialog.tsx',
    tests: ['web/src/features/patients/PatientFormDialog.test.tsx'],
    faults: [
      [
        "!actingOrganization && organization.type === 'Equipment Provider' ? organization : null",
        "organization.type === 'Equipment Provider' ? organization : null",
      ],
    ],
  },
  {
    area: 'web patients',
    file: 'web/src/features/patients/PatientFormEditor.tsx',
    tests: ['web/src/features/patients/PatientFormDialog.test.tsx'],
    faults: [["may('phone') ? <PatientContactFields", "may('note') ? <PatientContactFields"]],
  },
  {
    area: 'web patients',
    file: 'web/src/features/patients/PossibleDuplicates.tsx',
    tests: ['web/src/features/patients/PatientFormDialog.test.tsx'],
    faults: [['target="_blank"', '']],
  },
  {
    area: 'web hand-offs',
    file: 'web/src/features/hand-offs/AcceptHandOffDialog.tsx',
    tests: ['web/src/features/hand-offs/HandOffDialogs.test.tsx'],
    faults: [
      ['if (userErrors.length > 0) return userErrors;', ''],
      ['defaultValues: { startsOn: day, withDevice: true }', 'defaultValues: { startsOn: day, withDevice: false }'],
      ["kind === 'PATIENT' && patient?.currentSerial ?", "kind === 'PATIENT' ?"],
    ],
  },
  {
    area: 'web hand-offs',
    file: 'web/src/features/hand-offs/AskForDeviceDialog.tsx',
    tests: ['web/src/features/hand-offs/HandOffDialogs.test.tsx'],
    faults: [
      ['if (!handOff) return userErrors;', 'if (!handOff) return;'],
      ['serialNumber: props.serial', "serialNumber: ''"],
    ],
  },
  {
    area: 'web hand-offs',
    file: 'web/src/features/hand-offs/HandOffThread.tsx',
    tests: ['web/src/features/hand-offs/HandOffDialogs.test.tsx'],
    faults: [
      ['      submitForm.form.reset();\n', ''],
      ['if (userErrors.length > 0) return userErrors;', ''],
      ['if (!viewerCanWrite && !formState.isDirty) return null;', ''],
      ['disabled={!viewerCanWrite}', 'disabled={false}'],
    ],
  },
  {
    area: 'web hand-offs',
    file: 'web/src/features/hand-offs/HandOffActions.tsx',
    tests: ['web/src/features/hand-offs/HandOffDialogs.test.tsx'],
    faults: [
      ['      if (refusal) onEnded();\n', ''],
      ['handOff.viewerCanAccept ?', 'handOff.viewerCanRefuse ?'],
    ],
  },
  {
    area: 'web hand-offs',
    file: 'web/src/lib/daysLeft.ts',
    tests: ['web/src/features/hand-offs/HandOffDialogs.test.tsx'],
    faults: [
      ['Math.ceil(', 'Math.floor('],
      ['Math.max(0, ', 'Math.max(1, '],
    ],
  },
  {
    area: 'web palette',
    file: 'web/src/features/palette/usePaletteSearch.ts',
    tests: ['web/src/app/PaletteLauncher.test.tsx'],
    faults: [
      ["isDraft ? t('draft') : !isActive && t('inactive')", "!isActive && t('inactive')"],
      ['viewerCanViewAnyUser && !actingOrganization', 'viewerCanViewAnyUser'],
      ['patient.assignedId ?? String(patient.databaseId)', 'String(patient.databaseId)'],
      ['path: urls.organizationLocations(organization.databaseId)', 'path: urls.organization(organization.databaseId)'],
    ],
  },
];
