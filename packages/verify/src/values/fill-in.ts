/**
 * A template with values in the place of `{name}`. Values stay as they are: `String.replace` would replace names and
 * patterns such as `$'` in them, too, and a token's symbol may be such a text.
 */
export const fillIn = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
