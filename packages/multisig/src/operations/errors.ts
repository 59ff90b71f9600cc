import type { RouteErrors } from '@quorate/platform'

/** The errors of every request by an existing wallet. */
export const openWalletErrors: RouteErrors = {
  403: ['FORBIDDEN'],
  409: ['WALLET_CHANGED', 'WALLET_DELETED', 'WALLET_KEY_CHANGED'],
}
