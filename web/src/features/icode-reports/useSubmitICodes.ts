import type { CreateICodeReportsInput } from '../../gql/schema.ts';
import { graphql } from '../../lib/graphql.ts';
import { useCreateICodeReports, type CreateICodeReportsMutation } from './gql/useSubmitICodes.ts';

graphql(`
  mutation CreateICodeReports($input: CreateICodeReportsInput!) {
    createICodeReports(input: $input) {
      icodeReports {
        id
        databaseId
        serial
      }
      ...UserErrors
    }
  }
`);

/** Timeout of a submission in milliseconds (document 000, section 9). */
const timeoutMs = 3000;

export type SavedICodeReport = CreateICodeReportsMutation['createICodeReports']['icodeReports'][number];
type Payload = CreateICodeReportsMutation['createICodeReports'];

/**
 * Returns a function that submits iCodes and resolves to the payload, or to null when there is no answer within 3000
 * ms. The server may have stored the codes in that case. A retry is safe, because serial, collection date and code
 * identify one report.
 */
export function useSubmitICodes(): (input: CreateICodeReportsInput) => Promise<Payload | null> {
  const create = useCreateICodeReports();

  return async (input) => {
    const giveUp = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), timeoutMs);
    });
    try {
      return await Promise.race([create({ input }, { signal: giveUp.signal }), late]);
    } finally {
      clearTimeout(timer);
      giveUp.abort();
    }
  };
}
