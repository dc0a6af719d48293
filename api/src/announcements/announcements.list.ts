import { hasWord } from '../shared/list-text.ts';
import { listColumns, type ListDefinition } from '../shared/list.ts';
import { Announcement } from './announcement.entity.ts';
import { announcementFilters } from './announcements.list.rules.ts';

/** The list of announcements: searchable, filterable and sortable columns. The search matches the titles. */
export const announcementsList: ListDefinition<Announcement> = {
  entity: Announcement,
  columns: listColumns(announcementFilters, {
    id: { property: 'id', sortBy: 'id' },
    title: { property: 'title', sortBy: 'title' },
    from_date: { property: 'fromDate', sortBy: 'fromDate' },
    until_date: { property: 'untilDate', sortBy: 'untilDate' },
  }),
  search: (word) => hasWord(['title', 'titleEs'], word),
  defaultOrder: 'id',
  maxPage: 100,
};
