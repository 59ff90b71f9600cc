import { createPrivateKey, createPublicKey, sign } from 'node:crypto'

/**
 * The node's RSA key (3072 bits, PKCS #8 in base64). It is publicly known, like the keys of the development accounts.
 */
const PRIVATE_KEY = [
  'MIIG/AIBADANBgkqhkiG9w0BAQEFAASCBuYwggbiAgEAAoIBgQDucI8ExICU0Rn2gpnc8AKLNAsmmo5Sa9sEG40+Q5H+m0nsh3D7DsdOQMTh',
  'XAd2eP2pcYW2fQEhxnwtMFSSHGpJrSuBb9CUXNJ40MiPCmafjFD+IBZsqdbtstdvCmL1hEK4/ehbcBU7qsOlzt2/uWt4PwIyVhMOeW1QEoYR',
  'QirUyJ+lLqbXPYhswPZB7sRJre/CcDIaXTXsFwSpL5QZCKiOcTw41xrtd0threr29myHwUMnVqCV5I+M33ljkHCLQYf9V3f0G0HSEGEfm+eH',
  'uPV7xxkZt4CfJpkMmGWEp1xTcSkb3GduNpBPMisgyxNka1eeqWwi1/aH3mDkDu6tshYQ0GJ/0fwfOCZKgFRz5b5/IRMWtv3fiRmZ5W0jbIts',
  'TH5aNGFKhsBuxKppMq5LqaV9ZrZdad6qo/mQjAVt8XxeN+Na/0UXAReIS7GknuH2X9CGgtq4lNX4OeDGxmEZU8+SpZJpBH7HK/srJ8dHQy5n',
  'hgSDFsfhH3w64godAqIhLb0CAwEAAQKCAX8HqLVZ0urOBY4XoE3HnUgIyRVBHstdL5l1MhhPE6uXCs3IiOlN3NZDKo2Id/G5oBEGQjrnFrEn',
  'F444BpQIZIiCEDQoEp3XqIF6Agm/CxOJHZwy39dSHKMzGRl6PfFTSC0lwgUx408HqN0Kler7Bsymopwi1O1kUH454qFjdvU7+nVynYtL3diX',
  'jZEPdI9rY7ny6vV6ciLGdxlj+n1V9bOSjf5a+3elh+JrMjUvxL/5+wbHds8oY6vAUWpWb9eKXzBW/gqTQ3Vbne4dGJ7cS3wn82xGZVrux80f',
  'wIfVEEHJAlbWt+4t/D2+Iud0PAIKZU5g8hm4KbhZXbuMGo/HZDpxTcAKpMK/RWr7qXdOUNiyZZWKxeMXkXf+tOq6B5u7bsPLPj0Mezrqyf1h',
  'Yb1Fchriu6/9rgARR9WHYYMBKzt/+3dHgYNIO9SW5jA98TcOpqYwtjlAjvgzFgJaZ7MyjQzTKl9dEJlp9zthB2FREm4yYDQ23+j4RC3tuK7A',
  'Wu+KkQKBwQD7khWBs0LOgqOAI77i39KKGnPCjS9fJVG2MtLeBs3ReUxt1+WzU7TJOR5U7nt+DP/8ZvFJVATQ8mEz6uIdFIrIO7mj8i8DyU2P',
  'tL/BCNkYxkveo62SpahWauzq4iw5IPS312Vufjtkh6pxoLuskH/CdZ3kgjnbtf2lJgxz6ZblKPFC0m0mtt4IV3ISt2W7BO6ANREDTlORQn8m',
  'A54jbp24xAxIHL0fne3/I3DkIgzZMO7GdCT+lIUfN3Q9FeADhY0CgcEA8qNJ9Ag8SKwBfL/jlmftRkm7B6sU7SKTk3MWAHMeTvDPls7sn5am',
  '1ATUHIsZ0/pwrLIB19zQv31Wj1anjgt1CXR9pLsjLvGv4/6GFzUDIsUt8JIx3+bHtfRhy5Lv0WvUbeexA9hDi/1hdpFU4qCoB7w+GXCn3Y0W',
  'lNUuc2lIXUtmzzxMbBB2+ml9oooz2Z9dr7kU4PiAitONnaP4O8kmjQ5fU9i9WiNMcEAnj6NK/SlRvmRr6tuj0ffN6zFVc0TxAoHBAOznQMGH',
  'Il5+v6GoB9Z2mDnddy267uVWq4A8lD7pgWDGLaczLOiW5ySnWVz5x+mILHhwKMC5EmACIG9Xvd9MvPSa6dLt+kBCjXvK5tjNkEO4WTIsSQRU',
  'ZBYdU0ZN/v89fbaybJ6E2UFuUJ/4kUOMQAPL5wiNahbxZw7iqc9uJd9fkvMuXgObKbQJRS9C7dYUatTpJEBMvn2IdVxDA+SyAm1AkaBHEAJ6',
  'IumlYmYzeo39ep4AOeZTzpj7C8eKlg468QKBwBPL1MXPQjPfrMNj2Iq18frxGwxWHf/2+Tlng10IB2oDZbx1J4MhxHy55CBsDPBpl3XPlCzr',
  'fDCTZlONi2AgeS0LTxD4n7c9ys78Pi54icf1dHkTRHRzHMowpSX52A0rEgrhg2S/6Urrol8NHnLbDrqK1jo3IcsGrtf3yLFr3paWB05TKh0K',
  '/toRb0mqou5XfUpP/G8ad0pcVkqNTTx7feS2TnrFzTUkeiESaufiN8UN8Phqsw9XWjdQU4Gj5cfg0QKBwERb4dJhTmYJ77rPrj6KnwIIXLu+',
  '+NeujmRQHBy1Q6sovMiA73hROyU/p5O3XYHg+N+Mnrh3adzVO/hBe9z+kqD9X181cxqPWoB2zRiQbrwJgNNgwogQgGYABYrWmSXohfimBsQz',
  'NWnnM0tJUW1iW5QPFueVSbm03tUKxPpsvrt+NFYDYuaF7AUUB0rrzDffJ95By88V/Vo8m8AJMsjHyp/c6gDjznQXZJQG3jhD8LTiHscD7AOJ',
  'nHCaSYYq5EgqGA==',
].join('')

const privateKey = createPrivateKey({ key: Buffer.from(PRIVATE_KEY, 'base64'), format: 'der', type: 'pkcs8' })
const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })

/** The public key for verifying record files, as address books list it: DER in hex. */
export const NODE_PUBLIC_KEY = publicKey.toString('hex')

/** Signs with SHA384withRSA, as nodes sign record files. */
export function signAsNode(message: Uint8Array): Buffer {
  return sign('sha384', message, privateKey)
}
