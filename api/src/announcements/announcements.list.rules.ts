/** Columns by which the list of announcements can be filtered. */
export const announcementFilters = { id: 'integer', title: 'text', from_date: 'date', until_date: 'date' } as const;
