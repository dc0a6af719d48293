import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../lib/graphql.ts';
import { formatCount } from '../../lib/numberLocale.ts';
import { useViewer } from '../../lib/viewer.ts';
import { useRunJobsAgain } from './gql/RunJobsAgain.ts';

graphql(`
  mutation RunJobsAgain($input: RunJobsAgainInput!) {
    runJobsAgain(input: $input) {
      count
      ...UserErrors
    }
  }
`);

/** The button that lets one failed job run again, or without `jobId` all those of the queue, after a confirmation. */
export function RunJobsAgain(props: { queue: string; jobId?: string; count: number }) {
  const { t } = useTranslation('installation');
  const { queue, jobId, count } = props;
  const { viewerCanRunJobsAgain } = useViewer();
  const confirm = useConfirm();
  const runJobsAgain = useRunJobsAgain();
  const [isPending, setPending] = useState(false);
  if (!viewerCanRunJobsAgain) return null;
  const [label, question, name] = jobId
    ? [t('again.one'), t('again.questionOne', { queue }), t('again.nameOne', { queue })]
    : [
        t('again.all'),
        t('again.questionAll', { queue, count, shown: formatCount(count) }),
        t('again.nameAll', { queue }),
      ];

  async function act() {
    if (!(await confirm({ title: t('again.title'), body: question, confirmLabel: label }))) return;
    setPending(true);
    try {
      const { count: running, userErrors } = await runJobsAgain(
        { input: { queue, jobId } },
        { refetchQueries: ['InstallationPage'] },
      );
      const [refusal] = userErrors;
      if (refusal) toaster.error({ title: refusal.message });
      else toaster.success({ title: t('again.done', { count: running ?? 0, shown: formatCount(running ?? 0) }) });
    } catch {
      toaster.error({ title: t('again.failed') });
    } finally {
      setPending(false);
    }
  }
  return (
    <Button size="xs" variant="outline" loading={isPending} aria-label={name} onClick={() => void act()}>
      {label}
    </Button>
  );
}
