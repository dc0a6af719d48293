import { chakra, Heading, HStack, LinkBox, LinkOverlay, SimpleGrid, Text } from '@chakra-ui/react';
import {
  CalendarX,
  ChevronRight,
  CircleCheck,
  CircleX,
  Clock,
  Hourglass,
  MailQuestion,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { DashboardCardKind } from '../../gql/schema.ts';
import { graphql } from '../../lib/graphql.ts';
import { formatCount } from '../../lib/numberLocale.ts';
import { filteredList } from './filteredList.ts';
import type { DashboardCards_cardFragment } from './gql/DashboardCards.ts';

graphql(`
  fragment DashboardCards_card on DashboardCard {
    kind
    needsSomeone
    count
    countIsCapped
    list
    field
    value
  }
`);

const looks: Record<DashboardCardKind, { Icon: LucideIcon; palette: string }> = {
  SETTINGS_WAITING: { Icon: Clock, palette: 'orange' },
  COMPLIANCE_CANNOT_BE_MET: { Icon: CalendarX, palette: 'red' },
  INVITED: { Icon: MailQuestion, palette: 'blue' },
  COMPLIANCE_IN_PROGRESS: { Icon: Hourglass, palette: 'blue' },
  COMPLIANCE_MET: { Icon: CircleCheck, palette: 'green' },
  COMPLIANCE_NOT_MET: { Icon: CircleX, palette: 'gray' },
};

/** Counts as cards. Each links to the list of exactly the counted rows. */
export function DashboardCards({ cards, label }: { cards: readonly DashboardCards_cardFragment[]; label: string }) {
  return (
    <SimpleGrid as="ul" listStyleType="none" aria-label={label} columns={{ base: 1, sm: 2, lg: 3 }} gap="4">
      {cards.map((card) => (
        <Card key={card.kind} card={card} />
      ))}
    </SimpleGrid>
  );
}

const Icon = chakra('span', {
  base: { display: 'inline-flex', p: '2', borderRadius: 'l2', bg: 'colorPalette.subtle', color: 'colorPalette.fg' },
});

export function CardIcon({ kind }: { kind: DashboardCardKind }) {
  const look = looks[kind];
  return (
    <Icon colorPalette={look.palette} aria-hidden="true">
      <look.Icon size={18} />
    </Icon>
  );
}

/** The number of rows, large; with + when there are more. */
export function CardCount({ card }: { card: DashboardCards_cardFragment }) {
  return (
    <Text as="span" display="block" textStyle="xl" fontWeight="semibold">
      {formatCount(card.count)}
      {card.countIsCapped ? '+' : ''}
    </Text>
  );
}

function Card({ card }: { card: DashboardCards_cardFragment }) {
  const { t } = useTranslation('dashboard');
  return (
    <LinkBox
      as="li"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="l3"
      p="4"
      _hover={{ borderColor: 'border.emphasized', bg: 'bg.muted' }}
    >
      <HStack gap="3" align="flex-start">
        <CardIcon kind={card.kind} />
        <Heading as="h3" size="sm" fontWeight="medium" flex="1" pt="1.5">
          <LinkOverlay asChild>
            <Link to={filteredList(card)}>
              {t(`cards.${card.kind}.title`)}
              <CardCount card={card} />
            </Link>
          </LinkOverlay>
        </Heading>
        <ChevronRight size={18} aria-hidden="true" />
      </HStack>
      <Text color="fg.muted" mt="1">
        {t(`cards.${card.kind}.text`)}
      </Text>
    </LinkBox>
  );
}
