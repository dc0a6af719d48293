import { DataList, type DataListRootProps } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A label and its value, on one line where it fits. Part of DescriptionList. */
export interface Description {
  label: string;
  value: ReactNode;
  /** Monospace, for serials, SIM numbers and keys. */
  mono?: boolean;
}

const isEmpty = (value: ReactNode) => value === null || value === undefined || value === '' || value === false;

/**
 * Pairs of label and value, the values in one column. An unknown value is shown as "–".
 *
 *   <DescriptionList items={[{ label: t('serial'), value: machine.serial, mono: true }]} />
 */
export function DescriptionList({
  items,
  labelWidth = '9rem',
  ...rest
}: { items: readonly Description[]; labelWidth?: string } & Omit<DataListRootProps, 'children'>) {
  return (
    <DataList.Root orientation="horizontal" gap="3" {...rest}>
      {items.map(({ label, value, mono }) => (
        <DataList.Item
          key={label}
          flexDirection={{ base: 'column', sm: 'row' }}
          alignItems={{ base: 'flex-start', sm: 'baseline' }}
          gap={{ base: '0', sm: '4' }}
        >
          <DataList.ItemLabel w={{ sm: labelWidth }} minW={labelWidth} flexShrink="0">
            {label}
          </DataList.ItemLabel>
          <DataList.ItemValue display="block" minW="0" fontFamily={mono ? 'mono' : undefined} overflowWrap="anywhere">
            {isEmpty(value) ? '–' : value}
          </DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList.Root>
  );
}
