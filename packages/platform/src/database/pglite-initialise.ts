/** A program for a separate process: creates the PGlite folder named by its argument, completely or not at all. */
import { rename, rm } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { PrivateFiles } from './pglite-files.ts'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('pglite-initialise needs the folder to make')
const unfinished = `${folder}.unfinished`
await rm(unfinished, { recursive: true, force: true })
const pglite = await PGlite.create({ fs: new PrivateFiles(unfinished), initDbStartParams: ['--wal-segsize=1'] })
await pglite.close()
await rename(unfinished, folder)
