import type { Limits } from '@quorate/platform'

export const limits = {
  pageEntries: {
    value: 100,
    unit: 'entries',
    bounds: 'one page of wallets, of pending requests or of a history, and the history in a wallet',
    answer: 'a shorter page; its Link goes on',
  },
  pageBytes: {
    value: 1_048_576,
    unit: 'bytes',
    bounds: 'the entries of such a page together, about; one is always answered',
    answer: 'a shorter page; its Link goes on',
  },
  maxOpenRequestsOfWallet: {
    value: 250,
    unit: 'requests',
    bounds:
      'requests of one wallet that take signatures or are being executed; an owner with less than its equal part of them may ask for more',
    answer: '429 TOO_MANY_OPEN_REQUESTS',
  },
  maxOpenRequestsOfPerson: {
    value: 250,
    unit: 'requests',
    bounds: 'requests of one person that take signatures or are being executed, whatever wallet they are of',
    answer: '429 TOO_MANY_OPEN_REQUESTS',
  },
  maxUnsettledRequestsADay: {
    value: 2_000,
    unit: 'requests in 24 hours',
    bounds: 'requests of one person that never came to success; all are kept',
    answer: '429 TOO_MANY_REQUESTS_A_DAY',
  },
  maxCommentsOfPerson: {
    value: 50,
    unit: 'comments',
    bounds: 'comments of one person on one request',
    answer: '429 TOO_MANY_COMMENTS',
  },
  maxComments: {
    value: 500,
    unit: 'comments',
    bounds: 'comments on one request',
    answer: '429 TOO_MANY_COMMENTS',
  },
} satisfies Limits
