/** What a role may do with the rows of a table that row-level security lets it see. Columns: `all`, or names between blanks. */
export interface Rights {
  select?: string;
  insert?: string;
  update?: string;
  delete?: true;
}

export const READ: Rights = { select: 'all' };

export const MEMBERSHIP: Rights = { select: 'all', insert: 'all', delete: true };
