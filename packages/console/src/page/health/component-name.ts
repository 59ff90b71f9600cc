import { seen } from '../texts/strangers.ts'

/** A component in the language of the page; with several chains, its chain stands after it. */
export function componentName(names: Readonly<Record<string, string>>, name: string): string {
  const [kind = name, ...chain] = name.split(' ')
  const known = Object.hasOwn(names, kind) ? names[kind] : undefined
  return known === undefined ? seen(name) : [known, ...chain].join(' ')
}
