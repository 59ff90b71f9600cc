import type { Limits } from '@quorate/platform'

export const limits = {
  maxSignaturePairs: {
    value: 100,
    unit: 'pairs',
    bounds: 'signatures over one body in one request, counted before they are decoded',
    answer: '400 TOO_MANY_SIGNATURES',
  },
  maxKeyParts: {
    value: 500,
    unit: 'keys',
    bounds: 'keys and key lists within one key that a request names',
    answer: '400 INVALID_KEY',
  },
} satisfies Limits
