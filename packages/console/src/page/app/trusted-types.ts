/**
 * Trusted Types policy. Mantine sets the text of a style element as HTML, so text without markup is allowed. Workers
 * may come only from the page's own files.
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
    if (text.includes('<')) throw new TypeError('The console never turns text into HTML')
    return text
  },
  createScriptURL(text) {
    const { origin, pathname, href } = new URL(text, location.href)
    if (origin !== location.origin || !pathname.startsWith('/assets/'))
      throw new TypeError('The console runs only its own scripts')
    return href
  },
})
