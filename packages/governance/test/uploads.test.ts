import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { httpSource, recount } from '../src/index.ts'
import { contentIdentifier } from '../src/leaves.ts'
import { chain, HOUR, openHouse, type Person } from './house.ts'

/** Content storage, as far as it is used: uploads answer the content identifier, reads the content. */
function storage() {
  const files = new Map<string, string>()
  const refusals = { left: 2, sessions: new Set<string | undefined>() }
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '', headers } = request
    if (method === 'POST') {
      refusals.sessions.add(headers.authorization)
      const body = await new Response(request as never, {
        headers: { 'content-type': headers['content-type'] ?? '' },
      }).formData()
      const file = body.get('file')
      const text = file instanceof File ? await file.text() : ''
      if (refusals.left-- > 0) return void response.writeHead(503).end('{}')
      const cid = contentIdentifier(text)
      files.set(cid, text)
      return void response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ cid }))
    }
    const found = files.get(url.split('/').at(-1) ?? '')
    response.writeHead(found === undefined ? 404 : 200).end(found)
  })
  return { server, files, refusals }
}

describe('Leaves in content storage', () => {
  it('are kept there, after retries, and a recount finds them there', async () => {
    const { server, files, refusals } = storage()
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const storageUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const house = await openHouse({ STORAGE_URL: storageUrl, STORAGE_TOKEN: 'the-token' })
    try {
      const [ada, ben] = (await house.people(2)) as [Person, Person]
      const dao = await house.dao([ada, ben])
      const proposal = await house.propose(dao.daoId, ada)
      await house.vote(proposal, ada, 'YES')
      await house.vote(proposal, ben, 'NO')
      await house.pass(24 * HOUR)
      for (let round = 0; round < 6; round++) await house.pass(20_000)
      assert.deepEqual([...refusals.sessions], ['Bearer the-token'])
      const { body } = await house.get(`/votes/proposal/${proposal.proposalId}/audit`)
      assert.deepEqual(
        [...files.keys()],
        body.batches.map(({ leaves }: { leaves: string }) => leaves),
      )
      const source = httpSource(house.url, storageUrl)
      const { mirror } = house.ledger
      const options = { proposalId: proposal.proposalId, chain, topicId: dao.topicId, mirror, source }
      assert.deepEqual((await recount(options)).faults, [])
    } finally {
      await house.close()
      server.closeAllConnections()
      server.close()
    }
  })
})

describe('A content identifier', () => {
  it('is the CIDv1 of a raw block', () => {
    assert.equal(contentIdentifier('hello world'), 'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e')
  })
})
