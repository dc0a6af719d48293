import { ObjectType } from 'type-graphql';

@ObjectType({
  description: 'What a user finds by typing: a few rows of each kind. A kind that is not selected is not searched.',
})
export class SearchResults {
  readonly words!: readonly string[];
  /** Most rows of each kind. */
  readonly first!: number;
}
