import assert from 'node:assert/strict'

/** The file with the description of an API. */
export const fileOf = (name: string): URL => new URL(`../../../openapi/${name}.json`, import.meta.url)

/** The API descriptions of a platform on these ports, as text, by name. */
export async function descriptionsOf(ports: Record<string, string>): Promise<Record<string, string>> {
  const texts = ['node', 'multisig', 'governance'].map(async (name) => {
    const port = ports[`${name.toUpperCase()}_HTTP_PORT`]
    const answer = await fetch(`http://127.0.0.1:${port}/api/docs-json`)
    const description = await answer.json()
    assert.equal(answer.status, 200, JSON.stringify(description))
    return [name, `${JSON.stringify(description, null, 1)}\n`] as const
  })
  return Object.fromEntries(await Promise.all(texts))
}
