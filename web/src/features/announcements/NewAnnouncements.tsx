import { useEffect, useState } from 'react';
import { useViewer } from '../../lib/viewer.ts';

const loadDialog = () => import('./NewAnnouncementsDialog.tsx');

/**
 * Shows the announcements that the user has not read. They come with the viewer, and with each change of the inbox, in
 * this and in every other tab; what shows them is loaded when there is one. Without it they come again with the next page.
 */
export function NewAnnouncements() {
  const { newAnnouncements } = useViewer();
  const [part, setPart] = useState<Awaited<ReturnType<typeof loadDialog>> | null>(null);
  const isDue = newAnnouncements.length > 0;
  useEffect(() => {
    if (isDue) loadDialog().then(setPart, () => undefined);
  }, [isDue]);
  return part && isDue ? <part.NewAnnouncementsDialog announcements={newAnnouncements} /> : null;
}
