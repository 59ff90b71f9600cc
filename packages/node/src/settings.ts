import { platformSettings, type SettingsOf, serviceSettings, setting } from '@quorate/platform'
import { Type } from 'typebox'
import { limits } from './limits.ts'
import { networkSettings } from './network/settings.ts'

const { HTTP_PORT } = serviceSettings({ httpPort: 3000 })

/** The environment variables of this service. */
export const settings = {
  HTTP_PORT,
  HOST: platformSettings.HOST,
  DATA_DIR: platformSettings.DATA_DIR,
  ADMIN_WALLETS: platformSettings.ADMIN_WALLETS,
  SMART_APP: platformSettings.SMART_APP,
  WEBHOOK_HOSTS: platformSettings.WEBHOOK_HOSTS,
  UTILITY_TOKENS: platformSettings.UTILITY_TOKENS,
  ...networkSettings,
  TRANSACTION_TIMEOUT: platformSettings.TRANSACTION_TIMEOUT,
  PUBLIC_URL: setting(
    'The address of the node. Wallets show it when they sign a login, and links to content begin with it. It may be left out on loopback.',
    Type.Optional(
      Type.String({
        pattern: '^https?://[^\\s]+$',
        title: 'a URL that starts with http:// or https://',
        examples: ['https://node.example'],
      }),
    ),
  ),
  AUTH_TOKEN_KEY: setting(
    'The key that signs tokens, the same for all processes on a database. Without it, the first start creates one and keeps it in DATA_DIR.',
    Type.Optional(
      Type.String({ title: 'an Ed25519 private key as PEM, or as PKCS #8 DER in hex or base64', secret: true }),
    ),
  ),
  NETWORK_KEY: setting(
    'The network key of the default chain, which is part of the keys of entities under a validator. Without it, the first start creates one and keeps it in DATA_DIR.',
    Type.Optional(
      Type.String({ title: 'an Ed25519 private key as PEM, or as PKCS #8 DER in hex or base64', secret: true }),
    ),
  ),
  TWO_FACTOR_KEY: setting(
    'The key that encrypts the secrets of second factors. Without it, the first start creates one and keeps it in DATA_DIR.',
    Type.Optional(Type.String({ title: '32 bytes in hex or base64', secret: true })),
  ),
  SHARE_KEY: setting(
    "The key that seals the node's share of the network's shared key in the database. Without it, the first start creates one and keeps it in DATA_DIR.",
    Type.Optional(Type.String({ title: '32 bytes in hex or base64', secret: true })),
  ),
  SMTP_URL: setting(
    'The server that e-mail is sent through. Without it, accounts cannot set an address.',
    Type.Optional(
      Type.String({
        pattern: '^smtps?://[^\\s]+$',
        title: 'a URL that starts with smtp:// or smtps://',
        examples: ['smtps://user:password@mail.example:465'],
        secret: true,
      }),
    ),
  ),
  MAIL_FROM: setting(
    'The address that e-mail is sent from; SMTP_URL needs it.',
    Type.Optional(
      Type.String({
        maxLength: 254,
        pattern: '^[^\\s@<>]+@[^\\s@<>]+$',
        title: 'an e-mail address',
        examples: ['quorate@node.example'],
      }),
    ),
  ),
  MAIL_PER_HOUR: setting(
    'Maximum messages in an hour, counted separately for codes that confirm an address, other e-mail, and messages to chats.',
    Type.Integer({ minimum: 1, maximum: 1_000_000, default: limits.emailsPerHour.value }),
  ),
  TRUSTED_PUBLISHERS: platformSettings.TRUSTED_PUBLISHERS,
  SPENDING_PER_HOUR: setting(
    'The most that the node itself pays per hour on each chain, for its topic and its queries, in tinybars.',
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 1_000_000_000 }),
  ),
}
export type Settings = SettingsOf<typeof settings>
