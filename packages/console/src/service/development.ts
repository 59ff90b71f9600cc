/**
 * The page's API for the embedded ledger: `/api/development`. It exists only with an embedded ledger. It needs no
 * session, because nobody can sign in while the mirror is made to fail. Instead, it accepts requests only from this
 * machine and from pages of this origin.
 */
import type { IncomingMessage } from 'node:http'
import { conflict, forbidden, type Http, isFromHere, isLoopback, namedSchema, notFound } from '@quorate/platform'
import { type Static, type TObject, Type } from 'typebox'
import { limits } from '../limits.ts'
import type { Settings } from '../settings.ts'

const Fault = Type.Object({
  kind: Type.Union([Type.Literal('busy'), Type.Literal('unreachable'), Type.Literal('slow'), Type.Literal('lost')]),
  on: Type.Union([Type.Literal('transactions'), Type.Literal('queries'), Type.Literal('mirror')]),
  calls: Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'calls that it still affects; 0 removes it' }),
  delayMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 600_000 })),
})
export type DevelopmentFault = Static<typeof Fault>

const Snapshot = Type.Object({
  snapshot: Type.Integer(),
  takenAt: Type.String({ description: "the machine's time" }),
  aheadMs: Type.Number({ description: "how far ahead of the machine's the ledger's clock was" }),
})
export type DevelopmentSnapshot = Static<typeof Snapshot>

const State = namedSchema(
  'DevelopmentState',
  Type.Object({
    time: Type.String({ description: "the ledger's time" }),
    aheadMs: Type.Number({ description: "how far ahead of the machine's it is" }),
    snapshots: Type.Array(Snapshot, { description: 'oldest first' }),
    faults: Type.Array(Fault, { description: 'those that still affect calls' }),
  }),
)

/** The embedded ledger, and the services that follow its clock. Changes run one after the other, except for faults. */
export interface DevelopmentLedger {
  /** How far its clock is ahead of the machine's, in milliseconds. */
  readonly aheadMs: number
  snapshots(): Promise<DevelopmentSnapshot[]>
  faults(): Promise<DevelopmentFault[]>
  /** Moves the clock of the ledger and the services ahead. */
  advance(ms: number): Promise<void>
  snapshot(): Promise<number>
  /** Also resets the clock to its value at the snapshot. */
  restore(snapshot: number): Promise<void>
  dropSnapshot(snapshot: number): Promise<void>
  setFault(fault: DevelopmentFault): Promise<void>
}

interface Operation<Body extends TObject = TObject> {
  summary: string
  body: Body
  /** Does not wait for other changes. Otherwise removing a fault would wait for the change that the fault blocks. */
  isAtOnce?: true
  run(ledger: DevelopmentLedger, body: Static<Body>): Promise<void>
}
const operation = <Body extends TObject>(made: Operation<Body>): Operation => made as unknown as Operation

const ofSnapshot = Type.Object({ snapshot: Type.Integer({ minimum: 0 }) }, { additionalProperties: false })

/** The operations, by the last segment of their path. */
const OPERATIONS: Record<string, Operation> = {
  clock: operation({
    summary: 'Move the clock ahead',
    body: Type.Object(
      { ms: Type.Integer({ minimum: 1, maximum: limits.clockMove.value }) },
      { additionalProperties: false },
    ),
    async run(ledger, { ms }) {
      if (ledger.aheadMs + ms > limits.clockAhead.value)
        throw conflict('CLOCK_TOO_FAR', `The clock would be more than ten years ahead: restore an earlier snapshot`)
      await ledger.advance(ms)
    },
  }),
  snapshots: operation({
    summary: 'Take a snapshot',
    body: Type.Object({}, { additionalProperties: false }),
    async run(ledger) {
      if ((await ledger.snapshots()).length >= limits.snapshots.value)
        throw conflict('TOO_MANY_SNAPSHOTS', `There are ${limits.snapshots.value} snapshots: delete one first`)
      await ledger.snapshot()
    },
  }),
  restore: operation({
    summary: 'Restore a snapshot',
    body: ofSnapshot,
    async run(ledger, { snapshot }) {
      await known(ledger, snapshot)
      await ledger.restore(snapshot)
    },
  }),
  'delete-snapshot': operation({
    summary: 'Delete a snapshot',
    body: ofSnapshot,
    async run(ledger, { snapshot }) {
      await known(ledger, snapshot)
      await ledger.dropSnapshot(snapshot)
    },
  }),
  faults: operation({
    summary: 'Set a fault, or remove it',
    body: Type.Object(Fault.properties, { additionalProperties: false }),
    isAtOnce: true,
    run: (ledger, fault) => ledger.setFault(fault),
  }),
}

async function known(ledger: DevelopmentLedger, snapshot: number): Promise<void> {
  if (!(await ledger.snapshots()).some((one) => one.snapshot === snapshot))
    throw notFound('SNAPSHOT_NOT_FOUND', `The snapshot ${snapshot} no longer exists`)
}

export type IsFromHere = (request: IncomingMessage) => boolean

/**
 * Whether a request comes from this machine. Its Host has already been compared with our address. Always false if the
 * settings make the console public or trust a proxy: a proxy on this machine could forward any Host, without a header
 * that reveals the proxy.
 */
export function fromHere({ CONSOLE_URL }: Pick<Settings, 'CONSOLE_URL'>, trustProxy: readonly string[]): IsFromHere {
  const isPublic = CONSOLE_URL !== undefined && !isLoopback(new URL(CONSOLE_URL).hostname)
  if (isPublic || trustProxy.length > 0) return () => false
  return isFromHere
}

const crossSite = () =>
  forbidden('CROSS_SITE_REFUSED', 'Only a page of this console can change the embedded ledger, and it must send JSON')

/** Refuses requests from other sites. A write must declare this origin. */
function refuseOthers({ headers, method }: IncomingMessage): void {
  const { host, origin, 'sec-fetch-site': site, 'content-type': type } = headers
  const isRead = method === 'GET'
  if (origin === undefined ? !isRead : origin !== `http://${host}`) throw crossSite()
  if (site !== undefined && site !== 'same-origin') throw crossSite()
  if (!isRead && !/^application\/json\s*(?:;|$)/i.test(type ?? '')) throw crossSite()
}

export async function developmentRoutes(http: Http, ledger: DevelopmentLedger, isFromHere: IsFromHere): Promise<void> {
  /** Runs changes one after the other, so that a check still holds when its change is made. */
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const next = last.then(work)
    last = next.catch(() => {})
    return next
  }
  await http.register(
    async (scope: Http) => {
      scope.addHook('onRequest', async ({ raw }) => {
        if (!isFromHere(raw))
          throw forbidden(
            'THIS_MACHINE_ONLY',
            'The embedded ledger can be changed only from the machine that it runs on',
          )
        refuseOthers(raw)
      })
      const state = async (): Promise<Static<typeof State>> => ({
        time: new Date(Date.now() + ledger.aheadMs).toISOString(),
        aheadMs: ledger.aheadMs,
        snapshots: await ledger.snapshots(),
        faults: await ledger.faults(),
      })
      const tags = ['development']
      scope.get(
        '/',
        {
          schema: { summary: 'The clock, snapshots and faults', tags, response: { 200: State } },
          config: { access: 'public' },
        },
        async (_request, reply) => {
          reply.header('cache-control', 'no-store')
          return state()
        },
      )
      for (const [name, { summary, body, isAtOnce, run }] of Object.entries(OPERATIONS))
        scope.post(
          `/${name}`,
          { schema: { summary, tags, body, response: { 200: State } }, config: { access: 'public' } },
          async ({ body: given }) => {
            const work = () => run(ledger, given as Static<TObject>)
            await (isAtOnce ? work() : inTurn(work))
            return state()
          },
        )
    },
    { prefix: '/api/development' },
  )
}
