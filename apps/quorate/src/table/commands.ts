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
    summary: 'the node API, which sessions are stored under (the local platform if absent)',
  },
  multisigUrl: {
    value: 'url',
    kind: 'url',
    env: 'QUORATE_MULTISIG_URL',
    summary: 'the wallet service, if login did not learn it',
  },
  governanceUrl: {
    value: 'url',
    kind: 'url',
    env: 'QUORATE_GOVERNANCE_URL',
    summary: 'the governance service, if login did not learn it',
  },
} as const
const mirror = {
  mirrorUrl: {
    value: 'url',
    kind: 'url',
    env: 'QUORATE_MIRROR_URL',
    summary: "the mirror node trusted for keys (the chain's public one, or the local platform's)",
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
    summary: 'the type of a key of 32 bytes (ed25519)',
  },
} as const
const yes = { yes: { short: 'y', summary: 'do not ask for confirmation' } } as const
const signing = {
  ...session,
  ...mirror,
  ...key,
  keyFile: { ...key.keyFile, summary: 'the private key (that of the login if absent)' },
  ...yes,
} as const
/** Options of a request that an owner creates, signs and, if that is enough, has executed. */
const permitFees = {
  summary: 'permit the custom fees that tokens charge now; they are shown before you sign',
} as const
const asking = {
  ...signing,
  at: {
    value: 'time',
    kind: 'time',
    summary:
      'the service executes it at this time, and owners sign before: 2030-01-01T00:00:00Z or +3d, at most 90 days ahead',
  },
  until: {
    value: 'time',
    kind: 'time',
    summary:
      'the ledger keeps it until this time, and executes it with the last required signature; at most 1487 hours (61 days and 23 hours) ahead',
  },
  memo: {
    value: 'text',
    summary: 'what it is for, at most 100 bytes: the memo of the transaction, which everybody can read on the ledger',
  },
  onExpiry: { summary: 'with --until: the ledger executes it at that time, not before' },
  force: { summary: 'create it although the ledger would refuse it now' },
  unsigned: { summary: 'only create the request, without signing it' },
} as const
const limit = {
  limit: { value: 'count', kind: 'integer', default: '25', summary: 'maximum number of entries' },
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
          pairAnew: { summary: 'continue with a database and an embedded ledger that do not match' },
        },
        examples: ['quorate start', 'quorate start multisig governance'],
      },
    },
  },
  localnet: {
    heading: PLATFORM,
    commands: {
      localnet: {
        summary: 'a Hedera network alone, for SDKs of any language',
        options: {
          dataDir: { value: 'folder', kind: 'file', default: './data/localnet', summary: 'the folder of its data' },
          memory: { summary: 'keep the ledger in memory only' },
          host: { value: 'address', default: '127.0.0.1', summary: 'the address it listens on' },
          port: { value: 'n', default: '50211', summary: 'the consensus node' },
          nodes: { value: 'n', default: '1', choices: ['1', '2', '3'], summary: 'consensus nodes on the same ledger' },
          node2Port: { value: 'n', default: '51211', summary: 'the second node' },
          node3Port: { value: 'n', default: '52211', summary: 'the third node' },
          webPort: {
            value: 'n',
            summary: 'gRPC-Web for browsers, on loopback (SDKs: 8080); further nodes use the next ports',
          },
          compatPorts: {
            summary: 'the ports of other local networks: gRPC-Web (8080), mirror (38081)',
          },
          mirrorGrpcPort: { value: 'n', default: '5600', summary: "the mirror's gRPC" },
          mirrorPort: { value: 'n', default: '5551', summary: "the mirror's REST API" },
          mirrorJavaPort: { value: 'n', default: '8084', summary: 'a second port for the same API' },
          rpcPort: { value: 'n', default: '7546', summary: 'JSON-RPC over HTTP and WebSocket, on loopback' },
          rpcEthereumPort: { value: 'n', default: '8545', summary: "the same on Ethereum's port" },
          rpcSocketPort: { value: 'n', default: '8546', summary: "the same on the relay's port for WebSockets" },
          adminPort: { value: 'n', default: '5552', summary: 'the admin page, on loopback' },
          noAdmin: { summary: 'no admin page' },
          clock: { value: 'time', summary: 'start at a time: 2030-01-01T00:00:00Z, or +2d, +3h, +10m, -5s from now' },
          fault: {
            value: 'kind:calls[:on[:ms]]',
            many: true,
            summary: 'busy, unreachable, slow or lost; on transactions, queries or mirror',
          },
        },
        examples: [
          'quorate localnet --memory',
          'quorate localnet --nodes 3 --compat-ports --clock +2d',
          'quorate localnet --fault busy:3:transactions',
        ],
      },
    },
  },
  tour: {
    heading: PLATFORM,
    commands: { tour: { summary: 'run the main workflow against a running platform', examples: ['quorate tour'] } },
  },
  open: {
    heading: PLATFORM,
    commands: {
      open: {
        summary: 'open the console in the browser, or the API pages if there is no console',
        description: 'Without a terminal or a browser, prints its address.',
        options: {
          consoleUrl: {
            value: 'url',
            kind: 'url',
            env: 'QUORATE_CONSOLE_URL',
            summary: 'the console (that of the local platform if absent)',
          },
        },
        examples: ['quorate open'],
      },
    },
  },
  doctor: {
    heading: PLATFORM,
    commands: {
      doctor: {
        summary: 'find out why the platform does not start, and how to fix it',
        description:
          'Looks with the settings of the environment, as start does, and changes nothing. Ends with 1 if anything is in the way.',
        options: { ...json },
        examples: ['quorate doctor'],
      },
    },
  },
  jobs: {
    heading: PLATFORM,
    commands: {
      jobs: {
        summary: 'count the jobs in the queue by service and kind, or list those that failed and retry one',
        description: 'With the embedded database, stop the platform first.',
        options: {
          failed: { summary: 'list the jobs that failed for good, with their reason' },
          retry: { value: 'id', summary: 'queue this failed job again' },
          ...json,
        },
        examples: ['quorate jobs --failed', 'quorate jobs --retry 0199a1c5-2f4e-7c31-b7a0-5d0f6a1f9e21'],
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
        arguments: { file: { kind: 'file', summary: 'a new file; - is standard output' } },
        options: {
          noContent: { summary: 'leave out the blocks of files: only copies on other nodes remain' },
          ...json,
        },
        examples: ['quorate backup quorate.tar.gz', 'quorate backup - | age -r age1... > quorate.tar.gz.age'],
      },
      restore: {
        summary: 'restore a data folder from a backup',
        description: 'DATA_DIR is the folder. Stop the platform first.',
        arguments: { file: { kind: 'file', summary: 'a file from quorate backup; - is standard input' } },
        options: { replace: { summary: 'move the present content of the folder aside' }, ...json },
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
          'All tables are copied in one transaction and compared row by row, or nothing is. Stop the platform first. The target database must not have Quorate tables.',
        options: {
          to: {
            value: 'url',
            required: true,
            env: 'QUORATE_MOVE_TO',
            summary: 'the target database; set DATABASE_URL to it afterwards',
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
            summary: 'the code of the second factor, if the account has one (a terminal asks for it)',
          },
        },
        examples: ['quorate login --account 0.0.1022 --key-file ada.key'],
      },
      whoami: { summary: 'show the session', options: { ...session }, examples: ['quorate whoami --json'] },
      logout: { summary: 'end the session, in every service', options: { ...session }, examples: ['quorate logout'] },
    },
  },
  email: {
    heading: PEOPLE,
    prefix: 'email',
    summary: 'the e-mail address of the account, and reminders by it',
    commands: {
      show: {
        summary: 'the address, and whether I am reminded by e-mail',
        options: { ...session },
        examples: ['quorate email show'],
      },
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
        examples: ['quorate email remove'],
      },
      remind: {
        summary: 'remind me by e-mail of requests that wait for my signature',
        options: {
          before: { value: 'time', choices: ['day', 'hour'], summary: 'how long before their time ends (both)' },
          off: { summary: 'end the reminders' },
          ...session,
        },
        examples: ['quorate email remind --before day', 'quorate email remind --off'],
      },
    },
  },
  wallet: {
    heading: PEOPLE,
    prefix: 'wallet',
    summary: 'multi-signature wallets',
    commands: {
      list: {
        summary: 'the wallets that I own',
        options: { ...limit, ...session },
        examples: ['quorate wallet list --limit 100'],
      },
      show: {
        summary: 'show a wallet: its owners, holdings and newest requests',
        arguments: walletId,
        options: {
          public: { summary: 'only its public data on the ledger, without a session' },
          ...chain,
          ...session,
          ...mirror,
        },
        examples: ['quorate wallet show 0.0.1040', 'quorate wallet show 0.0.1040 --public'],
      },
      mute: {
        summary: 'mute a wallet that is not mine: it leaves my inbox and my list',
        description: 'Anybody can create a wallet that names me as an owner. Signing in the wallet also unmutes it.',
        arguments: walletId,
        options: { undo: { summary: 'unmute it' }, ...session },
        examples: ['quorate wallet mute 0.0.6666'],
      },
      owners: {
        summary: 'the owners of a wallet, and whether their keys are current',
        arguments: walletId,
        options: { ...session, ...mirror },
        examples: ['quorate wallet owners 0.0.1040'],
      },
      statement: {
        summary: 'show all movements of a period, with balances, fees, and who signed',
        description:
          'Reads the ledger itself: incoming payments, fees and staking rewards too. The wallet service adds the requests. Months and days are those of the time zone of this computer. By default it is the present month.',
        arguments: walletId,
        options: {
          month: { value: 'month', summary: 'such as 2026-11' },
          from: { value: 'time', summary: 'its beginning: a day such as 2026-01-01, or a time with its zone' },
          to: { value: 'time', summary: 'its end, which no longer belongs to it; now if absent' },
          csv: { summary: 'print it as CSV for bookkeeping, a line for each payment, reward and fee' },
          ...session,
          ...mirror,
        },
        examples: [
          'quorate wallet statement 0.0.1040',
          'quorate wallet statement 0.0.1040 --month 2026-11 --csv > november.csv',
          'quorate wallet statement 0.0.1040 --from 2026-01-01 --to 2026-04-01 --json',
        ],
      },
      create: {
        summary: 'request a new wallet, sign and execute',
        description: 'I pay for it. I need not be an owner.',
        options: {
          name: { value: 'text', required: true, summary: 'its name' },
          owner: { value: 'account[=name]', kind: 'owner', many: true, required: true, summary: 'an owner' },
          threshold: { value: 'count', kind: 'integer', required: true, summary: 'how many owners must sign' },
          description: { value: 'text', summary: 'what it is for' },
          balance: { value: 'hbars', kind: 'amount', summary: 'its first deposit, from me' },
          associations: { value: 'count', summary: 'how many tokens it accepts automatically; -1 means any number' },
          memo: asking.memo,
          at: asking.at,
          force: asking.force,
          unsigned: asking.unsigned,
          ...signing,
        },
        examples: [
          'quorate wallet create --name Treasury --threshold 2 --owner 0.0.1022=Ada --owner 0.0.1023=Ben --balance 10',
        ],
      },
      adopt: {
        summary: 'make an account with a threshold key from elsewhere a wallet',
        description:
          'Its key stays as it is, and nothing is signed. Without --owner, the owners are the accounts that hold its keys, if each key has one. If the owners of a wallet were changed elsewhere, adopt it again.',
        arguments: walletId,
        options: {
          name: { value: 'text', required: true, summary: 'its name' },
          owner: { value: 'account[=name]', kind: 'owner', many: true, summary: 'the owner of one of its keys' },
          description: { value: 'text', summary: 'what it is for' },
          ...session,
        },
        examples: [
          'quorate wallet adopt 0.0.1040 --name Treasury',
          'quorate wallet adopt 0.0.1040 --name Treasury --owner 0.0.1022=Ada --owner 0.0.1023=Ben',
        ],
      },
      withdraw: {
        summary: 'request a withdrawal of hbars, tokens or an NFT',
        arguments: walletId,
        options: {
          to: { value: 'account', kind: 'id', required: true, summary: 'the receiver' },
          amount: { value: 'amount', kind: 'amount', summary: 'hbars, or units of the token with its decimals' },
          token: { value: 'token', kind: 'id', summary: 'hbars if absent' },
          serial: { value: 'number', kind: 'integer', summary: 'the serial number of an NFT, instead of an amount' },
          permitFees,
          ...asking,
        },
        examples: [
          'quorate wallet withdraw 0.0.1040 --to 0.0.1023 --amount 2.5 --memo "Invoice 4711"',
          'quorate wallet withdraw 0.0.1040 --to 0.0.1023 --amount 2.5 --at +1d',
        ],
      },
      pay: {
        summary: 'request payments to several receivers',
        description:
          'A transaction pays at most nine receivers, all of them or none. More payments become several requests, in their order. A list is a CSV file with a receiver, an amount and perhaps a token in each line, with or without a first line of headings.',
        arguments: walletId,
        options: {
          to: { value: 'account=amount', many: true, summary: 'a receiver, and the hbars or units of --token' },
          list: { value: 'file', kind: 'file', summary: 'a file with the payments, instead of --to' },
          token: { value: 'token', kind: 'id', summary: 'the token of payments that name none; hbars if absent' },
          permitFees,
          ...asking,
        },
        examples: [
          'quorate wallet pay 0.0.1040 --to 0.0.1023=2.5 --to 0.0.1024=10 --memo "March"',
          'quorate wallet pay 0.0.1040 --list salaries.csv --until +3d',
        ],
      },
      update: {
        summary: 'request to add or remove an owner, with a new threshold if needed',
        description: 'Adding a present owner again refreshes its key. Use this to change only the threshold, too.',
        arguments: walletId,
        options: {
          add: { value: 'account[=name]', kind: 'owner', summary: 'an owner' },
          remove: { value: 'account', kind: 'id', summary: 'an owner' },
          threshold: { value: 'count', kind: 'integer', summary: 'how many owners must sign afterwards' },
          ...asking,
        },
        examples: [
          'quorate wallet update 0.0.1040 --add 0.0.1026=Dan --threshold 3',
          'quorate wallet update 0.0.1040 --remove 0.0.1026',
        ],
      },
      stake: {
        summary: 'request to stake to a consensus node, or to stop staking',
        arguments: walletId,
        options: {
          node: { value: 'number', kind: 'integer', summary: 'the node; stops staking if absent' },
          ...asking,
        },
        examples: ['quorate wallet stake 0.0.1040 --node 0'],
      },
      associate: {
        summary: 'request to associate a token',
        arguments: { ...walletId, ...token },
        options: { memo: asking.memo, at: asking.at, force: asking.force, unsigned: asking.unsigned, ...signing },
        examples: ['quorate wallet associate 0.0.1040 0.0.2044'],
      },
      dissociate: {
        summary: 'request to dissociate a token',
        arguments: { ...walletId, ...token },
        options: { memo: asking.memo, at: asking.at, force: asking.force, unsigned: asking.unsigned, ...signing },
        examples: ['quorate wallet dissociate 0.0.1040 0.0.2044'],
      },
    },
  },
  request: {
    heading: PEOPLE,
    prefix: 'request',
    summary: 'requests for wallets: sign, reject, execute',
    commands: {
      list: {
        summary: 'requests that wait for me, soonest deadline first',
        options: {
          wallet: { value: 'wallet', kind: 'id', summary: 'all open requests of this wallet instead, newest first' },
          muted: { summary: 'requests of wallets that I have muted instead' },
          ...limit,
          ...session,
        },
        examples: ['quorate request list', 'quorate request list --wallet 0.0.1040'],
      },
      show: {
        summary: 'show a request: what its bytes do, and which owners have signed',
        arguments: jobId,
        options: { fields: { summary: 'show the bytes field by field' }, ...session, ...mirror },
        examples: ['quorate request show d4de0084 --fields'],
      },
      sign: {
        summary: 'sign a request, after comparing its bytes with its statement',
        description:
          'Decodes the bytes, compares them with what the request states and with the keys on the ledger, refuses what differs or is not understood, shows what they do with their fingerprint, asks, signs, verifies the signature and sends it.',
        arguments: jobId,
        options: {
          fields: { summary: 'show the bytes field by field' },
          owner: {
            value: 'account',
            kind: 'id',
            summary:
              'sign for this owner with --key-file: an account under several keys cannot log in, so another owner sends one signature after the other',
          },
          ...signing,
        },
        examples: [
          'quorate request sign d4de0084',
          'quorate request sign d4de0084 --key-file ben.key --yes',
          'quorate request sign d4de0084 --owner 0.0.1040 --key-file first-of-two.key',
        ],
      },
      next: {
        summary: 'review and sign the requests that wait for me, one after the other',
        description:
          'Each is compared and shown as by `sign`, and signed if you agree; otherwise it stays, and the next one follows. Asks also whether to execute what has all signatures then. Wallets that I never signed in are left out.',
        options: { ...session, ...mirror, ...key },
        examples: ['quorate request next', 'quorate request next --key-file ada.key'],
      },
      execute: {
        summary: 'execute a request with all signatures',
        arguments: jobId,
        options: { ...session },
        examples: ['quorate request execute d4de0084'],
      },
      reject: {
        summary: 'reject a request, or withdraw it',
        arguments: jobId,
        options: { reason: { value: 'text', summary: 'a text for the other owners' }, ...session, ...yes },
        examples: ['quorate request reject d4de0084 --reason "Wrong account"'],
      },
      comment: {
        summary: 'comment on a request',
        arguments: { ...jobId, text: { summary: 'a text for the other owners' } },
        options: { ...session },
        examples: ['quorate request comment d4de0084 "This is for the March invoice"'],
      },
      watch: {
        summary: 'show events as they happen; JSON lines without a terminal',
        description:
          'With the id of a request it ends when that is decided: with 0 if it was executed, with 1 if not. Without one it ends with Ctrl-C.',
        arguments: { jobId: { summary: 'only this request', optional: true } },
        options: {
          wallet: {
            value: 'wallet',
            kind: 'id',
            many: true,
            summary: 'also events of this wallet that do not concern me',
          },
          socketsUrl: {
            value: 'url',
            kind: 'url',
            env: 'QUORATE_MULTISIG_SOCKETS_URL',
            summary: 'the sockets of the wallet service, if login did not learn it',
          },
          ...session,
        },
        examples: ['quorate request watch d4de0084'],
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
          member: { value: 'account', kind: 'id', summary: 'only DAOs with this member' },
          owner: { value: 'account', kind: 'id', summary: 'only DAOs with this owner' },
          ...limit,
          ...chain,
          ...places,
          ...json,
        },
        examples: ['quorate dao list --member 0.0.1022'],
      },
      show: {
        summary: 'show a DAO: its rules, members and proposals',
        arguments: { daoId: { summary: 'the id of the DAO' } },
        options: { ...places, ...json },
        examples: ['quorate dao show 4f0a91c2'],
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
            summary: 'the percentage of votes that an option needs, 1 to 100',
          },
          member: { value: 'account', kind: 'id', many: true, summary: 'an initial member' },
          minHours: { value: 'hours', kind: 'number', default: '0', summary: 'the shortest time for a vote' },
          delayHours: { value: 'hours', kind: 'number', summary: 'the shortest time between a proposal and its vote' },
          token: { value: 'token', kind: 'id', summary: 'votes are weighted by holdings of this token' },
          ...session,
        },
        examples: [
          'quorate dao create --name Garden --description "Our shared garden" --threshold 50 --member 0.0.1023 --min-hours 24',
        ],
      },
      members: {
        summary: 'the members; with --add and --remove, change them',
        arguments: { daoId: { summary: 'the id of the DAO' } },
        options: {
          add: { value: 'account', kind: 'id', many: true, summary: 'an account to add' },
          remove: {
            value: 'account',
            kind: 'id',
            many: true,
            summary: 'an account to remove; votes already cast stay',
          },
          ...limit,
          ...session,
        },
        examples: ['quorate dao members 4f0a91c2 --add 0.0.1026'],
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
        examples: ['quorate proposal list --dao 4f0a91c2 --status ACTIVE'],
      },
      show: {
        summary: 'a proposal and its results so far',
        arguments: proposalId,
        options: { ...places, ...mirror, ...json },
        examples: ['quorate proposal show 7c1e55a0'],
      },
      create: {
        summary: 'propose something',
        arguments: { daoId: { summary: 'the id of the DAO' } },
        options: {
          title: { value: 'text', required: true, summary: 'the title' },
          description: { value: 'text', default: '', summary: 'why' },
          hours: { value: 'hours', kind: 'number', required: true, summary: 'the length of the vote' },
          option: {
            value: 'text',
            many: true,
            summary: 'an option (YES, NO and ABSTAIN if none is given)',
          },
          start: { value: 'time', kind: 'time', summary: 'the start of the vote (as soon as the rules allow)' },
          quorum: { value: 'percent', kind: 'number', summary: 'the percentage of the total weight that must vote' },
          data: {
            value: 'file',
            kind: 'file',
            summary: 'JSON that the proposal carries, such as the operation that YES permits; - is standard input',
          },
          validUntil: { value: 'time', kind: 'time', summary: 'the operation cannot be carried out after this time' },
          ...session,
        },
        examples: [
          'quorate proposal create 4f0a91c2 --title "Buy a greenhouse" --description "It costs 5,100 hbars" --hours 72 --quorum 40',
        ],
      },
      cancel: {
        summary: 'cancel my proposal with my signature, if nobody has voted',
        arguments: proposalId,
        options: { ...signing },
        examples: ['quorate proposal cancel 7c1e55a0'],
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
          comment: { value: 'text', summary: 'a public comment on the vote' },
          unsigned: { summary: 'do not sign it: only the service vouches for it' },
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
        summary: "recount a proposal's votes from the records on the ledger",
        description:
          'Ends with 0 if the published result holds, 1 if it does not, and 2 if the recount is inconclusive or failed. docs/reference/governance.md says what it checks.',
        arguments: proposalId,
        options: {
          url: {
            value: 'governance',
            kind: 'url',
            env: 'QUORATE_GOVERNANCE_URL',
            summary: 'the governance API (if absent, the one next to QUORATE_URL or of the local platform)',
          },
          chain: { value: 'hedera:...', summary: 'expect this chain, and refuse others' },
          topic: {
            value: 'topic',
            kind: 'id',
            summary: 'read this topic, if you know it from elsewhere; needs --chain',
          },
          most: { value: 'messages', kind: 'integer', summary: 'the maximum to read' },
          ...mirror,
        },
        examples: ['quorate recount 7c1e55a0 --url https://governance.example --chain hedera:mainnet'],
      },
    },
  },
  tx: {
    heading: TOOLS,
    prefix: 'tx',
    summary: 'transaction bytes, decoded offline',
    commands: {
      show: {
        summary: 'decode the bytes of a transaction, field by field, with their fingerprint',
        description: 'Exits with 0 if the bytes can be read in only one way.',
        arguments: { bytes: { summary: 'hex or base64; - reads these, or the bytes themselves, from standard input' } },
        options: {
          as: {
            value: 'message',
            choices: ['TransactionList', 'Transaction', 'SignedTransaction', 'TransactionBody'],
            summary: 'read them as this type',
          },
          json: { summary: 'as JSON' },
        },
        examples: ['quorate tx show 0a140a0c08abc9a3cb0610...', 'cat transfer.bin | quorate tx show - --json'],
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
        options: { name: { value: 'name', summary: 'its name (the name of the file)' }, ...session },
        examples: ['quorate ipfs add report.pdf --name "Report 2026"'],
      },
      get: {
        summary: 'fetch a file',
        arguments: { cid: { summary: 'its content identifier, or a path below one: <cid>/<path>' } },
        options: {
          output: {
            short: 'o',
            value: 'file',
            kind: 'file',
            summary: 'the file to write (standard output, unless it is a terminal)',
          },
          ...places,
        },
        examples: ['quorate ipfs get bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi -o report.pdf'],
      },
      pin: {
        summary: 'pin content; the node fetches it if it does not have it',
        arguments: { cid: { summary: 'its content identifier' } },
        options: { remove: { summary: 'unpin it' }, ...session },
        examples: ['quorate ipfs pin bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'],
      },
      pins: {
        summary: 'my pins, newest first',
        options: { ...limit, ...session },
        examples: ['quorate ipfs pins --limit 100'],
      },
    },
  },
  network: {
    heading: TOOLS,
    prefix: 'network',
    summary: 'the signed list of nodes',
    commands: {
      init: {
        summary: 'start a list',
        description:
          'For NETWORK_TOPIC with --topic or --new-topic, else for NETWORK_MEMBERS. docs/reference/node.md says what nodes do with it.',
        arguments: { file: { kind: 'file', summary: 'the file of the list' } },
        options: {
          topic: { value: 'topic', kind: 'id', summary: 'the topic that it is published on' },
          newTopic: { summary: 'create one that only my key can write to; I pay for it' },
          ...signing,
        },
        examples: ['quorate network init nodes.json --new-topic'],
      },
      add: {
        summary: 'add or refresh a node; its account and key are read from the node itself',
        arguments: {
          file: { kind: 'file', summary: 'the list' },
          nodeUrl: { kind: 'url', summary: 'its URL for the other nodes' },
        },
        options: {
          name: { value: 'text', summary: 'its name' },
          description: { value: 'text', summary: 'its description' },
          chain: { value: 'chain', summary: "the chain of the node's account (hedera:devnet, or the list's)" },
          ...mirror,
          ...json,
        },
        examples: ['quorate network add nodes.json https://node.example --name Example'],
      },
      remove: {
        summary: 'remove a node',
        arguments: {
          file: { kind: 'file', summary: 'the list' },
          account: { kind: 'id', summary: 'the account of the node' },
        },
        options: { ...json },
        examples: ['quorate network remove nodes.json 0.0.1040'],
      },
      sign: {
        summary: 'sign the list as it is now, as its publisher',
        description: 'Prints the public key. Set NETWORK_PUBLISHER to it on each node.',
        arguments: { file: { kind: 'file', summary: 'the list' } },
        options: { ...key, ...json },
        examples: ['quorate network sign nodes.json --key-file publisher.key'],
      },
      publish: {
        summary: 'publish the signed list on its topic; I pay for it',
        arguments: { file: { kind: 'file', summary: 'the list' } },
        options: {
          publisher: { value: 'key', summary: 'the public key that signed the list (if absent, that of my account)' },
          ...signing,
        },
        examples: ['quorate network publish nodes.json'],
      },
      show: {
        summary: 'the members as the node sees them',
        options: { ...places, ...json },
        examples: ['quorate network show'],
      },
    },
  },
  api: {
    heading: TOOLS,
    commands: {
      api: {
        summary: 'call any API operation, with the session if there is one',
        description: 'The path selects the service. docs/reference/api.md describes what all answers have in common.',
        arguments: { request: { summary: "such as 'GET /multisig/inbox', or a path alone" } },
        options: {
          data: { short: 'd', value: 'json', summary: 'the body; @file reads it from a file, - from standard input' },
          service: {
            value: 'service',
            choices: ['node', 'multisig', 'governance'],
            summary: 'the service, if the path does not select it',
          },
          include: { short: 'i', summary: 'also print status and headers' },
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
        summary: 'print the completion script for a shell',
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
