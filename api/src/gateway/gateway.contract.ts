import type { Contract } from '../../test/contract/contract.ts';

/** What the contract tests expect of gateway, typed from the documents. */
export const contract: Contract = {
  operations: {
    // The device gateway.
    'POST /device/v1/sessions': ['device', 'none', 'none'],
    'POST /device/v1/sessions/{session}/end': ['device', 'none', 'none'],
    'POST /device/v1/settings/fetch': ['device', 'none', 'none'],
    'POST /device/v1/settings/{record}/answer': ['device', 'none', 'none'],
    'POST /device/v1/settings/report': ['device', 'none', 'none'],
    'POST /device/v1/nights': ['device', 'none', 'none'],
  },
  foreignAddresses: {
    'POST /device/v1/sessions/{session}/end {session}': ({ session }) => ({
      path: { session },
      body: { exit_flag: 'ok' },
    }),
    'POST /device/v1/settings/{record}/answer {record}': ({ settings }) => ({
      path: { record: settings },
      body: { result: 'refused', reason: 'no' },
    }),
  },
  auditedElsewhere: [
    'POST /device/v1/sessions',
    'POST /device/v1/sessions/{session}/end',
    'POST /device/v1/settings/fetch',
    'POST /device/v1/settings/{record}/answer',
    'POST /device/v1/settings/report',
    'POST /device/v1/nights',
  ],
  unversioned: {
    'POST /device/v1/nights': 'program',
    'POST /device/v1/sessions': 'program',
    'POST /device/v1/sessions/{session}/end': 'program',
    'POST /device/v1/settings/fetch': 'program',
    'POST /device/v1/settings/report': 'program',
    'POST /device/v1/settings/{record}/answer': 'program',
  },
};
