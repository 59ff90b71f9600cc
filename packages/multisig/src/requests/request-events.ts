import type { Change } from '@quorate/platform'
import type { Request } from '../model/request.ts'
import type { Tables } from '../store/tables.ts'

/** The events of requests that other parts of the service act on. */
interface Happenings {
  /** This change found that the ledger keeps a request's transaction. */
  kept: [trx: Change<Tables>, request: Request]
  /** Signatures of a request that had waited for the mirror were confirmed or withdrawn. */
  confirmed: [request: Request]
}

type Handler<Name extends keyof Happenings> = (...what: Happenings[Name]) => Promise<void>

/** Delivers {@link Happenings} within this process. `emit` awaits the handlers one after the other. */
export function createRequestEvents() {
  const handlers: { [Name in keyof Happenings]: Handler<Name>[] } = { kept: [], confirmed: [] }
  return {
    on<Name extends keyof Happenings>(name: Name, handler: Handler<Name>): void {
      handlers[name].push(handler)
    },
    async emit<Name extends keyof Happenings>(name: Name, ...what: Happenings[Name]): Promise<void> {
      for (const handler of handlers[name]) await handler(...what)
    },
  }
}

export type RequestEvents = ReturnType<typeof createRequestEvents>
