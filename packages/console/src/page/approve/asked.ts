/** What was asked for in this tab: bytes are compared with this, and not with what the service says of the request. */
import type { Asked } from '@quorate/verify'

const asked = new Map<string, Asked>()

export const rememberAsked = (jobId: string, stated: Asked): void => void asked.set(jobId, stated)

export const askedFor = (jobId: string): Asked | undefined => asked.get(jobId)
