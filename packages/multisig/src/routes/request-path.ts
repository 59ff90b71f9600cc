import { Type } from 'typebox'

/** The path parameters of routes about one request. */
export const JobPath = Type.Object({ jobId: Type.String({ maxLength: 100 }) })
/** What an owner writes: a comment, or why it rejects a request. */
export const Text = Type.String({ minLength: 1, maxLength: 1000 })
