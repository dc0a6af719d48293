import type { PageContract } from '../testing/pageContracts.ts';

export const contract: PageContract = {
  entry: ['Announcements', 'viewerCanManageAnnouncements'],
  writes: {
    CreateAnnouncement: 'sends the audience, the days and the text, shows a preview, and the list has the new one',
    UpdateAnnouncement: 'is in the list at once, and so is a withdrawal',
  },
};
