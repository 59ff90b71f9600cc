/** The requests that were created in this tab. The bytes are compared with these, not with the service's statement. */
import type { Asked } from '@quorate/verify'

const asked = new Map<string, Asked>()

export const rememberAsked = (jobId: string, stated: Asked): void => void asked.set(jobId, stated)

export const askedFor = (jobId: string): Asked | undefined => asked.get(jobId)
