/** The servers in a `DATABASE_URL`, a primary and its standbys. Only one of them is writable. */
import { Client, type ClientConfig } from 'pg'
import { ConfigError } from '../../base/errors.ts'
import { READ_ONLY } from '../connection.ts'

export interface DatabaseServers {
  /** As shown to people: `a:5432, b:5432`. */
  readonly where: string
  readonly count: number
  /** The URL of the server to connect to: the last writable one, or the next to try. */
  current(): string
  /** Switches to the next server, unless another connection has already switched from `url`. */
  leave(url: string): void
}

const MAX_SERVERS = 16

/** Everything before the hosts, the hosts, and everything after them. An `@` in a user or password must be encoded. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)([/?#].*)?$/s
/** The supported URL parameters. libpq has more, but none of them suits a platform that writes. */
const TARGETS = new Set(['read-write', 'primary'])

/**
 * Reads a URL with one or several servers, as libpq does: `postgres://user@a:5432,b:5432/database`. With several
 * servers the writable one is used (`target_session_attrs=read-write`, which is implied).
 *
 * @param name The setting, for errors
 * @throws {@link ConfigError}
 */
export function serversOf(url: string, name: string): DatabaseServers {
  const [, start = '', hosts = '', rest = ''] = PARTS.exec(url) ?? []
  const names = hosts.split(',')
  if (!start || names.length > MAX_SERVERS) throw new ConfigError(`${name} ${EXPECTED}`)
  const urls = names.map((host) => urlOf(start + host + rest, name))
  let place = 0
  const current = () => urls[place] ?? url
  return {
    where: names.map((host, index) => host || (new URL(urls[index] ?? url).searchParams.get('host') ?? '')).join(', '),
    count: urls.length,
    current,
    leave(left) {
      if (left === current()) place = (place + 1) % urls.length
    },
  }
}

const EXPECTED = `is set, but not usable: expected postgres://user@host:port/database, or up to ${MAX_SERVERS} hosts with commas between them`

/** The URL of one server, without the parameters, which pg does not know. */
function urlOf(text: string, name: string): string {
  if (!URL.canParse(text)) throw new ConfigError(`${name} ${EXPECTED}`)
  const url = new URL(text)
  const target = url.searchParams.get('target_session_attrs')
  if (target !== null && !TARGETS.has(target))
    throw new ConfigError(`${name} asks for target_session_attrs=${target}: expected read-write, since services write`)
  url.searchParams.delete('target_session_attrs')
  return url.href
}

/**
 * Connections to the writable server. If a connection can't be opened, or is read-only, it fails, and the next one goes
 * to the next server.
 */
export function clientsOf(servers: DatabaseServers): typeof Client {
  return class extends Client {
    readonly url: string

    constructor(config: ClientConfig = {}) {
      const url = servers.current()
      super({ ...config, connectionString: url })
      this.url = url
      // If a connection is lost while it is being opened, its queries fail.
      this.on('error', () => {})
    }

    override connect(): Promise<Client>
    override connect(done: (error: Error) => void): void
    override connect(done?: (error: Error) => void): Promise<Client> | undefined {
      const connected = this.#connect()
      if (!done) return connected
      connected.then(() => done(undefined as unknown as Error), done)
      return undefined
    }

    async #connect(): Promise<Client> {
      try {
        await super.connect()
        if (servers.count > 1) await this.#refuseReadOnly()
        return this
      } catch (error) {
        servers.leave(this.url)
        throw error
      }
    }

    async #refuseReadOnly(): Promise<void> {
      const { rows } = await this.query<{ transaction_read_only: string }>('show transaction_read_only')
      if (rows[0]?.transaction_read_only !== 'on') return
      this.connection.stream.destroy()
      throw Object.assign(new Error(`${new URL(this.url).host} can only be read`), { code: READ_ONLY })
    }
  }
}
