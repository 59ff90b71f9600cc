/** The form for a payment within the user's own spending limit, which the user alone signs. */
import { Alert, Stack, Text, TextInput } from '@mantine/core'
import { QuorateError, type Signer } from '@quorate/client'
import { fullAmountText, HBAR_DECIMALS, isEntityId, type LimitPayment, limitPaymentSentence } from '@quorate/verify'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { ledgerOf } from '../../api/ledger-reads.ts'
import { useMe, useSession } from '../../api/session.tsx'
import { ledgerNow } from '../../api/time.ts'
import { approveLimitPayment } from '../../approve/approve.ts'
import { SignWith } from '../../connect/sign-with.tsx'
import { AccountInput } from '../../parts/inputs/account-input.tsx'
import { AmountInput } from '../../parts/inputs/amount-input.tsx'
import { measureOf, noAmount, unitsIn } from '../../parts/inputs/typed-amount.ts'
import { useDecimals } from '../../parts/inputs/use-decimals.ts'
import { Failed } from '../../parts/layout/states.tsx'
import { fromBase64 } from '../../parts/ledger/bytes.ts'
import { useLanguage, useTexts } from '../../texts/language.tsx'

interface Limit {
  tokenId: string
  left: bigint
}

async function payWithin(payment: LimitPayment, signer: Signer, chain: string) {
  const { walletId, receiverId, tokenId, amount, memo } = payment
  const path = { walletId }
  const { bytes, bodyBytes } = await api.multisig.post('/multisig/wallet/{walletId}/limits/prepare', {
    path,
    body: { receiverId, tokenId, amount: String(amount), ...(memo === '' ? {} : { memo }) },
  })
  return approveLimitPayment({
    ...{ payment, signer },
    bodyBytes: fromBase64(bodyBytes),
    ledger: ledgerOf(chain),
    now: ledgerNow(),
    send: (signature) =>
      api.multisig.post('/multisig/wallet/{walletId}/limits/pay', { path, body: { bytes, signature } }),
  })
}

/** Says what the signature pays, and asks for it. The bytes are compared with the input here. */
export function LimitPaying({ walletId, limit, onClose }: { walletId: string; limit: Limit; onClose: () => void }) {
  const { access: texts } = useTexts()
  const { language } = useLanguage()
  const { signer, chain } = useSession()
  const me = useMe()
  const queries = useQueryClient()
  const { tokenId, left } = limit
  const [receiverId, setReceiver] = useState('')
  const [amount, setAmount] = useState(noAmount)
  const [memo, setMemo] = useState('')
  const [isTried, setTried] = useState(false)
  const decimals = useDecimals(tokenId)
  const units = unitsIn(amount, measureOf(tokenId, decimals, language)) ?? 0n
  const isReady = isEntityId(receiverId) && units > 0n && units <= left && decimals !== undefined
  const shown = `${fullAmountText(units, decimals ?? HBAR_DECIMALS, language)} ${tokenId === 'HBAR' ? 'ℏ' : tokenId}`
  const paying = useMutation({
    mutationFn() {
      if (!signer) throw new QuorateError({ code: 'NO_SIGNER', message: 'Choose a way to sign' })
      const payment = { walletId, receiverId, tokenId, amount: units, memo: memo.trim() }
      return payWithin(payment, signer, chain)
    },
    onSettled: () =>
      Promise.all(
        [
          ['wallet', walletId],
          ['wallets', 'limits'],
        ].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  })
  if (paying.data)
    return (
      <Stack data-testid="paid">
        <Text>{paying.data.status === 'SUCCESS' ? texts.paid : texts.underWay}</Text>
        <Text size="sm" className="id">
          {paying.data.transactionId}
        </Text>
      </Stack>
    )
  const wrong = units > left ? texts.tooMuch : units === 0n ? texts.amountWrong : undefined
  return (
    <Stack gap="lg">
      <AccountInput
        label={texts.receiver}
        value={receiverId}
        onChange={setReceiver}
        error={isTried && !isEntityId(receiverId) ? texts.accountWrong : undefined}
      />
      <AmountInput
        label={texts.amount}
        value={amount}
        onChange={setAmount}
        decimals={decimals}
        unit={tokenId === 'HBAR' ? 'ℏ' : ''}
        max={left}
        error={isTried ? wrong : undefined}
      />
      <TextInput label={texts.purpose} value={memo} onChange={({ currentTarget }) => setMemo(currentTarget.value)} />
      {isReady ? (
        <Alert color="blue" data-testid="limit-sentence">
          {limitPaymentSentence({ walletId, receiverId }, { spenderId: me, amount: shown, language })}
        </Alert>
      ) : null}
      {paying.error ? <Failed error={paying.error} /> : null}
      <SignWith
        button={texts.paySign}
        busy={paying.isPending}
        onSign={() => {
          setTried(true)
          if (isReady) paying.mutate()
        }}
        onCancel={onClose}
      />
    </Stack>
  )
}
