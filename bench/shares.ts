/**
 * Measures where the time of a life cycle goes: waiting for the database, for the ledger, or neither (HTTP and our own
 * work).
 */
import { openRealHarness, type Person, signed } from '../packages/multisig/test/harness.ts'

/** Milliseconds during which at least one call was under way. */
function stopwatch() {
  let running = 0
  let since = 0
  let spent = 0
  return {
    spent: () => spent,
    async time<T>(work: () => Promise<T>): Promise<T> {
      if (running++ === 0) since = performance.now()
      try {
        return await work()
      } finally {
        if (--running === 0) spent += performance.now() - since
      }
    },
  }
}

type Call = (...args: unknown[]) => Promise<unknown>

/** From now on, measures the time of every call of these methods. */
function watch(target: object, methods: string[], { time }: ReturnType<typeof stopwatch>): void {
  const calls = target as Record<string, Call>
  for (const name of methods) {
    const call = calls[name]?.bind(target)
    if (call) calls[name] = (...args) => time(() => call(...args))
  }
}

export interface Shares {
  cycleMs: number
  database: number
  ledger: number
  rest: number
}

/** Runs life cycles one after the other in this process, so that they wait for nothing else. */
export async function shares(cycles: number): Promise<Shares> {
  const harness = await openRealHarness()
  const [ada, ben] = (await harness.people(2)) as [Person, Person]
  const walletId = await harness.wallet([ada, ben], 2)
  const payment = { walletId, receiverId: ada.id, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 1 }
  const cycle = async () => {
    const request = await harness.ask('withdraw', ada, payment)
    for (const person of [ada, ben]) {
      const body = { walletId, senderId: person.id, signature: signed(person, request.bodyBytes) }
      await harness.post(`/multisig/transaction/sign/${request.jobId}`, person, body)
    }
    await harness.execute('withdraw', ada, request)
  }
  for (let index = 0; index < cycles / 4; index++) await cycle()

  const [database, ledger] = [stopwatch(), stopwatch()]
  const { connections } = harness.server
  const session = connections.session.bind(connections)
  connections.session = async () => {
    const one = await session()
    const timed = { query: one.query.bind(one), script: one.script.bind(one), release: one.release.bind(one) }
    watch(timed, ['query', 'script'], database)
    return timed
  }
  watch(harness.ledger.mirror, ['account', 'transaction'], ledger)
  watch(harness.ledger, ['submit'], ledger)
  const started = performance.now()
  for (let index = 0; index < cycles; index++) await cycle()
  const all = performance.now() - started
  await harness.close()
  return {
    cycleMs: all / cycles,
    database: database.spent() / all,
    ledger: ledger.spent() / all,
    rest: 1 - (database.spent() + ledger.spent()) / all,
  }
}
