declare module '*.css'

/** What Vite makes of this call: a loader for each file that fits the pattern. */
interface ImportMeta {
  glob<T>(
    pattern: string | readonly string[],
    options: { query: '?raw' | '?url'; import: 'default' },
  ): Record<string, () => Promise<T>>
}
