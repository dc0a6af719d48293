import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { DescriptionList } from '../../components/DescriptionList.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { graphql } from '../../lib/graphql.ts';
import { nameInList } from '../../lib/nameInList.ts';
import { urls } from '../../lib/urls.ts';
import { useInstantFormat, useViewer } from '../../lib/viewer.ts';
import { ClinicalTypeText } from './ClinicalTypeText.tsx';
import type { OrganizationInformation_organizationFragment } from './gql/OrganizationInformation.ts';
import { OrganizationTypeText } from './OrganizationTypeText.tsx';

graphql(`
  fragment OrganizationInformation_organization on Organization {
    id
    databaseId
    type
    timezone
    record {
      clinicalType
      createdAt
      patientCount
      userCount
      locationCount
      dmeId
      migratedAt
      migratedBy {
        id
        firstName
        lastName
      }
    }
  }
`);

/** The data of an organization, and its numbers of patients, users and locations. */
export function OrganizationInformation({
  organization,
}: {
  organization: OrganizationInformation_organizationFragment;
}) {
  const { t } = useTranslation('organizations');
  const format = useInstantFormat();
  const { viewerCanListUsers } = useViewer();
  const { databaseId, type, timezone, record } = organization;
  const users = record?.userCount;
  return (
    <Card title={t('information')}>
      <DescriptionList
        items={[
          { label: t('id'), value: databaseId },
          { label: t('type'), value: <OrganizationTypeText type={type} /> },
          ...(record?.clinicalType
            ? [{ label: t('clinicalType'), value: <ClinicalTypeText type={record.clinicalType} /> }]
            : []),
          { label: t('timezone'), value: timezone },
          { label: t('created'), value: format(record?.createdAt) },
          { label: t('patients'), value: record?.patientCount },
          {
            label: t('users'),
            value: viewerCanListUsers ? (
              <TextLink to={urls.organizationUsers(databaseId)}>{String(users ?? '')}</TextLink>
            ) : (
              users
            ),
          },
          { label: t('locations'), value: record?.locationCount },
          // Of the legacy system: most organizations have none of it.
          ...(record?.dmeId
            ? [
                { label: t('dmeId'), value: record.dmeId },
                { label: t('migratedAt'), value: format(record.migratedAt) },
                { label: t('migratedBy'), value: record.migratedBy && nameInList(record.migratedBy) },
              ]
            : []),
        ]}
      />
    </Card>
  );
}
