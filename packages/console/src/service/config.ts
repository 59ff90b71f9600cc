/** The page's configuration, which it loads before it calls the APIs. */
import { type Http, namedSchema } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import type { DevelopmentLedger, IsFromHere } from './development.ts'

const DevelopmentAccount = Type.Object({ id: Type.String(), privateKey: Type.String(), keyType: Type.String() })
export type DevelopmentAccount = Static<typeof DevelopmentAccount>

const PageConfig = namedSchema(
  'PageConfig',
  Type.Object({
    version: Type.String(),
    chains: Type.Array(Type.String(), { description: 'the first is the default' }),
    nodeUrl: Type.Union([Type.String(), Type.Null()], {
      description: "the node's own URL, which logins name; null if it is the console's",
    }),
    mirrors: Type.Record(Type.String(), Type.String(), {
      description: 'the mirror node that recounts read, by chain',
    }),
    services: Type.Object({ multisig: Type.Boolean(), governance: Type.Boolean() }),
    walletConnect: Type.Union([Type.Object({ projectId: Type.String(), relayUrl: Type.String() }), Type.Null()], {
      description: 'the relay over which wallet apps are paired; null where the operator has set no project id',
    }),
    development: Type.Union(
      [
        Type.Object({
          accounts: Type.Array(DevelopmentAccount),
          aheadMs: Type.Number({ description: "how far ahead of the machine's the clock of ledger and services is" }),
          tools: Type.Boolean({ description: 'whether the client may use /api/development' }),
        }),
        Type.Null(),
      ],
      { description: 'the embedded ledger and its accounts, whose keys are public; null without an embedded ledger' },
    ),
  }),
)
export type PageConfig = Static<typeof PageConfig>

/** The development accounts and the embedded ledger. Each answer builds its `development` from them. */
export interface Development {
  accounts: DevelopmentAccount[]
  ledger: DevelopmentLedger
}

export function configRoute(
  http: Http,
  config: Omit<PageConfig, 'development'> & { development: Development | null },
  isFromHere: IsFromHere,
): void {
  const { development, ...fixed } = config
  const schema = { summary: "The page's configuration", tags: ['console'], response: { 200: PageConfig } }
  http.get('/config.json', { schema, config: { access: 'public' } }, async ({ raw }, reply) => {
    reply.header('cache-control', 'no-store')
    const { accounts, ledger } = development ?? {}
    return {
      ...fixed,
      development: accounts && ledger ? { accounts, aheadMs: ledger.aheadMs, tools: isFromHere(raw) } : null,
    }
  })
}
