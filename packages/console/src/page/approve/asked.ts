/** What was asked for in this tab: bytes are compared with this, and not with what the service says of the request. */
import type { Intent } from '@quorate/verify'

const asked = new Map<string, Pick<Intent, 'operation' | 'payload'>>()

export const rememberAsked = (jobId: string, stated: Pick<Intent, 'operation' | 'payload'>): void =>
  void asked.set(jobId, stated)

export const askedFor = (jobId: string): Pick<Intent, 'operation' | 'payload'> | undefined => asked.get(jobId)
