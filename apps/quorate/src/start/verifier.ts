import { followSharedRevocations, openTokens } from '@quorate/node'
import {
  type Clock,
  ConfigError,
  createTokenVerifier,
  type DatabaseServer,
  followRevocations,
  remoteKeySet,
  type TokenVerifier,
  unavailable,
} from '@quorate/platform'
import type { Opening } from './opening.ts'

/** The node issues and checks tokens. A process without the node checks them with the node's public key set. */
export async function openVerifier(
  { services, settings, logger, lifecycle }: Opening,
  { server, clock }: { server: DatabaseServer; clock: Clock },
) {
  if (services.includes('node')) {
    const issued = await openTokens({ server, settings: settings.node, clock, logger })
    lifecycle.onStop('tokens', () => issued.close())
    return { verifier: issued.verifier, issued, missing: () => [] }
  }
  const urls = settings.shared.AUTH_JWKS_URL
  if (urls.length === 0)
    throw new ConfigError(
      "AUTH_JWKS_URL is not set: a service that runs without the node checks tokens with the node's key set",
    )
  let isCurrent = false
  const verifier: TokenVerifier = createTokenVerifier({
    keys: remoteKeySet(urls),
    clock,
    // Refuses all tokens until the node has sent all revocations: one may have been revoked while this process was
    // down.
    isRevoked: () => {
      if (isCurrent) return false
      throw unavailable('REVOCATIONS_UNAVAILABLE', 'The node has not yet reported which sessions have ended: try again')
    },
  })
  const nodes = urls.map((url) => url.replace(/\/\.well-known\/jwks\.json$/, '').replace(/\/$/, ''))
  const following = followRevocations(verifier, { urls: nodes, logger })
  void following.ready.then(() => {
    isCurrent = true
  })
  // Reads logouts from the database as well, so that they arrive even while no node can be reached.
  const stopFollowing =
    server.kind === 'postgres' ? followSharedRevocations({ server, verifier, since: new Date(0), logger }) : () => {}
  lifecycle.onStop('tokens', async () => {
    stopFollowing()
    await following.close()
    await verifier.close()
  })
  return { verifier, issued: undefined, missing: () => (isCurrent ? [] : ['revocations']) }
}
