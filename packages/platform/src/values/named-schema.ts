import type { TSchema } from 'typebox'

/** The keyword of a schema's name. Validators pass over it. */
export const NAME = 'x-name'

/**
 * The schema, under a name in the API's description: there it stands once, wherever it is used. A copy with other
 * keywords than a description stands in its place, unnamed.
 */
export const namedSchema = <Schema extends TSchema>(name: string, schema: Schema): Schema =>
  Object.assign(schema, { [NAME]: name })
