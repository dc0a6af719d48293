import { Field, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { ViewerType } from '../auth/viewer.types.ts';
import { enumOf } from '../shared/enums.ts';
import { WithoutPatients } from '../shared/marks.ts';
import { Payload } from '../shared/payload.ts';
import { NOTICES } from './dismissed-notices.rules.ts';

type Notice = (typeof NOTICES)[number];

const NoticeEnum = enumOf(NOTICES);
registerEnumType(NoticeEnum, {
  name: 'Notice',
  description: 'A notice that a user dismisses.',
  valuesConfig: {
    FIRST_STEPS: { description: 'The first steps of a new organization, on the home page.' },
    NEWS: { description: 'The changes of a version of the portal.' },
  },
});

@WithoutPatients()
@ObjectType({ description: 'A notice that the viewer has dismissed.' })
export class DismissedNotice {
  @Field(() => NoticeEnum, { description: 'The notice.' })
  notice!: Notice;

  @Field(() => String, {
    nullable: true,
    description: 'The version of the news that the viewer read last; null for other notices.',
  })
  newsVersion!: string | null;
}

@InputType({ description: 'A notice to dismiss.' })
export class DismissNoticeInput {
  @Field(() => NoticeEnum, { description: 'The notice.' })
  notice!: Notice;

  @Field(() => String, { nullable: true, description: 'The version of the news, such as 0.2.0; omitted otherwise.' })
  newsVersion?: string | null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of dismissing a notice.' })
export class DismissNoticePayload extends Payload {
  @Field(() => ViewerType, {
    nullable: true,
    description: 'The viewer with all dismissed notices; null when refused.',
  })
  viewer: ViewerType | null = null;
}
