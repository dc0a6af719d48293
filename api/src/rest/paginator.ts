import type { RowCount } from '../shared/list-count.ts';
import { lastPageOf } from '../shared/list.rules.ts';
import type { Place } from './datatable-query.ts';

/** A page, the counts of its footer, and the token of the next page; null after the last one. */
export interface PagedAt extends Place {
  matching: RowCount;
  all: RowCount;
  next: string | null;
}

/**
 * Returns the paginator that existing tables read, with the counts of the footer. `total_is_capped`: more rows match
 * than `total` says, and pages follow the last page as long as they have rows. A page that was asked for by a token
 * names the next one by its token, which has no end; the others are named by their numbers.
 */
export function paginator(data: unknown[], at: PagedAt, url: (to: { page: number } | { next: string }) => string) {
  const { rows: total, isCapped } = at.matching;
  const lastPage = lastPageOf({ ...at, rows: data.length, total, isCapped });
  const from = data.length > 0 ? at.skipped + 1 : null;
  const next = at.after !== null ? at.next && { next: at.next } : at.page < lastPage ? { page: at.page + 1 } : null;
  const first = url({ page: 1 });
  return {
    current_page: at.page,
    data,
    from,
    to: from === null ? null : at.skipped + data.length,
    total,
    total_is_capped: isCapped,
    per_page: at.limit,
    last_page: lastPage,
    first_page_url: first,
    last_page_url: url({ page: lastPage }),
    path: first.split('?')[0],
    next_page_url: next && url(next),
    prev_page_url: at.page > 1 ? url({ page: at.page - 1 }) : null,
    next_token: at.next,
    recordsTotal: at.all.rows,
    recordsFiltered: total,
  };
}
