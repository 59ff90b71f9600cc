import type { proto } from '@hiero-ledger/proto'
import type { SystemOutcome } from '#evm/world.ts'
import { int64, toLong } from '#protocol/encoding/int64.ts'
import { accountNumber, longZeroNumber, tokenId } from '#protocol/ids.ts'
import { isActive } from '#protocol/keys.ts'
import { type Answering, codeValue, fn, halted, reverted, type SystemCall, standardized } from '../call.ts'
import { authorises } from '../native.ts'
import { isAmount } from './codes.ts'
import { emitChanges } from './events.ts'

type Body = proto.ICryptoTransferTransactionBody
type Amount = readonly [account: Buffer, amount: bigint, isApproval?: boolean]
type NftMove = readonly [sender: Buffer, receiver: Buffer, serial: bigint, isApproval?: boolean]
type TokenList = readonly [token: Buffer, amounts: readonly Amount[], nfts: readonly NftMove[]]

/** The last system account: contracts cannot send it tokens. */
const LAST_SYSTEM_ACCOUNT = 750
const MALFORMED = halted('ERROR_DECODING_PRECOMPILE_INPUT')

/** The token id in a long-zero address. For any other address, an id that no token has. */
export const tokenIdOf = (address: Uint8Array): proto.ITokenID =>
  tokenId(longZeroNumber(address) ?? Number.MAX_SAFE_INTEGER)

const amountOf = (call: SystemCall, [account, amount, isApproval = false]: Amount): proto.IAccountAmount => ({
  accountID: call.idOf(account),
  amount: toLong(amount),
  isApproval,
})

const nftOf = (call: SystemCall, [sender, receiver, serial, isApproval = false]: NftMove): proto.INftTransfer => ({
  senderAccountID: call.idOf(sender),
  receiverAccountID: call.idOf(receiver),
  serialNumber: toLong(serial),
  isApproval,
})

export const tokenListOf = (call: SystemCall, [token, amounts, nfts]: TokenList): proto.ITokenTransferList => ({
  token: tokenIdOf(token),
  transfers: amounts.map((amount) => amountOf(call, amount)),
  nftTransfers: nfts.map((nft) => nftOf(call, nft)),
})

/** Dispatches a transfer whose result is a response code. */
function transfer(given: Body, { call, success }: Answering, switchesToApprovals: boolean): SystemOutcome {
  if (creditsSystemAccount(given, call)) return reverted('INVALID_RECEIVING_NODE_ACCOUNT', 0)
  const body = switchesToApprovals ? withApprovals(given, call) : given
  const { status, gas, child } = call.dispatch('cryptoTransfer', body)
  if (status === 'SUCCESS') emitChanges(call, child.changes)
  return success(gas, codeValue(standardized(status)))
}

function creditsSystemAccount({ transfers, tokenTransfers }: Body, { state }: SystemCall): boolean {
  const isSystem = (id: proto.IAccountID | null | undefined): boolean => {
    const num = state.account(id)?.num ?? accountNumber(id)
    return num > 0 && num <= LAST_SYSTEM_ACCOUNT
  }
  const isCredit = ({ accountID, amount }: proto.IAccountAmount): boolean => int64(amount) > 0n && isSystem(accountID)
  return (
    (transfers?.accountAmounts ?? []).some(isCredit) ||
    (tokenTransfers ?? []).some(
      (list) =>
        list.transfers?.some(isCredit) ||
        list.nftTransfers?.some(({ receiverAccountID }) => isSystem(receiverAccountID)),
    )
  )
}

/** Makes debits of other accounts use an allowance, unless the caller is one of the account's keys. */
function withApprovals({ transfers, tokenTransfers }: Body, call: SystemCall): Body {
  const needsApproval = (id: proto.IAccountID | null | undefined): boolean => {
    const account = call.state.account(id)
    if (!account || account.num === call.caller.account.num) return false
    return !isActive(account.key.rule, (key) => authorises(key, call.caller))
  }
  const amount = (one: proto.IAccountAmount): proto.IAccountAmount =>
    int64(one.amount) < 0n && needsApproval(one.accountID) ? { ...one, isApproval: true } : one
  const nft = (one: proto.INftTransfer): proto.INftTransfer =>
    needsApproval(one.senderAccountID) ? { ...one, isApproval: true } : one
  return {
    ...(transfers && { transfers: { accountAmounts: (transfers.accountAmounts ?? []).map(amount) } }),
    tokenTransfers: (tokenTransfers ?? []).map((list) => ({
      ...list,
      transfers: (list.transfers ?? []).map(amount),
      nftTransfers: (list.nftTransfers ?? []).map(nft),
    })),
  }
}

const RESULT = '(int64)'

export const transfers = [
  fn<[readonly TokenList[]]>(
    'cryptoTransfer((address,(address,int64)[],(address,address,int64)[])[])',
    RESULT,
    ([lists], answering) =>
      transfer({ tokenTransfers: lists.map((list) => tokenListOf(answering.call, list)) }, answering, true),
  ),
  fn<[readonly [readonly Amount[]], readonly TokenList[]]>(
    'cryptoTransfer(((address,int64,bool)[]),(address,(address,int64,bool)[],(address,address,int64,bool)[])[])',
    RESULT,
    ([[amounts], lists], answering) => {
      const { call } = answering
      const accountAmounts = amounts.map((amount) => amountOf(call, amount))
      const body = {
        ...(amounts.length > 0 && { transfers: { accountAmounts } }),
        tokenTransfers: lists.map((list) => tokenListOf(call, list)),
      }
      return transfer(body, answering, true)
    },
  ),
  fn<[Buffer, readonly Buffer[], readonly bigint[]]>(
    'transferTokens(address,address[],int64[])',
    RESULT,
    ([token, accounts, amounts], answering) => {
      if (accounts.length !== amounts.length) return MALFORMED
      const list = accounts.map((account, at): Amount => [account, amounts[at] as bigint])
      return transfer({ tokenTransfers: [tokenListOf(answering.call, [token, list, []])] }, answering, true)
    },
  ),
  fn<[Buffer, Buffer, Buffer, bigint]>(
    'transferToken(address,address,address,int64)',
    RESULT,
    ([token, from, to, amount], answering) => move(answering, { token, from, to, amount }, true),
  ),
  fn<[Buffer, Buffer, Buffer, bigint]>(
    'transferFrom(address,address,address,uint256)',
    RESULT,
    ([token, from, to, amount], answering) => move(answering, { token, from, to, amount, isApproval: true }, false),
  ),
  fn<[Buffer, readonly Buffer[], readonly Buffer[], readonly bigint[]]>(
    'transferNFTs(address,address[],address[],int64[])',
    RESULT,
    ([token, senders, receivers, serials], answering) => {
      if (senders.length !== receivers.length || senders.length !== serials.length) return MALFORMED
      const list = serials.map((serial, at): NftMove => [senders[at] as Buffer, receivers[at] as Buffer, serial])
      return transfer({ tokenTransfers: [tokenListOf(answering.call, [token, [], list])] }, answering, true)
    },
  ),
  fn<[Buffer, Buffer, Buffer, bigint]>(
    'transferNFT(address,address,address,int64)',
    RESULT,
    ([token, from, to, serial], answering) =>
      transfer({ tokenTransfers: [tokenListOf(answering.call, [token, [], [[from, to, serial]]])] }, answering, true),
  ),
  fn<[Buffer, Buffer, Buffer, bigint]>(
    'transferFromNFT(address,address,address,uint256)',
    RESULT,
    ([token, from, to, serial], answering) => {
      if (!isAmount(serial)) return MALFORMED
      const list = tokenListOf(answering.call, [token, [], [[from, to, serial, true]]])
      return transfer({ tokenTransfers: [list] }, answering, false)
    },
  ),
]

interface Move {
  readonly token: Buffer
  readonly from: Buffer
  readonly to: Buffer
  readonly amount: bigint
  readonly isApproval?: boolean
}

function move(answering: Answering, { token, from, to, amount, isApproval = false }: Move, switches: boolean) {
  if (amount < 0n || !isAmount(amount)) return MALFORMED
  const list = tokenListOf(answering.call, [
    token,
    [
      [to, amount],
      [from, -amount, isApproval],
    ],
    [],
  ])
  return transfer({ tokenTransfers: [list] }, answering, switches)
}
