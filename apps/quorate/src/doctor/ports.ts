/** The ports that a start listens on, by the settings that name them. */
import type { settingsFor } from '../settings.ts'
import type { Port } from './machine.ts'

export function portsOf(settings: ReturnType<typeof settingsFor>, isEmbedded: boolean): Port[] {
  const { shared, node, multisig, governance, console } = settings
  const all: [string, number][] = [
    ['NODE_HTTP_PORT', node.HTTP_PORT],
    ['GOVERNANCE_HTTP_PORT', governance.HTTP_PORT],
    ['GOVERNANCE_WS_PORT', governance.WS_PORT],
    ['MULTISIG_HTTP_PORT', multisig.HTTP_PORT],
    ['MULTISIG_WS_PORT', multisig.WS_PORT],
    ['CONSOLE_HTTP_PORT', console.HTTP_PORT],
    ...(isEmbedded
      ? ([
          ['LOCALNET_GRPC_PORT', shared.LOCALNET_GRPC_PORT],
          ['LOCALNET_MIRROR_GRPC_PORT', shared.LOCALNET_MIRROR_GRPC_PORT],
          ['LOCALNET_REST_PORT', shared.LOCALNET_REST_PORT],
          ['LOCALNET_REST_JAVA_PORT', shared.LOCALNET_REST_JAVA_PORT],
          ['LOCALNET_RPC_PORT', shared.LOCALNET_RPC_PORT],
        ] satisfies [string, number][])
      : []),
  ]
  return all.map(([setting, port]) => ({ setting, port, host: shared.HOST }))
}

/** The port in an error about a port that another program listens on; undefined for other errors. */
export function takenPortIn(error: unknown): number | undefined {
  const text = error instanceof Error ? error.message : ''
  const port = /EADDRINUSE[^\r\n]{0,100}:(\d{1,5})\b/.exec(text)?.[1]
  return port === undefined ? undefined : Number(port)
}
