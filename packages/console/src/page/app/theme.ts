import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const green: MantineColorsTuple = [
  '#e6f6f1',
  '#d0ebe2',
  '#a3d8c6',
  '#72c4a8',
  '#4bb38f',
  '#32a87f',
  '#219d74',
  '#0f7d5c',
  '#086b4e',
  '#00583f',
]

/** One colour for all actions, and touch targets of at least 44 px. */
export const theme = createTheme({
  colors: { green },
  primaryColor: 'green',
  primaryShade: { light: 8, dark: 7 },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  defaultRadius: 'md',
  respectReducedMotion: true,
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.25' },
      h2: { fontSize: '1.125rem', lineHeight: '1.4' },
      h3: { fontSize: '1rem', lineHeight: '1.5' },
    },
  },
  components: {
    Button: {
      defaultProps: { size: 'md', miw: 44, mih: 44 },
      // Long words wrap on narrow screens.
      styles: {
        root: { height: 'auto', maxWidth: '100%' },
        inner: { height: 'auto', minHeight: 42 },
        label: { whiteSpace: 'normal', lineHeight: 1.25, padding: '0.4rem 0' },
      },
    },
    TextInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md' } },
    NumberInput: { defaultProps: { size: 'md' } },
    ActionIcon: { defaultProps: { size: 44, variant: 'subtle', color: 'gray' } },
    Card: { defaultProps: { withBorder: true, padding: 'lg' } },
    Alert: { defaultProps: { variant: 'light' } },
  },
})

/** Secondary text has a contrast of 4.5:1 on every background. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#f7f9f8',
    '--mantine-color-dimmed': '#525c57',
    '--mantine-color-placeholder': '#666f6b',
    '--mantine-color-error': '#b3261e',
    // The titles of alerts. Mantine's own orange has a contrast of only 3:1 there.
    '--mantine-color-orange-light-color': '#8f3a00',
  },
  dark: {
    '--mantine-color-dimmed': '#b0b8b4',
    '--mantine-color-placeholder': '#9aa29e',
    '--mantine-color-error': '#ff8f87',
  },
})
