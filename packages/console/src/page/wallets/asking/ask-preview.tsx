/** A preview of the request's sentence, from the input so far. */
import { amountText, HBAR_DECIMALS } from '@quorate/verify'
import type { Wallet } from '../../api/client.ts'
import { ledgerNow } from '../../api/time.ts'
import { Who } from '../../parts/faces/who.tsx'
import { useDecimals } from '../../parts/inputs/use-decimals.ts'
import { ownerChangeOf } from '../../requests/owner-changes/owner-change.ts'
import { OwnerDiff } from '../../requests/owner-changes/owner-diff.tsx'
import { Sentence } from '../../requests/sentences/sentence-view.tsx'
import { useSentence } from '../../requests/sentences/use-sentence.ts'
import { useLanguage } from '../../texts/language.tsx'
import { bodyOf, type Form } from './ask.ts'

export function AskPreview({ form, wallet }: { form: Form; wallet: Wallet }) {
  const { texts, language } = useLanguage()
  const decimals = useDecimals(form.asset)
  const made = bodyOf({ ...form, when: 'short' }, wallet, { now: ledgerNow(), language, decimals })
  const payload = 'body' in made ? made.body : {}
  const parts = useSentence(
    { operation: form.kind, payload },
    { wallet: { id: wallet.wallet, name: wallet.name }, openIn: wallet.wallet },
  )
  const change = form.kind === 'update' && 'body' in made ? ownerChangeOf(payload, wallet) : undefined
  const hbars = wallet.assets.find(({ tokenId }) => tokenId === 'HBAR')
  return (
    <section className="panel sig" aria-live="polite">
      {'body' in made ? (
        <p className="truth in-dialog">
          <Sentence parts={parts} hasFaces />
        </p>
      ) : (
        <p className="note">{texts.ask.previewEmpty}</p>
      )}
      {change ? <OwnerDiff change={change} /> : null}
      <div>
        <p className="lab">{texts.request.from}</p>
        <Who id={wallet.wallet} name={wallet.name} kind="wallet" size={40} />
      </div>
      {hbars ? (
        <p className="note">
          {texts.request.holds} <b className="number">{amountText(BigInt(hbars.balance), HBAR_DECIMALS, language)} ℏ</b>
        </p>
      ) : null}
      <p className="note">{texts.wallet.ruleText(wallet.settings.threshold, wallet.settings.owners.length)}</p>
    </section>
  )
}
