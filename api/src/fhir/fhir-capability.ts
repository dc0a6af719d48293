import type { CapabilityStatement } from 'fhir/r4';
import { release } from '../version.ts';
import type { SearchParameter } from './fhir-parameters.ts';
import type { Resource } from './fhir-resource.ts';
import { RESOURCES } from './fhir-resources.ts';
import { COMMON } from './fhir-search.ts';
import { BASE, MEDIA_TYPE } from './fhir-systems.ts';

/** Date of the last change of what is served. */
const CHANGED = '2026-11-29';

const SECURITY = 'http://terminology.hl7.org/CodeSystem/restful-security-service';
const OAUTH_ADDRESSES = 'http://fhir-registry.smarthealthit.org/StructureDefinition/oauth-uris';

const textOf = ({ text, modifiers = [] }: SearchParameter): string =>
  modifiers.length > 0 ? `${text} Modifiers: ${modifiers.join(', ')}.` : text;

/** Returns what a search of a resource takes, in words. */
export const searchTexts = ({ parameters }: Pick<Resource, 'parameters'>): { name: string; text: string }[] => [
  ...parameters.map((parameter) => ({ name: parameter.name, text: textOf(parameter) })),
  ...COMMON.map((name) => ({ name, text: TEXTS[name] })),
];

/** Returns what is served at an address of the portal, from the table of the resources. */
export function capabilityStatement(origin: string): CapabilityStatement {
  return {
    resourceType: 'CapabilityStatement',
    status: 'active',
    date: CHANGED,
    kind: 'instance',
    software: { name: release.name, version: release.version },
    implementation: { description: 'Device-reported use of respiratory devices', url: origin + BASE },
    fhirVersion: '4.0.1',
    format: [MEDIA_TYPE, 'json'],
    rest: [
      {
        mode: 'server',
        documentation: `Read only. Guide: ${origin}/developers/fhir. Prefer: handling=strict refuses unknown parameters.`,
        security: {
          cors: false,
          service: [{ coding: [{ system: SECURITY, code: 'OAuth' }] }],
          description: 'A bearer token of POST /oauth/token, or a personal access token.',
          extension: [{ url: OAUTH_ADDRESSES, extension: [{ url: 'token', valueUri: `${origin}/oauth/token` }] }],
        },
        resource: RESOURCES.map(({ type, parameters }) => ({
          type,
          profile: `http://hl7.org/fhir/StructureDefinition/${type}`,
          interaction: [{ code: 'read' as const }, { code: 'search-type' as const }],
          versioning: 'no-version' as const,
          searchParam: parameters.map((parameter) => ({
            name: parameter.name,
            type: parameter.type,
            documentation: textOf(parameter),
          })),
        })),
        searchParam: COMMON.map((name) => ({ name, type: 'special' as const, documentation: TEXTS[name] })),
      },
    ],
  };
}

const TEXTS: Record<(typeof COMMON)[number], string> = {
  _count: 'Entries of a page: 50 by default, at most 500; 0 for the total alone.',
  _format: 'json.',
};
