import type { Faults } from './fault.ts';

/** The sign-in page, and the way to it. */
export const webSignInFaults: Faults[] = [
  {
    area: 'sign-in page',
    file: 'web/src/sign-in/signInPage.ts',
    tests: ['web/src/sign-in/signInPage.test.tsx'],
    faults: [
      ['if (isSubmitting) return;', ''],
      ['safeReturnPath(returnTo)', "(returnTo ?? '/')"],
      ['isSubmitting = leaves;', 'isSubmitting = false;'],
      ['takeFlash() ?? undefined', 'undefined'],
      ['rememberLanguage(chosen);', ''],
      ['show(values());', 'show();'],
    ],
  },
  {
    area: 'sign-in page',
    file: 'web/src/sign-in/view.ts',
    tests: ['web/src/sign-in/signInPage.test.tsx'],
    faults: [
      ["'aria-describedby': id", ''],
      ['find(isSubmitting ? parts : idle, SUBMIT)', 'find(idle, SUBMIT)'],
    ],
  },
  {
    area: 'sign-in page',
    file: 'web/src/app/SessionGate.tsx',
    tests: ['web/src/app/SessionGate.test.tsx'],
    faults: [
      ['loginUrl(pathname + search, hash)', 'loginUrl(pathname)'],
      ['isSignedIn && takeFlash()', 'takeFlash()'],
    ],
  },
];
