import { NoPermission } from '../components/NoPermission.tsx';
import { FollowUpList } from '../features/follow-ups/FollowUpList.tsx';
import { useViewer } from '../lib/viewer.ts';

/** The patients to call today, why, and until when. */
export function FollowUpsPage() {
  const { viewerCanReadPatients } = useViewer();
  return viewerCanReadPatients ? <FollowUpList /> : <NoPermission />;
}
