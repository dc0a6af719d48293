import { Button, HStack, Stack, Text } from '@chakra-ui/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/numberLocale.ts';
import { followUpReasons, followUpStates, type FollowUpChoice } from './followUpAddress.ts';
import type { FollowUpsPageQuery } from './gql/useFollowUps.ts';

type Counts = FollowUpsPageQuery['followUpCounts'];

/** Which follow-ups the list shows: by state, by assignee, and by reason with their numbers. */
export function FollowUpFilters(props: {
  choice: FollowUpChoice;
  counts: Counts | undefined;
  onChange: (choice: FollowUpChoice) => void;
}) {
  const { choice, counts, onChange } = props;
  const { t } = useTranslation('follow-ups');
  const { t: list } = useTranslation('follow-up-list');
  // The numbers are those of all open follow-ups.
  const isCounted = choice.state === 'OPEN' && choice.assigned === null;
  const countOf = (reason: Counts[number]['reason']) => {
    if (!isCounted) return undefined;
    const found = counts?.find((one) => one.reason === reason);
    return found ? formatCount(found.count) + (found.countIsCapped ? '+' : '') : '–';
  };
  return (
    <Stack gap="3" mb="4">
      <HStack gap="5" rowGap="3" flexWrap="wrap">
        <Buttons
          label={list('state')}
          options={followUpStates.map((state) => ({
            key: state,
            text: list(`states.${state}`),
            isPressed: choice.state === state,
            choose: () => onChange({ ...choice, state }),
          }))}
        />
        <Buttons
          label={list('assigned')}
          options={([null, 'ME', 'NO_ONE'] as const).map((assigned) => ({
            key: assigned ?? 'ALL',
            text: list(`assignments.${assigned ?? 'ALL'}`),
            isPressed: choice.assigned === assigned,
            choose: () => onChange({ ...choice, assigned }),
          }))}
        />
      </HStack>
      <Buttons
        label={list('reasons')}
        options={followUpReasons.map((reason) => {
          const isPressed = choice.reasons.includes(reason);
          return {
            key: reason,
            text: t(`reasons.${reason}`),
            count: countOf(reason),
            isPressed,
            choose: () =>
              onChange({
                ...choice,
                reasons: followUpReasons.filter((one) => (one === reason ? !isPressed : choice.reasons.includes(one))),
              }),
          };
        })}
      />
    </Stack>
  );
}

interface Option {
  key: string;
  text: string;
  count?: string;
  isPressed: boolean;
  choose: () => void;
}

function Buttons({ label, options }: { label: string; options: readonly Option[] }) {
  const id = useId();
  return (
    <HStack gap="2" flexWrap="wrap">
      <Text id={id} textStyle="xs" color="fg.muted">
        {label}
      </Text>
      <HStack as="ul" role="list" aria-labelledby={id} listStyleType="none" gap="2" flexWrap="wrap">
        {options.map(({ key, text, count, isPressed, choose }) => (
          <li key={key}>
            <Button size="xs" variant="outline" aria-pressed={isPressed} onClick={choose}>
              {text}
              {count === undefined ? null : <span>{count}</span>}
            </Button>
          </li>
        ))}
      </HStack>
    </HStack>
  );
}
