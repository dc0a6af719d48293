import { Checkbox, VisuallyHidden } from '@chakra-ui/react';

/** A checkbox. `shown` is its visible text; `label` completes the name for screen readers only. */
export function PickBox(props: {
  label: string;
  checked: boolean | 'indeterminate';
  onChange: (on: boolean) => void;
  shown?: string;
}) {
  return (
    <Checkbox.Root
      size="sm"
      minW="6"
      minH="6"
      checked={props.checked}
      onCheckedChange={({ checked }) => props.onChange(checked === true)}
    >
      <Checkbox.HiddenInput />
      <Checkbox.Control />
      <Checkbox.Label fontWeight="normal">
        {props.shown}
        <VisuallyHidden> {props.label}</VisuallyHidden>
      </Checkbox.Label>
    </Checkbox.Root>
  );
}
