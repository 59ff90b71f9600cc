/** The part of a public screen's address that asks for the sign-in. The same screen follows afterwards. */
export const SIGN_IN = 'sign-in'
