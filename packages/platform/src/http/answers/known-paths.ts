/** The methods of each path that has routes, for requests with another method. */
import type { Http } from '../server/http-type.ts'

/** Returns a function that lists the methods of a path; none for an unknown path. */
export function knownPaths(http: Http): (path: string) => string[] {
  const routes: { parts: string[]; methods: readonly string[] }[] = []
  http.addHook('onRoute', ({ url, method }) => {
    const methods = [method].flat().filter((verb) => verb !== 'OPTIONS')
    if (url.startsWith('/') && methods.length > 0) routes.push({ parts: url.split('/'), methods })
  })
  return (path) => {
    const parts = path.split('/')
    const found = routes.filter((route) => isOf(route.parts, parts))
    return [...new Set(found.flatMap(({ methods }) => methods))].sort()
  }
}

/** Whether a path belongs to this route: `:name` matches any part, and `*` matches everything that follows. */
function isOf(route: readonly string[], parts: readonly string[]): boolean {
  for (const [index, part] of route.entries()) {
    if (part === '*') return parts.length > index
    const given = parts[index]
    if (part.startsWith(':') ? !given : given !== part) return false
  }
  return route.length === parts.length
}
