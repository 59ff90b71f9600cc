/** The API of the embedded ledger: its state, and one function for each operation. */
import { QuorateError } from '@quorate/client'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { PageConfig } from '../api/client.ts'
import { notingFetch } from '../api/reached.ts'
import { HoldersAnswer } from '../mirror/answers.ts'
import { readMirror } from '../mirror/mirror.ts'

export const FAULT_TARGETS = ['transactions', 'queries', 'mirror'] as const
export type FaultTarget = (typeof FAULT_TARGETS)[number]
export const FAULT_KINDS = ['busy', 'unreachable', 'slow', 'lost'] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

/** For a mirror, a lost answer is the same as no answer. */
export const kindsFor = (on: FaultTarget): readonly FaultKind[] =>
  on === 'mirror' ? FAULT_KINDS.filter((kind) => kind !== 'lost') : FAULT_KINDS

export interface LedgerFault {
  kind: FaultKind
  on: FaultTarget
  /** How many more calls it affects. */
  calls: number
  delayMs?: number
}

export interface Snapshot {
  snapshot: number
  /** The machine's time. */
  takenAt: string
  aheadMs: number
}

export interface LedgerState {
  time: string
  aheadMs: number
  snapshots: Snapshot[]
  faults: LedgerFault[]
}

interface Operations {
  clock: { ms: number }
  snapshots: Record<string, never>
  restore: { snapshot: number }
  'delete-snapshot': { snapshot: number }
  faults: LedgerFault
}

const PATH = '/api/development'
const READ_MS = 5_000

async function answered<T>(asked: Promise<Response>): Promise<T> {
  const response = await asked.catch((cause: unknown) => {
    throw new QuorateError({ code: 'UNANSWERED', message: 'The console did not answer', cause })
  })
  const body = await response.json().catch(() => ({}))
  if (response.ok) return body as T
  const { code = 'INVALID_ANSWER', message = `The console answered ${response.status}` } = body as Partial<QuorateError>
  const requestId = response.headers.get('x-request-id') ?? undefined
  throw new QuorateError({ code, message, status: response.status, requestId })
}

export const ledgerQuery = () =>
  queryOptions({
    queryKey: ['development'],
    queryFn: () => answered<LedgerState>(notingFetch(PATH)),
    // The number of remaining calls falls with every affected call.
    refetchInterval: READ_MS,
  })

const run = <Name extends keyof Operations>(name: Name, body: Operations[Name]): Promise<LedgerState> =>
  answered(
    notingFetch(`${PATH}/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )

/** Reloads everything: a changed clock or ledger may change all answers. */
function readAgain(queries: QueryClient, state: LedgerState): void {
  queries.setQueryData(ledgerQuery().queryKey, state)
  queries.setQueryData(['config'], (config: PageConfig | undefined) =>
    config?.development ? { ...config, development: { ...config.development, aheadMs: state.aheadMs } } : config,
  )
  void queries.invalidateQueries({
    predicate: ({ queryKey }) => !['config', 'development'].includes(String(queryKey[0])),
  })
}

export function useOperation<Name extends keyof Operations>(name: Name) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Operations[Name]) => run(name, body),
    onSuccess: (state) => readAgain(queries, state),
    onError: () => queries.invalidateQueries({ queryKey: ledgerQuery().queryKey }),
  })
}

/** The balances of the development accounts in tinybars, from the mirror. */
export const balancesQuery = (mirrorUrl: string, accounts: readonly string[]) =>
  queryOptions({
    queryKey: ['development', 'balances', mirrorUrl],
    async queryFn(): Promise<Map<string, bigint>> {
      const found = await Promise.all(
        pagesOf(accounts).map((some) => {
          const ids = some.map((id) => `account.id=${id}`).join('&')
          return readMirror(mirrorUrl, `/api/v1/balances?limit=100&${ids}`, HoldersAnswer)
        }),
      )
      return new Map(
        found.flatMap(
          (page) => page?.balances.map(({ account, balance }) => [account, BigInt(balance)] as const) ?? [],
        ),
      )
    },
  })

/** The mirror accepts this many accounts in one request. */
const MOST_ASKED = 100
const pagesOf = (accounts: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(accounts.length / MOST_ASKED) }, (_, page) =>
    accounts.slice(page * MOST_ASKED, (page + 1) * MOST_ASKED),
  )
