import type { RouteErrors } from '@quorate/platform'

/** What every request by a wallet that exists may answer. */
export const openWalletErrors: RouteErrors = {
  403: ['FORBIDDEN'],
  409: ['WALLET_CHANGED', 'WALLET_DELETED', 'WALLET_KEY_CHANGED'],
}
