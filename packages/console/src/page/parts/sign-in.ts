/** The part of a public screen's URL that requests a sign-in. Afterwards the same screen is shown. */
export const SIGN_IN = 'sign-in'
