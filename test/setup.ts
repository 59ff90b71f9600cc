/** Before all tests: one embedded database that each test file copies, where making one takes seconds. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareTemplate, TEMPLATE_VARIABLE } from '../packages/platform/src/testing.ts'

let template: string | undefined

export async function globalSetup(): Promise<void> {
  if (process.env.TEST_DATABASE_URL) return
  template = await mkdtemp(join(tmpdir(), 'quorate-template-'))
  await prepareTemplate(template)
  process.env[TEMPLATE_VARIABLE] = template
}

export async function globalTeardown(): Promise<void> {
  if (template) await rm(template, { recursive: true, force: true })
}
