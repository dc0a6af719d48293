import type { Faults } from './fault.ts';

const COMPONENTS = 'web/src/components';
const FEATURES = 'web/src/features';

/** The client: submitting a form, leaving it, and the questions on the way. */
export const webFormFaults: Faults[] = [
  {
    area: 'web forms',
    file: `${COMPONENTS}/useSubmitForm.ts`,
    tests: [`${COMPONENTS}/FormDialog.test.tsx`],
    faults: [
      ['if (isRunning.current) return;', ''],
      ["if (isRunning.current) return 'busy';", ''],
      ["if (isSaved.current) return 'clean';", ''],
      ['isRunning.current = false;', ''],
    ],
  },
  {
    area: 'web forms',
    file: `${COMPONENTS}/FormDialog.tsx`,
    tests: [`${COMPONENTS}/FormDialog.test.tsx`],
    faults: [['disabled={isPending} onClick={close}', 'onClick={close}']],
  },
  {
    area: 'web forms',
    file: `${COMPONENTS}/NavigationGuard.tsx`,
    tests: [`${COMPONENTS}/NavigationGuard.test.tsx`],
    faults: [
      ["if (workState() !== 'clean') event.preventDefault();", ''],
      ["currentLocation.pathname !== nextLocation.pathname && (workState() !== 'clean' || questionIsOpen())", 'false'],
      ['if (leaves) current.proceed();', 'if (leaves) current.reset();'],
    ],
  },
  {
    area: 'web forms',
    file: `${FEATURES}/device-history/equipmentSteps.ts`,
    tests: [`${FEATURES}/device-history/equipmentSteps.test.ts`],
    faults: [
      ["if (overpassed) return [{ kind: 'reload', message: overpassed.message }];", ''],
      ["if (named(userErrors, 'changed-meanwhile')) return [{ kind: 'changed' }];", ''],
      ["if (answer.pinCleared) steps.push({ kind: 'confirmPinCleared' });", ''],
      ["if (answer.affectsCompliance) steps.push({ kind: 'confirmCompliance' });", ''],
      ["{ ...error, field: 'pin_number' }", 'error'],
    ],
  },
  {
    area: 'web forms',
    file: `${FEATURES}/icode-reports/iCodeRows.ts`,
    tests: [`${FEATURES}/icode-reports/iCodeRows.test.ts`],
    faults: [
      ['collected && collected <= today', 'collected && collected < today'],
      ['index === at || !next[index]?.icode', '!next[index]?.icode'],
      ['row.icode === icode && row.collected === collected', 'row.icode === icode'],
    ],
  },
];
