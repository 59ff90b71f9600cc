/** Compares the installed packages with package-lock.json: a checkout is often newer than its node_modules. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Finding, failed, ok } from './check.ts'

const checkout = fileURLToPath(new URL('../../../..', import.meta.url))
/** The maximum number of faults to list. Further ones are only counted. */
const NAMED = 5

interface Locked {
  version?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  devOptional?: boolean
}

/** Returns an empty list without a lock file, as in an installed package. */
export function checkPackages(folder = checkout): Finding[] {
  const lock = join(folder, 'package-lock.json')
  if (!existsSync(lock)) return []
  const { packages } = JSON.parse(readFileSync(lock, 'utf8')) as { packages: Record<string, Locked> }
  const locked = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
  const faults = locked.flatMap(([path, { version, dev, optional, devOptional }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const installed = installedVersion(join(folder, path))
    if (installed === undefined) return dev || optional || devOptional ? [] : [`${name} ${version} is missing`]
    return installed === version ? [] : [`${name} is ${installed} instead of ${version}`]
  })
  const check = 'installed packages'
  if (faults.length === 0) return [ok(check, 'as package-lock.json says')]
  const more = faults.length > NAMED ? `, and ${faults.length - NAMED} more` : ''
  return [
    failed(check, faults.slice(0, NAMED).join(', ') + more, 'Run npm ci: it installs what package-lock.json says'),
  ]
}

function installedVersion(folder: string): string | undefined {
  try {
    return String(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version)
  } catch {
    return undefined
  }
}
