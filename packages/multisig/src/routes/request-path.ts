import { Type } from 'typebox'

/** The path parameters of routes about one request. */
export const JobPath = Type.Object({ jobId: Type.String({ maxLength: 100 }) })
/** An owner's text: a comment, or the reason for a rejection. */
export const Text = Type.String({ minLength: 1, maxLength: 1000 })
