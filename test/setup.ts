/**
 * Prepares all tests: a folder with the compile cache that processes share, and an embedded database with the tables of
 * all services. Tests copy it, because creating one takes seconds.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openTables as openGovernance } from '../packages/governance/src/store/open-tables.ts'
import { openTables as openMultisig } from '../packages/multisig/src/store/open-tables.ts'
import { openTables as openNode } from '../packages/node/src/store/open-tables.ts'
import { openFirstAnswers, systemClock } from '../packages/platform/src/index.ts'
import { prepareTemplate, TEMPLATE_VARIABLE } from '../packages/platform/src/testing/index.ts'
import { openTables as openStorage } from '../packages/storage/src/store/open-tables.ts'

let template: string | undefined

export async function globalSetup(): Promise<void> {
  process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/quorate')
  if (process.env.TEST_DATABASE_URL) return
  template = await mkdtemp(join(tmpdir(), 'quorate-template-'))
  await prepareTemplate(template, [
    ...[openNode, openStorage, openMultisig, openGovernance],
    (server) => openFirstAnswers(server, systemClock),
  ])
  process.env[TEMPLATE_VARIABLE] = template
}

export async function globalTeardown(): Promise<void> {
  if (template) await rm(template, { recursive: true, force: true })
}
