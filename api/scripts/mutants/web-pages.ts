import type { Faults } from './fault.ts';

const COMPONENTS = 'web/src/components';
const FEATURES = 'web/src/features';

/** The client: settings, files, menus, texts, and what each user may see. */
export const webPageFaults: Faults[] = [
  {
    area: 'web files',
    file: `${COMPONENTS}/FileDrop.tsx`,
    tests: [`${COMPONENTS}/FileDrop.test.tsx`],
    faults: [
      ['acceptedFiles={[...props.files]}', ''],
      ['file.size > maxSize', 'file.size >= maxSize'],
      ['.toLowerCase()', ''],
      ['\n      disabled={busy}', ''],
    ],
  },
  {
    area: 'web gates',
    file: `${FEATURES}/device-history/deviceActions.ts`,
    tests: [`${FEATURES}/device-history/deviceActions.test.ts`],
    faults: [
      ["['addPin', gates.viewerCanAddPin]", "['addPin', gates.viewerCanEdit]"],
      ["['delete', gates.viewerCanDelete]", "['delete', gates.viewerCanEdit]"],
      ["['icodeReports', true]", "['icodeReports', gates.viewerCanEdit]"],
    ],
  },
  {
    area: 'web settings',
    file: `${FEATURES}/device-settings/settingsDiff.ts`,
    tests: [`${FEATURES}/device-settings/settingsDiff.test.ts`],
    faults: [
      ['current !== null && will !== null && ', 'will !== null && '],
      ['isNumber(one) && isNumber(other) && Number(one) === Number(other)', 'false'],
      ["'false', 'off', 'no'", "'false', 'no'"],
    ],
  },
  {
    area: 'web settings',
    file: `${FEATURES}/device-settings/deliverySteps.ts`,
    tests: [`${FEATURES}/device-settings/deliverySteps.test.ts`],
    faults: [
      ["isPending ? 'waiting' : 'skipped'", "'waiting'"],
      ["sentAt ? 'waiting' : 'open'", "'waiting'"],
      ['answeredAt ?? collected', 'collected ?? answeredAt'],
    ],
  },
  {
    area: 'web settings',
    file: `${FEATURES}/device-settings/decimal.ts`,
    tests: [`${FEATURES}/device-settings/decimal.test.ts`],
    faults: [
      ["trimmed.replace(',', '.')", 'trimmed'],
      ['direction > 0 ? Math.ceil(position) : Math.floor(position)', 'Math.ceil(position)'],
      ['Math.min(Math.max(min + next * step, min), max)', 'min + next * step'],
    ],
  },
  {
    area: 'web menus',
    file: 'web/src/components/usePartButton.ts',
    tests: ['web/src/components/usePartButton.test.tsx'],
    faults: [
      ["new Set(['Enter', ", 'new Set(['],
      ["'Enter', ' ', ", "'Enter', "],
      ["'ArrowDown', 'ArrowUp']", "'ArrowUp']"],
      ["'ArrowDown', 'ArrowUp']", "'ArrowDown']"],
      ["onClick: () => setAskedBy('click'),", ''],
      ["'keydown', { key: askedBy }", "'keydown', { key: 'ArrowDown' }"],
      ['        event.preventDefault();\n', ''],
    ],
  },
  {
    area: 'web texts',
    file: 'web/src/lib/i18n.ts',
    tests: ['web/src/lib/i18n.test.tsx'],
    faults: [['Promise.all([load(), loadPageTexts()])', 'Promise.all([load()])']],
  },
  {
    area: 'web settings',
    file: `${FEATURES}/icode-reports/iCodeFigures.ts`,
    tests: [`${FEATURES}/icode-reports/iCodeFigures.test.ts`],
    faults: [
      ['compliancePercent: 2,', 'compliancePercent: 1,'],
      ["compliancePercent: 'compliantDays',", ''],
    ],
  },
];
