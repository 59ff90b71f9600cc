import type { TSchema } from 'typebox'

/** The keyword of a schema's name. Validators ignore it. */
export const NAME = 'x-name'

/**
 * Gives the schema a name in the API description, which then describes it once, wherever it is used. A copy that
 * changes keywords other than the description is described in place, without a name.
 */
export const namedSchema = <Schema extends TSchema>(name: string, schema: Schema): Schema =>
  Object.assign(schema, { [NAME]: name })
