import { graphql } from '../../gql/gql.ts';
import { useCreateICodeReports } from '../../gql/hooks.ts';
import type { CreateICodeReportsInput, CreateICodeReportsMutation } from '../../gql/graphql.ts';

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

/** Milliseconds a submission may take (document 000, section 9). */
const timeoutMs = 3000;

export type SavedICodeReport = CreateICodeReportsMutation['createICodeReports']['icodeReports'][number];
type Answer =
  | { kind: 'answered'; payload: CreateICodeReportsMutation['createICodeReports'] }
  | { kind: 'failed' }
  | { kind: 'timeout' };

/**
 * Sends iCodes and gives up waiting after 3000 ms. The server may have stored them all the same, and sending the same
 * codes again is safe: serial, collection date and code make one report, however often they arrive.
 */
export function useSubmitICodes(): (input: CreateICodeReportsInput) => Promise<Answer> {
  const create = useCreateICodeReports();

  return async (input) => {
    const giveUp = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<Answer>((resolve) => {
      timer = setTimeout(() => resolve({ kind: 'timeout' }), timeoutMs);
    });
    const sent = create({ input }, { signal: giveUp.signal }).then(
      (payload): Answer => ({ kind: 'answered', payload }),
      (): Answer => ({ kind: 'failed' }),
    );
    const answer = await Promise.race([sent, late]);
    clearTimeout(timer);
    if (answer.kind === 'timeout') giveUp.abort();
    return answer;
  };
}
