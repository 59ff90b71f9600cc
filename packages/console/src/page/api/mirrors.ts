/** The addresses of the mirrors, by chain, as the console gives them. */
let mirrors: Readonly<Record<string, string>> = {}

export const setMirrors = (of: Readonly<Record<string, string>>): void => {
  mirrors = of
}

export const mirrorOf = (chain: string): string | undefined => mirrors[chain]
