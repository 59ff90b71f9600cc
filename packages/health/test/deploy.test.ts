import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { openHarness } from './harness.ts'

const read = (name: string) => readFile(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8')

/** The names of metrics in an expression: all names except functions, labels and keywords. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/\{[^}]*\}/g, '')
    .replace(/\b(by|without|on)\s*\([^)]*\)/g, '')
    .replace(/"[^"]*"|\[[^\]]*\]/g, '')
  return [...bare.matchAll(/\b([a-z_:][a-z0-9_:]*)\b(?!\s*\()/g)].map(([name]) => name)
}

describe('Parts deployed with a service', () => {
  /** The names of the metrics that a service answers, with the labels of each, and of those that only a node has. */
  async function measured() {
    await using harness = await openHarness({ checks: { disk: { check: () => undefined } } })
    await harness.get('/health/live')
    const text = await (await fetch(`${harness.url}/metrics`)).text()
    const ofNode = [...(await read('../packages/node/src/shared-key/metrics.ts')).matchAll(/'(node_[a-z_]+)'/g)]
    return new Map([
      ...ofNode.map(([, name = '']): [string, string[]] => [name, []]),
      ...[...text.matchAll(/^([a-z_:][a-z0-9_:]*)(?:\{([^}]*)\})? /gm)].map(
        ([, name = '', labels = '']): [string, string[]] => [
          name,
          [...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label),
        ],
      ),
    ])
  }
  const alerts = async () => [...(await read('alerts.yml')).matchAll(/^\s*expr: (.+)$/gm)].map(([, text = '']) => text)
  const panels = async () => {
    const { panels } = JSON.parse(await read('dashboard.json')) as { panels: { targets: { expr: string }[] }[] }
    return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  }

  test('use only metrics and labels that exist', async () => {
    const known = await measured()
    const expressions = [...(await alerts()), ...(await panels())]
    assert.ok(expressions.length > 10)
    for (const expression of expressions) {
      const names = metricsIn(expression).filter((name) => name !== 'up' || !expression.startsWith('up{'))
      for (const name of names) assert.ok(known.has(name), `${name}, of ${expression}`)
      // Prometheus itself adds job and instance.
      const labels = names.flatMap((name) => known.get(name) ?? [])
      for (const [, label = ''] of expression.matchAll(/[{,]\s*(\w+)\s*(?:=|!)/g))
        assert.ok([...labels, 'job', 'instance'].includes(label), `${label}, of ${expression}`)
    }
  })
})
