import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const require = createRequire(resolve('.ci/tools/package.json'))

/**
 * A tool that only CI needs. `npm ci` leaves these out, since they weigh as much as the rest of the development tools.
 * @throws an error that says how to install it
 */
export async function importCiTool<T>(name: string): Promise<T> {
  let path: string
  try {
    path = require.resolve(name)
  } catch {
    throw new Error(`${name} is not installed. Run: npm run ci:tools`)
  }
  return import(pathToFileURL(path).href)
}
