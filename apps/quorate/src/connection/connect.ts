/** The client of a command: the platform's addresses, the session to use, and the signer. */
import { type Client, createClient, type Signer } from '@quorate/client'
import { type KeySigner, keySigner } from '@quorate/client/keys'
import { Failure } from '../exit-codes.ts'
import { type KeyOptions, readKey } from './keys.ts'
import { type Kept, keep, type Places, readKept } from './session-file.ts'

export interface PlaceOptions {
  url?: string | undefined
  multisigUrl?: string | undefined
  governanceUrl?: string | undefined
  socketsUrl?: string | undefined
}

export interface SessionOptions extends PlaceOptions, KeyOptions {
  account?: string | undefined
  chain?: string | undefined
}

const withoutSlash = (url: string): string => url.replace(/\/$/, '')

/** The port of a local service, from its setting. */
const port = (name: string, standard: number): string => process.env[name] || String(standard)
const host = (): string => process.env.HOST || '127.0.0.1'
export const local = (name: string, standard: number): string => `http://${host()}:${port(name, standard)}`

/** The default ports. If a node is at port 3000, the other services are expected on its host at these ports. */
const STANDARD = { node: 3000, governance: 3001, multisig: 3003, sockets: 3004 } as const

/** The addresses: from the command's options, else those saved at login, else those of the local platform. */
export function placesOf(given: PlaceOptions): { places: Places; kept: Kept | undefined } {
  const node = withoutSlash(given.url ?? local('NODE_HTTP_PORT', STANDARD.node))
  const kept = readKept(node)
  const standard = standardPlaces(node, given.url === undefined)
  const one = (name: 'multisig' | 'governance' | 'sockets', option: string | undefined) =>
    option === undefined ? (kept?.places[name] ?? standard?.[name]) : withoutSlash(option)
  return {
    kept,
    places: {
      node,
      multisig: one('multisig', given.multisigUrl),
      governance: one('governance', given.governanceUrl),
      sockets: one('sockets', given.socketsUrl),
    },
  }
}

/** The addresses of the other services next to a node, if it has its standard port. */
function standardPlaces(node: string, isLocal: boolean): Omit<Places, 'node'> | undefined {
  if (isLocal || node === local('NODE_HTTP_PORT', STANDARD.node))
    return {
      multisig: local('MULTISIG_HTTP_PORT', STANDARD.multisig),
      governance: local('GOVERNANCE_HTTP_PORT', STANDARD.governance),
      sockets: local('MULTISIG_WS_PORT', STANDARD.sockets),
    }
  const url = new URL(node)
  if (url.port !== String(STANDARD.node)) return undefined
  const at = (port: number) => `${url.protocol}//${url.hostname}:${port}`
  return { multisig: at(STANDARD.multisig), governance: at(STANDARD.governance), sockets: at(STANDARD.sockets) }
}

export interface Connection {
  client: Client
  places: Places
  kept: Kept | undefined
  /** The account of the session; undefined without one. */
  account: string | undefined
  chain: string | undefined
  /** Reads the key when it first signs. */
  signer: Signer | undefined
}

/** A client without a session, for public reads. */
export const publicClient = (given: PlaceOptions & { chain?: string | undefined }): Client =>
  clientOf(placesOf(given).places, given.chain)

export function clientOf(places: Places, chain?: string, signer?: Signer, renew = false): Client {
  const { node, multisig, governance, sockets } = places
  return createClient({
    node,
    ...(multisig === undefined ? {} : { multisig }),
    ...(governance === undefined ? {} : { governance }),
    ...(sockets === undefined ? {} : { sockets: { multisig: sockets } }),
    ...(chain === undefined ? {} : { chain }),
    ...(signer === undefined ? {} : { signer }),
    renew,
  })
}

/** A signer that reads its key when it first signs, so that commands which sign nothing need no key. */
export function lazySigner(accountId: string, options: KeyOptions): Signer {
  let signer: KeySigner | undefined
  const made = (): KeySigner => (signer ??= keySigner({ accountId, ...readKey(options) }))
  return {
    accountId,
    signBody: (bytes) => made().signBody(bytes),
    signMessage: (text) => made().signMessage(text),
    signName: (bytes) => made().signName(bytes),
  }
}

/** Uses the account's session, if there is one. */
export function connect(given: SessionOptions): Connection {
  const { places, kept } = placesOf(given)
  const account = given.account ?? kept?.current ?? undefined
  const session = account === undefined ? undefined : kept?.sessions[account]
  if (account === undefined || !kept || !session)
    return {
      client: clientOf(places, given.chain),
      places,
      kept,
      account: undefined,
      chain: given.chain,
      signer: undefined,
    }
  const key = {
    keyFile: given.keyFile ?? (process.env.QUORATE_KEY ? undefined : session.keyFile),
    keyType: given.keyType ?? session.keyType,
  }
  const signer = lazySigner(account, key)
  const hasKey = key.keyFile !== undefined || Boolean(process.env.QUORATE_KEY)
  const client = clientOf(places, session.chain, signer, hasKey)
  client.resume(session)
  return { client, places, kept, account, chain: session.chain, signer }
}

export type LoggedIn = Connection & { account: string; chain: string; signer: Signer; kept: Kept }

/**
 * Does `work` with a session. An expired session is renewed if the key is known, and saved.
 * @throws Failure without a session
 */
export async function withSession<T>(given: SessionOptions, work: (connection: LoggedIn) => Promise<T>): Promise<T> {
  const connection = connect(given)
  const { account, chain, signer, kept, client, places } = connection
  if (account === undefined || !chain || !signer || !kept)
    throw new Failure(
      'notLoggedIn',
      `${given.account ?? 'Nobody'} is ${given.account === undefined ? '' : 'not '}logged in at ${places.node}: quorate login --account ${given.account ?? '0.0.n'} --key-file <file>`,
    )
  const before = client.session?.accessToken
  try {
    return await work({ ...connection, account, chain, signer, kept })
  } finally {
    const session = client.session
    const old = kept.sessions[account]
    if (session && old && session.accessToken !== before)
      keep({ ...kept, sessions: { ...kept.sessions, [account]: { ...old, ...session } } })
  }
}
