import * as yup from 'yup';

/** The notices that a user dismisses, each once or once for each version of the portal. */
export const NOTICES = ['first_steps', 'news'] as const;

/** A dismissed notice. The news have a version of the portal, as in CHANGELOG.md. */
export const dismissedNoticeRules = yup.object({
  notice: yup.string().required('required').oneOf(NOTICES, 'invalid'),
  newsVersion: yup
    .string()
    .matches(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/, 'invalid')
    .nullable()
    .default(null)
    .when('notice', {
      is: 'news',
      then: (version) => version.required('required'),
      otherwise: (version) => version.oneOf([null], 'invalid'),
    }),
});
