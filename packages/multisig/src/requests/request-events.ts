import type { Change } from '@quorate/platform'
import type { Request } from '../model/request.ts'
import type { Tables } from '../store/tables.ts'

/** What happens to requests that other parts of the service act on. */
interface Happenings {
  /** In this change the ledger was found to keep a request's transaction. */
  kept: [trx: Change<Tables>, request: Request]
  /** Signatures of a request were confirmed or withdrawn that had waited for the mirror. */
  confirmed: [request: Request]
}

type Handler<Name extends keyof Happenings> = (...what: Happenings[Name]) => Promise<void>

/** Carries {@link Happenings} within this process. `emit` waits for the handlers, one after the other. */
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
