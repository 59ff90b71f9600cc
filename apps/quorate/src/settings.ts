import { settings as console } from '@quorate/console'
import { settings as governance } from '@quorate/governance'
import { settings as health } from '@quorate/health'
import { settings as multisig } from '@quorate/multisig'
import { settings as node } from '@quorate/node'
import { platformSettings, readSettings, refuseSharedPorts, type SettingsOf, setting } from '@quorate/platform'
import { settings as storage } from '@quorate/storage'
import { Type } from 'typebox'

const port = (standard: number) => Type.Integer({ minimum: 0, maximum: 65535, default: standard })

/** The settings of the process as a whole. */
export const sharedSettings = {
  ...platformSettings,
  ...health,
  LOCALNET_GRPC_PORT: setting('The port of the embedded consensus node; 0 is any.', port(50211)),
  LOCALNET_MIRROR_GRPC_PORT: setting(
    "The port of the embedded mirror's topic subscriptions (gRPC); 0 is any.",
    port(5600),
  ),
  LOCALNET_REST_PORT: setting("The port of the embedded mirror's REST API; 0 is any.", port(5551)),
  LOCALNET_REST_JAVA_PORT: setting(
    'A second port of the same REST API, where SDKs look for some of its paths; 0 is any.',
    port(8084),
  ),
  LOCALNET_RPC_PORT: setting("The port of the embedded ledger's JSON-RPC, for Ethereum tools; 0 is any.", port(7546)),
}
export type Settings = SettingsOf<typeof sharedSettings>

export const serviceNames = ['node', 'multisig', 'governance', 'console'] as const
export type ServiceName = (typeof serviceNames)[number]

/** Reads and checks all settings of a start before anything is opened. @throws ConfigError */
export function settingsFor(services: readonly ServiceName[], env: NodeJS.ProcessEnv) {
  refuseSharedPorts(services, env)
  return {
    shared: readSettings(sharedSettings, { env }),
    node: readSettings(node, { env, service: 'node' }),
    storage: readSettings(storage, { env, service: 'node' }),
    multisig: readSettings(multisig, { env, service: 'multisig' }),
    governance: readSettings(governance, { env, service: 'governance' }),
    console: readSettings(console, { env, service: 'console' }),
  }
}
