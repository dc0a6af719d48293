import type { Faults } from './fault.ts';

const COMPONENTS = 'web/src/components';
const FEATURES = 'web/src/features';

/** The client: submitting a form, leaving it, and the questions on the way. */
export const webFormFaults: Faults[] = [
  {
    area: 'web dates',
    file: `${FEATURES}/usage-dates/dateChangeAddress.ts`,
    tests: [`${FEATURES}/usage-dates/dateChangeAddress.test.ts`],
    faults: [
      ['from <= to', 'from < to'],
      ['<= MAX_DAYS', '< MAX_DAYS'],
    ],
  },
  {
    area: 'web dates',
    file: `${FEATURES}/usage-dates/PatientDateProposals.tsx`,
    tests: [`${FEATURES}/usage-dates/PatientDateProposals.test.tsx`],
    faults: [
      ['to >= startDate', 'to > startDate'],
      ['from < endDate', 'from <= endDate'],
    ],
  },
  {
    area: 'web forms',
    file: `${COMPONENTS}/useSubmitForm.ts`,
    tests: [`${COMPONENTS}/FormDialog.test.tsx`],
    faults: [
      ['if (isRunning.current) return;', ''],
      ["if (isRunning.current) return 'busy';", ''],
      ["if (isSaved.current) return 'clean';", ''],
      ['isRunning.current = false;', ''],
      ["(isDirty ? isDirty() : formIsDirty) ? 'dirty' : 'clean'", "'dirty'"],
      ["(isDirty ? isDirty() : formIsDirty) ? 'dirty' : 'clean'", "'clean'"],
      ["setPhase((running = 'saving'))", "running = 'saving'"],
      ['        setPhase(null);\n        const answer', '        const answer'],
      ['focusFirstInvalid(element.current)', '{}'],
      ["failure === 'unreachable' && isUnanswered ? 'uncertain' : failure", 'failure'],
      ['        isUnanswered = false;\n', ''],
      ["if (isSaved.current) await fail('afterwards');\n      else await", 'await'],
      ['          isSaved.current = false;\n          setProblem(undefined);', '          setProblem(undefined);'],
      ['          isSaved.current = false;\n          setProblem(undefined);', '          isSaved.current = false;'],
      ['    stopChecks();\n', ''],
      ['event.stopPropagation();', ''],
    ],
  },
  {
    area: 'web forms',
    file: `${COMPONENTS}/FormDialog.tsx`,
    tests: [`${COMPONENTS}/FormDialog.test.tsx`],
    faults: [
      ['disabled={isPending} onClick={close}', 'onClick={close}'],
      ['loading={isPending}', 'loading={false}'],
      ['<FormErrors message={problem} onDismiss={dismiss} />', ''],
    ],
  },
  {
    area: 'web forms',
    file: `${COMPONENTS}/NavigationGuard.tsx`,
    tests: [`${COMPONENTS}/NavigationGuard.test.tsx`],
    faults: [
      ["if (workState() === 'clean' && !questionIsOpen()) return false;", 'return false;'],
      ['if (leaves) current.proceed();', 'if (leaves) current.reset();'],
    ],
  },
  {
    area: 'web forms',
    file: 'web/src/lib/unsavedWork.ts',
    tests: [`${COMPONENTS}/NavigationGuard.test.tsx`],
    faults: [
      ["if (workState() !== 'clean') event.preventDefault();", ''],
      ["window.addEventListener('beforeunload', askBeforeUnload);", ''],
      ["if (forms.size === 0) window.removeEventListener('beforeunload', askBeforeUnload);", ''],
    ],
  },
  {
    area: 'web forms',
    file: `${COMPONENTS}/dialogHistory.ts`,
    tests: [`${COMPONENTS}/NavigationGuard.test.tsx`],
    faults: [
      ["if (type === 'POP') for (const entry of left) void leave(entry);", ''],
      [
        "kind: 'mark', dialogs: [...current, entry.id], replace: entry.pushed",
        "kind: 'mark', dialogs: [...current, entry.id], replace: false",
      ],
      ['    entry.leaving = false;\n    reconcile();', ''],
    ],
  },
  {
    area: 'web forms',
    file: `${COMPONENTS}/dialogHistory.ts`,
    tests: ['web/e2e/forms.test.ts'],
    faults: [
      ["if (!isGoingBack || type === 'POP') return false;", 'if (location) return false;'],
      ['replace: next.replace, ', ''],
    ],
  },
  {
    area: 'web forms',
    file: 'web/src/lib/connection.ts',
    tests: [`${COMPONENTS}/ConnectionBanner.test.tsx`],
    faults: [
      ['graceMs = 5000', 'graceMs = 4000'],
      ["!navigator.onLine ? 'offline' : ", ''],
      ["window.addEventListener('offline', listener);", ''],
      ['timer ??= setTimeout', 'timer = setTimeout'],
    ],
  },
  {
    area: 'web forms',
    file: 'web/src/lib/sessionGuard.ts',
    tests: ['web/src/app/Shell.test.tsx', 'web/src/app/apollo.test.ts'],
    faults: [
      ["if (workState() === 'clean') reloadOnce();\n  else setOver(true);", 'reloadOnce();'],
      ['renewals += 1;\n  setOver(false);', 'renewals += 1;'],
      ['sent === renewals && expired()', 'expired()'],
    ],
  },
  {
    area: 'web forms',
    file: `${FEATURES}/device-history/useEquipmentForm.ts`,
    tests: [`${FEATURES}/device-history/EditEquipment.test.tsx`],
    faults: [["never: ['pinNumber'],", '']],
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
  {
    area: 'web figures',
    file: 'web/src/lib/hours.ts',
    tests: [`${FEATURES}/icode-reports/iCodeFigures.test.ts`],
    faults: [["padStart(2, '0')", "padStart(1, '0')"]],
  },
  {
    area: 'web user form',
    file: 'web/src/app/apollo.ts',
    tests: [`${FEATURES}/users/UserFormDialog.test.tsx`],
    faults: [['      PlaceOption: { keyFields: false },\n', '']],
  },
];
