/**
 * Checks the console with Lighthouse: `npm run lighthouse`. The exit code is 1 if a screen misses its scores for
 * accessibility or best practices. Performance depends on the machine and on its load: each screen gets up to three
 * tries, and what is still below its budget is listed at the end.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts, startProcess } from '@quorate/quorate/testing'
import { importCiTool } from '../../../test/ci-tools.ts'
import { openSharedBrowser, signIn } from './browser.ts'

/** The part of Lighthouse that we use. */
interface Lighthouse {
  default(
    url: string,
    flags: { port: number; logLevel: 'error'; onlyCategories: string[]; disableStorageReset: boolean },
    config: unknown,
  ): Promise<{ lhr: { categories: Record<string, Category>; audits: Record<string, Audit> } } | undefined>
  desktopConfig: unknown
}
interface Category {
  score: number | null
  auditRefs: { id: string; weight: number }[]
}
interface Audit {
  score: number | null
  numericValue?: number
  displayValue?: string
}

const { default: lighthouse, desktopConfig } = await importCiTool<Lighthouse>('lighthouse')

/** The minimum scores, out of 100. */
const BUDGETS = { performance: 95, accessibility: 100, 'best-practices': 100 }
/** This score also says how fast and how busy the machine was. */
const DEPENDS_ON_LOAD = 'performance'
/** The maximum time of the largest contentful paint. */
const MAX_LCP_MS = 1_500
const TRIES = 3
const say = (text: string) => process.stdout.write(`${text}\n`)

const SCREENS = ['/', '/wallets', '/wallets/new', '/daos', '/settings']

const folder = await mkdtemp(join(tmpdir(), 'quorate-lighthouse-'))
const slow: string[] = []
const platform = await startProcess({ ...(await freePorts()), DATA_DIR: join(folder, 'data') })
const port = await freePort()
const browser = await openSharedBrowser(join(folder, 'profile'), port, platform.at.console)
try {
  await check('before anybody signs in', '/')
  await signIn({ page: await browser.newPage() }, '0.0.1022')
  for (const path of SCREENS) await check('signed in', path)
} finally {
  await browser.close()
  await platform.stop()
  await rm(folder, { recursive: true, force: true })
}
if (slow.length > 0) say(`\nSlower than their budget, on this machine at this load:\n${slow.join('\n')}`)

async function check(who: string, path: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    const { text, notes, isMissed } = await look(new URL(path, platform.at.console).href)
    const line = `${path} ${who}: ${text}`
    say(line)
    for (const note of notes) say(`  ${note}`)
    if (notes.length === 0) return
    if (tries < TRIES) continue
    if (isMissed) process.exitCode = 1
    else slow.push(line)
    return
  }
}

async function look(url: string): Promise<{ text: string; notes: string[]; isMissed: boolean }> {
  const found = await lighthouse(
    url,
    { port, logLevel: 'error', onlyCategories: Object.keys(BUDGETS), disableStorageReset: true },
    desktopConfig,
  )
  if (!found) throw new Error(`Lighthouse says nothing of ${url}`)
  const { categories, audits } = found.lhr
  const lcpMs = audits['largest-contentful-paint']?.numericValue ?? Number.POSITIVE_INFINITY
  const scores = Object.entries(BUDGETS).map(([id, least]) => {
    const score = 100 * (categories[id]?.score ?? 0)
    const failed = (categories[id]?.auditRefs ?? [])
      .filter(({ id: audit, weight }) => weight > 0 && (audits[audit]?.score ?? 1) < 1)
      .map(({ id: audit }) => `${audit} ${audits[audit]?.displayValue ?? ''}`.trim())
    return { id, score, least, failed }
  })
  const below = scores.filter(({ score, least }) => score < least)
  const notes = below.map(
    ({ id, score, least, failed }) => `${id} is ${score.toFixed(0)}, below ${least}: ${failed.join(', ')}`,
  )
  if (lcpMs > MAX_LCP_MS) notes.push(`the largest contentful paint takes ${lcpMs.toFixed(0)} ms, over ${MAX_LCP_MS}`)
  const isMissed = below.some(({ id }) => id !== DEPENDS_ON_LOAD)
  const text = `${scores.map(({ id, score }) => `${id} ${score.toFixed(0)}`).join(', ')}, LCP ${lcpMs.toFixed(0)} ms`
  return { text, notes, isMissed }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
