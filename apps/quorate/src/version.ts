/** The version of the platform, as in package.json. */
export const version = '0.1.0'
