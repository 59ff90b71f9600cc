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
  readsPerRequest: {
    value: 4,
    unit: 'reads',
    bounds:
      'what one request asks the mirror (the wallet, a receiver, a signer, a token), before each further read, such as of the tokens that custom fees are paid in, counts as a request of whoever asks',
    answer: '429 RATE_LIMITED to the next request',
  },
  readsCountedOfWallet: {
    value: 20,
    unit: 'requests',
    bounds:
      'what one read of a wallet counts as at most, by the pages and names that it asks the mirror: strangers can have it hold any number of tokens',
    answer: '429 RATE_LIMITED to the next request',
  },
  tokenNames: {
    value: 100,
    unit: 'tokens',
    bounds: 'tokens of a wallet whose names are read and answered with it',
    answer: 'the others have an empty name and symbol',
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
    bounds: 'requests of one person that never came to success',
    answer: '429 TOO_MANY_REQUESTS_A_DAY',
  },
  maxRequestsWaitedFor: {
    value: 4,
    unit: 'requests',
    bounds:
      'requests of one wallet, or for new wallets of one person, whose end executions wait for in one process; however many wait for the same request, the database is asked once',
    answer: '202, as after 15 seconds',
  },
  requestRetention: {
    value: 30,
    unit: 'days',
    bounds: 'how long a request that came to nothing is kept, with its comments; executed ones are kept for good',
    setting: 'REQUEST_RETENTION',
    answer: '403 FORBIDDEN, as for one that never was',
  },
  storedBytesPerHour: {
    value: 33_554_432,
    unit: 'bytes per hour',
    bounds:
      'comments, reasons of rejections, and requests with room for their signatures, that are stored for all people of one chain together; a request that is executed is given back',
    setting: 'REQUEST_BYTES_PER_HOUR',
    answer: '429 STORAGE_BUDGET_USED',
  },
  storedShare: {
    value: 10,
    unit: 'percent of what others have left of the open half',
    bounds: 'what one person may take of that, so that a few that take all they may leave something for the next',
    answer: '429 STORAGE_BUDGET_USED',
  },
  storedSure: {
    value: 65_536,
    unit: 'bytes',
    bounds: 'what one person is sure of, whatever others took: a request of the largest wallet, or some of small ones',
    answer: '429 STORAGE_BUDGET_USED',
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
