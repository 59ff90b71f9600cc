/** An actual message for each error code, for the API descriptions. */
export const errorExamples: Record<string, string> = {
  ACCOUNT_AMOUNT_TRANSFERS_ONLY_ALLOWED_FOR_FUNGIBLE_COMMON:
    'the token 0.0.1040 is NON_FUNGIBLE_UNIQUE, not FUNGIBLE_COMMON',
  ACCOUNT_DELETED: 'The account 0.0.1043 was deleted on the ledger',
  ACCOUNT_DOES_NOT_OWN_WIPED_NFT: '0.0.1035 does not own serial 3 of 0.0.1040',
  ACCOUNT_FROZEN_FOR_TOKEN: '0.0.1035 is frozen for the token 0.0.1040',
  ACCOUNT_IS_TREASURY: '0.0.1033 is the treasury of 0.0.1040',
  ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN: '0.0.1033 has no KYC for the token 0.0.1040',
  ACCOUNT_NOT_FOUND: 'The account 0.0.0 does not exist',
  ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS: 'from and to are both 0.0.1037',
  ACCOUNT_STILL_OWNS_NFTS: '0.0.1033 still holds 2 of the token 0.0.1040: withdraw them first',
  ALREADY_A_MEMBER: '0.0.1032 is already a member',
  ALREADY_OWNER: '0.0.1023 is an owner of 0.0.1040, and owners may do everything that a role permits',
  ALREADY_REJECTED: '0.0.1033 has rejected this request',
  ALREADY_REPLACED:
    'The request 7f9c2ba4-e88f-427d-b7a5-7c6d3d2c1b0a replaces 84324cb7-2597-46c9-8ca3-8a0708802d2a already: replace that one',
  ALREADY_SIGNED: '0.0.1033 has signed this request, which cannot be undone',
  ALREADY_VETOED: '0.0.1035 vetoed the proposal at 2026-11-30T10:00:00.000Z',
  ALREADY_VOTED: '0.0.1032 has already voted on this proposal: its vote is 1514e143-aff2-4cd3-b744-c5a31f362d14-1',
  AMBIGUOUS_BYTES: 'The bytes can be read as a Transaction and as a SignedTransaction: say which they are',
  AMOUNT_EXCEEDS_ALLOWANCE: 'amount is 41, and the limit of 0.0.1033 at 0.0.1040 has 40 left, in smallest units',
  APPLICATION_NOT_FOUND: 'There is no application token with this id: GET /auth/applications lists the tokens',
  ARCHIVE_TOO_LARGE: 'The archive is larger than 3000000 bytes (MAX_FILE_SIZE), and was not stored',
  AREA_UNKNOWN: 'area is taxes: the rules of the DAO name finance, grants',
  BALLOTS_NOT_CLOSED:
    'The ballots for 4310ee97d88cc1f088a5576c77ab0cf5c3ac797f3d95139c6c84b5429c59662a stay sealed until topic 0.0.1047 has a closing record of 5b6a2c5b-6a2e-4a1a-9d5e-3a7f9e2f7d10, from 2026-11-30T12:00:00.000Z or later. The message at 1796040000.000000001 is not such a record',
  BALLOT_KEYS_UNAVAILABLE:
    'The key for the ballots of a secret vote is not available: nothing answers at http://10.0.0.1:3000',
  BALLOT_KEY_INVALID:
    'the network key 8f2c6a0bd1b4a5f2b1c9d0e7f6a58493c2d1e0f9a8b7c6d5e4f30213243546d1 has not signed the key for ballots 4310ee97d88cc1f088a5576c77ab0cf5c3ac797f3d95139c6c84b5429c59662a for this vote',
  BALLOT_KEY_NOT_FOUND:
    'This node has no part of the ballot key 4310ee97d88cc1f088a5576c77ab0cf5c3ac797f3d95139c6c84b5429c59662a',
  BATCH_NOT_FOUND: 'The batch 2 does not exist',
  BINDING_NOT_FOUND: '0.0.1033 is not under a validator of this node',
  BLANK_TEXT: 'title is " ": expected a visible letter, number or sign',
  BODY_BYTES_MISSING:
    'bodyBytes is missing: send the bytes of the ScheduleSign that GET /multisig/transaction/status/{jobId}?senderId=0.0.1033 returns',
  BODY_MISMATCH: 'The bytes do not match the request a88aa6e0-d568-49f2-9ffe-6f9168ebd849',
  BODY_NOT_UNDERSTOOD: 'bodyBytes: this is not a transaction that 0.0.1033 pays for',
  BYTES_OUTDATED: 'These bytes differ from what the request would give now: request new ones',
  CANNOT_WIPE_TOKEN_TREASURY_ACCOUNT: "account_id 0.0.1035 is the token's treasury",
  CHALLENGE_EXPIRED: 'The challenge was valid for 5 minutes: request a new one',
  CHALLENGE_UNKNOWN: 'The login has no cookie from GET /auth/web3/request: send the payload instead',
  CHALLENGE_USED: 'This challenge has been used for a login: request a new one with GET /auth/web3/request',
  CHAT_FAILED: 'The test message did not arrive: the webhook at https://hooks.slack.com answered 404',
  CHAT_MISSING:
    'Format "telegram" needs chat, the id of the chat; format "custom" may have it; other formats take none',
  CHAT_NOT_SET: 'No chat is set: set one with PUT /auth/profile/chat',
  CHUNKS_CHARGE_FEES:
    'message needs 2 chunks, and 0.0.1053 charges custom fees for each chunk, or may start to. For 0.0.1052 only the network signs, and only if such a message fits in one chunk (1024 bytes): propose a shorter message or another sender',
  CHUNKS_MISSING: 'bytes lack a chunk: submit all 2 chunks of the message together',
  COMMENT_NOT_FOUND: 'The comment 17 does not exist here',
  CONFLICTING_TIMES: 'execute is "signed" without an expiresAt: send both, or neither',
  CONTENT_NOT_FOUND:
    "bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy was not found: tried the node's peers (it has no peers)",
  CONTRACT_KEY: 'The key contains a contract, which this service cannot copy into a transaction: use a key without one',
  COUNTER_REQUIRED:
    'counter is missing. The validator of 0.0.1035 sets no price for 0.0.1040: send counter {token_id, amount}',
  CUSTOM_FEES:
    'The wallet 0.0.1033 could pay more than the request permits: 0.0.1045 charges it 1 of 0.0.1035 in custom fees, but maxCustomFees permits 0. To permit the current fees, send "maxCustomFees": [{"id":"0.0.1045","fees":[{"token_id":"0.0.1035","amount":1},{"token_id":"0.0.1036","amount":1},{"token_id":"0.0.1',
  CUSTOM_FEES_CHANGED:
    'The wallet 0.0.1037 could pay more than the request permits: 0.0.1058 charges it 4000000000 tinybars in custom fees, but maxCustomFees permits 0. Until that changes, nobody can sign or execute it. To permit the current fees, create the request again with "maxCustomFees": [{"id":"0.0.1058","fees":[{"token_id":"HBAR","amount":400000',
  CUSTOM_FEES_LIST_TOO_LONG: '11 custom fees, but the ledger accepts at most 10',
  CUSTOM_FEE_DENOMINATION_MUST_BE_FUNGIBLE_COMMON: 'customFees/0: the token 0.0.1040 is NON_FUNGIBLE_UNIQUE',
  CUSTOM_FEE_MUST_BE_POSITIVE: 'customFees/0/numerator is 0',
  CUSTOM_FRACTIONAL_FEE_ONLY_ALLOWED_FOR_FUNGIBLE_COMMON:
    'customFees/0: a fractional fee needs a FUNGIBLE_COMMON token, but this one is NON_FUNGIBLE_UNIQUE',
  CUSTOM_ROYALTY_FEE_ONLY_ALLOWED_FOR_NON_FUNGIBLE_UNIQUE:
    'customFees/0: a royalty fee needs a NON_FUNGIBLE_UNIQUE token, but this one is FUNGIBLE_COMMON',
  DAO_INACTIVE: 'Gardeners accepts no new proposals',
  DAO_NOT_FOUND: 'The DAO a88aa6e0-d568-49f2-9ffe-6f9168ebd849 does not exist',
  DAO_WITHOUT_TOPIC: 'Gardeners has no topic yet, which secret votes need: try again in a moment',
  DECISION_BYTES_OUTDATED: 'The window of these bytes ends too soon: request new ones',
  DECISION_DELAYED:
    'the decision at 1795545658.072021000 of the topic 0.0.1037 may be carried out from 2026-12-02T10:00:00.000Z on: its execution delay has not ended',
  DECISION_DOES_NOT_PERMIT:
    'dao: the decision at 1795545658.072021000 of the topic 0.0.1037 (PASSED) does not permit this operation',
  DECISION_EXPIRED: 'dao: the decision is valid for 19 more seconds, but carrying it out takes 35',
  DECISION_FAILED:
    'dao: 1 transactions for this decision failed on the ledger at the expense of 0.0.1059, for which only the network signs. Try again after 2026-11-24T18:26:57.081Z',
  DECISION_NEEDS_SENDER:
    'dao: the effect of this operation depends on its sender, but the decision names none: propose it again with body.sender.id',
  DECISION_NOT_FOUND:
    "dao: no topic of hedera:devnet has a message at 1.500000000. Send the consensusTimestamp in the proposal's `decision`",
  DECISION_NOT_TRUSTED:
    'dao: 0.0.1024 wrote the message at 1795544352.430006000 of the topic 0.0.1035, and is not a trusted publisher',
  DECISION_PENDING: 'dao: another transaction for this decision is under way: try again',
  DECISION_USED: 'dao: the decision was carried out by 0.0.1035@1795544310.045984204',
  DECISION_VETOED: 'the decision at 1795545658.072021000 of the topic 0.0.1037 was vetoed by 0.0.1035',
  DELAY_OVER: 'The proposal could be vetoed until 2026-12-02T10:00:00.000Z, when its delay ended',
  DELEGATE_NOT_A_MEMBER: '0.0.1004 is not a member of Gardeners: only members can be delegates',
  DELEGATE_NOT_FOUND: '0.0.1032 has no statement in this DAO, and no member delegates to it',
  DELEGATION_CYCLE: '0.0.1003 already delegates to 0.0.1002, perhaps through others',
  DELEGATION_NOT_ALLOWED: 'By the rules of Gardeners, votes cannot be delegated',
  DELEGATION_OUT_OF_ORDER: 'number is 1: the next delegation of 0.0.1002 in this DAO is number 2',
  DELEGATION_TOO_DEEP: 'With this delegation, a chain would have 6 delegates: at most 5',
  DISCUSSION_CLOSED: 'The proposal is decided: it accepts no more comments',
  DISCUSSION_NOT_FOUND: 'There is no draft or proposal 6f1f6f0a-2c9d-4c1e-9a53-0f6d2b8f7a11',
  DKG_KEY_IN_USE:
    'The earlier key cannot be retired: the account 0.0.1043 and 2 others still need it: run quorate dkg move, then quorate dkg status',
  DKG_KEY_EXISTS: 'The nodes already share a key: 3d9a67b93cec3acad2d32349cf7bdffaa23ae031a81174ddadae1c96bb455f4d',
  DKG_NOT_POSSIBLE: 'The ceremony is not possible: DKG_TOPIC is not set',
  DKG_NO_SHARE: 'This node has no share of a shared key',
  DKG_RUNNING: '0.0.5005@1764000000.000000001 has not ended yet',
  DNSLINK_OFF:
    'This node does not look up domains, unless its operator sets DNSLINK_RESOLVERS. Send an IPNS name, such as k51...',
  DRAFT_CHANGED: 'revision is 1: the draft has been changed, and is at 2',
  DRAFT_EXPIRED:
    '0.0.1032 has no bytes to sign, or they have expired: request them with GET /multisig/transaction/status/d4de0084-67e1-4c9e-bfe2-78defd73767a?senderId=0.0.1032 and sign them within two minutes',
  DRAFT_NOT_FOUND:
    'The draft 6f1f6f0a-2c9d-4c1e-9a53-0f6d2b8f7a11 does not exist, or has become the proposal with this id',
  DRAFT_OF_ANOTHER_DAO:
    'proposal.daoId is 4f0a91c2-a0b5-4e52-8f0e-6f2d1c7b3a10: the draft belongs to 1514e143-aff2-4cd3-b744-c5a31f362d14',
  DRAFT_STARTED: 'The draft 6f1f6f0a-2c9d-4c1e-9a53-0f6d2b8f7a11 has become the proposal with this id',
  EMAIL_CODE_WRONG: 'The code is wrong: enter the one in the newest message to the address',
  EMAIL_INVALID: 'email is "ada@localhost": expected a name and a domain, such as ada@example.org',
  EMAIL_NOT_CONFIRMED: '0.0.1024 has no confirmed e-mail address: begin with POST /auth/profile/email',
  EMAIL_NOT_PENDING:
    'No code is valid: the last one has expired, was used, or was entered wrongly too often. POST /auth/profile/email sends a new one',
  EMAIL_UNAVAILABLE: 'This node does not send e-mail: its operator would have to set SMTP_URL and MAIL_FROM',
  ENTITY_UNBOUND:
    "This node's network key does not sign for the account 0.0.1037, because it is not under a validator of this node",
  FIELD_REQUIRED:
    'tokenId is required for an allowance of type token: expected a token id, shard.realm.num, such as 0.0.1001',
  FILE_MISSING: 'The file is in the field "other": send it as `file`',
  FILE_TOO_LARGE: 'The file is larger than 5000000 bytes (MAX_FILE_SIZE), and was not stored',
  FOLDER_CHANGED: 'Files of the folder arrived while it was being finished: finish it again',
  FOLDER_FILE_UNAVAILABLE:
    '"minutes/may.md" is on another node, which cannot send it now: finish the folder later, or send the file again',
  FOLDER_FINISHED:
    'The folder 7f7f2c4e-0d0c-4d5c-8f0e-5b8f1b1f9a51 is finished, as bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354: open another one',
  FOLDER_NOT_FOUND: 'This folder upload does not exist, or it has expired: open one with POST /ipfs/folders',
  FOLDER_PATH_CONFLICT: '"minutes" is a file, and another path leads through it as through a folder',
  FOLDER_TOO_LARGE:
    'The folder would have 100001 files of 100001 blocks, the maximum is 100000 files of 262144 blocks: make several folders',
  FORBIDDEN: 'Not found, or access denied',
  FORMAT_NOT_AVAILABLE:
    'bafyreigdmqpykrgxyaxtlafqpqhzrb7qy2rh75nldvfd4tucqmqqme5yje cannot be answered as dag-json, because formats are not converted: request it as raw, and convert it yourself',
  FORM_TOO_LARGE: 'The form fields other than the file are larger than 65536 bytes',
  FRACTION_DIFFERS: 'quorumFraction is 1/3, which is 33.333333 percent, but the given percentage is 30',
  FRACTION_DIVIDES_BY_ZERO: 'customFees/0/denominator is 0',
  FUNGIBLE_TOKEN_IN_NFT_ALLOWANCES: 'the token 0.0.1040 is FUNGIBLE_COMMON, not NON_FUNGIBLE_UNIQUE',
  GROUP_PART_EXISTS:
    'The request 84324cb7-2597-46c9-8ca3-8a0708802d2a is part 2 of the group 7f9c2ba4-e88f-427d-b7a5-7c6d3d2c1b0a',
  HAS_EVM_ADDRESS:
    "0.0.1035 has the EVM address 0x9b69fafd7574a2ef5635c7ebddc0e7258569076d: the key behind it can move the account's hbars alone, with Ethereum transactions, and no change of the account's key ends that. Create a wallet, and send it what this account holds",
  HIDDEN_CHARACTER:
    'votingOptions holds U+200C, which is invisible or has no meaning (a control, zero-width, blank or unassigned character): remove it',
  HOST_UNKNOWN:
    'Host is "storage.example", which is not an address of this node: use its own address, or set PUBLIC_URL',
  INCOMPLETE_ARCHIVE:
    'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy is neither in the archive nor on this node: send an archive with all blocks below bafybeihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku',
  INSUFFICIENT_ACCOUNT_BALANCE: 'amount is 99999999999999, but 0.0.1032 has 755324367',
  INSUFFICIENT_PAYER_BALANCE: 'The ledger refused the transaction: INSUFFICIENT_PAYER_BALANCE',
  INSUFFICIENT_TOKEN_BALANCE: 'amount is 500, but 0.0.1035 holds 30 of 0.0.1040',
  INVALID_ACCOUNT_AMOUNTS: 'the ledger refused the transaction 0.0.1052@1795544608.065680883: INVALID_ACCOUNT_AMOUNTS',
  INVALID_ACCOUNT_ID: 'The account 0.0.999999999 does not exist on the ledger',
  INVALID_ALLOWANCE_OWNER_ID: 'ownerAccountId: the account 0.0.9999 does not exist on hedera:devnet',
  INVALID_ALLOWANCE_SPENDER_ID: 'spenderAccountId: the account 0.0.1036 does not exist on hedera:devnet',
  INVALID_AMOUNT: 'balance is 5000000000000000001: no more than 50 billion hbars exist',
  INVALID_AREAS: 'areas need delegation: allow delegation, or end areas, too',
  INVALID_BYTES:
    "signature is not bytes as 0x hex, base64, an array of numbers, an index-keyed object or {type: 'Buffer', data: [...]}: Found a character that cannot be part of a valid base64 string.",
  INVALID_CHANGE: 'proposalData.change: rules.threshold is null: expected a percentage from 1 to 100',
  INVALID_CHOICE: 'choice is "MAYBE": expected YES, NO, ABSTAIN',
  INVALID_CID: '"nonsense" is not a content identifier: it begins with no multibase prefix',
  INVALID_CURSOR: 'cursor is "abc": take it from the Link header of a page',
  INVALID_CUSTOM_FEE: "customFees/0/amount is required: expected an amount in the token's smallest unit",
  INVALID_CUSTOM_FEE_COLLECTOR: 'feeCollectorAccountId: the account 0.0.9999 does not exist on hedera:devnet',
  INVALID_EXECUTE_AT:
    'executeAt is 2026-12-31T18:36:24.950Z: send a time after 2026-12-31T18:36:24.950Z, at most 90 days ahead',
  INVALID_EXPIRES_AT:
    'expiresAt is 2026-12-30T18:43:00.000Z: send a time after 2026-12-30T18:43:01.000Z and at most 1487 hours ahead, or leave it out if the owners sign at once',
  INVALID_FOLDER_PATH: '"../may.md" is not a path in a folder: it has the name .., which leads elsewhere',
  INVALID_FRACTION: 'quorumFraction is 4/3: send a fraction of up to 1, such as 2/3',
  INVALID_KEY: '"nonsense" is not a public key: expected hex, either DER or raw',
  INVALID_LOGIN: 'signedData.signedPayload.url is unknown: expected serverSignature and originalPayload',
  INVALID_MAX_CUSTOM_FEES:
    'maxCustomFees names 0.0.5001, which neither the transfer nor its fees move: remove that entry',
  INVALID_OPERATION: '`operation.body.amount` is 0, and has to be at least 1',
  LIMIT_ENDED: 'The owners have ended this spending limit since: ask for a new one',
  NO_ROLE: '0.0.1026 has no role at 0.0.1040, and is offered none',
  OPERATION_UNKNOWN:
    'The bytes cannot be put in words, so nobody is asked to sign them: wallets have no operation for this type of transaction',
  PAYER_NOT_WALLET: 'The transaction is paid by 0.0.1021, not by the wallet 0.0.1040',
  ROLE_CHANGED: 'The owners of 0.0.1040 gave another role: proposer. Confirm that one',
  ROLE_CHANGE_EXPIRED: 'Owners could sign the change until 2026-12-07T09:03:13.334Z: ask for it again',
  ROLE_CHANGE_OPEN: "This change is already waiting for owners' signatures: 2b8d146a-f5f7-4862-9b41-9211f7a172c4",
  INVALID_START:
    'start is 2026-12-01T09:00:00.000Z: send a time after 2026-12-01T09:30:00.000Z, at most 366 days ahead',
  PLAN_CHANGED: 'The plan has just opened a request: try again',
  INVALID_NODE_ACCOUNT_ID: 'nodeAccountId: the account 0.0.999 does not exist on hedera:devnet',
  INVALID_NODE_ID: 'The consensus node 99 does not exist on hedera:devnet',
  INVALID_OWNER_ID: '0.0.1040 does not own serial 7 of 0.0.2002',
  INVALID_SCHEDULE_ID: 'The schedule 0.0.6001 does not exist on hedera:devnet',
  SCHEDULE_ALREADY_DELETED: 'The schedule 0.0.6001 was deleted',
  SCHEDULE_ALREADY_EXECUTED: 'The schedule 0.0.6001 was executed',
  SCHEDULE_IS_IMMUTABLE: 'The schedule 0.0.6001 has no admin key',
  TEMPLATE_EXISTS: '0.0.1040 has a template "Salaries": choose another name, or send replace',
  ROLE_HELD: '0.0.1026 is proposer of 0.0.1040',
  SEVERAL_TRANSACTIONS: 'The bytes contain several transactions: send each of them separately',
  INVALID_METADATA: 'metadata has 2 items: send as many as quantity (3), or one',
  INVALID_NAME: '"docs" is not a name: send an IPNS name with an Ed25519 or secp256k1 key, such as k51..., or a domain',
  INVALID_NFT_ID: 'The token 0.0.1036 has no serial 10',
  INVALID_OPERATION_PATH:
    "proposalData.operation.path must be as the node API's documentation spells it: parts of letters, digits, '.', '_' and '-', each after one '/'",
  INVALID_OPTION: 'votingOptions has "YES ": remove surrounding spaces and invisible characters',
  INVALID_PERIOD: 'from is 2026-12-01T00:00:00Z: expected a time in the past, before to',
  INVALID_PARAMETER: 'the mirror says: Invalid parameter: topicId',
  INVALID_RECORD: 'Nothing was written: title is longer than a record allows',
  INVALID_SIGNATURE: "This is not a signature of 0.0.1032 over the request's bodyBytes",
  INVALID_STAKING_ID: 'The consensus node 99 does not exist',
  INVALID_THRESHOLD: "A threshold of 5 can't be reached by 4 owners: choose 1 to 4",
  INVALID_TIME: 'since is "yesterday": expected ISO 8601, or milliseconds since the epoch',
  INVALID_TIMESTAMP: 'expiresAt is "soon": expected seconds.nanoseconds or ISO 8601',
  INVALID_TIME_ZONE: 'timeZone is "Berlin": expected a name of the IANA database, such as Europe/Berlin',
  INVALID_TOKEN_BURN_AMOUNT: 'the token 0.0.1035 is FUNGIBLE_COMMON, not NON_FUNGIBLE_UNIQUE',
  INVALID_TOKEN_BURN_METADATA: 'the token 0.0.1036 is NON_FUNGIBLE_UNIQUE, not FUNGIBLE_COMMON',
  INVALID_TOKEN_DECIMALS: 'decimals is 1, but NFTs have no decimals: omit it',
  INVALID_TOKEN_ID: 'The token 0.0.999999 does not exist on the ledger',
  INVALID_TOKEN_ID_IN_CUSTOM_FEES: 'The token 0.0.9999 does not exist on hedera:devnet',
  INVALID_CONTRACT_ID: 'The contract 0.0.999999 does not exist on hedera:devnet',
  INSUFFICIENT_GAS: 'The ledger refused the transaction: INSUFFICIENT_GAS',
  CONTRACT_REVERT_EXECUTED: 'The ledger refused the transaction: CONTRACT_REVERT_EXECUTED',
  INVALID_TOKEN_INITIAL_SUPPLY: 'initialSupply is 1, but NFTs can only be minted later: omit it',
  INVALID_TOKEN_MAX_SUPPLY: 'maxSupply is 1, but supplyType 0 is infinite: omit it or send supplyType 1',
  INVALID_TOKEN_MINT_AMOUNT: 'the token 0.0.1035 is FUNGIBLE_COMMON, not NON_FUNGIBLE_UNIQUE',
  INVALID_TOKEN_MINT_METADATA: 'the token 0.0.1042 is NON_FUNGIBLE_UNIQUE, not FUNGIBLE_COMMON',
  INVALID_TOPIC_ID: 'The topic 0.0.1036 was deleted',
  INVALID_TRANSACTION_BYTES:
    'expected a TransactionList, Transaction, SignedTransaction or SignatureMap: the bytes decode as none of these',
  INVALID_TRANSACTION_ID: '"0.0.2-9999999999-999999999" is not a transaction id: expected 0.0.n@s.n',
  INVALID_TRANSACTION_START:
    '0.0.1035@1795547871.271766818 is valid only from 2026-11-24T19:57:51.271Z on: submit it after that',
  INVALID_TRANSFER_ACCOUNT_ID: 'transferAccountId: the account 0.0.1035 does not exist on hedera:devnet',
  INVALID_TREASURY: 'newTreasuryKey is given without newTreasuryAccountId: send both or neither',
  INVALID_TREASURY_ACCOUNT_FOR_TOKEN: 'currentTreasury is not the treasury of 0.0.1035, which is 0.0.1032',
  INVALID_VALIDATOR: 'tokenGates: the token gates contain 41 serial numbers, and the maximum is 40',
  INVALID_VALID_UNTIL:
    'validUntil is tomorrow: expected a time after the end of the voting, as ISO 8601 or seconds.nanoseconds',
  INVALID_WIPING_AMOUNT: 'the token 0.0.1036 is NON_FUNGIBLE_UNIQUE, not FUNGIBLE_COMMON',
  IPNS_RECORD_EXPIRED: 'The record was valid until 2026-11-24T23:14:05.478Z',
  IPNS_RECORD_INVALID: "This is not a valid record of the name: its signature does not match the name's key",
  IPNS_RECORD_OUTDATED:
    'A newer record of k51qzi5uqu5dit2ku9mutlfgwyz8u730on38kd10m97m36bjt66my99hb6103f is known, with the sequence 4: sign one with a higher sequence',
  KEY_CANNOT_LOG_IN:
    'No single key can sign for 0.0.1040: its key needs several signatures; log in as one of its owners',
  KEY_MISMATCH: 'operator.publicKey cannot sign alone for 0.0.1024: use the key that the account has on the ledger',
  KEY_NOT_FOUND: 'The account 0.0.800 has no public key on the ledger',
  KEY_REPEATED:
    'The key of 0.0.1035 has the same part twice, and each owner of a wallet has one vote. Change it on the ledger first',
  KEY_REQUIRED: 'sender/id: the account 0.0.800 has no key on the ledger, so it cannot sign',
  LAST_OWNER: '0.0.1032 is the last owner: a wallet needs at least one',
  LEDGER_BUDGET_USED:
    'The service pays at most 5000 messages of the ledger an hour here (a share of MESSAGES_PER_HOUR), and they are used up: try again after the time in Retry-After',
  LIST_TOO_LONG: '/tokens/0.0.1040/balances has more than 100 pages',
  LOGIN_EXPIRED: 'The login expired at 2026-11-25T07:45:04.532Z: request a new one with POST /auth/multisig/request',
  LOGIN_TOO_OLD: 'A second factor can be set up within 10 minutes of the login, which was 12 minutes ago: log in again',
  LOGIN_USED:
    'This login of 0.0.1038 has already been used, and each works only once: request a new one with POST /auth/multisig/request',
  MALFORMED_ARCHIVE: 'The body is not a CAR archive that can be imported: its archive is truncated',
  MALFORMED_CONTENT:
    'bafybeidypgolm3d4qau6qy253fxh2c7oraybvat5rtvyvhdo4muoq2kf4m says that it has 5000 bytes, but its parts have 1000',
  MALFORMED_FORM: 'The form cannot be read: it ends before its last boundary',
  MAX_CUSTOM_FEE_LIMIT_EXCEEDED:
    'the ledger refused the transaction 0.0.1108@1795544257.140946704: MAX_CUSTOM_FEE_LIMIT_EXCEEDED',
  MEMBERS_BY_PROPOSAL:
    'By the rules of Gardeners, only proposals add and remove members: propose a change with members',
  MEMBER_MISSING: 'Send ?member=<account id>, or a session: without member, the proposals of its account are listed',
  MEMO_TOO_LONG: 'memo has 198 bytes, but the ledger accepts at most 100',
  MESSAGE_SIZE_TOO_LARGE: 'message has 20481 bytes, and the maximum is 20 chunks of 1024',
  METADATA_TOO_LARGE:
    'bafybeigzu3ymtg3zbamhlgrjkieibwhafzizrxa3q5y4nvonycfzyukpy4 has 1048584 bytes, but metadata may have at most 1048576',
  METADATA_TOO_LONG: 'metadata has 101 bytes, but the ledger accepts at most 100',
  METRICS_FORBIDDEN: 'Metrics are available only on the same machine: set METRICS_TOKEN to read them elsewhere',
  METRICS_TOKEN_REQUIRED: 'Metrics require Authorization: Bearer <METRICS_TOKEN>',
  NAME_LEADS_NOWHERE: 'The name leads through more than 8 names: do they lead in a circle?',
  NAME_NOT_FOUND: '0.0.1002 does not keep k51qzi5uqu5dit2ku9mutlfgwyz8u730on38kd10m97m36bjt66my99hb6103f',
  NAME_NOT_KEPT:
    'No wallet keeps k51qzi5uqu5dit2ku9mutlfgwyz8u730on38kd10m97m36bjt66my99hb6103f here, so its record is not stored: log in, and publish it with POST /ipfs/names',
  NAME_TIMEOUT: '_dnslink.example.com could not be looked up: the DNS server answered ETIMEOUT',
  NESTED_TOO_DEEP: 'JSON nested deeper than 64 levels',
  NFT_IN_FUNGIBLE_TOKEN_ALLOWANCES: 'the token 0.0.1040 is NON_FUNGIBLE_UNIQUE, not FUNGIBLE_COMMON',
  NOTHING_CHANGES: 'proposalData.change: the DAO already has these rules',
  NOTHING_TO_MOVE: 'No key of the account 0.0.1043 contains an earlier network key, so there is nothing to move',
  NOTHING_TO_UPDATE:
    'The body changes nothing: send at least one of memo, maxAutomaticTokenAssociations, isReceiverSignatureRequired, stakingNode',
  NOT_ACCEPTABLE: 'Only the record itself is sent: send Accept: application/vnd.ipfs.ipns-record',
  NOT_AN_OWNER: '0.0.1034 is not an owner of this wallet',
  NOT_A_TRANSACTION:
    'The bytes are not a TransactionBody, SignedTransaction, Transaction or TransactionList: the payer, the valid start or the node is missing',
  NOT_A_MEMBER: '0.0.1033 is not a member of Gardeners: only members can submit proposals',
  NOT_A_PROPOSER: 'By the rules of the DAO only 0.0.1033 may propose, not 0.0.1032',
  NOT_A_PUBLISHER:
    'Publisher 0.0.1023 did not sign this request for hedera:devnet in the last minute, or this node does not trust that publisher',
  NOT_A_THRESHOLD_KEY:
    "The key of 0.0.1035 is a single key: a wallet's key is a threshold key, such as 2 of 3. Change it on the ledger first",
  NOT_CACHED:
    'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy is not on this node: send the request without only-if-cached to fetch it',
  NOT_METADATA:
    'bafkreihtho2p6ew6wezgggneccrsf2il7ny6fb4nvhsvvi3pbvls5vo7vy is not a JSON object: it has more than 10000 values',
  NOT_MULTIPART: 'Send the file as multipart/form-data with a boundary, in the field `file`',
  NOT_REPLACEABLE:
    'The new request would be identical to 84324cb7-2597-46c9-8ca3-8a0708802d2a: change something, or sign 84324cb7-2597-46c9-8ca3-8a0708802d2a',
  NOT_SCHEDULABLE:
    'The network cannot schedule a TokenAssociate: send executeAt instead of expiresAt, or give the wallet automatic associations when it is created',
  NOT_STARTED: 'The proposal has not started',
  NOT_THE_CREATOR: 'Only its creator, 0.0.1033, may cancel this proposal',
  NOT_THE_HOLDER: 'The owners sign this login for 0.0.1034: only a session of that account can use it',
  NOT_THE_OWNER: 'Only its owner 0.0.1032 may change this DAO',
  NOT_THE_SCHEDULE:
    'These bytes are not the schedule of the request ff2c3b54-66fd-4d86-826a-94a0bb779717: the service pays for nothing else',
  NOT_THE_WALLETS_DAO: '0.0.1035 is not a wallet here that owns the DAO of 0.0.1040 or shares an owner with it',
  NOT_YOUR_ACCOUNT: 'ownerAddress is 0.0.1032: the session belongs to 0.0.1033',
  NOT_YOUR_COMMENT: 'Only its author 0.0.1032 may change or delete this comment',
  NOT_YOUR_DELEGATION: 'This session is for 0.0.1003: a delegation of 0.0.1002 needs a signature by 0.0.1002',
  NOT_YOUR_DRAFT: 'Only its author 0.0.1032 may change this draft',
  NOT_YOUR_PIN: '0.0.1003 does not pin bafkreihv43icjqc4ttbhi2r6cj2aroi2rn5h6krq3igclg6fijsvalo66q',
  NOT_YOUR_STATEMENT: 'Only 0.0.1032 may publish its statement',
  NOT_YOUR_VOTE: 'This session is for 0.0.1033: a vote of 0.0.1032 needs a signature by 0.0.1032',
  NO_EMERGENCY_ACCOUNT: 'The rules of Gardeners let no account change them at once: propose a change',
  NO_HOLDING:
    '0.0.1033 held no 0.0.1034 during all of the 2 hours before 2026-11-24T23:14:05.478Z, when the proposal started',
  NO_KEY: '0.0.1066 has no key on the ledger that could have signed',
  NO_NEW_VALID_SIGNATURES: 'The ledger refused the transaction that was signed: NO_NEW_VALID_SIGNATURES',
  NO_REMAINING_AUTOMATIC_ASSOCIATIONS:
    'The token 0.0.1040 is not associated with 0.0.1035, which has no automatic association left',
  NO_SCHEDULE_PAYER: 'The service pays for no schedules on hedera:devnet: leave payer out',
  NO_VETO: 'By the rules of Gardeners, nobody can veto the proposal',
  NUMBER_NOT_EXACT:
    'proposalData has a number near 9007199254740992: JSON readers disagree about numbers beyond 2^53. Write it as text',
  ONE_GUARDED_OWNER: '0.0.1065 and 0.0.1066 are both guarded by a network key: a wallet can have only one such owner',
  OPERATION_NEEDS_SENDER:
    'proposalData.operation: the effect of POST /accounts/allowance/approve depends on its sender: set body.sender.id (or, for an allowance, body.ownerAccountId)',
  OPERATION_NEEDS_YES:
    'proposalData.operation is carried out after a YES: the options must be YES and NO, with or without ABSTAIN',
  OPTIONS_NEEDED: 'votingMethod is ranked: send your own votingOptions, since YES and NO are for the method single',
  OPERATOR_ONLY: '0.0.1024 is not an operator of this node',
  OPTION_REPEATED: 'votingOptions has "yes" and another that looks the same',
  OTHERS_MAY_SPEND:
    '0.0.1040 may spend hbars of the account 0.0.1035 without its owners, because it permitted that before: end it with the tool that made the account, and then adopt it',
  OWNERS_SHARE_KEY:
    '0.0.1032 and 0.0.1042 share the key 938c3817e91c83d9a1a1ecc496f5bcbdddf5b18435254a4f86eeb80b058d417e: one signature would count as two',
  OWNER_KEY_ROTATED:
    'The key of 0.0.1072 on the ledger has changed since it became an owner: refresh the owner with update/request, action add',
  OWNER_MISSING: 'owners name no account with the key ed25519:1e4a…, which is a part of the key of 0.0.1035',
  OWNER_NOT_IN_KEY: 'The key of 0.0.1025 is not a part of the key of 0.0.1035',
  OWNER_NOT_NAMED:
    "The network does not sign for 0.0.1042 as an owner of 0.0.1038: the wallet's memo now does not name it as the guarded owner. Send an update/request with owner.guarded",
  OWNER_REPEATED: '0.0.1032 is named twice among the owners',
  OWNER_STAYS: '0.0.1032 owns the DAO and stays its member',
  OWNER_UNDER_CONTRACT: "The account 0.0.1035 is under a contract's key, which can't sign a request",
  OWNER_WITHOUT_KEY: 'The account 0.0.800 has no key on the ledger, so it could never sign',
  PATH_INTO_DATA:
    'bafyreigdmqpykrgxyaxtlafqpqhzrb7qy2rh75nldvfd4tucqmqqme5yje has a value at votes/0, but no link: request bafyreigdmqpykrgxyaxtlafqpqhzrb7qy2rh75nldvfd4tucqmqqme5yje itself, and read the value from it',
  PAYER_ACCOUNT_NOT_FOUND: 'sender/id: the account 0.0.999999 does not exist on hedera:devnet',
  PAYMENT_REPEATED: 'payments has two payments of HBAR to 0.0.1034: add them up',
  PERIODS_CONTRADICT: 'maxVotingPeriod is 4 hours: it must be above 0, and at least minVotingPeriod, which is 5',
  PIN_NOT_FOUND: '0.0.1002 does not pin bafkreiablk6x6xgfpiw5ss3vsdyevwaiijzzaxxdh3c45pvomitwvf7ymi',
  PROPOSAL_DECIDED: 'The proposal is PASSED',
  PROPOSAL_NOT_FOUND: 'The proposal a88aa6e0-d568-49f2-9ffe-6f9168ebd849 does not exist',
  PROPOSAL_NOT_PASSED: 'The proposal is ACTIVE: only a passed proposal can be vetoed',
  PROPOSAL_OPENED: 'The proposal a88aa6e0-d568-49f2-9ffe-6f9168ebd849 has already created its request',
  PROPOSAL_TOO_LARGE: 'The proposal takes 30508 bytes on its topic: at most 20480',
  OPTIMISTIC_INCOMPLETE:
    'objections is 10 percent: set objectionPeriod, too, the hours above 0 in which members can object',
  OPTIMISTIC_NOT_ALLOWED:
    'The proposal is a change: the rules of the DAO let only these be optimistic: text, operation',
  QUORUM_TOO_LOW: 'The quorum is 33: the rules of the DAO require 1/3',
  QUOTA_EXCEEDED: 'This would be more than the 1000000 bytes that one wallet may pin: unpin something',
  RANGE_NOT_SATISFIABLE: 'The content has 2200000 bytes: there is nothing at bytes=-0',
  RECEIVER_MUST_SIGN:
    'Royalties of 0.0.1040 fall back to a fee that the receiver pays and must sign: 0.0.800 has no key on the ledger',
  RECORD_IN_DATA:
    'proposalData contains a complete DAO record (an object with quorate, type and the other fields): send it as a JSON string, or send its timestamp',
  RECORD_TOO_LARGE: 'The record has 3891 bytes, and the maximum is 3840 (5 messages)',
  REJECTED: 'The owners who have not rejected the request cannot reach its threshold',
  REPLACED: 'The request 7f9c2ba4-e88f-427d-b7a5-7c6d3d2c1b0a replaces this one',
  REQUEST_CLOSED: 'The request a9da8cf9-32a3-4187-a14e-f1b88efdbdf4 has been handed to the ledger',
  REQUEST_EXPIRED:
    'The request aa918b86-e308-41ad-97a5-4bf0b8c88377 expired at 2026-11-24T18:19:06.920Z: create the request again',
  REQUEST_NOT_FOUND: 'The proposal 1514e143-aff2-4cd3-b744-c5a31f362d14 has not created a request',
  REVISION_OUT_OF_ORDER: 'revision is 3: the next vote of 0.0.1002 on this proposal is revision 2',
  ROOT_MISSING: 'The archive names no root: send it as ?root=',
  RULES_CHANGED: 'The rules of Gardeners have changed meanwhile: try again',
  RULES_OUT_OF_ORDER: 'number is 2: the next rules of Gardeners have the number 3',
  SCHEDULE_BUDGET_USED:
    'The service pays at most 400000000 tinybars an hour for schedules on hedera:devnet (SCHEDULE_SPENDING_PER_HOUR), and the share of 0.0.1034 is used up. Try again after the time in Retry-After, or pay yourself, with "payer": "owner" in a request, or ?payer=owner when you read its status',
  SCHEDULE_CLOSED: 'The schedule 0.0.1048 was executed or deleted',
  SCHEDULE_NOT_CREATED:
    "The requester, 0.0.1032, must sign the ScheduleCreate first. Then read your own bytes to sign from the request's status",
  SCHEDULE_PAYER_INVOLVED: `0.0.1022, the service's account that pays fees for owners, is itself involved in this transaction: pay the fee yourself, with "payer": "owner" in a request, or ?payer=owner when you read its status`,
  SENDER_DOES_NOT_OWN_NFT_SERIAL_NO: '0.0.1032 does not own serial 1 of 0.0.1042',
  SERIAL_NUMBER_REQUIRED: 'serialnumber is missing: send the serial number of one NFT',
  SERVER_SIGNATURE_INVALID: "signedPayload.serverSignature is not this node's signature over originalPayload",
  SERVICE_WORKER_REFUSED: 'Browsers cannot load stored content as a service worker',
  SESSION_NOT_FOUND: 'There is no session with this id: GET /auth/sessions lists the sessions',
  SIGNATURES_MISSING: 'Send "signature" or "signatures". To cancel by your session alone, use DELETE on the proposal',
  SIGNATURE_AMBIGUOUS: '`signature` signs one transaction, but `bytes` does not contain exactly one',
  SHARE_BACKUP_INVALID: 'The backup cannot be used: it was sealed with another SHARE_KEY, or was altered',
  SIGNATURE_INVALID: 'The signature over the payload does not match the key of 0.0.1024 on the ledger',
  SIGNERS_MISSING: 'Fewer than 2 members have signed',
  SIGNER_GONE: '0.0.1035 must sign this, but it was deleted or has no key on the ledger',
  SNAPSHOT_FORBIDDEN: 'The snapshot 0.0.0 does not belong to 0.0.1024, or does not exist',
  SNAPSHOT_NOT_DONE: 'The snapshot a88aa6e0-d568-49f2-9ffe-6f9168ebd849 is RUNNING',
  SNAPSHOT_STORAGE_FULL:
    "The files of 0.0.1028's snapshots use all the storage that the node has for them: try again when some have expired",
  SPENDER_ACCOUNT_SAME_AS_OWNER: 'spenderAccountId is the owner itself, 0.0.1035: send another account',
  SPENDER_DOES_NOT_HAVE_ALLOWANCE:
    '0.0.1033 has no spending limit for HBAR at 0.0.1040: ask its owners for one, or for a payment',
  SPENDING_BUDGET_TOO_SMALL:
    'The node pays at most 20000000 tinybars in an hour for 0.0.1032 on hedera:devnet, but this costs 31250000: its operator would have to raise SPENDING_PER_HOUR',
  SPENDING_BUDGET_USED:
    'The node pays at most 20000000 tinybars in an hour for 0.0.1032 on hedera:devnet, which is used up: try again after the time in Retry-After',
  START_IN_THE_PAST: 'startTime is 2026-11-25T17:12:02.286Z: it must not be before 2026-11-25T18:12:02.286Z',
  START_TOO_FAR: 'startTime is 2036-01-01T00:00:00Z: it must be within a year',
  STATEMENT_NOT_FOUND: '0.0.1032 has no statement in this DAO',
  STATEMENT_TOO_LONG: '0.0.1040 had more than 10000 transactions in that time: choose a shorter period',
  SUPERSEDED:
    'Another transaction was executed with the id 0.0.1032@1795544236.174894618, and this one never will be: it has another transaction',
  TEMPLATE_INVALID: 'template is not JSON: send an object such as {"text": "{{subject}} {{link}}"}',
  THRESHOLD_MISSING: 'votingRules needs a threshold from 1 to 100 percent, or a thresholdFraction',
  THRESHOLD_NOT_MET: '1 verified signature is not enough. 1 more signature needed, from 0.0.1033 or 0.0.1034',
  THRESHOLD_TOO_LOW: 'threshold is 0.5 percent: it must be at least 1',
  TITLE_LOOKS_ALIKE:
    'title is "Pay the gardener ": it looks like "Pay the gardener", the title of an undecided proposal of the DAO. Send exactly that title, or one that looks different',
  AIRDROP_REPEATED: 'airdrops contains the same airdrop twice',
  INVALID_PENDING_AIRDROP_ID: 'No such airdrop of the token 0.0.1040 from 0.0.1022 waits for 0.0.1033',
  TOKEN_ALREADY_ASSOCIATED_TO_ACCOUNT: 'The token 0.0.1040 is already associated with 0.0.1033',
  TOKEN_HAS_NO_FEE_SCHEDULE_KEY: 'the token 0.0.1040 has no feeScheduleKey',
  TOKEN_HAS_NO_FREEZE_KEY: 'the token 0.0.1040 has no freezeKey',
  TOKEN_HAS_NO_KYC_KEY: 'the token 0.0.1040 has no kycKey',
  TOKEN_HAS_NO_PAUSE_KEY: 'the token 0.0.1040 has no pauseKey',
  TOKEN_HAS_NO_SUPPLY_KEY: 'the token 0.0.1040 has no supplyKey',
  TOKEN_HAS_NO_WIPE_KEY: 'the token 0.0.1040 has no wipeKey',
  TOKEN_IS_IMMUTABLE: 'the token 0.0.1040 has no adminKey',
  TOKEN_IS_PAUSED: 'The token 0.0.1040 is paused',
  TOKEN_MAX_SUPPLY_REACHED: 'The token 0.0.1040 can have at most 100 serial numbers',
  TOKEN_NAME_TOO_LONG: 'name has more than 100 bytes',
  TOKEN_NOT_ASSOCIATED_TO_ACCOUNT: 'The account 0.0.1035 is not associated with the token 0.0.1040',
  TOKEN_NOT_ASSOCIATED_TO_FEE_COLLECTOR:
    'customFees/0: the collector 0.0.1035 is not associated with the token 0.0.1040 that the fee is paid in: associate the collector with the token first',
  TOKEN_SYMBOL_TOO_LONG: 'symbol has more than 100 bytes',
  TOKEN_TRANSFER_LIST_SIZE_LIMIT_EXCEEDED:
    'payments has 12 entries: one transaction pays hbars to at most 9 receivers, and one token to as many. Make several requests',
  TOKEN_WAS_DELETED: 'The token 0.0.1040 was deleted',
  TOKEN_WITHOUT_WEIGHT: 'votingRules.tokenId is 0.0.1040: set tokenWeighted, or leave it out',
  TOO_LITTLE_WEIGHT:
    '0.0.1032 holds 10000000000: to propose, the rules of Gardeners require 15000000000, in smallest units',
  TOO_MANY_APPLICATIONS: '0.0.1024 has 20 tokens for applications, which is the maximum: revoke one',
  TOO_MANY_BYTES: '20000 bytes are more than any transaction has: at most 16384',
  TOO_MANY_CHAT_MESSAGES: '60 messages were sent to the chat within an hour, which is the maximum: try again later',
  TOO_MANY_COMMENTS: 'You have written 200 comments within 24 hours, the maximum',
  TOO_MANY_DAOS: '0.0.1032 has 200 DAOs, the maximum for one owner',
  TOO_MANY_DAOS_FOLLOWED: '0.0.1024 gets notices of 200 DAOs, the maximum',
  TOO_MANY_DELIVERIES: '0.0.1024 has 5 running deliveries, and the maximum is 5: try again later',
  TOO_MANY_DOWNLOADS: 'This address has 1 downloads open, the maximum: finish one, then try again',
  TOO_MANY_DRAFTS: '0.0.1032 has 50 drafts, the maximum',
  TOO_MANY_EMAILS: '0.0.1024 has asked for 5 codes within an hour: ask again later',
  TOO_MANY_FILES: 'The form has more than one file',
  TOO_MANY_FOLDERS:
    '0.0.1024 has 16 open uploads of folders, the maximum: finish or delete one (GET /ipfs/folders lists them)',
  TOO_MANY_MEMBERS: 'Gardeners has 100000 members, the maximum',
  TOO_MANY_NAMES: 'A wallet keeps at most 100 names: remove one',
  TOO_MANY_OPEN_BYTES:
    '0.0.1045 has open transactions for 20 decisions, and the maximum is 20: wait until one is executed or expires',
  TOO_MANY_OPEN_REQUESTS: '0.0.1033 has 250 open requests, the maximum: execute or withdraw some',
  TOO_MANY_OPTIONS: 'votingOptions has 9: the rules of the DAO allow up to 5',
  TOO_MANY_OWNERS: '21 owners: a wallet has at most 20',
  TOO_MANY_PENDING_PINS: '100 pins of 0.0.2027 are still being fetched, the maximum: wait for some of them',
  TOO_MANY_PINS: '0.0.2006 has 3 pins, the maximum for one wallet: unpin something',
  TOO_MANY_PROPOSALS: '0.0.1032 has 50 undecided proposals, the maximum for one account',
  TOO_MANY_REQUESTS_A_DAY: '0.0.1035 has created 2000 requests within a day that were never executed, the maximum',
  TOO_MANY_REVOCATIONS:
    "Your key has ended the sessions of 0.0.1048 3 times within 24 hours: ask another owner to end them, or change the wallet's key together, which also ends them",
  TOO_MANY_TEMPLATES: '0.0.1040 has 50 templates, the maximum: delete one first',
  TOO_MANY_ROLES: '0.0.1040 has given 20 roles, the maximum: end one first',
  TOO_MANY_ROLE_CHANGES: '0.0.1033 has asked for 10 changes that lack signatures, the maximum: withdraw some',
  TOO_MANY_SCHEDULE_SIGNS:
    'dao: the network signed 3 ScheduleSigns for your key and this decision within 24 hours, which is the maximum: try again later',
  TOO_MANY_SIGNATURES:
    'These signatures need 140 verifications, but at most 128 are allowed: send fewer signatures, each with its whole public key',
  TOO_MANY_SNAPSHOTS: '0.0.1025 has 10 snapshots, which is the maximum: each expires after 24 hours',
  TOO_MANY_SPOILED:
    'dao: in the last 24 hours, 1 transactions that 0.0.1043 submitted for decisions have failed or may still fail, and the maximum is 1. Wait, or let another wallet submit this one',
  TOO_MANY_TRANSACTIONS: 'bytes contain more than 20 transactions: submit them separately',
  TOO_MANY_TREASURY_ACCOUNTS: 'Gardeners names 20 accounts, the maximum',
  TOO_MANY_UPLOADS: '0.0.2016 has 32 uploads under way, the maximum for one wallet: try again',
  TOTP_INVALID: 'The code is wrong or was already used: wait for the next one',
  TOTP_LOCKED: 'Too many wrong codes: no code is accepted for a while',
  TOTP_REQUIRED: '0.0.1024 has a second factor: send its code, or a recovery code, in the field "code"',
  TRANSACTION_EXPIRED: 'the ledger refused the transaction 0.0.1035@1795544271.871766818: TRANSACTION_EXPIRED',
  TRANSACTION_OVERSIZE:
    'with its signatures the transaction has 10390 bytes, but the ledger accepts at most 6144: send only the signatures that it needs',
  TRANSACTION_REQUIRES_ZERO_TOKEN_BALANCES:
    'The ledger refused the transaction: TRANSACTION_REQUIRES_ZERO_TOKEN_BALANCES',
  TRANSFER_ACCOUNT_SAME_AS_DELETE_ACCOUNT:
    'transferAccountId is the account to be deleted, 0.0.1032: send another account',
  TRANSFER_LIST_SIZE_LIMIT_EXCEEDED:
    'payments has 10 entries: one transaction pays hbars to at most 9 receivers, and one token to as many. Make several requests',
  TREASURY_ACCOUNT_NOT_FOUND: "0.0.1032 is not named as a part of this DAO's treasury",
  TREASURY_MUST_OWN_BURNED_NFT: '0.0.1035 does not own serial 3 of 0.0.1040',
  TWO_FACTOR_ACTIVE: 'The second factor is already active: disable it with DELETE /auth/2fa first',
  TWO_FACTOR_UNKNOWN: 'No second factor is set up: start with POST /auth/2fa',
  UNEXPECTED_TOKEN_DECIMALS: 'decimals is 3, but the token 0.0.1040 has 2',
  UNKNOWN_CHAIN: 'The chain "hedera:testnet" is not served here: use one of hedera:devnet',
  UNKNOWN_KEY:
    "b490e386ebc1cd6373a080641cd7539aef12a23286145623ac56e2a23c369996 is not in the voter's key on the ledger",
  UNSUPPORTED_CONTENT:
    'baf4beigdmqpykrgxyaxtlafqpqhzrb7qy2rh75nldvfd4tucqmqqme5yje has the codec 0x78: this node reads raw, dag-pb, dag-cbor, dag-json, cbor and json',
  UPLOAD_CUT: 'The connection ended before the whole file was sent',
  UPLOAD_STALLED: 'No bytes of the file arrived for 300 ms (IPFS_TIMEOUT)',
  VALIDATOR_NOT_FOUND: 'This node has no validator 1700000000.000000000 on hedera:devnet',
  VALIDATOR_REFUSED:
    'The validator of the account 0.0.1036 refuses transfer/token: 0.0.1037 charges it 900000000 tinybars in custom fees, but maxCustomFees permits 0',
  VETO_NEEDS_DELAY: '0.0.1035 may veto within the execution delay: set executionDelay, in hours',
  VOTES_CAST: 'Votes have been cast: the proposal runs to its end',
  VOTES_NOT_CHANGEABLE: 'By the rules of Gardeners, each account votes once: leave out revision',
  VOTE_NOT_FOUND: 'The vote a88aa6e0-d568-49f2-9ffe-6f9168ebd849 does not exist',
  VOTING_CLOSED: 'The voting ended at 2026-11-24T19:14:00.694Z: the proposal can no longer be cancelled',
  VOTING_DELAY:
    'startTime is 2026-11-24T22:14:05.478Z: voting begins 2 hours after a proposal at the earliest, at 2026-11-24T23:14:05.478Z',
  VOTING_METHOD_NOT_ALLOWED: 'votingMethod is ranked: the rules of the DAO allow single',
  VOTING_NOT_STARTED: 'Voting begins at 2026-11-24T23:14:05.478Z',
  VOTING_TOO_LONG: 'The voting takes 25 hours: the rules of the DAO allow up to 24',
  VOTING_TOO_SHORT: 'votingDurationHours is 0.5: the DAO requires at least 1',
  WALLET_BUDGET_USED:
    'The service pays at most 600 messages of the ledger an hour here (WALLET_MESSAGES_PER_HOUR), and they are used up: try again after the time in Retry-After',
  WALLET_CHANGED: 'The owners or the threshold have changed since this was requested: create the request again',
  WALLET_CHANGING: 'Another change of the owners of 0.0.1034 is being executed: try again when it has ended',
  WALLET_DELETED: 'The wallet 0.0.1033 was deleted on the ledger',
  WALLET_EXISTS: '0.0.1035 is a wallet here already, "Treasury": its owners see it',
  WALLET_KEY_CHANGED:
    'The key of 0.0.1074 on the ledger no longer matches its owners: it was changed outside this service',
  WALLET_OPERATION_REFUSED:
    'proposalData.operation: the multi-signature service would refuse it: 0.0.5 is not a wallet here (NOT_THE_WALLETS_DAO)',
  WALLET_SESSION: 'This session of 0.0.1038 is held by 0.0.1034: use a session of a single account',
  WALLET_TOO_LARGE:
    'A later change with the signatures of all 50 keys would not fit into 6144 bytes: name fewer owners, or owners with smaller keys',
  WEBHOOK_REFUSED:
    'callbackSuccess is "http://127.0.0.1:1/x": its host is not one that this node sends webhooks to (WEBHOOK_HOSTS)',
  WITHDRAWN: '0.0.1033 has withdrawn the request',
  WRONG_CHAIN: 'The session is for hedera:testnet, and the DAO is on hedera:devnet',
  WRONG_DAO:
    'daoId is fd69f746-5c3a-4bae-b451-595beeee89dc: the proposal belongs to 1fb79295-f10c-48d8-bd7d-3ae68140df81',
  WRONG_GROUP: 'The group 7f9c2ba4-e88f-427d-b7a5-7c6d3d2c1b0a has 5 parts, requested by 0.0.1033',
  WRONG_HISTORY:
    'historyId is 1514e143-aff2-4cd3-b744-c5a31f362d14: send f8122313-d557-411c-87c1-1fb7ef1e33e1, the historyId of this request',
  WRONG_OPERATION: 'The request 335950e8-5e4b-4b3f-a7de-1ce55c7d04e5 is executed at /multisig/wallet/stake/execute',
  WRONG_SMART_APP: 'smartApp is "another", but your login has smartApp "": log in with smartApp "another"',
  WRONG_TOKEN_TYPE: 'The token 0.0.1035 is FUNGIBLE_COMMON, not NON_FUNGIBLE_UNIQUE',
  WRONG_VALIDATOR:
    'The validator 1795544437.507005000 has the kind "account": send the timestamp of a validator with the kind "token"',
  WRONG_WALLET: 'walletId is missing: send 0.0.1035, the wallet of this request',
}
