import type { UploadState } from '../../gql/schema.ts';
import { useUploadProgressSubscription } from '../../pages/gql/UploadPage.ts';
import { UploadStateBadge } from './UploadStateBadge.tsx';

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
