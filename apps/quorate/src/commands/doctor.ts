import { readNetwork } from '@quorate/ledger'
import { type Finding, failed, ok, reasonOf } from '../doctor/check.ts'
import { checkDisk, checkFolder, checkInUse, checkNode } from '../doctor/machine.ts'
import { checkDatabase, checkLedger, checkRedis } from '../doctor/network.ts'
import { checkPackages } from '../doctor/packages.ts'
import { portsOf } from '../doctor/ports.ts'
import { Failure } from '../exit-codes.ts'
import { schemas } from '../schemas.ts'
import { serviceNames, settingsFor } from '../settings.ts'
import { isTerminal, note, printList } from '../terminal/output.ts'
import { dim, green, red, say } from '../terminal/paint.ts'
import { plain } from '../terminal/plain.ts'

const DEVNET = 'hedera:devnet'

/** Checks everything that a start needs, with the settings that it would use, and changes nothing. */
export async function doctor({ json }: { json: boolean }): Promise<void> {
  const findings = await findAll()
  if (isTerminal() && !json) for (const finding of findings) show(finding)
  else
    await printList(findings, {
      json,
      empty: '',
      columns: [
        { title: 'state', of: ({ state }) => state },
        { title: 'check', of: ({ check }) => check },
        { title: 'found', of: ({ found }) => found },
        { title: 'advice', of: ({ advice }) => advice },
      ],
    })
  const count = findings.filter(({ state }) => state === 'failed').length
  if (count > 0)
    throw new Failure(
      'failed',
      count === 1 ? 'One thing keeps the platform from working' : `${count} things keep the platform from working`,
      'UNFIT',
    )
  if (!json) note('Nothing keeps the platform from working')
}

const SIGNS: Record<Finding['state'], string> = { ok: green('✓'), warning: '!', failed: red('✗') }

function show({ check, state, found, advice }: Finding): void {
  say(`${SIGNS[state]} ${check.padEnd(26)} ${plain(found)}`)
  if (advice) say(dim(`  ${' '.repeat(26)} ${plain(advice)}`))
}

async function findAll(): Promise<Finding[]> {
  const node = checkNode()
  let settings: ReturnType<typeof settingsFor>
  try {
    settings = settingsFor(serviceNames, process.env)
  } catch (error) {
    return [
      node,
      ...checkPackages(),
      failed('settings', reasonOf(error), 'docs/reference/configuration.md says what each setting takes'),
    ]
  }
  const { shared } = settings
  const isEmbedded = shared.CHAINS.includes(DEVNET) && !process.env.HEDERA_DEVNET_NODES
  return [
    node,
    ...checkPackages(),
    ok('settings', 'usable'),
    ...(await checkInUse(portsOf(settings, isEmbedded), shared.DATA_DIR)),
    checkFolder(shared.DATA_DIR),
    checkDisk(shared.DATA_DIR),
    ...(await checkDatabase(shared.DATABASE_URL, shared, schemas)),
    ...(await checkRedis(shared.REDIS_URL)),
    ...(await ledgers(shared.CHAINS, isEmbedded)),
  ]
}

/** The embedded ledger starts with the platform, so it is not checked. */
async function ledgers(chains: readonly string[], isEmbedded: boolean): Promise<Finding[]> {
  const found = chains.map(async (chain) => {
    if (chain === DEVNET && isEmbedded) return [ok(`ledger ${chain}`, 'embedded, in the data folder')]
    try {
      return await checkLedger(readNetwork(chain, process.env))
    } catch (error) {
      return [
        failed(`ledger ${chain}`, reasonOf(error), 'docs/reference/configuration.md says what each setting takes'),
      ]
    }
  })
  return (await Promise.all(found)).flat()
}
