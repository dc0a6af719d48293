import { SimpleGrid } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { DescriptionList, type Description } from '../../components/DescriptionList.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { formatBytes } from '../../lib/bytes.ts';
import { graphql } from '../../lib/graphql.ts';
import { formatCount } from '../../lib/numberLocale.ts';
import { urls } from '../../lib/urls.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import type { InstallationFacts_installationFragment } from './gql/InstallationFacts.ts';

graphql(`
  fragment InstallationFacts_installation on Installation {
    version
    commit
    migration
    startedAt
    mails {
      waiting
      failed
      suppressed
    }
    storage {
      kind
      uploads
      bytes
      held
      sweptAt
    }
    checks {
      complianceAt
      derivedAt
      sealedAt
    }
    lastBackup {
      takenAt
      bytes
      version
    }
  }
`);

/** What runs, the outbox, the stored files, the last verifications and the last backup. What is missing says why. */
export function InstallationFacts({ installation }: { installation: InstallationFacts_installationFragment }) {
  const { t } = useTranslation('installation');
  const format = useInstantFormat();
  const { version, commit, migration, startedAt, mails, storage, checks, lastBackup } = installation;
  const verified = (at: string | null) => (at === null ? t('checks.never') : format(at));
  return (
    <SimpleGrid columns={{ base: 1, lg: 2 }} gap="4">
      <Facts
        title={t('release.title')}
        items={[
          { label: t('release.version'), value: version },
          ...(commit === null ? [] : [{ label: t('release.commit'), value: commit, mono: true }]),
          { label: t('release.migration'), value: migration, mono: true },
          { label: t('release.startedAt'), value: format(startedAt) },
        ]}
      />
      <Facts
        title={t('mails.title')}
        items={[
          { label: t('mails.waiting'), value: formatCount(mails.waiting) },
          { label: t('mails.failed'), value: formatCount(mails.failed) },
          {
            label: t('mails.suppressed'),
            value: <TextLink to={urls.suppressedEmails}>{formatCount(mails.suppressed)}</TextLink>,
          },
        ]}
      />
      <Facts
        title={t('files.title')}
        items={[
          { label: t('files.kind'), value: t(`files.kinds.${storage.kind}`) },
          { label: t('files.uploads'), value: formatCount(storage.uploads) },
          { label: t('files.bytes'), value: formatBytes(storage.bytes) },
          {
            label: t('files.held'),
            value:
              storage.held === null
                ? t('files.notSwept')
                : t(storage.held === 0 ? 'files.noneHeld' : 'files.someHeld', {
                    shown: formatCount(storage.held),
                    time: format(storage.sweptAt),
                  }),
          },
        ]}
      />
      <Facts
        title={t('checks.title')}
        items={[
          { label: t('checks.compliance'), value: verified(checks.complianceAt) },
          { label: t('checks.derived'), value: verified(checks.derivedAt) },
          {
            label: t('checks.sealed'),
            value: checks.sealedAt === null ? t('checks.neverSealed') : format(checks.sealedAt),
          },
          {
            label: t('backup.label'),
            value: lastBackup
              ? t('backup.taken', {
                  time: format(lastBackup.takenAt),
                  size: formatBytes(lastBackup.bytes),
                  version: lastBackup.version,
                })
              : t('backup.none'),
          },
        ]}
      />
    </SimpleGrid>
  );
}

function Facts({ title, items }: { title: string; items: readonly Description[] }) {
  return (
    <Card title={title}>
      <DescriptionList items={items} labelWidth="11rem" />
    </Card>
  );
}
