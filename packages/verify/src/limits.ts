export const limits = {
  maxVotingOptions: {
    value: 5,
    unit: 'options',
    bounds: 'options of one proposal, unless the rules of its DAO set a different number',
    answer: '422 TOO_MANY_OPTIONS; a fault in a recount',
  },
  maxManyOptions: {
    value: 20,
    unit: 'options',
    bounds: 'options of one proposal, if the rules of its DAO (`maxOptions`) permit them',
    answer: '400 VALIDATION_FAILED; a fault in a recount',
  },
  maxProposers: {
    value: 20,
    unit: 'members',
    bounds: 'members that the rules of a DAO name as the only ones who may propose',
    answer: '400 INVALID_CHANGE in a proposal, otherwise 400 VALIDATION_FAILED; a fault in a recount',
  },
  maxAreas: {
    value: 10,
    unit: 'areas',
    bounds: 'areas of one DAO, for each of which a member may name another delegate',
    answer: '400 INVALID_CHANGE in a proposal, otherwise 400 VALIDATION_FAILED; a fault in a recount',
  },
  maxChangedMembers: {
    value: 100,
    unit: 'accounts',
    bounds: 'accounts that one proposal adds to a DAO, and that it removes',
    answer: '400 INVALID_CHANGE',
  },
  maxDelegationDepth: {
    value: 5,
    unit: 'delegates',
    bounds: 'the length of a chain of delegates',
    answer: '422 DELEGATION_TOO_DEEP; a recount follows no further',
  },
  maxVoteRevisions: {
    value: 20,
    unit: 'votes',
    bounds: 'votes of one voter on a proposal whose votes may be changed: the first and its replacements',
    answer: '400 VALIDATION_FAILED; a fault in a recount',
  },
  maxHistoryPages: {
    value: 100,
    unit: 'pages of 100 transactions',
    bounds: 'transactions of an account, or of a serial, that are read to find what it held at a past time',
    answer: '422 HISTORY_TOO_LONG: the account, or the serial, has no weight',
  },
  maxSchedulePayers: {
    value: 500,
    unit: 'schedules',
    bounds: 'schedules that are read for a statement, because their payments do not show who paid the fee',
    answer: '422 STATEMENT_TOO_LONG: choose a shorter period',
  },
  maxCollectionSerials: {
    value: 1_000,
    unit: 'serials',
    bounds: 'serials of an NFT collection whose holders are counted at a past time, from the first on',
    answer: '422 COLLECTION_TOO_LARGE for a new DAO; in an existing one, later serials have no weight',
  },
  maxElectoratePages: {
    value: 20_000,
    unit: 'pages of 100 transactions per proposal',
    bounds:
      'history pages read to weigh all eligible voters for a quorum: an equal share for each member, at least one page. A voter has `maxHistoryPages` for its own vote',
    answer:
      'none: an account with more transactions counts with its holding before them, or with the weight of its vote if that is more',
  },
  maxVoteSignatures: {
    value: 100,
    unit: 'signatures',
    bounds:
      'signatures of one vote, counted before they are decoded. All verifications together are bounded by `maxVerifications`, enough for 64 keys (42 if the vote is not ASCII)',
    answer: '400 VALIDATION_FAILED; 400 TOO_MANY_SIGNATURES, before anything is verified',
  },
}
