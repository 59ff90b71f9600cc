import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { MultisigTypes } from '@quorate/client'
import { ANSWER_FIELDS, ANSWER_PARTS, BESIDE, PAYLOADS } from '@quorate/verify'

const PARTS = { ...ANSWER_PARTS, RequestStatus: ANSWER_FIELDS }
type Parts = typeof PARTS
type Known<Name extends keyof Parts> = keyof Parts[Name]['needed'] | keyof Parts[Name]['optional']
/** If the API answered a field that `readAnswer` does not know, every signature would be refused. */
const isKnown: { [Name in keyof Parts]: Exclude<keyof MultisigTypes[Name], Known<Name>> extends never ? true : never } =
  {
    ...{ RequestStatus: true, Schedule: true, Signature: true, Need: true, ProposalOfRequest: true, Comment: true },
    ...{ ReplacedRequest: true, GroupPlace: true },
  }

interface Description {
  components: { schemas: Record<string, Schema> }
  paths: Record<string, { post?: { requestBody: { content: { 'application/json': { schema: Schema } } } } }>
}
interface Schema {
  properties: Record<string, unknown>
  required?: string[]
}

const description = async (): Promise<Description> =>
  JSON.parse(await readFile(new URL('../../../openapi/multisig.json', import.meta.url), 'utf8'))

test('the fields that are read of a request before a signature are exactly those in the API description', async () => {
  const { schemas } = (await description()).components
  for (const name of Object.keys(isKnown) as (keyof Parts)[]) {
    const { properties, required = [] } = schemas[name] ?? assert.fail(name)
    const optional = Object.keys(properties).filter((one) => !required.includes(one))
    assert.deepEqual(Object.keys(PARTS[name].needed).sort(), required.toSorted(), name)
    assert.deepEqual(Object.keys(PARTS[name].optional).sort(), optional.sort(), name)
  }
})

test('the payload of each operation has exactly the fields of its POST, and those that the service adds', async () => {
  const { paths } = await description()
  const beside = new Set(Object.keys(BESIDE))
  const added = new Set(['customFees', 'proposal'])
  for (const [operation, [needed, optional]] of Object.entries(PAYLOADS)) {
    const { post } = paths[`/multisig/wallet/${operation}/request`] ?? assert.fail(operation)
    const { properties, required = [] } = post?.requestBody.content['application/json'].schema ?? assert.fail(operation)
    const others = Object.keys(properties).filter((one) => !required.includes(one) && !beside.has(one))
    assert.deepEqual(Object.keys(needed).sort(), required.toSorted(), operation)
    assert.deepEqual(
      Object.keys(optional)
        .filter((one) => !added.has(one))
        .sort(),
      others.sort(),
      operation,
    )
  }
})
