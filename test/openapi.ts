/** Writes `openapi/*.json`, the descriptions of the APIs as a started platform answers them. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { descriptionsOf, fileOf } from '../apps/quorate/test/descriptions.ts'
import { freePorts, startProcess } from '../apps/quorate/test/process.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'quorate-openapi-'))
const ports = await freePorts()
const platform = await startProcess({ ...ports, DATA_DIR: dataDir })
try {
  await mkdir(new URL('.', fileOf('node')), { recursive: true })
  for (const [name, text] of Object.entries(await descriptionsOf(ports))) await writeFile(fileOf(name), text)
} finally {
  await platform.stop()
  await rm(dataDir, { recursive: true, force: true })
}
