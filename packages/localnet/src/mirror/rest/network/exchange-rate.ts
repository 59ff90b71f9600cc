import type { proto } from '@hiero-ledger/proto'
import { checkRange } from '#mirror/rest/bounds.ts'
import { int64Json } from '#mirror/rest/json.ts'
import type { MirrorRoute } from '#mirror/rest/route.ts'
import { int64 } from '#protocol/encoding/int64.ts'
import { timestampText } from '#protocol/time.ts'
import { EXCHANGE_RATES } from '#transaction/fees.ts'

/** GET /network/exchangerate */
export const networkExchangeRate: MirrorRoute = {
  path: '/network/exchangerate',
  parameters: ['timestamp'],
  answer({ query }, { clock }) {
    checkRange({ parameter: 'timestamp', comparisons: query.timestamps() })
    return {
      current_rate: rateJson(EXCHANGE_RATES.currentRate),
      next_rate: rateJson(EXCHANGE_RATES.nextRate),
      timestamp: timestampText(clock.last),
    }
  },
}

function rateJson(rate: proto.IExchangeRate | null | undefined): object {
  return {
    cent_equivalent: rate?.centEquiv ?? 0,
    expiration_time: int64Json(int64(rate?.expirationTime?.seconds)),
    hbar_equivalent: rate?.hbarEquiv ?? 0,
  }
}
