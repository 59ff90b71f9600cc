/**
 * Mantine sets its theme's variables as the text of a style element: text without markup is all that may become HTML.
 * The page's own files are all that may become a worker.
 */
interface Policies {
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string; createScriptURL(text: string): string },
  ): unknown
}

const { trustedTypes } = globalThis as { trustedTypes?: Policies }
trustedTypes?.createPolicy('default', {
  createHTML(text) {
    if (text.includes('<')) throw new TypeError('The console makes no HTML of texts')
    return text
  },
  createScriptURL(text) {
    const { origin, pathname, href } = new URL(text, location.href)
    if (origin !== location.origin || !pathname.startsWith('/assets/'))
      throw new TypeError('The console runs no scripts but its own')
    return href
  },
})
