// All commands, as data. The code that runs them is in the file of the group, below `commands/`.
import type { Handlers, Option, Table } from './declare.ts'

const PLATFORM = 'The platform'
const PEOPLE = 'Wallets and votes'
const TOOLS = 'Tools'

const json = { json: { summary: 'JSON: an object, or one line for each entry of a list' } } as const
/** Options for the platform's addresses. */
const places = {
  url: {
    value: 'url',
    kind: 'url',
    env: 'QUORATE_URL',
    summary: 'the node API, by which sessions are kept (the local platform if absent)',
  },
  multisigUrl: {
    value: 'url',
    kind: 'url',
    env: 'QUORATE_MULTISIG_URL',
    summary: 'the wallets, where login has not learned it',
  },
  governanceUrl: {
    value: 'url',
    kind: 'url',
    env: 'QUORATE_GOVERNANCE_URL',
    summary: 'the governance, where login has not learned it',
  },
} as const
const mirror = {
  mirrorUrl: {
    value: 'url',
    kind: 'url',
    env: 'QUORATE_MIRROR_URL',
    summary: "the mirror node that is believed about keys (the chain's public one, or the local platform's)",
  },
} as const
/** Options of a call by a logged-in account. */
const session = {
  ...places,
  account: {
    value: 'account',
    kind: 'id',
    env: 'QUORATE_ACCOUNT',
    summary: 'the account whose session is used (the one that logged in last)',
  },
  ...json,
} as const
/** Options for the private key. Its text comes from a file or QUORATE_KEY, never from an argument. */
const key = {
  keyFile: {
    value: 'file',
    kind: 'file',
    env: 'QUORATE_KEY_FILE',
    summary: 'the private key: PEM, DER or hex (QUORATE_KEY has the key itself)',
  },
  keyType: {
    value: 'type',
    choices: ['ed25519', 'ecdsa'],
    env: 'QUORATE_KEY_TYPE',
    summary: 'of a key that is 32 bytes alone (ed25519)',
  },
} as const
const yes = { yes: { short: 'y', summary: 'ask nothing' } } as const
const signing = {
  ...session,
  ...mirror,
  ...key,
  keyFile: { ...key.keyFile, summary: 'the private key (that of the login if absent)' },
  ...yes,
} as const
/** Options of a request that an owner creates, signs and, if that is enough, has executed. */
const asking = {
  ...signing,
  at: {
    value: 'time',
    kind: 'time',
    summary: 'the service executes it then, and owners sign before: 2030-01-01T00:00:00Z or +3d, at most 90 days ahead',
  },
  until: {
    value: 'time',
    kind: 'time',
    summary:
      'the ledger keeps it until then, and executes it with the signature that completes it; at most 1487 hours (61 days and 23 hours) ahead',
  },
  onExpiry: { summary: 'with --until: the ledger executes it then, not before' },
  force: { summary: 'ask although the ledger would refuse it now' },
  unsigned: { summary: 'only ask: sign nothing' },
} as const
const limit = {
  limit: { value: 'count', kind: 'integer', default: '25', summary: 'how many at most' },
} as const satisfies Record<string, Option>
const walletId = { walletId: { kind: 'id', summary: "the wallet's account" } } as const
const jobId = { jobId: { summary: 'the id of the request' } } as const
const token = { tokenId: { kind: 'id', summary: 'the token' } } as const
const proposalId = { proposalId: { summary: 'the id of the proposal' } } as const
const chain = {
  chain: { value: 'chain', summary: 'such as hedera:testnet (the first that the service serves)' },
} as const

export const table = {
  start: {
    heading: PLATFORM,
    commands: {
      start: {
        summary: 'start the platform, or only some of its services',
        description: 'Settings come from the environment: docs/reference/configuration.md. It runs until Ctrl-C.',
        arguments: {
          services: {
            summary: 'all if none is named',
            many: true,
            optional: true,
            choices: ['node', 'multisig', 'governance', 'console'],
          },
        },
        options: {
          pairAnew: { summary: 'go on with a database and an embedded ledger that do not belong together' },
        },
      },
    },
  },
  localnet: {
    heading: PLATFORM,
    commands: {
      localnet: {
        summary: 'a Hedera network alone, for SDKs of any language',
        options: {
          dataDir: { value: 'folder', kind: 'file', default: './data/localnet', summary: 'where it is kept' },
          memory: { summary: 'keep nothing' },
          host: { value: 'address', default: '127.0.0.1', summary: 'what it listens on' },
          port: { value: 'n', default: '50211', summary: 'the consensus node' },
          nodes: { value: 'n', default: '1', choices: ['1', '2', '3'], summary: 'consensus nodes on the same ledger' },
          node2Port: { value: 'n', default: '51211', summary: 'the second node' },
          node3Port: { value: 'n', default: '52211', summary: 'the third node' },
          webPort: {
            value: 'n',
            summary: 'gRPC-Web for browsers, on loopback (SDKs: 8080); further nodes have the next ones',
          },
          compatPorts: {
            summary: 'what other tools expect: gRPC-Web (8080), refusal of contract calls (8545), mirror (38081)',
          },
          mirrorGrpcPort: { value: 'n', default: '5600', summary: "the mirror's gRPC" },
          mirrorPort: { value: 'n', default: '5551', summary: "the mirror's REST API" },
          mirrorJavaPort: { value: 'n', default: '8084', summary: 'the same once more' },
          adminPort: { value: 'n', default: '5552', summary: 'the admin page, on loopback' },
          noAdmin: { summary: 'no admin page' },
          clock: { value: 'time', summary: 'begin at a time: 2030-01-01T00:00:00Z, or +2d, +3h, +10m, -5s from now' },
          fault: {
            value: 'kind:calls[:on[:ms]]',
            many: true,
            summary: 'busy, unreachable, slow or lost; on transactions, queries or mirror',
          },
        },
      },
    },
  },
  tour: { heading: PLATFORM, commands: { tour: { summary: 'play the main job against a running platform' } } },
  open: {
    heading: PLATFORM,
    commands: {
      open: {
        summary: 'open the console in the browser, or the pages of the APIs where there is none',
        description: 'Prints its address where there is no terminal or no browser.',
        options: {
          consoleUrl: {
            value: 'url',
            kind: 'url',
            env: 'QUORATE_CONSOLE_URL',
            summary: 'the console (that of the local platform if absent)',
          },
        },
      },
    },
  },
  doctor: {
    heading: PLATFORM,
    commands: {
      doctor: {
        summary: 'find what keeps the platform from starting, and what to do about it',
        description:
          'Looks with the settings of the environment, as start does, and changes nothing. Ends with 1 if anything is in the way.',
        options: { ...json },
      },
    },
  },
  jobs: {
    heading: PLATFORM,
    commands: {
      jobs: {
        summary: 'count the jobs in the queue by service and kind, or list those that failed and retry one',
        description: 'With the embedded database the platform must be stopped meanwhile.',
        options: {
          failed: { summary: 'list the jobs that failed for good, with their reason' },
          retry: { value: 'id', summary: 'queue this failed job again' },
          ...json,
        },
      },
    },
  },
  backup: {
    heading: PLATFORM,
    commands: {
      backup: {
        summary: 'write one point in time of the data folder into a file',
        description:
          'Ledger, database, keys and content of an embedded installation, also while it runs: nothing that it has acknowledged before is missing. DATA_DIR names the folder.',
        arguments: { file: { kind: 'file', summary: 'a name that is free; - is standard output' } },
        options: {
          noContent: { summary: 'leave the blocks of files out: they stay with other nodes, or are lost' },
          ...json,
        },
        examples: ['quorate backup quorate.tar.gz', 'quorate backup - | age -r age1... > quorate.tar.gz.age'],
      },
      restore: {
        summary: 'make a data folder from a backup',
        description: 'The platform must not run on the folder, which DATA_DIR names.',
        arguments: { file: { kind: 'file', summary: 'what quorate backup wrote; - is standard input' } },
        options: { replace: { summary: 'put aside what is in the folder' }, ...json },
        examples: ['DATA_DIR=./restored quorate restore quorate.tar.gz'],
      },
    },
  },
  move: {
    heading: PLATFORM,
    commands: {
      move: {
        summary: 'move the embedded database to a PostgreSQL server',
        description:
          'All tables are copied in one transaction and compared row by row, or nothing is. The platform must be stopped, and the database to move to must have no tables of ours.',
        options: {
          to: {
            value: 'url',
            required: true,
            env: 'QUORATE_MOVE_TO',
            summary: 'the database, as DATABASE_URL names it from then on',
          },
          ...json,
        },
        examples: ['quorate move --to postgres://quorate@127.0.0.1/quorate'],
      },
    },
  },
  session: {
    heading: PEOPLE,
    commands: {
      login: {
        summary: 'log in with the key of a ledger account',
        description:
          'The session is kept in a file that only you can read, and so is where the key file is, but not the key. Later commands use the account that logged in last at this URL, or that of --account.',
        options: {
          ...session,
          ...key,
          ...chain,
          code: {
            value: 'digits',
            summary: 'of the second factor, where the account has one (asked for on a terminal)',
          },
        },
        examples: ['quorate login --account 0.0.1022 --key-file ada.key'],
      },
      whoami: { summary: 'show the session', options: { ...session } },
      logout: { summary: 'end the session, in every service', options: { ...session } },
    },
  },
  email: {
    heading: PEOPLE,
    prefix: 'email',
    summary: 'the e-mail address of the account, and reminders by it',
    commands: {
      show: { summary: 'the address, and whether I am reminded by e-mail', options: { ...session } },
      set: {
        summary: 'send a code to an address, which becomes mine with it',
        description:
          'It needs a login of the last ten minutes. An address that was confirmed before stays until the code is entered.',
        arguments: { address: { summary: 'such as ada@example.org' } },
        options: { ...session },
        examples: ['quorate email set ada@example.org'],
      },
      confirm: {
        summary: 'enter the code that was sent',
        arguments: { code: { summary: 'four groups of four characters' } },
        options: { ...session },
        examples: ['quorate email confirm 7H2K-0QXM-R4TW-9B3F'],
      },
      remove: {
        summary: 'remove the address',
        description: 'It needs a login of the last ten minutes.',
        options: { ...session },
      },
      remind: {
        summary: 'remind me by e-mail of requests that wait for my signature',
        options: {
          before: { value: 'time', choices: ['day', 'hour'], summary: 'how long before their time ends (both)' },
          off: { summary: 'end the reminders' },
          ...session,
        },
      },
    },
  },
  wallet: {
    heading: PEOPLE,
    prefix: 'wallet',
    summary: 'multi-signature wallets',
    commands: {
      list: { summary: 'the wallets that I own', options: { ...limit, ...session } },
      show: {
        summary: 'a wallet: owners, what it holds, its newest requests',
        arguments: walletId,
        options: {
          public: { summary: 'what the ledger shows of it to everybody: without a session' },
          ...chain,
          ...session,
          ...mirror,
        },
      },
      mute: {
        summary: 'a wallet is not mine: it leaves my inbox and my list',
        description: 'Anybody can make a wallet that names me as an owner. A signature in the wallet ends it, too.',
        arguments: walletId,
        options: { undo: { summary: 'hear of it again' }, ...session },
      },
      owners: {
        summary: 'the owners of a wallet, and whether their keys are those of now',
        arguments: walletId,
        options: { ...session, ...mirror },
      },
      create: {
        summary: 'ask for a new wallet, sign and execute',
        description: 'I pay for it, and need not be an owner.',
        options: {
          name: { value: 'text', required: true, summary: 'what the owners call it' },
          owner: { value: 'account[=name]', many: true, required: true, summary: 'an owner' },
          threshold: { value: 'count', kind: 'integer', required: true, summary: 'how many owners must sign' },
          description: { value: 'text', summary: 'what it is for' },
          balance: { value: 'hbars', kind: 'amount', summary: 'what it has from me at first' },
          associations: { value: 'count', summary: 'how many tokens it takes by itself; -1 is any number' },
          at: asking.at,
          force: asking.force,
          unsigned: asking.unsigned,
          ...signing,
        },
        examples: [
          'quorate wallet create --name Treasury --threshold 2 --owner 0.0.1022=Ada --owner 0.0.1023=Ben --balance 10',
        ],
      },
      withdraw: {
        summary: 'ask to withdraw hbars, tokens or an NFT',
        arguments: walletId,
        options: {
          to: { value: 'account', kind: 'id', required: true, summary: 'who receives it' },
          amount: { value: 'amount', kind: 'amount', summary: 'hbars, or units of the token with its decimals' },
          token: { value: 'token', kind: 'id', summary: 'hbars if absent' },
          serial: { value: 'number', kind: 'integer', summary: 'of an NFT of the token, instead of an amount' },
          ...asking,
        },
        examples: ['quorate wallet withdraw 0.0.1040 --to 0.0.1023 --amount 2.5 --at +1d'],
      },
      update: {
        summary: 'ask to add or remove an owner, with another threshold if need be',
        description:
          'Adding a present owner takes the key that the account has now: so is another threshold alone asked for, too.',
        arguments: walletId,
        options: {
          add: { value: 'account[=name]', summary: 'an owner' },
          remove: { value: 'account', kind: 'id', summary: 'an owner' },
          threshold: { value: 'count', kind: 'integer', summary: 'how many owners must sign from then on' },
          ...asking,
        },
      },
      stake: {
        summary: 'ask to stake to a consensus node, or to stake no more',
        arguments: walletId,
        options: { node: { value: 'number', kind: 'integer', summary: 'the node; to none if absent' }, ...asking },
      },
      associate: {
        summary: 'ask to associate a token',
        arguments: { ...walletId, ...token },
        options: { at: asking.at, force: asking.force, unsigned: asking.unsigned, ...signing },
      },
      dissociate: {
        summary: 'ask to dissociate a token',
        arguments: { ...walletId, ...token },
        options: { at: asking.at, force: asking.force, unsigned: asking.unsigned, ...signing },
      },
    },
  },
  request: {
    heading: PEOPLE,
    prefix: 'request',
    summary: 'requests for wallets: sign, reject, execute',
    commands: {
      list: {
        summary: 'what waits for me, what ends soonest first',
        options: {
          wallet: { value: 'wallet', kind: 'id', summary: 'all that this wallet waits for instead, newest first' },
          muted: { summary: 'what the wallets that I have muted wait for instead' },
          ...limit,
          ...session,
        },
      },
      show: {
        summary: 'a request: what its bytes do, who has signed, who is missing',
        arguments: jobId,
        options: { fields: { summary: 'the bytes field by field' }, ...session, ...mirror },
      },
      sign: {
        summary: 'sign a request, after its bytes were compared with what it states',
        description:
          'Decodes the bytes, compares them with what the request states and with the keys on the ledger, refuses what differs or is not understood, shows what they do with their fingerprint, asks, signs, verifies the signature and sends it.',
        arguments: jobId,
        options: { fields: { summary: 'show the bytes field by field' }, ...signing },
      },
      execute: {
        summary: 'have a request executed whose signatures are complete',
        arguments: jobId,
        options: { ...session },
      },
      reject: {
        summary: 'reject a request, or withdraw it',
        arguments: jobId,
        options: { reason: { value: 'text', summary: 'for the other owners' }, ...session, ...yes },
      },
      comment: {
        summary: 'comment on a request',
        arguments: { ...jobId, text: { summary: 'for the other owners' } },
        options: { ...session },
      },
      watch: {
        summary: 'what happens, as it happens; JSON lines without a terminal',
        description:
          'With the id of a request it ends when that is decided: with 0 if it was executed, with 1 if not. Without one it ends with Ctrl-C.',
        arguments: { jobId: { summary: 'only this request', optional: true } },
        options: {
          wallet: {
            value: 'wallet',
            kind: 'id',
            many: true,
            summary: 'also what happens to this wallet and does not concern me',
          },
          socketsUrl: {
            value: 'url',
            kind: 'url',
            env: 'QUORATE_MULTISIG_SOCKETS_URL',
            summary: 'the sockets of the wallets, where login has not learned it',
          },
          ...session,
        },
      },
    },
  },
  dao: {
    heading: PEOPLE,
    prefix: 'dao',
    summary: 'DAOs and their members',
    commands: {
      list: {
        summary: 'the DAOs of a chain, newest first',
        options: {
          member: { value: 'account', kind: 'id', summary: 'only those that it is a member of' },
          owner: { value: 'account', kind: 'id', summary: 'only those that it owns' },
          ...limit,
          ...chain,
          ...places,
          ...json,
        },
      },
      show: {
        summary: 'a DAO: its rules, members and proposals',
        arguments: { daoId: { summary: 'the id of the DAO' } },
        options: { ...places, ...json },
      },
      create: {
        summary: 'found a DAO, which I own',
        options: {
          name: { value: 'text', required: true, summary: 'its name' },
          description: { value: 'text', default: '', summary: 'what it is for' },
          threshold: {
            value: 'percent',
            kind: 'number',
            required: true,
            summary: 'how much of the votes an option needs, 1 to 100',
          },
          member: { value: 'account', kind: 'id', many: true, summary: 'a member from the beginning' },
          minHours: { value: 'hours', kind: 'number', default: '0', summary: 'how long its votes last at least' },
          delayHours: { value: 'hours', kind: 'number', summary: 'how long a proposal waits for its voting at least' },
          token: { value: 'token', kind: 'id', summary: 'votes weigh as much as the voter holds of it' },
          ...session,
        },
      },
      members: {
        summary: 'the members; with --add and --remove, change them',
        arguments: { daoId: { summary: 'the id of the DAO' } },
        options: {
          add: { value: 'account', kind: 'id', many: true, summary: 'who joins' },
          remove: { value: 'account', kind: 'id', many: true, summary: 'who leaves; votes already cast stay' },
          ...limit,
          ...session,
        },
      },
    },
  },
  proposal: {
    heading: PEOPLE,
    prefix: 'proposal',
    summary: 'proposals of DAOs',
    commands: {
      list: {
        summary: 'the proposals of my DAOs, or of one, newest first',
        options: {
          dao: { value: 'id', summary: 'of this DAO' },
          status: { value: 'status', choices: ['PENDING', 'ACTIVE', 'PASSED', 'REJECTED'], summary: 'only those' },
          ...limit,
          ...session,
        },
      },
      show: { summary: 'a proposal and its results so far', arguments: proposalId, options: { ...places, ...json } },
      create: {
        summary: 'propose something',
        arguments: { daoId: { summary: 'the id of the DAO' } },
        options: {
          title: { value: 'text', required: true, summary: 'what is voted on' },
          description: { value: 'text', default: '', summary: 'why' },
          hours: { value: 'hours', kind: 'number', required: true, summary: 'how long the voting lasts' },
          option: {
            value: 'text',
            many: true,
            summary: 'what can be voted for (YES, NO and ABSTAIN if none is given)',
          },
          start: { value: 'time', kind: 'time', summary: 'when the voting begins (as soon as the rules allow)' },
          quorum: { value: 'percent', kind: 'number', summary: 'how much of all weight must be cast' },
          data: {
            value: 'file',
            kind: 'file',
            summary: 'JSON that the proposal carries, such as the operation that YES permits; - is standard input',
          },
          validUntil: { value: 'time', kind: 'time', summary: 'nothing is carried out after it' },
          ...session,
        },
      },
      cancel: {
        summary: 'cancel my proposal, on which nobody has voted, by my signature',
        arguments: proposalId,
        options: { ...signing },
      },
    },
  },
  vote: {
    heading: PEOPLE,
    commands: {
      vote: {
        summary: 'vote, with a signature that a recount verifies',
        arguments: { ...proposalId, choice: { summary: 'one of its options' } },
        options: {
          comment: { value: 'text', summary: 'stands beside the vote, for everybody' },
          unsigned: { summary: 'without my signature: it rests on the word of the service' },
          ...signing,
        },
        examples: ['quorate vote 7c1e... YES'],
      },
    },
  },
  recount: {
    heading: PEOPLE,
    commands: {
      recount: {
        summary: "count a proposal's votes again, from what stands on the ledger",
        description:
          'Ends with 0 if the published result holds, 1 if it does not, and 2 if nothing can be said, whatever the reason. docs/reference/governance.md says what is looked at.',
        arguments: proposalId,
        options: {
          url: {
            value: 'governance',
            kind: 'url',
            env: 'QUORATE_GOVERNANCE_URL',
            summary: 'the governance API (if absent, that beside QUORATE_URL, or of the local platform)',
          },
          chain: { value: 'hedera:...', summary: 'refuse another chain' },
          topic: { value: 'topic', kind: 'id', summary: 'read this topic, known from elsewhere; needs --chain' },
          most: { value: 'messages', kind: 'integer', summary: 'read at most so many' },
          ...mirror,
        },
      },
    },
  },
  tx: {
    heading: TOOLS,
    prefix: 'tx',
    summary: 'bytes of transactions, without asking anybody',
    commands: {
      show: {
        summary: 'what the bytes of a transaction say, field by field, with their fingerprint',
        description: 'Ends with 0 if every reader reads the same in them.',
        arguments: { bytes: { summary: 'hex or base64; - reads these, or the bytes themselves, from standard input' } },
        options: {
          as: {
            value: 'message',
            choices: ['TransactionList', 'Transaction', 'SignedTransaction', 'TransactionBody'],
            summary: 'read them as this',
          },
          json: { summary: 'as JSON' },
        },
      },
    },
  },
  ipfs: {
    heading: TOOLS,
    prefix: 'ipfs',
    summary: 'content',
    commands: {
      add: {
        summary: 'upload a file and pin it',
        arguments: { file: { kind: 'file', summary: '- is standard input' } },
        options: { name: { value: 'name', summary: 'its name (that of the file)' }, ...session },
      },
      get: {
        summary: 'fetch a file',
        arguments: { cid: { summary: 'its content identifier, or a path below one: <cid>/<path>' } },
        options: {
          output: {
            short: 'o',
            value: 'file',
            kind: 'file',
            summary: 'where it goes (standard output, unless that is a terminal)',
          },
          ...places,
        },
      },
      pin: {
        summary: 'keep content, which the node fetches if it has not got it',
        arguments: { cid: { summary: 'its content identifier' } },
        options: { remove: { summary: 'keep it no more' }, ...session },
      },
      pins: { summary: 'what I have pinned, newest first', options: { ...limit, ...session } },
    },
  },
  network: {
    heading: TOOLS,
    prefix: 'network',
    summary: 'the signed list of nodes',
    commands: {
      init: {
        summary: 'begin a list',
        description:
          'For NETWORK_TOPIC with --topic or --new-topic, else for NETWORK_MEMBERS. docs/reference/node.md says what nodes do with it.',
        arguments: { file: { kind: 'file', summary: 'where it is kept' } },
        options: {
          topic: { value: 'topic', kind: 'id', summary: 'the topic that it will stand on' },
          newTopic: { summary: 'make one that only my key can write on; I pay for it' },
          ...signing,
        },
      },
      add: {
        summary: 'add a node, which is asked for its account and key; or one again, as it is now',
        arguments: {
          file: { kind: 'file', summary: 'the list' },
          nodeUrl: { kind: 'url', summary: 'where the other nodes reach it' },
        },
        options: {
          name: { value: 'text', summary: 'what it is called' },
          description: { value: 'text', summary: 'what it is' },
          chain: { value: 'chain', summary: "of the node's account (hedera:devnet, or the list's)" },
          ...mirror,
          ...json,
        },
      },
      remove: {
        summary: 'leave a node out',
        arguments: {
          file: { kind: 'file', summary: 'the list' },
          account: { kind: 'id', summary: 'the account of the node' },
        },
        options: { ...json },
      },
      sign: {
        summary: 'sign the list as it is now, as its publisher',
        description: 'The public key, which it prints, is what NETWORK_PUBLISHER says on each node.',
        arguments: { file: { kind: 'file', summary: 'the list' } },
        options: { ...key, ...json },
      },
      publish: {
        summary: 'write the signed list on its topic; I pay for it',
        arguments: { file: { kind: 'file', summary: 'the list' } },
        options: {
          publisher: { value: 'key', summary: 'the public key that signed the list (if absent, that of my account)' },
          ...signing,
        },
      },
      show: { summary: 'the members as the node sees them', options: { ...places, ...json } },
    },
  },
  api: {
    heading: TOOLS,
    commands: {
      api: {
        summary: 'ask an API for anything, with the session if there is one',
        description: 'The service is known by the path. docs/reference/api.md says what holds for every answer.',
        arguments: { request: { summary: "such as 'GET /multisig/inbox', or a path alone" } },
        options: {
          data: { short: 'd', value: 'json', summary: 'the body; @file reads it from there, - from standard input' },
          service: {
            value: 'service',
            choices: ['node', 'multisig', 'governance'],
            summary: 'which is asked, where the path does not say',
          },
          include: { short: 'i', summary: 'status and headers, too' },
          ...session,
        },
        examples: [
          "quorate api 'GET /mirrors/accounts/0.0.1022'",
          `quorate api 'PATCH /daos/7c1e...' -d '{"status":"INACTIVE"}'`,
        ],
      },
    },
  },
  completion: {
    heading: TOOLS,
    commands: {
      completion: {
        summary: 'what completes commands in a shell',
        arguments: { shell: { choices: ['bash', 'zsh', 'fish'], summary: 'your shell' } },
        examples: [
          'source <(quorate completion bash)',
          'quorate completion zsh > ~/.zsh/completions/_quorate   # a folder in your fpath',
          'quorate completion fish > ~/.config/fish/completions/quorate.fish',
        ],
      },
    },
  },
} as const satisfies Table

export type CommandTable = typeof table
export type HandlersOf<G extends keyof CommandTable> = Handlers<CommandTable[G]>
