import { platformSettings, type SettingsOf, serviceSettings, setting } from '@quorate/platform'
import { Type } from 'typebox'

const address = (what: string, example: string) =>
  setting(
    `${what}, for a console that runs apart from it.`,
    Type.Optional(
      Type.String({
        pattern: '^https?://[^\\s/]+/?$',
        title: 'an address such as http://127.0.0.1:3000',
        examples: [example],
      }),
    ),
  )

/** The environment variables of this service. */
export const settings = {
  HTTP_PORT: serviceSettings({ httpPort: 3005 }).HTTP_PORT,
  HOST: platformSettings.HOST,
  CONSOLE_URL: setting(
    'The address at which people open the console; needed where HOST is not loopback, and behind a proxy.',
    Type.Optional(
      Type.String({
        pattern: '^https?://[^\\s/]+$',
        title: 'an address such as https://console.example',
        examples: ['https://console.example'],
      }),
    ),
  ),
  NODE_URL: address('The node', 'http://10.0.0.1:3000'),
  MULTISIG_URL: platformSettings.MULTISIG_URL,
  GOVERNANCE_URL: address('The governance service', 'http://10.0.0.1:3001'),
  MULTISIG_SOCKETS_URL: address('The sockets of the multi-signature service', 'http://10.0.0.1:3004'),
  WALLETCONNECT_PROJECT_ID: setting(
    'The project id of the operator at the relay of WalletConnect. Without it, the console pairs no wallet apps.',
    Type.Optional(Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$', title: 'a project id' })),
  ),
  WALLETCONNECT_RELAY_URL: setting(
    'The relay over which wallet apps are paired.',
    Type.String({
      pattern: '^wss?://[^\\s/]+/?$',
      title: 'an address such as wss://relay.walletconnect.org',
      default: 'wss://relay.walletconnect.org',
    }),
  ),
  GOVERNANCE_SOCKETS_URL: address('The sockets of the governance service', 'http://10.0.0.1:3002'),
}
export type Settings = SettingsOf<typeof settings>
