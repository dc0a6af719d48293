import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DateScalar } from '../shared/scalars.ts';
import type { CardFormat } from './cards/card-format.ts';

type FileState = 'queued' | 'parsed' | 'partly' | 'refused';

export const UploadFileStateEnum: Record<Uppercase<FileState>, FileState> = {
  QUEUED: 'queued',
  PARSED: 'parsed',
  PARTLY: 'partly',
  REFUSED: 'refused',
};
registerEnumType(UploadFileStateEnum, {
  name: 'UploadFileState',
  description: 'State of one file of an upload.',
  valuesConfig: {
    QUEUED: { description: 'It is stored and was not read yet.' },
    PARSED: { description: 'Everything in it was read.' },
    PARTLY: { description: 'It was read, with warnings.' },
    REFUSED: { description: 'Nothing was read from it.' },
  },
});

@ObjectType({ description: 'A warning of the reading of a card.' })
export class UploadWarning {
  @Field(() => String, { description: 'Code of the warning.' })
  code!: string;

  @Field(() => String, { description: "The warning in the viewer's language." })
  message!: string;

  @Field(() => DateScalar, {
    nullable: true,
    description: 'The first night concerned; null when it is no single night.',
  })
  night!: string | null;

  @Field(() => Int, { description: 'Number of occurrences.' })
  count!: number;
}

@ObjectType({ description: 'Nights of a card that are of no patient, because no assignment covers their dates.' })
export class UnassignedNights {
  @Field(() => Int, { description: 'Number of the nights.' })
  nights!: number;

  @Field(() => DateScalar, { description: 'Date of the first one.' })
  from!: string;

  @Field(() => DateScalar, { description: 'Date of the last one.' })
  to!: string;
}

type CardFormatName<Format extends CardFormat> = Format extends `${infer Kind}-${infer End}`
  ? `${Uppercase<Kind>}_${Uppercase<End>}`
  : Uppercase<Format>;

export const CardFormatEnum: { [Format in CardFormat as CardFormatName<Format>]: Format } = {
  LEGACY_USR: 'legacy-usr',
  LEGACY_IDX: 'legacy-idx',
  LEGACY_EVT: 'legacy-evt',
  G3X_IDX: 'g3x-idx',
  G3X_EVT: 'g3x-evt',
  G3X_SET: 'g3x-set',
  LOG: 'log',
};
registerEnumType(CardFormatEnum, {
  name: 'CardFormat',
  description: 'Format of a file of a card.',
  valuesConfig: {
    LEGACY_USR: { description: '`.USR` of a card of the older generation.' },
    LEGACY_IDX: { description: '`.idx` of a card of the older generation.' },
    LEGACY_EVT: { description: '`.evt` of a card of the older generation.' },
    G3X_IDX: { description: '`.idx` of a G3X card.' },
    G3X_EVT: { description: '`.evt` of a G3X card.' },
    G3X_SET: { description: '`.set` of a G3X card.' },
    LOG: { description: '`.log` of any card.' },
  },
});

@ObjectType({ description: 'One file of an upload.' })
export class UploadFile {
  @Field(() => ID, { description: 'Identifies the file among those of the page.' })
  id!: string;

  @Field(() => String, { description: 'Its name as it was sent, without folders.' })
  name!: string;

  @Field(() => Int, { description: 'Its bytes.' })
  byteCount!: number;

  @Field(() => CardFormatEnum, {
    nullable: true,
    description: 'Its format by its contents; null until it was read, and when it is unknown.',
  })
  format!: CardFormat | null;

  @Field(() => UploadFileStateEnum, { description: 'State of the file.' })
  state!: FileState;

  @Field(() => [UploadWarning], { description: 'Warnings about the file; empty when all of it was read.' })
  warnings!: UploadWarning[];
}
