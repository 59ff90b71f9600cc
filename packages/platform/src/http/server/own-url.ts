/**
 * The URL that the node gives clients as its own. It never relies only on a request's `Host`, which the client chooses.
 */
import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { badRequest, ConfigError } from '../../base/errors.ts'
import { httpUrl } from '../../values/http-url.ts'
import { PRIVATE_ADDRESS } from './private-socket.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether a name or address means only this machine. */
export function isLoopback(host: string): boolean {
  const name = host.replace('[', '').replace(']', '')
  const version = isIP(name)
  return version === 0 ? name.toLowerCase() === 'localhost' : loopback.check(name, version === 4 ? 'ipv4' : 'ipv6')
}

/** @throws ConfigError if other machines can reach the node and PUBLIC_URL is not set */
export function needPublicUrl({ HOST, PUBLIC_URL }: { HOST: string; PUBLIC_URL?: string | undefined }): void {
  if (PUBLIC_URL !== undefined || isLoopback(HOST)) return
  throw new ConfigError(
    `PUBLIC_URL is not set: with HOST ${HOST} others can reach the node, and wallets must be shown its own address, such as https://node.example`,
  )
}

/**
 * PUBLIC_URL; without it, the loopback address that the request was sent to.
 *
 * @throws 400 HOST_UNKNOWN if the Host is not a name of this machine with our port
 */
export function ownUrl(request: FastifyRequest, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl
  const { host = '' } = request.headers
  const url = httpUrl(`http://${host}`)
  // The console only accepts requests for its own host.
  const isOurPort =
    request.socket.remoteAddress === PRIVATE_ADDRESS || Number(url?.port || 80) === request.socket.localPort
  const isOurs = url?.host === host && isLoopback(url.hostname) && isOurPort
  if (isOurs) return url.origin
  throw badRequest(
    'HOST_UNKNOWN',
    `Host is "${host.slice(0, 100)}", which is not an address of this node: use its own address, or set PUBLIC_URL`,
  )
}
