import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { Field, InputType, InterfaceType, ObjectType } from 'type-graphql';
import type { RowVersion } from './conflict.ts';
import { Payload, PayloadInterface } from './payload.ts';

/** The longest version that is computed is a digest in hexadecimal. */
const MAX_LENGTH = 64;

function parsed(value: unknown): RowVersion {
  const isVersion =
    (typeof value === 'number' && Number.isSafeInteger(value)) ||
    (typeof value === 'string' && value.length <= MAX_LENGTH);
  if (!isVersion) throw new GraphQLError(`A version is a whole number or a text of at most ${MAX_LENGTH} letters.`);
  return value;
}

/** A state of a row: the same scalar wherever one is answered and sent back. */
export const VersionScalar = new GraphQLScalarType<RowVersion, RowVersion>({
  name: 'Version',
  description: 'Names a state of a row. Opaque: send it back as it was read.',
  serialize: parsed,
  parseValue: parsed,
  parseLiteral(node) {
    if (node.kind === Kind.INT) return parsed(Number(node.value));
    if (node.kind === Kind.STRING) return parsed(node.value);
    throw new GraphQLError('A version is a whole number or a text.', { nodes: node });
  },
});

/** The options of each `version` that is answered. */
export const VERSION = {
  description:
    'State of the row. A change sends it back, and is refused with the code conflict when there is a newer one.',
} as const;

/** A row that a change names the version of. */
@InterfaceType('Versioned', {
  description: 'A row that several users may change at the same time.',
  resolveType: (value: object) => value.constructor.name,
})
export abstract class Versioned {
  @Field(() => VersionScalar, VERSION)
  version!: RowVersion;
}

/** The options of the `version` of an input. */
const TEXT =
  'The `version` that was read with the row. When there is a newer one, the input is refused with the code conflict.';
export const SEEN = { nullable: true, description: `${TEXT} Not compared when omitted.` } as const;
/** The version of a row that may not exist yet is 0. */
export const SEEN_OR_NONE = { nullable: true, description: `${TEXT} 0, or omitted, when there was none.` } as const;
const REQUIRED = { description: TEXT } as const;

/** Description of the version of a dry run. */
export const PLAN = 'Version of these changes, as input of the operation; null when refused.';

/** The base of every input that changes a row by values which the user has seen. */
@InputType()
export abstract class VersionedInput {
  @Field(() => VersionScalar, SEEN)
  version?: RowVersion | null;
}

/** The base of such an input of which every client has read the row. */
@InputType()
export abstract class RequiredVersionInput {
  @Field(() => VersionScalar, REQUIRED)
  version!: RowVersion;
}

/** The options of each `conflict`, whose type is that of the row. */
export const CONFLICT = {
  nullable: true,
  description:
    'The current row, when it was changed after the version of the input; null otherwise. Its `version` lets the change be sent again.',
} as const;

@InterfaceType('VersionedPayload', {
  description: 'The result of a change of a row that several users may change at the same time, or of its check.',
  implements: PayloadInterface,
})
export abstract class VersionedPayloadInterface extends Payload {
  @Field(() => Versioned, CONFLICT)
  conflict: Versioned | null = null;
}

/** The base of the payloads and the checks of such changes. Each declares `conflict` again, with the type of its row. */
@ObjectType('VersionedPayloadBase', { implements: VersionedPayloadInterface })
export abstract class VersionedPayload extends VersionedPayloadInterface {}
