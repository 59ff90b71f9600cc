/** The networks of nodes that the user has trusted with secret votes. No service is asked. */
import { type AcceptedKey, allAcceptedKeys, forgetKey } from '../connection/network-keys.ts'
import { Failure } from '../exit-codes.ts'
import type { CommandTable } from '../table/commands.ts'
import type { Given } from '../table/declare.ts'
import { note, printList } from '../terminal/output.ts'

type Commands = CommandTable['networkKey']['commands']

const print = (keys: readonly AcceptedKey[], json: boolean): Promise<void> =>
  printList(keys, {
    json,
    empty: 'You have not accepted a network key. The first secret vote at a service does that.',
    columns: [
      { title: 'key', of: ({ networkKey }) => networkKey },
      { title: 'chain', of: ({ chain }) => chain },
      { title: 'service', of: ({ governance }) => governance },
    ],
  })

export const list = ({ json }: Given<Commands['list']>): Promise<void> => print(allAcceptedKeys(), json)

export async function forget({ key, json }: Given<Commands['forget']>): Promise<void> {
  const forgotten = forgetKey(key.toLowerCase())
  if (forgotten.length === 0)
    throw new Failure('failed', `You have not accepted the network key ${key}: quorate network-key list`, 'NO_SUCH_KEY')
  await print(forgotten, json)
  if (!json) note('These keys are forgotten')
}
