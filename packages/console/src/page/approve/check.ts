/** Reads the bytes of a request, field by field, and compares them with what the request states. */
import {
  compareIntent,
  compareTime,
  type Decoded,
  type Difference,
  decode,
  fingerprint,
  type Intent,
  inWords,
  type Line,
  VerifyError,
} from '@quorate/verify'
import { intentOf, type LedgerKeys, type StatedRequest } from './intent.ts'

export type Verdict = 'trusted' | 'BODY_NOT_UNDERSTOOD' | 'INTENT_DIFFERS' | 'INTENT_UNKNOWN'

/** What the bytes of a request say, and whether that may be signed. */
export interface Check {
  bodyBytes: Uint8Array
  decoded: Decoded
  fingerprint: string
  lines: Line[]
  verdict: Verdict
  differences: Difference[]
}

export type CheckedRequest = StatedRequest & { bodyBytes: string }

/** Only `trusted` bytes are ever signed. What was asked for in this tab goes before what the service states of it. */
export async function checkRequest(
  request: CheckedRequest,
  ledger: LedgerKeys,
  asked?: Pick<Intent, 'operation' | 'payload'>,
): Promise<Check> {
  const bodyBytes = fromBase64(request.bodyBytes)
  const decoded = decode(bodyBytes)
  const read = { bodyBytes, decoded, fingerprint: fingerprint(bodyBytes), lines: inWords(decoded) }
  if (decoded.findings.length > 0)
    return { ...read, verdict: 'BODY_NOT_UNDERSTOOD', differences: decoded.findings.map(fromFinding) }
  const intent = await intentOf({ ...request, ...asked }, ledger)
  if (!intent) return { ...read, verdict: 'INTENT_UNKNOWN', differences: [] }
  try {
    const differences = [
      ...compareIntent(decoded, intent).filter((one) => !isMemoOfProposal(one, request.payload)),
      ...(request.schedule ? [] : compareTime({ ...request, ...timeIn(asked?.payload) })),
    ]
    return { ...read, verdict: differences.length === 0 ? 'trusted' : 'INTENT_DIFFERS', differences }
  } catch (error) {
    if (!(error instanceof VerifyError)) throw error
    return { ...read, verdict: 'INTENT_UNKNOWN', differences: [] }
  }
}

/** When it was to be executed, of what was asked for in this tab: undefined for at once. */
const timeIn = (payload: Intent['payload'] | undefined): { executeAt?: string | undefined } =>
  payload ? { executeAt: payload.executeAt as string | undefined } : {}

const fromFinding = ({ path, start, end, message }: Decoded['findings'][number]): Difference => ({
  ...{ path, said: null, stated: null, range: { start, end }, message },
})

/** A request that a DAO decided on names its proposal in the memo. */
function isMemoOfProposal({ path, said }: Difference, payload: Readonly<Record<string, unknown>>): boolean {
  const { proposalId } = (payload.proposal ?? {}) as { proposalId?: unknown }
  return path === 'memo' && typeof proposalId === 'string' && said === JSON.stringify(`Proposal ${proposalId}`)
}

export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
