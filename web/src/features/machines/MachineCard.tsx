import { Center, Flex, Image } from '@chakra-ui/react';
import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { DescriptionList } from '../../components/DescriptionList.tsx';
import { graphql } from '../../lib/graphql.ts';
import { useViewer } from '../../lib/viewer.ts';
import { MachineCard_machineFragmentDoc as fragment } from './gql/MachineCard.ts';
import { formatCreated } from './machineDates.ts';
import { MachinePin } from './MachinePin.tsx';
import { MachineHistoryTable } from './MachineHistoryTable.tsx';

graphql(`
  fragment MachineCard_machine on Machine {
    id
    serial
    model
    image
    hasPin
    viewerCanShowPin
    createdAt
    provider {
      id
      name
    }
    ...MachineHistoryTable_machine
  }
`);

/** The machine: serial, PIN, creation date, owner and history (document 000, section 2). */
export function MachineCard(props: { machine: FragmentType<typeof fragment>; action?: ReactNode }) {
  const { t } = useTranslation('machines');
  const { organization } = useViewer();
  const { data: machine } = useSuspenseFragment({ fragment, fragmentName: 'MachineCard_machine', from: props.machine });
  // Says that a PIN exists also when the viewer may not read it.
  const pin = machine.viewerCanShowPin ? <MachinePin machine={machine} /> : t(machine.hasPin ? 'pinHidden' : 'noPin');
  const facts = [
    { label: t('serial'), value: machine.serial, mono: true },
    { label: t('pin'), value: pin },
    { label: t('created'), value: formatCreated(machine.createdAt, organization.timezone) },
    { label: t('provider'), value: machine.provider?.name ?? t('noProvider') },
  ];

  return (
    <Card title={t('device')} action={props.action}>
      <Flex gap="5" wrap="wrap">
        {machine.image ? (
          <Center boxSize="112px" bg="bg.tile" borderRadius="l2">
            <Image src={machine.image} alt={machine.model} width="100px" height="100px" />
          </Center>
        ) : null}
        <DescriptionList items={facts} flex="1" />
      </Flex>
      <MachineHistoryTable machine={machine} />
    </Card>
  );
}
