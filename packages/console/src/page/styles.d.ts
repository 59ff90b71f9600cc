declare module '*.css'

/** The result of this call in Vite: a loader for each file that fits the pattern. */
interface ImportMeta {
  glob<T>(
    pattern: string | readonly string[],
    options: { query: '?raw' | '?url'; import: 'default' },
  ): Record<string, () => Promise<T>>
}
