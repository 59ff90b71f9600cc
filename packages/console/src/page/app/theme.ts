/** The design tokens of `tokens.css` as a Mantine theme. Colours are defined there and nowhere else. */
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core'

/** All shades are the colour of actions. The colour scheme determines its value. */
const pine: MantineColorsTuple = Array.from({ length: 10 }, () => 'var(--primary)') as unknown as MantineColorsTuple

export const theme = createTheme({
  colors: { pine },
  primaryColor: 'pine',
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: '0.75rem', sm: 'var(--t-small)', md: 'var(--t-body)', lg: 'var(--t-head)', xl: '1.25rem' },
  radius: { sm: 'var(--r-s)', md: 'var(--r-m)', lg: 'var(--r-l)', xl: 'var(--r-xl)' },
  shadows: { xs: 'var(--e1)', sm: 'var(--e1)', md: 'var(--e2)', lg: 'var(--e2)', xl: 'var(--e3)' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: 'var(--t-title)', lineHeight: '1.22' },
      h2: { fontSize: 'var(--t-head)', lineHeight: '1.4' },
      h3: { fontSize: 'var(--t-body)', lineHeight: '1.5' },
    },
  },
  // The text on a filled button is dark in the dark scheme.
  variantColorResolver(input) {
    const resolved = defaultVariantColorsResolver(input)
    const isPrimary = input.color === undefined || input.color === 'pine'
    return input.variant === 'filled' && isPrimary
      ? { ...resolved, background: 'var(--primary)', hover: 'var(--primary-hover)', color: 'var(--on-primary)' }
      : resolved
  },
  components: {
    Button: {
      defaultProps: { size: 'md', miw: 44, px: 'md' },
      // Long words wrap on narrow screens.
      styles: {
        root: { height: 'auto', maxWidth: '100%' },
        inner: { height: 'auto', minHeight: 'var(--touch)' },
        label: { whiteSpace: 'normal', lineHeight: 1.2, padding: '0.4rem 0' },
      },
    },
    TextInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md' } },
    NumberInput: { defaultProps: { size: 'md' } },
    ActionIcon: { defaultProps: { size: 44, variant: 'subtle', color: 'gray' } },
    Card: { defaultProps: { withBorder: true, padding: 'lg', radius: 'lg', shadow: 'xs' } },
    Alert: { defaultProps: { variant: 'light' } },
    Modal: { defaultProps: { radius: 'xl', shadow: 'xl' } },
    Progress: { defaultProps: { color: 'var(--ink-2)' } },
  },
})

/** Mantine's names of the four states. */
const STATES = { green: 'done', red: 'refused', orange: 'wait', blue: 'sched' }

const states = Object.fromEntries(
  Object.entries(STATES).flatMap(([color, state]) => [
    [`--mantine-color-${color}-light`, `var(--${state}-bg)`],
    [`--mantine-color-${color}-light-color`, `var(--${state})`],
    [`--mantine-color-${color}-text`, `var(--${state})`],
    [`--mantine-color-${color}-filled`, `var(--${state})`],
    [`--mantine-color-${color}-outline`, `var(--${state})`],
  ]),
)

const variables = {
  ...states,
  '--mantine-color-body': 'var(--canvas)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-2)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-anchor': 'var(--ink)',
  '--mantine-color-error': 'var(--refused)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-gray-light': 'var(--sunken)',
  '--mantine-color-gray-light-color': 'var(--ink-2)',
  '--mantine-color-gray-text': 'var(--ink-2)',
  '--mantine-color-gray-outline': 'var(--ink-2)',
  '--mantine-primary-color-filled': 'var(--primary)',
  '--mantine-primary-color-contrast': 'var(--on-primary)',
  '--mantine-color-pine-filled': 'var(--primary)',
  '--mantine-color-pine-filled-hover': 'var(--primary-hover)',
  '--mantine-color-pine-light': 'var(--primary-soft)',
  '--mantine-color-pine-light-hover': 'var(--primary-soft)',
  '--mantine-color-pine-light-color': 'var(--ink)',
  '--mantine-color-pine-outline': 'var(--primary)',
}

/** The values for both schemes refer to the tokens, which differ. They must be set for each to override Mantine's. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: variables, dark: variables })
