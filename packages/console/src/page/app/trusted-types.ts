/**
 * Mantine sets its theme's variables as the text of a style element: text without markup is all that may become HTML.
 */
interface Policies {
  createPolicy(name: string, rules: { createHTML(text: string): string }): unknown
}

const { trustedTypes } = globalThis as { trustedTypes?: Policies }
trustedTypes?.createPolicy('default', {
  createHTML(text) {
    if (text.includes('<')) throw new TypeError('The console makes no HTML of texts')
    return text
  },
})
