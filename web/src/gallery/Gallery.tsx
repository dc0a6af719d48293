import { Button, Heading, HStack, Input, SimpleGrid, Stack } from '@chakra-ui/react';
import { KeyRound, Lock, Mail } from 'lucide-react';
import { useState } from 'react';
import { Card } from '../components/Card.tsx';
import { Combobox } from '../components/Combobox.tsx';
import { DescriptionList } from '../components/DescriptionList.tsx';
import { Drawer } from '../components/Drawer.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { FileDrop } from '../components/FileDrop.tsx';
import { FormDialog } from '../components/FormDialog.tsx';
import { FormField } from '../components/FormField.tsx';
import { FormTabs } from '../components/FormTabs.tsx';
import { Multiselect } from '../components/Multiselect.tsx';
import { ShowOnce } from '../components/ShowOnce.tsx';
import { SidePanel } from '../components/SidePanel.tsx';
import { StatusBadge } from '../components/StatusBadge.tsx';
import { useSubmitForm } from '../components/useSubmitForm.ts';
import type { ComboboxOption } from '../components/useOptions.ts';

const states = ['Alabama', 'Alaska', 'Arizona', 'California', 'New York', 'Oregon', 'Puerto Rico', 'Québec'].map(
  (label): ComboboxOption => ({ value: label, label }),
);
const thousand = Array.from({ length: 1000 }, (_, n): ComboboxOption => ({
  value: String(n),
  label: `Patient ${n + 1}`,
  description: n % 3 === 0 ? `Northside Respiratory, location ${n + 1}` : undefined,
  disabled: n % 10 === 9,
}));
const long: ComboboxOption = { value: 'long', label: 'Northside Respiratory and Sleep Medicine of the Hudson Valley' };
const never = () => new Promise<never>(() => {});
const broken = () => Promise.reject(new Error('The gallery has no server.'));

/** Each component of web/src/components that has several states, in those states. */
export function Gallery() {
  return (
    <Stack as="main" maxW="1200px" mx="auto" p="4" gap="4">
      <Heading as="h1" size="lg">
        Components
      </Heading>
      <SimpleGrid columns={{ base: 1, lg: 2 }} gap="4" alignItems="start">
        <Comboboxes />
        <Multiselects />
        <Panels />
        <Tabs />
        <Files />
        <Facts />
      </SimpleGrid>
    </Stack>
  );
}

function Comboboxes() {
  const [value, setValue] = useState<ComboboxOption | null>(states[4]!);
  const [other, setOther] = useState<ComboboxOption | null>(null);
  const rest = { value: other, onChange: setOther };
  return (
    <Card title="Combobox">
      <Stack gap="4">
        <FormField label="State" required>
          <Combobox options={states} value={value} onChange={setValue} />
        </FormField>
        <FormField label="Thousand options" help="Every tenth is disabled.">
          <Combobox options={thousand} {...rest} />
        </FormField>
        <FormField label="Empty list">
          <Combobox options={[]} {...rest} />
        </FormField>
        <FormField label="Loading list">
          <Combobox options={never} {...rest} />
        </FormField>
        <FormField label="Failing list" error="This field is required.">
          <Combobox options={broken} {...rest} />
        </FormField>
        <FormField label="Disabled list">
          <Combobox options={states} disabled value={states[0]!} onChange={setOther} />
        </FormField>
      </Stack>
    </Card>
  );
}

function Multiselects() {
  const [some, setSome] = useState<readonly ComboboxOption[]>([long, ...states.slice(0, 2)]);
  const [all, setAll] = useState<readonly ComboboxOption[]>(states.slice(3, 5));
  return (
    <Card title="Multiselect">
      <Stack gap="4">
        <FormField label="States">
          <Multiselect options={states} value={some} onChange={setSome} />
        </FormField>
        <FormField label="At most two">
          <Multiselect options={states} value={all} onChange={setAll} max={2} />
        </FormField>
      </Stack>
    </Card>
  );
}

function Panels() {
  const [open, setOpen] = useState(false);
  const [dialog, setDialog] = useState(false);
  const [state, setState] = useState<ComboboxOption | null>(null);
  const [filters, setFilters] = useState<{ name: string | null; city: string | null }>({ name: null, city: 'Albany' });
  return (
    <Card title="Drawer, SidePanel and FormDialog">
      <HStack gap="3" flexWrap="wrap">
        <Button size="sm" onClick={() => setOpen(true)}>
          Open drawer
        </Button>
        <SidePanel applied={filters} onApply={setFilters}>
          {(draft, change) =>
            (['name', 'city'] as const).map((name) => (
              <FormField key={name} label={name}>
                <Input value={draft[name] ?? ''} onChange={({ target }) => change({ [name]: target.value })} />
              </FormField>
            ))
          }
        </SidePanel>
        <Button size="sm" variant="outline" onClick={() => setDialog(true)}>
          Open dialog
        </Button>
      </HStack>
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        title="Drawer"
        guard={{ state: () => (state ? 'dirty' : 'clean') }}
        footer={<Button onClick={() => setOpen(false)}>Save</Button>}
      >
        <Stack gap="4">
          <DescriptionList items={[{ label: 'Name', value: 'Ada Abbott' }]} />
          <FormField label="State of the drawer">
            <Combobox options={states} value={state} onChange={setState} />
          </FormField>
        </Stack>
      </Drawer>
      {dialog ? <ExampleDialog onClose={() => setDialog(false)} /> : null}
    </Card>
  );
}

/** A form whose fields and whose submission are refused. */
function ExampleDialog({ onClose }: { onClose: () => void }) {
  const form = useSubmitForm<{ name: string; city: string }>({
    defaultValues: { name: '', city: '' },
    onSubmit: () =>
      Promise.resolve([
        { field: 'name', code: 'required', message: 'Name is a required field.' },
        { field: '', code: 'refused', message: 'Please review the information entered.' },
      ]),
  });
  const { register, formState } = form.form;
  return (
    <FormDialog form={form} title="Dialog" onClose={onClose} submitLabel="Save">
      <FormField label="Name" error={formState.errors.name?.message} required>
        <Input {...register('name')} />
      </FormField>
      <FormField label="City" help="Where the location is.">
        <Input {...register('city')} />
      </FormField>
    </FormDialog>
  );
}

function Tabs() {
  const [submits, setSubmits] = useState(0);
  const field = (label: string) => (
    <FormField label={label}>
      <Input />
    </FormField>
  );
  return (
    <Card title="FormTabs">
      <FormTabs
        submits={submits}
        invalid={submits ? ['city', 'zip'] : []}
        tabs={[
          { value: 'person', label: 'Demographics', fields: ['name'], content: field('Name') },
          { value: 'contact', label: 'Contact Info', fields: ['city', 'zip'], content: field('City') },
        ]}
      />
      <Button size="sm" mt="3" alignSelf="flex-start" onClick={() => setSubmits(submits + 1)}>
        Submit
      </Button>
    </Card>
  );
}

function Files() {
  const [files, setFiles] = useState<readonly File[]>([]);
  const rest = { onChange: setFiles, maxSize: 1024 * 1024, onCancel: () => undefined };
  return (
    <Card title="FileDrop and ShowOnce">
      <Stack gap="4">
        <FileDrop label="Usage files" {...rest} files={files} progress={null} />
        <FileDrop label="Uploading" {...rest} files={[new File(['x'], 'card.usr')]} progress={0.42} />
        <ShowOnce label="Client secret" value="sk_live_7Yd2kQ" />
        <ShowOnce label="Old secret" value={null} />
      </Stack>
    </Card>
  );
}

function Facts() {
  return (
    <Card title="StatusBadge, DescriptionList and EmptyState">
      <HStack gap="2" flexWrap="wrap" mb="4">
        {(['danger', 'void', 'warning', 'success', 'info', 'neutral'] as const).map((tone) => (
          <StatusBadge key={tone} tone={tone}>
            {tone}
          </StatusBadge>
        ))}
        <StatusBadge tone="info" icon={Mail}>
          Invited
        </StatusBadge>
        <StatusBadge tone="danger" icon={Lock}>
          Locked
        </StatusBadge>
        <StatusBadge tone="success" icon="dot">
          Active
        </StatusBadge>
        <StatusBadge tone="neutral" icon="dot">
          Inactive
        </StatusBadge>
        <StatusBadge tone="info" icon={KeyRound}>
          API
        </StatusBadge>
      </HStack>
      <DescriptionList
        items={[
          { label: 'Serial', value: 'A3900012345', mono: true },
          { label: 'Phone', value: null },
        ]}
      />
      <EmptyState text="No data to show" />
    </Card>
  );
}
