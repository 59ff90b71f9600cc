/**
 * `npm run load`: sends a mix of requests to an installation at given rates, and reports how long they took. See
 * README.md beside this file.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Client } from '@quorate/client'
import { runAtRate } from './arrivals.ts'
import { broadcast } from './broadcast.ts'
import { createMeasurements } from './measurements.ts'
import { createGroup, type Group, operations } from './operations.ts'
import { accountsOf, arrive, developmentPeople } from './people.ts'
import { pageOf, reportOf, tableOf } from './report.ts'

/** One address may open 256 sockets, and each wallet opens one for its events. */
const MAX_WALLETS = 100

const { values } = parseArgs({
  options: {
    node: { type: 'string', default: 'http://127.0.0.1:3000' },
    multisig: { type: 'string', default: 'http://127.0.0.1:3003' },
    governance: { type: 'string', default: 'http://127.0.0.1:3001' },
    sockets: { type: 'string', default: 'http://127.0.0.1:3004' },
    'governance-sockets': { type: 'string', default: 'http://127.0.0.1:3002' },
    accounts: { type: 'string' },
    people: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '30' },
    rates: { type: 'string', default: '' },
    listeners: { type: 'string', default: '0' },
    out: { type: 'string', default: 'load-report' },
  },
})

const whole = (name: 'people' | 'seconds' | 'listeners', least: number): number => {
  const number = Number(values[name])
  if (!Number.isSafeInteger(number) || number < least)
    throw new Error(`--${name} is ${values[name]}: give a whole number from ${least} on`)
  return number
}

/** Reads rates such as `wallet=20,inbox=0`, in operations per second. Other operations keep their default rates. */
function ratesOf(text: string): Map<string, number> {
  const rates = new Map(Object.entries(operations).map(([name, { perSecond }]) => [name, perSecond]))
  for (const part of text ? text.split(',') : []) {
    const [name = '', rate = ''] = part.split('=')
    if (!rates.has(name) || !(Number(rate) >= 0) || rate === '')
      throw new Error(`--rates has ${part}: write name=number for any of ${[...rates.keys()].join(', ')}`)
    rates.set(name, Number(rate))
  }
  return rates
}

const seconds = whole('seconds', 1)
const count = whole('people', 2)
const listeners = whole('listeners', 0)
const rates = ratesOf(values.rates)
const accounts = (values.accounts ? accountsOf(values.accounts) : developmentPeople()).slice(0, count)
if (accounts.length < 2) throw new Error('A wallet has two owners: give two accounts or more')

const say = (text: string): void => void process.stderr.write(`${text}\n`)
say(`${accounts.length} accounts log in at ${values.node}`)
const people: Client[] = []
for (const account of accounts) people.push(await arrive(values, account))
const groups: Group[] = []
for (let index = 0; index + 1 < people.length && groups.length < MAX_WALLETS; index += 2)
  groups.push(await createGroup(people.slice(index, index + 2) as [Client, Client]))

say(`${groups.length} wallets; requests for ${seconds} s`)
const begin = new Date().toISOString()
const measured = createMeasurements()
let next = 0
const group = (): Group => groups[next++ % groups.length] as Group
await Promise.all(
  Object.entries(operations).map(([name, { run }]) =>
    runAtRate(
      { name, perSecond: rates.get(name) ?? 0, run: async () => void (await run(group(), measured)) },
      seconds,
      measured,
    ),
  ),
)
if (listeners) {
  say(`${listeners} sockets`)
  await broadcast(values['governance-sockets'], people, listeners, measured)
}
for (const { socket } of groups) socket.close()

const report = reportOf(measured, { begin, seconds, people: people.length, target: values.node })
writeFileSync(`${values.out}.json`, `${JSON.stringify(report, null, 2)}\n`)
writeFileSync(`${values.out}.html`, pageOf(report))
process.stdout.write(`${tableOf(report)}\n`)
say(`Written: ${values.out}.json, and ${values.out}.html with plots`)
