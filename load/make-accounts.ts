/**
 * `node load/make-accounts.ts 100 > accounts.txt`: makes accounts with new keys on the embedded ledger, each with
 * 1,000 ℏ, and writes a line for each as `--accounts` reads them. LEDGER is host:port of the consensus node.
 */
import { AccountCreateTransaction, Client, Hbar, PrivateKey } from '@hiero-ledger/sdk'
import { developmentPeople } from './people.ts'

const AT_ONCE = 20

const [payer] = developmentPeople()
if (!payer) throw new Error('The embedded ledger has no development accounts')
const ledger = Client.forNetwork({ [process.env.LEDGER ?? '127.0.0.1:50211']: '0.0.3' }).setOperator(
  payer.accountId,
  PrivateKey.fromStringDer(String(payer.privateKey)),
)
let left = Number(process.argv[2] ?? 100)
async function make(): Promise<void> {
  while (left-- > 0) {
    const key = PrivateKey.generateED25519()
    const sent = await new AccountCreateTransaction()
      .setKeyWithoutAlias(key)
      .setInitialBalance(new Hbar(1_000))
      .execute(ledger)
    const { accountId } = await sent.getReceipt(ledger)
    process.stdout.write(`${accountId} ${key.toStringDer()}\n`)
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, make))
ledger.close()
