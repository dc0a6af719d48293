import { Box, Button, Grid, HStack, IconButton, Stack, Text } from '@chakra-ui/react';
import { AlarmClock, Check, EllipsisVertical, RotateCcw, UserCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { formatDate, today } from '../../lib/dates.ts';
import { nameInList } from '../../lib/nameInList.ts';
import { urls } from '../../lib/urls.ts';
import { useInstantFormat, useViewer } from '../../lib/viewer.ts';
import { decisionText, followUpDueOf, whyText, type FollowUp } from './followUpText.ts';
import { PhoneLinks } from './PhoneLinks.tsx';
import { ReasonBadge } from './ReasonBadge.tsx';

/** What a button of a row asks for: an act, or the menu or dialog of one. */
export type FollowUpAct = 'complete' | 'snooze' | 'assignToMe' | 'assign' | 'reopen';

interface RowProps {
  followUp: FollowUp;
  /** Without the patient, and everything below each other: in a card of the patient's own page. */
  ofPatient?: boolean;
  /** The act that is under way. */
  running: FollowUpAct | null;
  onAct: (act: FollowUpAct, button: HTMLElement) => void;
}

const columns = {
  base: 'minmax(0, 1fr)',
  md: 'minmax(0, 3fr) minmax(0, 5fr) minmax(0, 3fr)',
  xl: 'minmax(0, 3fr) minmax(0, 4fr) minmax(0, 2fr) 22rem',
};

/** One follow-up: the patient, why, until when, who does it, what was decided last, and what can be done now. */
export function FollowUpRow(props: RowProps) {
  const { followUp, ofPatient = false } = props;
  const { t } = useTranslation('follow-ups');
  const { patient, reason, otherReasons } = followUp;
  const name = nameInList(patient);
  return (
    <Grid
      as="li"
      data-row={followUp.id}
      tabIndex={-1}
      aria-label={t('rowOf', { name, reason: t(`reasons.${reason}`) })}
      templateColumns={ofPatient ? 'minmax(0, 1fr)' : columns}
      gap={ofPatient ? '2' : { base: '2', md: '4' }}
      rowGap="2"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="l3"
      p="3"
    >
      {ofPatient ? null : (
        <Stack gap="1" minW="0">
          <TextLink to={urls.patient(patient.databaseId)} fontWeight="medium" overflowWrap="anywhere">
            {name}
          </TextLink>
          <PhoneLinks patient={patient} />
        </Stack>
      )}
      <Stack gap="1" minW="0" overflowWrap="anywhere">
        <HStack gap="2" flexWrap="wrap">
          <ReasonBadge reason={reason} />
          {ofPatient || otherReasons.length === 0 ? null : (
            <Text color="fg.muted" textStyle="xs">
              {t('alsoFor', { reasons: otherReasons.map((other) => t(`reasons.${other}`)).join(', ') })}
            </Text>
          )}
        </HStack>
        <Text>{whyText(t, followUp)}</Text>
        <LastDecision followUp={followUp} />
      </Stack>
      <Stack gap="1" minW="0">
        <Until followUp={followUp} />
        {followUp.assignee ? (
          <Text textStyle="xs" overflowWrap="anywhere">
            {t('assignedTo')} <bdi>{followUp.assignee.name}</bdi>
          </Text>
        ) : (
          <Text textStyle="xs" color="fg.muted">
            {t('assignedToNoOne')}
          </Text>
        )}
      </Stack>
      {/* Who writes notes about a patient acts on its follow-ups. */}
      {patient.viewerCanWriteNotes ? <Acts {...props} /> : null}
    </Grid>
  );
}

/** The last day on which to act, with a word where it is near or past; or since when, without such a day. */
function Until({ followUp }: { followUp: FollowUp }) {
  const { t } = useTranslation('follow-ups');
  const due = followUpDueOf(followUp, today(useViewer().organization.timezone));
  if (!due) return <Text>{t('since', { date: formatDate(followUp.sinceDay) })}</Text>;
  return (
    <HStack gap="2" flexWrap="wrap">
      <Text>{t('until', { date: formatDate(followUp.until) })}</Text>
      {due.due === 'later' ? (
        <Text color="fg.muted">{t('due.later', { count: due.days })}</Text>
      ) : (
        <StatusBadge tone={due.due === 'overdue' ? 'danger' : 'warning'}>{t(`due.${due.due}`)}</StatusBadge>
      )}
    </HStack>
  );
}

function LastDecision({ followUp }: { followUp: FollowUp }) {
  const { t } = useTranslation('follow-ups');
  const instant = useInstantFormat();
  const { note, decidedBy, decidedAt } = followUp;
  const decision = decisionText(t, followUp);
  if (decision === null && note === null) return null;
  return (
    <Box textStyle="xs" color="fg.muted">
      {decision ? <Text>{decision}</Text> : null}
      {note ? (
        <Text dir="auto" whiteSpace="pre-wrap" color="fg">
          {note}
        </Text>
      ) : null}
      {decidedBy ? (
        <Text>
          <bdi>{decidedBy}</bdi>, {instant(decidedAt)}
        </Text>
      ) : null}
    </Box>
  );
}

function Acts({ followUp, running, onAct }: RowProps) {
  const { t } = useTranslation('follow-ups');
  const me = useViewer().user.id;
  const { state, assignee } = followUp;
  const name = nameInList(followUp.patient);
  const isOpen = state === 'OPEN';
  const labelOf = (act: FollowUpAct) =>
    t('actOf', { act: t(`acts.${act}`), name, reason: t(`reasons.${followUp.reason}`) });

  const act = (name: FollowUpAct, icon: ReactNode, opensMenu = false) => (
    <Button
      size="xs"
      variant="outline"
      // On a phone all acts fit one line, with the words alone.
      _icon={{ hideBelow: 'sm' }}
      aria-label={labelOf(name)}
      aria-haspopup={opensMenu ? 'menu' : undefined}
      // Busy instead of disabled: a disabled button loses the focus.
      aria-busy={running === name}
      onClick={({ currentTarget }) => onAct(name, currentTarget)}
    >
      {icon}
      {t(`acts.${name}`)}
    </Button>
  );
  return (
    <HStack gap="2" flexWrap="wrap" alignSelf="start" gridColumn={{ md: '1 / -1', xl: 'auto' }}>
      {isOpen ? act('complete', <Check aria-hidden="true" />) : null}
      {isOpen ? act('snooze', <AlarmClock aria-hidden="true" />, true) : null}
      {isOpen ? null : act('reopen', <RotateCcw aria-hidden="true" />)}
      {isOpen && assignee?.id !== me ? act('assignToMe', <UserCheck aria-hidden="true" />) : null}
      {isOpen ? (
        <IconButton
          size="xs"
          variant="ghost"
          aria-haspopup="menu"
          aria-label={labelOf('assign')}
          onClick={({ currentTarget }) => onAct('assign', currentTarget)}
        >
          <EllipsisVertical />
        </IconButton>
      ) : null}
    </HStack>
  );
}
