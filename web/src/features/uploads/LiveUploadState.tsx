import { useUploadProgressSubscription } from '../../gql/hooks.ts';
import { UploadStateBadge } from './UploadStateBadge.tsx';
import type { UploadState } from '../../gql/graphql.ts';

/** The state of an upload in a list. The row follows the job until all of its files are read. */
export function LiveUploadState({ id, state }: { id: string; state: UploadState }) {
  return (
    <>
      {state === 'QUEUED' || state === 'PARSING' ? <Follow id={id} /> : null}
      <UploadStateBadge state={state} />
    </>
  );
}

function Follow({ id }: { id: string }) {
  useUploadProgressSubscription({ variables: { id } });
  return null;
}
