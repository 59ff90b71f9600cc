// All commands, as data. The code that runs them is in the file of the group, below `commands/`.
import { paymentPeriods, votingMethods } from '@quorate/verify'
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
    summary: 'the node API; each node has its own session (the local platform if absent)',
  },
  multisigUrl: {
    value: 'url',
    kind: 'url',
    env: 'QUORATE_MULTISIG_URL',
    summary: 'the wallet service, if its address was not stored at login',
  },
  governanceUrl: {
    value: 'url',
    kind: 'url',
    env: 'QUORATE_GOVERNANCE_URL',
    summary: 'the governance service, if its address was not stored at login',
  },
} as const
const mirror = {
  mirrorUrl: {
    value: 'url',
    kind: 'url',
    env: 'QUORATE_MIRROR_URL',
    summary: "the mirror node that you trust for keys (if absent, the chain's public one, or the local platform's)",
  },
} as const
/** Options of a call by a logged-in account. */
const session = {
  ...places,
  account: {
    value: 'account',
    kind: 'id',
    env: 'QUORATE_ACCOUNT',
    summary: 'the account whose session is used (if absent, the one that logged in last)',
  },
  ...json,
} as const
/** Options for the private key. Its text comes from a file or QUORATE_KEY, never from an argument. */
const key = {
  keyFile: {
    value: 'file',
    kind: 'file',
    env: 'QUORATE_KEY_FILE',
    summary: 'a file with the private key: PEM, DER or hex (or put the key itself into QUORATE_KEY)',
  },
  keyType: {
    value: 'type',
    choices: ['ed25519', 'ecdsa'],
    env: 'QUORATE_KEY_TYPE',
    summary: 'the type of a private key of 32 bytes (ed25519 if absent)',
  },
} as const
const yes = { yes: { short: 'y', summary: 'do not ask for confirmation' } } as const
const signing = {
  ...session,
  ...mirror,
  ...key,
  keyFile: { ...key.keyFile, summary: 'a file with the private key (the one used at login if absent)' },
  ...yes,
} as const
/** Options of a request that an owner creates, signs and, if that is enough, has executed. */
const permitFees = {
  summary: 'permit the custom fees that tokens charge now; the command shows the fees before you sign',
} as const
const payees = {
  to: { value: 'account=amount', many: true, summary: 'a receiver, and the amount in hbars or units of --token' },
  list: { value: 'file', kind: 'file', summary: 'a CSV file with the payments, instead of --to' },
  token: { value: 'token', kind: 'id', summary: 'the token of payments that name no token; hbars if absent' },
} as const
const asking = {
  ...signing,
  at: {
    value: 'time',
    kind: 'time',
    summary:
      'the service executes the request at this time; owners sign before that. 2030-01-01T00:00:00Z or +3d, at most 90 days ahead',
  },
  until: {
    value: 'time',
    kind: 'time',
    summary:
      'the ledger keeps the request as a schedule until this time, and executes it when the last required signature arrives; at most 1487 hours (61 days and 23 hours) ahead',
  },
  memo: {
    value: 'text',
    summary:
      'what the request is for, at most 100 bytes; it becomes the memo of the transaction, which everybody can read on the ledger',
  },
  onExpiry: { summary: 'with --until: the ledger executes the request at that time, not before' },
  force: { summary: 'create the request even if the ledger would refuse it now' },
  replaces: {
    value: 'request',
    summary:
      'the open request that the new one replaces: each signature of the new request rejects the old one. If both have the same time, they have the same transaction id, so the ledger executes at most one of them',
  },
  unsigned: { summary: 'create the request without signing it' },
} as const
const limit = {
  limit: { value: 'count', kind: 'integer', default: '25', summary: 'maximum number of entries' },
} as const satisfies Record<string, Option>
const walletId = { walletId: { kind: 'id', summary: "the wallet's account" } } as const
const member = { accountId: { kind: 'id', summary: 'the account' } } as const
const changeId = { changeId: { summary: 'the id of the change, as quorate role list shows it' } } as const
const templateName = { name: { summary: 'the name of the template' } } as const
const jobId = { jobId: { summary: 'the id of the request' } } as const
const token = { tokenId: { kind: 'id', summary: 'the token' } } as const
const proposalId = { proposalId: { summary: 'the id of the proposal' } } as const
const chain = {
  chain: {
    value: 'chain',
    summary: 'such as hedera:testnet (if absent, the first chain in the settings of the service)',
  },
} as const

/** Options of a proposal or a draft of one, besides its texts and its length. */
/** The rules that --rule sets, which `changeableRules` of verify lists. */
const RULES =
  'The rules are threshold, quorum, minVotingPeriod, maxVotingPeriod, votingDelay, votingMethods, maxOptions, votesChangeable, secretVotes, networkKey, delegation, areas, proposers, proposalWeight, membersByProposal, emergency, executionDelay, veto, objections, objectionPeriod, optimisticProposers and optimisticKinds. Lists are separated by commas; `yes` and `no` turn a rule on and off; `none` removes a rule.'
const rule = {
  rule: {
    value: 'name=value',
    many: true,
    summary: 'a rule, such as threshold=2/3, quorum=40, delegation=yes or maxOptions=none',
  },
} as const
const proposing = {
  option: {
    value: 'text',
    many: true,
    summary: 'an option to vote for (YES, NO and ABSTAIN if you give none)',
  },
  method: {
    value: 'method',
    choices: [...votingMethods],
    summary: 'how options are voted on (single if absent)',
  },
  start: {
    value: 'time',
    kind: 'time',
    summary: 'the start of the vote (if absent, as soon as the rules of the DAO allow)',
  },
  quorum: {
    value: 'share',
    kind: 'share',
    summary: 'the share of the total weight that must vote: a percentage, or a fraction such as 1/3',
  },
  area: { value: 'name', summary: 'the area of the DAO that it is about, such as finance' },
  optimistic: { summary: 'it passes unless enough weight votes NO, as the rules of the DAO say' },
  data: {
    value: 'file',
    kind: 'file',
    summary: 'a JSON file that is part of the proposal, such as the operation that YES permits; - is standard input',
  },
  validUntil: {
    value: 'time',
    kind: 'time',
    summary: 'the time after which the operation cannot be carried out',
  },
  ...rule,
  add: { value: 'account', kind: 'id', many: true, summary: 'an account that becomes a member if it passes' },
  remove: { value: 'account', kind: 'id', many: true, summary: 'a member that leaves if it passes' },
} as const
const period = {
  month: { value: 'month', summary: 'such as 2026-11' },
  from: {
    value: 'time',
    summary: 'the beginning of the period: a day such as 2026-01-01, or a time with its zone',
  },
  to: { value: 'time', summary: 'the end of the period (exclusive); now if absent' },
} as const
const draftId = { draftId: { summary: 'the id of the draft' } } as const

export const table = {
  start: {
    heading: PLATFORM,
    commands: {
      start: {
        summary: 'start the platform, or only some of its services',
        description:
          'Settings come from the environment (see docs/reference/configuration.md). The platform runs until you press Ctrl-C.',
        arguments: {
          services: {
            summary: 'the services to start; all if you name none',
            many: true,
            optional: true,
            choices: ['node', 'multisig', 'governance', 'console'],
          },
        },
        options: {
          pairAnew: { summary: 'start even if the database and the embedded ledger do not belong together' },
        },
        examples: ['quorate start', 'quorate start multisig governance'],
      },
    },
  },
  localnet: {
    heading: PLATFORM,
    commands: {
      localnet: {
        summary: 'run a local Hedera network without the other services, for SDKs of any language',
        options: {
          dataDir: {
            value: 'folder',
            kind: 'file',
            default: './data/localnet',
            summary: 'the data folder of the network',
          },
          memory: { summary: 'keep the ledger in memory only' },
          host: { value: 'address', default: '127.0.0.1', summary: 'the address that the network listens on' },
          port: { value: 'n', default: '50211', summary: 'the port of the consensus node' },
          nodes: {
            value: 'n',
            default: '1',
            choices: ['1', '2', '3'],
            summary: 'the number of consensus nodes, all on the same ledger',
          },
          node2Port: { value: 'n', default: '51211', summary: 'the port of the second consensus node' },
          node3Port: { value: 'n', default: '52211', summary: 'the port of the third consensus node' },
          webPort: {
            value: 'n',
            summary: 'the port for gRPC-Web from browsers, on loopback (SDKs: 8080); further nodes use the next ports',
          },
          compatPorts: {
            summary: 'also use the ports of other local networks: 8080 for gRPC-Web, 38081 for the mirror',
          },
          mirrorGrpcPort: { value: 'n', default: '5600', summary: "the port of the mirror's gRPC" },
          mirrorPort: { value: 'n', default: '5551', summary: "the port of the mirror's REST API" },
          mirrorJavaPort: { value: 'n', default: '8084', summary: "a second port of the mirror's REST API" },
          rpcPort: {
            value: 'n',
            default: '7546',
            summary: 'the port for JSON-RPC over HTTP and WebSocket, on loopback',
          },
          rpcEthereumPort: {
            value: 'n',
            default: '8545',
            summary: 'a second port for JSON-RPC, which Ethereum tools use by default',
          },
          rpcSocketPort: {
            value: 'n',
            default: '8546',
            summary: "a third port for JSON-RPC, which Hedera's relay uses for WebSockets",
          },
          adminPort: { value: 'n', default: '5552', summary: 'the port of the admin page, on loopback' },
          noAdmin: { summary: 'do not serve the admin page' },
          clock: {
            value: 'time',
            summary: 'the time at which the ledger starts: 2030-01-01T00:00:00Z, or +2d, +3h, +10m, -5s from now',
          },
          fault: {
            value: 'kind:calls[:on[:ms]]',
            many: true,
            summary:
              'a fault for the next calls. kind: busy, unreachable, slow or lost; on: transactions, queries or mirror',
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
        description: 'Without a terminal or a browser, prints the address instead.',
        options: {
          consoleUrl: {
            value: 'url',
            kind: 'url',
            env: 'QUORATE_CONSOLE_URL',
            summary: "the console's address (that of the local platform if absent)",
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
          'Reads the same settings from the environment as start, and changes nothing. Exits with 1 if it finds a problem.',
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
        description: 'If you use the embedded database, stop the platform first.',
        options: {
          failed: { summary: 'list the jobs that failed after their last attempt, with the reason' },
          retry: { value: 'id', summary: 'put this failed job into the queue again' },
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
        summary: 'back up the data folder into a file',
        description:
          'The file has the ledger, the database, the keys and the content of an embedded installation, all as of the same moment. The platform may be running; everything that it acknowledged before is included. DATA_DIR names the data folder.',
        arguments: { file: { kind: 'file', summary: 'a new file; - is standard output' } },
        options: {
          noContent: { summary: 'leave out the stored content; then only other nodes have copies of it' },
          ...json,
        },
        examples: ['quorate backup quorate.tar.gz', 'quorate backup - | age -r age1... > quorate.tar.gz.age'],
      },
      restore: {
        summary: 'restore a data folder from a backup',
        description: 'DATA_DIR names the data folder. Stop the platform first.',
        arguments: { file: { kind: 'file', summary: 'a file from quorate backup; - is standard input' } },
        options: {
          replace: { summary: 'if the folder is not empty, first move what it contains into a subfolder' },
          ...json,
        },
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
          'Copies all tables in one transaction and compares each row. If anything fails, nothing is copied. Stop the platform first. The target database must not have Quorate tables.',
        options: {
          to: {
            value: 'url',
            required: true,
            env: 'QUORATE_MOVE_TO',
            summary: 'the target database; afterwards, set DATABASE_URL to this URL',
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
          'Stores the session and the path of the key file in a file that only you can read. It does not store the key. Later commands use the account that logged in last at this URL, or the account that --account names.',
        options: {
          ...session,
          ...key,
          ...chain,
          code: {
            value: 'digits',
            summary: 'the code of the second factor, if the account has one (in a terminal, the command asks for it)',
          },
        },
        examples: ['quorate login --account 0.0.1022 --key-file ada.key'],
      },
      whoami: { summary: 'show your session', options: { ...session }, examples: ['quorate whoami --json'] },
      logout: {
        summary: 'end your session in every service',
        options: { ...session },
        examples: ['quorate logout'],
      },
    },
  },
  email: {
    heading: PEOPLE,
    prefix: 'email',
    summary: 'the e-mail address of your account, and reminders and notices by e-mail',
    commands: {
      show: {
        summary: 'show the address, and which reminders and notices you get',
        options: { ...session },
        examples: ['quorate email show'],
      },
      set: {
        summary: 'set your e-mail address: send a code to it',
        description:
          'You must have logged in within the last ten minutes. A previously confirmed address stays until you enter the code with `quorate email confirm`.',
        arguments: { address: { summary: 'the address, such as ada@example.org' } },
        options: {
          language: {
            value: 'code',
            choices: ['en', 'de'],
            summary: 'the language of messages: English (en, the default) or German (de)',
          },
          ...session,
        },
        examples: ['quorate email set ada@example.org'],
      },
      confirm: {
        summary: 'confirm the address with the code that was sent to it',
        arguments: { code: { summary: 'the code: four groups of four characters' } },
        options: { ...session },
        examples: ['quorate email confirm 7H2K-0QXM-R4TW-9B3F'],
      },
      remove: {
        summary: 'remove the address',
        description: 'You must have logged in within the last ten minutes.',
        options: { ...session },
        examples: ['quorate email remove'],
      },
      remind: {
        summary: 'get reminders, by e-mail and in your chat, of requests that wait for your signature',
        options: {
          before: {
            value: 'time',
            choices: ['day', 'hour'],
            summary: 'how long before the deadline of a request (both if absent)',
          },
          off: { summary: 'turn the reminders off' },
          ...session,
        },
        examples: ['quorate email remind --before day', 'quorate email remind --off'],
      },
      notify: {
        summary: 'get notices, by e-mail and in your chat, of what happens to requests',
        description:
          'Notices are about wallets where you have signed or requested something before. `owner` also tells you if somebody who owns a wallet with you makes you an owner of another wallet.',
        options: {
          about: {
            value: 'event',
            many: true,
            choices: ['signature_wanted', 'rejected', 'executed', 'failed', 'owner'],
            summary: 'an event to be told about; repeat the option for several',
          },
          off: { summary: 'turn the notices off' },
          ...session,
        },
        examples: ['quorate email notify --about signature_wanted --about executed', 'quorate email notify --off'],
      },
    },
  },
  notices: {
    heading: PEOPLE,
    prefix: 'notices',
    summary: 'where and when you get messages, your chat, and notices of votes',
    commands: {
      show: {
        summary: 'show where and when you get messages',
        options: { ...session },
        examples: ['quorate notices show'],
      },
      when: {
        summary: 'set when you get messages',
        description:
          'Replaces the earlier settings: without options, each message is sent immediately, by e-mail and in your chat. With `--digest`, all messages are sent in one e-mail a day. During `--quiet` hours nothing is sent. Afterwards, one message contains all held messages.',
        options: {
          timeZone: { value: 'name', summary: 'your time zone, such as Europe/Berlin (UTC if absent)' },
          digest: { value: 'time', summary: 'when to send the daily e-mail, such as 08:30' },
          quiet: { value: 'hours', summary: 'your quiet hours, such as 22:00-07:00' },
          urgent: { summary: 'always send messages about something that ends within an hour immediately' },
          only: { value: 'place', choices: ['email', 'chat'], summary: 'send messages only there' },
          ...session,
        },
        examples: [
          'quorate notices when --time-zone Europe/Berlin --digest 08:30',
          'quorate notices when --time-zone Europe/Berlin --quiet 22:00-07:00 --urgent',
        ],
      },
      chat: {
        summary: 'get messages in a chat, by the webhook that it gave you',
        description:
          'The webhook must be on a host of WEBHOOK_HOSTS. You must have logged in within the last ten minutes. Keep the URL secret: anybody who knows it can post there.',
        arguments: { webhook: { summary: 'the URL that the chat gave you' } },
        options: {
          format: {
            value: 'name',
            choices: ['slack', 'discord', 'matrix', 'telegram', 'custom'],
            required: true,
            summary: 'the format that the webhook expects',
          },
          chatId: { value: 'id', summary: 'the id of the chat, for Telegram' },
          template: {
            value: 'json',
            summary: 'with --format custom: JSON with {{subject}}, {{text}}, {{link}}, {{account}} or {{chat}}',
          },
          language: {
            value: 'code',
            choices: ['en', 'de'],
            summary: 'the language of messages: English (en, the default) or German (de)',
          },
          ...session,
        },
        examples: [
          'quorate notices chat https://hooks.slack.com/services/T0/B0/abc --format slack',
          'quorate notices chat https://api.telegram.org/bot1:abc/sendMessage --format telegram --chat-id -1001234567890',
        ],
      },
      leave: {
        summary: 'get no more messages in the chat',
        options: { ...session },
        examples: ['quorate notices leave'],
      },
      test: {
        summary: 'post a test message to your chat',
        options: { ...session },
        examples: ['quorate notices test'],
      },
      votes: {
        summary: 'get notices when votes of a DAO end',
        description:
          '`vote_ending` tells you an hour before the end of a vote if you have not voted, and `vote_ended` the result.',
        arguments: { daoId: { summary: 'the id of the DAO' } },
        options: {
          about: {
            value: 'event',
            many: true,
            choices: ['vote_ending', 'vote_ended'],
            summary: 'an event to be told about; repeat the option for several',
          },
          off: { summary: 'turn the notices off' },
          ...session,
        },
        examples: ['quorate notices votes 0b0e4a2c-5f6d-4a39-8a3e-2f5b7c1d9e00 --about vote_ending --about vote_ended'],
      },
    },
  },
  wallet: {
    heading: PEOPLE,
    prefix: 'wallet',
    summary: 'multi-signature wallets',
    commands: {
      list: {
        summary: 'list the wallets that you own',
        options: { ...limit, ...session },
        examples: ['quorate wallet list --limit 100'],
      },
      show: {
        summary: 'show a wallet: its owners, holdings and newest requests',
        arguments: walletId,
        options: {
          public: { summary: 'show only the public data on the ledger; needs no session' },
          ...chain,
          ...session,
          ...mirror,
        },
        examples: ['quorate wallet show 0.0.1040', 'quorate wallet show 0.0.1040 --public'],
      },
      edit: {
        summary: 'change the name or the description of a wallet',
        description: 'All owners see them, and who changed them last. Nothing changes on the ledger.',
        arguments: walletId,
        options: {
          name: { value: 'text', summary: 'the new name' },
          description: { value: 'text', summary: 'what the wallet is for; an empty text removes it' },
          ...session,
        },
        examples: ['quorate wallet edit 0.0.1040 --name "Travel fund" --description "For trips of the club"'],
      },
      mute: {
        summary: 'mute a wallet that is not yours, so that it leaves your inbox and your list',
        description:
          'Anybody can create a wallet that names you as an owner. If you sign one of its requests, the wallet is unmuted.',
        arguments: walletId,
        options: { undo: { summary: 'unmute the wallet' }, ...session },
        examples: ['quorate wallet mute 0.0.6666'],
      },
      owners: {
        summary: 'list the owners of a wallet, and whether their keys are current',
        arguments: walletId,
        options: { ...session, ...mirror },
        examples: ['quorate wallet owners 0.0.1040'],
      },
      statement: {
        summary: 'show all movements of a period, with balances, fees, and who signed',
        description:
          'The movements come from the ledger, so they include incoming payments, fees and staking rewards. The wallet service adds the requests. Months and days are in the time zone of this computer. The default is the current month.',
        arguments: walletId,
        options: {
          ...period,
          csv: { summary: 'print CSV for bookkeeping, with a line for each payment, reward and fee' },
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
        summary: 'request a new wallet, sign the request and execute it',
        description: 'Your account pays for the creation. You do not have to be an owner.',
        options: {
          name: { value: 'text', required: true, summary: 'the name of the wallet' },
          owner: {
            value: 'account[=name]',
            kind: 'owner',
            many: true,
            required: true,
            summary: 'an owner: the account, and a name for it',
          },
          threshold: { value: 'count', kind: 'integer', required: true, summary: 'how many owners must sign' },
          description: { value: 'text', summary: 'what the wallet is for' },
          balance: { value: 'hbars', kind: 'amount', summary: 'a first deposit, from your account' },
          associations: {
            value: 'count',
            summary: 'how many tokens the wallet accepts automatically; -1 means any number',
          },
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
        summary: 'turn an existing account with a threshold key into a wallet',
        description:
          'The key of the account stays as it is, and nothing is signed. A threshold key consists of several keys. Without --owner, the accounts with these keys become the owners, if each key has only one account. If the owners of a wallet were changed elsewhere, adopt it again.',
        arguments: walletId,
        options: {
          name: { value: 'text', required: true, summary: 'the name of the wallet' },
          owner: {
            value: 'account[=name]',
            kind: 'owner',
            many: true,
            summary: 'an owner: the account with one of these keys, and a name for it',
          },
          description: { value: 'text', summary: 'what the wallet is for' },
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
          token: { value: 'token', kind: 'id', summary: 'the token; hbars if absent' },
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
          'One request pays at most nine receivers: either all of them or none. More payments become a group of requests, in the order of your list, which you review and sign as one. A list is a CSV file. Each line has a receiver, an amount and, if you like, a token. The first line may have headings.',
        arguments: walletId,
        options: {
          ...payees,
          template: { value: 'name', summary: 'a template of the wallet that has the payments, instead of --to' },
          permitFees,
          group: { value: 'group', summary: 'continue the interrupted list of this group' },
          ...asking,
        },
        examples: [
          'quorate wallet pay 0.0.1040 --to 0.0.1023=2.5 --to 0.0.1024=10 --memo "March"',
          'quorate wallet pay 0.0.1040 --list salaries.csv --until +3d',
          'quorate wallet pay 0.0.1040 --template Salaries --until +3d',
        ],
      },
      update: {
        summary: 'request to add or remove an owner, or to change the threshold',
        description: 'If an owner has a new key, add the owner again to use that key.',
        arguments: walletId,
        options: {
          add: { value: 'account[=name]', kind: 'owner', summary: 'the owner to add' },
          remove: { value: 'account', kind: 'id', summary: 'the owner to remove' },
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
          node: {
            value: 'number',
            kind: 'integer',
            summary: 'the number of the node; if absent, the wallet stops staking',
          },
          ...asking,
        },
        examples: ['quorate wallet stake 0.0.1040 --node 0'],
      },
      associate: {
        summary: 'request to associate a token with a wallet',
        arguments: { ...walletId, ...token },
        options: { memo: asking.memo, at: asking.at, force: asking.force, unsigned: asking.unsigned, ...signing },
        examples: ['quorate wallet associate 0.0.1040 0.0.2044'],
      },
      dissociate: {
        summary: 'request to dissociate a token from a wallet',
        arguments: { ...walletId, ...token },
        options: { memo: asking.memo, at: asking.at, force: asking.force, unsigned: asking.unsigned, ...signing },
        examples: ['quorate wallet dissociate 0.0.1040 0.0.2044'],
      },
      operation: {
        summary: 'request any other transaction that the wallet pays for, such as one that mints a token',
        description:
          "The transaction is one of the node API's operations: its method, its path with the parameters filled in, and its body as JSON. The wallet pays for it and owns it. Without a method and a path, the command lists the operations.",
        arguments: {
          ...walletId,
          method: { summary: 'POST, PUT, PATCH or DELETE', optional: true },
          path: { summary: 'such as /hts/mint/token/0.0.2044', optional: true },
        },
        options: {
          body: { value: 'json', summary: 'the body, such as {"amount":"500"}' },
          ...asking,
        },
        examples: [
          `quorate wallet operation 0.0.1040 POST /hts/mint/token/0.0.2044 --body '{"amount":"500"}'`,
          'quorate wallet operation 0.0.1040 POST /hts/pause/0.0.2044 --memo "Investigation"',
        ],
      },
      fromBytes: {
        summary: 'request the transaction in bytes that another tool built',
        description:
          'The file has the bytes of one transaction that the wallet pays, as toBytes() of a Hedera SDK returns them, or the same in base64 or hex. The command describes them in words, and creates a new request: its fee, nodes and times follow the rules of requests, and signatures in the file do not count.',
        arguments: { ...walletId, file: { kind: 'file', summary: 'the file with the bytes' } },
        options: asking,
        examples: ['quorate wallet from-bytes 0.0.1040 mint.tx'],
      },
      claim: {
        summary: 'request to accept airdrops that wait for a wallet',
        description:
          'An airdrop waits if the wallet cannot hold its token yet. Once it is accepted, the wallet is associated with the token. Without --airdrop, the command lists what waits.',
        arguments: walletId,
        options: {
          airdrop: {
            value: 'account=token[#serial]',
            kind: 'airdrop',
            many: true,
            summary: 'who sent it, and the token; for an NFT also its serial number',
          },
          memo: asking.memo,
          at: asking.at,
          force: asking.force,
          unsigned: asking.unsigned,
          ...signing,
        },
        examples: [
          'quorate wallet claim 0.0.1040',
          'quorate wallet claim 0.0.1040 --airdrop 0.0.1023=0.0.2044 --airdrop "0.0.1024=0.0.2050#7"',
        ],
      },
    },
  },
  template: {
    heading: PEOPLE,
    prefix: 'template',
    summary: 'payment templates: payments that the owners of a wallet keep to ask for them again',
    commands: {
      list: {
        summary: 'list the payment templates of a wallet',
        arguments: walletId,
        options: session,
        examples: ['quorate template list 0.0.1040'],
      },
      show: {
        summary: 'show the payments of a template',
        arguments: { ...walletId, ...templateName },
        options: { ...session, ...mirror },
        examples: ['quorate template show 0.0.1040 Salaries'],
      },
      save: {
        summary: 'save payments as a template',
        description:
          'Nothing is paid. `quorate wallet pay --template` makes a request of the template, which you review and sign like any other.',
        arguments: { ...walletId, ...templateName },
        options: {
          ...payees,
          memo: { value: 'text', summary: 'the purpose of the payments, at most 100 bytes' },
          replace: { summary: 'replace the template with this name' },
          ...session,
          ...mirror,
        },
        examples: [
          'quorate template save 0.0.1040 Salaries --list salaries.csv --memo Salaries',
          'quorate template save 0.0.1040 Rent --to 0.0.1023=250 --replace',
        ],
      },
      plan: {
        summary: 'plan the payments of a template, again and again',
        description:
          'A week before each payment is due (a daily one: a day before), the service makes a timed request of it, which the owners review and sign like any other. The plan itself pays nothing. Without options the command shows the plan.',
        arguments: { ...walletId, ...templateName },
        options: {
          every: { value: 'period', choices: paymentPeriods, summary: 'how often; months are those of the calendar' },
          start: { value: 'time', kind: 'time', summary: 'when the first payment is due: ISO 8601, or +3d' },
          times: {
            value: 'count',
            kind: 'integer',
            summary: 'how many payments; without it and --until, until you end it',
          },
          until: { value: 'time', kind: 'time', summary: 'nothing is due after this time' },
          pause: { summary: 'pause the plan: it makes no requests' },
          resume: { summary: 'resume the plan, and ask for its payments from now on' },
          end: { summary: 'end the plan; requests that it has made stay open' },
          ...session,
        },
        examples: [
          'quorate template plan 0.0.1040 Rent --every month --start 2027-01-28T09:00:00Z',
          'quorate template plan 0.0.1040 Rent --pause',
        ],
      },
      delete: {
        summary: 'delete a template, and end its plan',
        arguments: { ...walletId, ...templateName },
        options: session,
        examples: ['quorate template delete 0.0.1040 Salaries'],
      },
    },
  },
  role: {
    heading: PEOPLE,
    prefix: 'role',
    summary: 'roles at wallets: who may ask for requests or see them without being an owner',
    commands: {
      list: {
        summary: 'list the roles at a wallet, and the changes that owners can sign',
        arguments: walletId,
        options: session,
        examples: ['quorate role list 0.0.1040'],
      },
      give: {
        summary: 'ask for a role for an account, and sign it',
        description:
          'A proposer sees the wallet and may ask for requests. An observer only sees it. Neither can sign. The role is given once enough owners have signed, and counts once the account confirms it. Roles end when the owners of the wallet change.',
        arguments: {
          ...walletId,
          ...member,
          role: { choices: ['proposer', 'observer'], summary: 'proposer or observer' },
        },
        options: signing,
        examples: ['quorate role give 0.0.1040 0.0.1026 proposer'],
      },
      end: {
        summary: 'ask for the end of a role, and sign it',
        arguments: { ...walletId, ...member },
        options: signing,
        examples: ['quorate role end 0.0.1040 0.0.1026'],
      },
      sign: {
        summary: 'sign a change of a role as an owner',
        arguments: { ...walletId, ...changeId },
        options: signing,
        examples: ['quorate role sign 0.0.1040 4f5b1c1e-5f0e-4c3a-9d7b-2f6f1f0f9b11'],
      },
      withdraw: {
        summary: 'withdraw a change of a role that you requested',
        arguments: { ...walletId, ...changeId },
        options: session,
        examples: ['quorate role withdraw 0.0.1040 4f5b1c1e-5f0e-4c3a-9d7b-2f6f1f0f9b11'],
      },
      mine: {
        summary: 'list your roles, and those that you were offered',
        options: { ...limit, ...session },
        examples: ['quorate role mine'],
      },
      confirm: {
        summary: 'confirm a role that you were offered',
        arguments: walletId,
        options: session,
        examples: ['quorate role confirm 0.0.1040'],
      },
      leave: {
        summary: 'give up your role at a wallet, or decline an offer',
        arguments: walletId,
        options: session,
        examples: ['quorate role leave 0.0.1040'],
      },
    },
  },
  limit: {
    heading: PEOPLE,
    prefix: 'limit',
    summary: 'spending limits: what an account may pay from a wallet without its owners',
    commands: {
      list: {
        summary: 'list the spending limits of a wallet, with what is left of them',
        description: 'Members of the wallet see all of them, others only their own. The amounts come from the ledger.',
        arguments: walletId,
        options: { ...session, ...mirror },
        examples: ['quorate limit list 0.0.1040'],
      },
      mine: {
        summary: 'list what you may spend from wallets, also from those where you have no role',
        options: { ...limit, ...session, ...mirror },
        examples: ['quorate limit mine'],
      },
      set: {
        summary: 'request a spending limit for an account, once or for several periods',
        description:
          'The ledger keeps an allowance: the account may pay up to the amount from the wallet, to any receiver, without the owners. With --every and --times the command makes one request for each period. The service executes each at its time, and sets the limit to the amount again. The last request ends the limit.',
        arguments: { ...walletId, ...member },
        options: {
          amount: {
            value: 'amount',
            kind: 'amount',
            required: true,
            summary: 'hbars, or units of the token with its decimals',
          },
          token: { value: 'token', kind: 'id', summary: 'the token; hbars if absent' },
          every: {
            value: 'period',
            choices: ['day', 'week', 'month'],
            summary: 'the period after which the limit is renewed; a month has 30 days',
          },
          times: { value: 'count', kind: 'integer', summary: 'the number of periods, within 90 days' },
          keep: { summary: 'with --every: do not end the limit after the last period' },
          at: asking.at,
          memo: asking.memo,
          force: asking.force,
          unsigned: asking.unsigned,
          ...signing,
        },
        examples: [
          'quorate limit set 0.0.1040 0.0.1023 --amount 100',
          'quorate limit set 0.0.1040 0.0.1023 --amount 100 --every week --times 4 --at +1d',
        ],
      },
      end: {
        summary: 'request the end of a spending limit',
        description: 'Once it is executed, requests that would renew the limit are closed.',
        arguments: { ...walletId, ...member },
        options: {
          token: { value: 'token', kind: 'id', summary: 'the token; hbars if absent' },
          at: asking.at,
          memo: asking.memo,
          force: asking.force,
          unsigned: asking.unsigned,
          ...signing,
        },
        examples: ['quorate limit end 0.0.1040 0.0.1023'],
      },
      pay: {
        summary: 'pay from a wallet within your spending limit',
        description: 'You sign alone, and pay the fee of the transaction.',
        arguments: walletId,
        options: {
          to: { value: 'account', kind: 'id', required: true, summary: 'the receiver' },
          amount: {
            value: 'amount',
            kind: 'amount',
            required: true,
            summary: 'hbars, or units of the token with its decimals',
          },
          token: { value: 'token', kind: 'id', summary: 'the token; hbars if absent' },
          memo: {
            value: 'text',
            summary: 'what it is for, at most 100 bytes; everybody can read it on the ledger',
          },
          ...signing,
        },
        examples: ['quorate limit pay 0.0.1040 --to 0.0.1024 --amount 2.5 --memo "Stamps"'],
      },
    },
  },
  request: {
    heading: PEOPLE,
    prefix: 'request',
    summary: 'requests for wallets: sign, reject, execute',
    commands: {
      list: {
        summary: 'list the requests that wait for you, soonest deadline first',
        options: {
          wallet: {
            value: 'wallet',
            kind: 'id',
            summary: 'list all pending requests of this wallet instead, newest first',
          },
          muted: { summary: 'list requests of wallets that you muted instead' },
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
        summary: 'check a request and sign it',
        description:
          'Decodes the bytes, and compares them with the content of the request and with the keys on the ledger. Refuses bytes that differ or that it does not understand. Then shows what the bytes do, with their fingerprint, and asks you. If you agree, signs the bytes, verifies the signature and sends it.',
        arguments: jobId,
        options: {
          fields: { summary: 'show the bytes field by field' },
          owner: {
            value: 'account',
            kind: 'id',
            summary:
              'sign for this owner with --key-file, one key after the other; for an owner whose account needs several keys, and so cannot log in itself',
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
        summary: 'review and sign the requests that wait for you, one after the other',
        description:
          'Checks and shows each request like `sign`, and signs it if you agree. Otherwise the request stays as it is, and the next one follows. If a request then has all signatures, the command asks whether to execute it. It leaves out requests of wallets for which you never signed anything.',
        options: { ...session, ...mirror, ...key },
        examples: ['quorate request next', 'quorate request next --key-file ada.key'],
      },
      group: {
        summary: 'show a group of requests that are signed together',
        description:
          'With --sign, shows all parts that wait for your signature, asks once, and signs them. With --execute, executes the parts that have all signatures, one after the other. After an interruption, repeat the command: nothing is signed or executed twice.',
        arguments: { ...walletId, groupId: { summary: 'the id of the group' } },
        options: {
          sign: { summary: 'sign the parts that wait for your signature' },
          execute: { summary: 'execute the parts that have all signatures' },
          ...signing,
        },
        examples: [
          'quorate request group 0.0.1040 7f9c2ba4-e88f-427d-b7a5-7c6d3d2c1b0a',
          'quorate request group 0.0.1040 7f9c2ba4-e88f-427d-b7a5-7c6d3d2c1b0a --sign --execute',
        ],
      },
      execute: {
        summary: 'execute a request that has all signatures',
        arguments: jobId,
        options: { ...session },
        examples: ['quorate request execute d4de0084'],
      },
      reject: {
        summary: 'reject a request, or withdraw your own',
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
        summary: 'show events as they happen; without a terminal, as JSON lines',
        description:
          'If you name a request, the command runs until the request has an outcome. It exits with 0 if the request was executed, otherwise with 1. If you name none, it runs until you press Ctrl-C.',
        arguments: { jobId: { summary: 'show only events of this request', optional: true } },
        options: {
          wallet: {
            value: 'wallet',
            kind: 'id',
            many: true,
            summary: 'also show events of this wallet that do not concern you',
          },
          socketsUrl: {
            value: 'url',
            kind: 'url',
            env: 'QUORATE_MULTISIG_SOCKETS_URL',
            summary: 'the sockets of the wallet service, if their address was not stored at login',
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
        summary: 'list the DAOs of a chain, newest first',
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
        summary: 'create a DAO; you become its owner',
        description: `${RULES}\n\nAfter a vote: \`executionDelay\` is the hours before a decision is carried out, and \`veto\` the account or wallet that may veto it in that time; it need not be a member. With \`objections\`, the share of all weight that stops a proposal, and \`objectionPeriod\`, the least hours of its voting, proposals may pass without a majority; \`optimisticProposers\` and \`optimisticKinds\` (text, operation, change) say whose and which.`,
        options: {
          name: { value: 'text', required: true, summary: 'the name of the DAO' },
          description: { value: 'text', default: '', summary: 'what the DAO is for' },
          threshold: {
            value: 'share',
            kind: 'share',
            required: true,
            summary: 'the share of votes that an option needs: a percentage from 1 to 100, or a fraction such as 2/3',
          },
          method: {
            value: 'method',
            choices: [...votingMethods],
            many: true,
            summary: 'a voting method that proposals may use (only single if you give none)',
          },
          maxOptions: {
            value: 'count',
            kind: 'integer',
            summary: 'the maximum number of options of a proposal, 2 to 20 (5 if absent)',
          },
          changeable: { summary: 'voters may change their votes until the end' },
          member: { value: 'account', kind: 'id', many: true, summary: 'an initial member' },
          minHours: { value: 'hours', kind: 'number', default: '0', summary: 'the minimum length of a vote' },
          delayHours: {
            value: 'hours',
            kind: 'number',
            summary: 'the minimum time between the creation of a proposal and the start of its vote',
          },
          token: { value: 'token', kind: 'id', summary: 'weight votes by holdings of this token' },
          ...rule,
          ...session,
        },
        examples: [
          'quorate dao create --name Garden --description "Our shared garden" --threshold 50 --member 0.0.1023 --min-hours 24',
          'quorate dao create --name Orchard --threshold 2/3 --method single --method ranked --max-options 9 --changeable',
          'quorate dao create --name Vineyard --threshold 50 --rule executionDelay=48 --rule veto=0.0.1030 --rule objections=10 --rule objectionPeriod=72',
        ],
      },
      members: {
        summary: 'list the members; with --add or --remove, change them',
        arguments: { daoId: { summary: 'the id of the DAO' } },
        options: {
          add: { value: 'account', kind: 'id', many: true, summary: 'an account to add' },
          remove: {
            value: 'account',
            kind: 'id',
            many: true,
            summary: 'an account to remove; the votes that it has cast still count',
          },
          ...limit,
          ...session,
        },
        examples: ['quorate dao members 4f0a91c2 --add 0.0.1026'],
      },
      rules: {
        summary: 'list the rules that a DAO has had; with --rule, change them without a vote',
        description: `Only the account that the rules name as \`emergency\` can change them without a vote, with its signature. Everybody else must propose the change: \`quorate proposal create\` has --rule, too.\n\n${RULES}`,
        arguments: { daoId: { summary: 'the id of the DAO' } },
        options: {
          ...rule,
          ...limit,
          ...signing,
        },
        examples: ['quorate dao rules 4f0a91c2', 'quorate dao rules 4f0a91c2 --rule threshold=2/3 --rule quorum=none'],
      },
      delegate: {
        summary: 'let another member vote for you when you do not vote; --end ends that',
        arguments: {
          daoId: { summary: 'the id of the DAO' },
          delegate: { kind: 'id', summary: 'the account of the other member', optional: true },
        },
        options: {
          area: { value: 'name', summary: 'only for this area of the DAO, such as finance' },
          end: { summary: 'end the delegation' },
          ...signing,
        },
        examples: [
          'quorate dao delegate 4f0a91c2 0.0.1026',
          'quorate dao delegate 4f0a91c2 0.0.1026 --area finance',
          'quorate dao delegate 4f0a91c2 --end',
        ],
      },
      delegates: {
        summary: 'list the delegates, with their statements, how many members they vote for and how often they voted',
        arguments: { daoId: { summary: 'the id of the DAO' } },
        options: { ...limit, ...places, ...json },
        examples: ['quorate dao delegates 4f0a91c2'],
      },
      introduce: {
        summary: 'publish why others should delegate to you; --withdraw withdraws that',
        arguments: {
          daoId: { summary: 'the id of the DAO' },
          text: { summary: 'your statement, in Markdown; it replaces the last one', optional: true },
        },
        options: {
          withdraw: { summary: 'withdraw your statement' },
          of: {
            value: 'account',
            kind: 'id',
            summary: 'with --withdraw: the statement of this member, as the owner of the DAO',
          },
          ...session,
        },
        examples: ['quorate dao introduce 4f0a91c2 "I read every proposal, and say why I vote as I do"'],
      },
      treasury: {
        summary: 'list the accounts of the treasury, with what they held and moved in a period',
        description:
          'The owner of the DAO names the accounts. What they hold comes from the ledger. The default is the current month.',
        arguments: { daoId: { summary: 'the id of the DAO' } },
        options: {
          add: { value: 'account', kind: 'id', summary: 'as the owner of the DAO, add this account' },
          label: { value: 'text', summary: 'with --add: what the account is for' },
          remove: { value: 'account', kind: 'id', summary: 'as the owner of the DAO, remove this account' },
          ...period,
          ...session,
          ...mirror,
        },
        examples: [
          'quorate dao treasury 4f0a91c2',
          'quorate dao treasury 4f0a91c2 --add 0.0.1040 --label "Garden fund"',
        ],
      },
      movements: {
        summary: 'show all movements of an account of the treasury in a period',
        description:
          'They come from the ledger, and include fees and staking rewards. The default is the current month.',
        arguments: {
          daoId: { summary: 'the id of the DAO' },
          account: { kind: 'id', summary: 'an account of its treasury' },
        },
        options: {
          ...period,
          csv: { summary: 'print CSV for bookkeeping, with a line for each payment, reward and fee' },
          ...places,
          ...mirror,
          ...json,
        },
        examples: ['quorate dao movements 4f0a91c2 0.0.1040 --month 2026-11'],
      },
      delegations: {
        summary: 'list who delegates to whom',
        arguments: { daoId: { summary: 'the id of the DAO' } },
        options: {
          to: { value: 'account', kind: 'id', summary: 'only delegations to this member' },
          ...limit,
          ...places,
          ...json,
        },
        examples: ['quorate dao delegations 4f0a91c2 --to 0.0.1026'],
      },
    },
  },
  proposal: {
    heading: PEOPLE,
    prefix: 'proposal',
    summary: 'proposals of DAOs',
    commands: {
      list: {
        summary: 'list the proposals of your DAOs, or of one DAO, newest first',
        options: {
          dao: { value: 'id', summary: 'only proposals of this DAO' },
          status: {
            value: 'status',
            choices: ['PENDING', 'ACTIVE', 'PASSED', 'REJECTED'],
            summary: 'only proposals with this status',
          },
          ...limit,
          ...session,
        },
        examples: ['quorate proposal list --dao 4f0a91c2 --status ACTIVE'],
      },
      show: {
        summary: 'show a proposal and its results so far',
        arguments: proposalId,
        options: { ...places, ...mirror, ...json },
        examples: ['quorate proposal show 7c1e55a0'],
      },
      create: {
        summary: 'create a proposal in a DAO',
        arguments: { daoId: { summary: 'the id of the DAO' } },
        options: {
          title: { value: 'text', required: true, summary: 'the title' },
          description: { value: 'text', default: '', summary: 'the reasons for the proposal' },
          hours: { value: 'hours', kind: 'number', required: true, summary: 'the length of the vote' },
          ...proposing,
          ...session,
        },
        examples: [
          'quorate proposal create 4f0a91c2 --title "More agreement" --rule threshold=2/3 --rule quorum=40 --add 0.0.1026 --hours 72',
          'quorate proposal create 4f0a91c2 --title "Buy a greenhouse" --description "It costs 5,100 hbars" --hours 72 --quorum 40',
          'quorate proposal create 4f0a91c2 --title "Which tree?" --method ranked --option Oak --option Elm --option Ash --hours 72 --quorum 1/3',
        ],
      },
      cancel: {
        summary: 'cancel your proposal with your signature, if nobody has voted',
        arguments: proposalId,
        options: { ...signing },
        examples: ['quorate proposal cancel 7c1e55a0'],
      },
      veto: {
        summary: 'veto a passed proposal within its delay, if its rules allow your account to',
        arguments: proposalId,
        options: {
          reason: { value: 'text', summary: 'why; it is signed and public' },
          ...signing,
        },
        examples: ['quorate proposal veto 7c1e55a0 --reason "It pays a stranger"'],
      },
    },
  },
  draft: {
    heading: PEOPLE,
    prefix: 'draft',
    summary: 'drafts of proposals, and comments on drafts and proposals',
    commands: {
      list: {
        summary: 'list the drafts in a DAO, newest first',
        arguments: { daoId: { summary: 'the id of the DAO' } },
        options: { ...limit, ...places, ...json },
        examples: ['quorate draft list 4f0a91c2'],
      },
      show: {
        summary: 'show a draft',
        arguments: draftId,
        options: { ...places, ...json },
        examples: ['quorate draft show 9a0c31d8'],
      },
      create: {
        summary: 'store a draft of a proposal in a DAO; it is not on the ledger',
        arguments: { daoId: { summary: 'the id of the DAO' } },
        options: {
          title: { value: 'text', required: true, summary: 'the title' },
          description: { value: 'text', default: '', summary: 'the reasons for the proposal' },
          hours: { value: 'hours', kind: 'number', required: true, summary: 'the length of the vote' },
          ...proposing,
          ...session,
        },
        examples: ['quorate draft create 4f0a91c2 --title "Buy a greenhouse" --hours 72'],
      },
      change: {
        summary: 'change your draft; parts that you do not name stay the same',
        arguments: draftId,
        options: {
          title: { value: 'text', summary: 'the title' },
          description: { value: 'text', summary: 'the reasons for the proposal' },
          hours: { value: 'hours', kind: 'number', summary: 'the length of the vote' },
          ...proposing,
          ...session,
        },
        examples: ['quorate draft change 9a0c31d8 --description "It costs 4,900 hbars"'],
      },
      start: {
        summary: 'propose what your draft says; the proposal gets its id and its comments',
        arguments: draftId,
        options: {
          start: {
            value: 'time',
            kind: 'time',
            summary:
              'the start of the vote, instead of the one in the draft: with its zone, such as 2030-01-01T10:00:00+01:00',
          },
          now: { summary: 'start the vote as soon as the rules of the DAO allow, whatever the draft says' },
          ...session,
        },
        examples: ['quorate draft start 9a0c31d8', 'quorate draft start 9a0c31d8 --start 2030-01-01T10:00:00+01:00'],
      },
      delete: {
        summary: 'delete a draft with its comments: yours, or one in a DAO that you own',
        arguments: draftId,
        options: { ...session, ...yes },
        examples: ['quorate draft delete 9a0c31d8'],
      },
      comments: {
        summary: 'list the comments on a draft or a proposal, newest first',
        arguments: { id: { summary: 'the id of the draft or the proposal' } },
        options: { ...limit, ...places, ...json },
        examples: ['quorate draft comments 9a0c31d8'],
      },
      comment: {
        summary: 'comment on a draft or a proposal; with --edit, change your comment',
        arguments: {
          id: { summary: 'the id of the draft or the proposal' },
          text: { summary: 'the comment, in Markdown' },
        },
        options: { edit: { value: 'comment', summary: 'the id of your comment that this text replaces' }, ...session },
        examples: ['quorate draft comment 9a0c31d8 "How much is the floor?"'],
      },
      uncomment: {
        summary: 'delete your comment',
        arguments: {
          id: { summary: 'the id of the draft or the proposal' },
          commentId: { summary: 'the id of the comment' },
        },
        options: { ...session },
        examples: ['quorate draft uncomment 9a0c31d8 17'],
      },
      hide: {
        summary: 'as the owner of the DAO, hide a comment; with --undo, show it again',
        arguments: {
          id: { summary: 'the id of the draft or the proposal' },
          commentId: { summary: 'the id of the comment' },
        },
        options: { undo: { summary: 'show the comment again' }, ...session },
        examples: ['quorate draft hide 9a0c31d8 17'],
      },
    },
  },
  vote: {
    heading: PEOPLE,
    commands: {
      vote: {
        summary: 'vote on a proposal, with a signature that a recount verifies',
        description:
          'The voting method of the proposal decides how you vote. `quorate proposal show` prints it.\n\n- single: the option, as an argument\n- approval: --approve once for each option that you agree with\n- ranked: --rank once for each option, the preferred one first\n- weighted and quadratic: --split once for each option with its percentage, together 100, such as --split Oak=60 --split Elm=40',
        arguments: { ...proposalId, choice: { optional: true, summary: 'one of the options of the proposal' } },
        options: {
          approve: { value: 'option', many: true, summary: 'an option that you agree with (approval)' },
          rank: { value: 'option', many: true, summary: 'an option, the preferred one first (ranked)' },
          split: {
            value: 'option=percent',
            many: true,
            summary: 'an option with its percentage of your vote (weighted, quadratic)',
          },
          change: { summary: 'replace your vote, if the rules of the DAO allow that' },
          comment: { value: 'text', summary: 'a public comment on your vote' },
          networkKey: {
            value: 'key',
            summary:
              'for a secret vote: the key of the network that you trust, in hex. If absent, the one of your earlier votes at this service',
          },
          unsigned: { summary: 'do not sign the vote; a recount must then trust the service that you cast it' },
          ...signing,
        },
        examples: [
          'quorate vote 7c1e... YES',
          'quorate vote 7c1e... --rank Elm --rank Oak',
          'quorate vote 7c1e... --split Oak=60 --split Elm=40 --change',
        ],
      },
    },
  },
  networkKey: {
    heading: PEOPLE,
    prefix: 'network-key',
    summary: 'the networks of nodes that you have trusted with secret votes',
    commands: {
      list: {
        summary: 'list the network keys that you have accepted, with their services and chains',
        options: json,
        examples: ['quorate network-key list'],
      },
      forget: {
        summary: 'forget a network key',
        description:
          'The next secret vote for that network counts as your first one, unless you have accepted another key there. Then the vote needs --network-key.',
        arguments: { key: { summary: 'the key in hex, from `quorate network-key list`' } },
        options: json,
        examples: [`quorate network-key forget ${'1f'.repeat(32)}`],
      },
    },
  },
  recount: {
    heading: PEOPLE,
    commands: {
      recount: {
        summary: "recount a proposal's votes from the records on the ledger",
        description:
          'Exits with 0 if the recount confirms the published result, with 1 if it does not, and with 2 if the recount is inconclusive or failed. docs/reference/governance.md says what a recount checks.',
        arguments: proposalId,
        options: {
          url: {
            value: 'governance',
            kind: 'url',
            env: 'QUORATE_GOVERNANCE_URL',
            summary: 'the governance API (if absent, the one next to QUORATE_URL or of the local platform)',
          },
          chain: { value: 'hedera:...', summary: 'the chain that you expect; others are refused' },
          topic: {
            value: 'topic',
            kind: 'id',
            summary: "the DAO's topic, if you know it from a source other than the service; needs --chain",
          },
          networkKey: {
            value: 'key',
            summary: 'for a secret vote: the key of the network, in hex, if you know it from another source',
          },
          most: { value: 'messages', kind: 'integer', summary: 'the maximum number of messages to read' },
          ...mirror,
          ...json,
        },
        examples: ['quorate recount 7c1e55a0 --url https://governance.example --chain hedera:mainnet'],
      },
    },
  },
  tx: {
    heading: TOOLS,
    prefix: 'tx',
    summary: 'decode transaction bytes offline',
    commands: {
      show: {
        summary: 'decode the bytes of a transaction, field by field, with their fingerprint',
        description: 'Exits with 0 if every parser reads the bytes in the same way.',
        arguments: {
          bytes: { summary: 'the bytes in hex or base64; - reads hex, base64 or raw bytes from standard input' },
        },
        options: {
          as: {
            value: 'message',
            choices: ['TransactionList', 'Transaction', 'SignedTransaction', 'TransactionBody'],
            summary: 'decode the bytes as this type',
          },
          json: { summary: 'print JSON' },
        },
        examples: ['quorate tx show 0a140a0c08abc9a3cb0610...', 'cat transfer.bin | quorate tx show - --json'],
      },
    },
  },
  ipfs: {
    heading: TOOLS,
    prefix: 'ipfs',
    summary: 'files in IPFS',
    commands: {
      add: {
        summary: 'upload a file or a folder and pin it',
        description:
          'After an interruption, the same command uploads only the files of the folder that have not arrived, or have changed since.',
        arguments: { file: { kind: 'file', summary: 'the file or folder to upload; - is standard input' } },
        options: {
          name: { value: 'name', summary: 'the name to store (if absent, the name of the file)' },
          ...session,
        },
        examples: ['quorate ipfs add report.pdf --name "Report 2026"', 'quorate ipfs add minutes/'],
      },
      get: {
        summary: 'fetch a file',
        arguments: { cid: { summary: 'the content identifier of the file, or <cid>/<path>' } },
        options: {
          output: {
            short: 'o',
            value: 'file',
            kind: 'file',
            summary: 'the file to write (if absent, standard output, unless that is a terminal)',
          },
          ...places,
        },
        examples: ['quorate ipfs get bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi -o report.pdf'],
      },
      import: {
        summary: 'import an archive (CAR), and pin its content',
        arguments: { file: { kind: 'file', summary: 'the archive; - is standard input' } },
        options: {
          root: { value: 'cid', summary: 'the content to pin (if absent, the only root that the archive names)' },
          name: { value: 'name', summary: 'the name to store (if absent, the name of the file without .car)' },
          ...session,
        },
        examples: ['quorate ipfs import minutes.car --name "Minutes 2026"'],
      },
      export: {
        summary: 'save content with all its blocks as an archive (CAR)',
        arguments: { cid: { summary: 'the content identifier, or <cid>/<path>' } },
        options: {
          output: {
            short: 'o',
            value: 'file',
            kind: 'file',
            summary: 'the file to write (if absent, standard output, unless that is a terminal)',
          },
          ...places,
        },
        examples: ['quorate ipfs export bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi -o minutes.car'],
      },
      pin: {
        summary: 'pin content; a node that does not have the content fetches it',
        arguments: { cid: { summary: 'the content identifier' } },
        options: { remove: { summary: 'unpin the content' }, ...session },
        examples: ['quorate ipfs pin bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'],
      },
      pins: {
        summary: 'list your pins, newest first',
        options: { ...limit, ...session },
        examples: ['quorate ipfs pins --limit 100'],
      },
      publish: {
        summary: 'publish content under the name of your key (IPNS)',
        description:
          "Signs a record that says what the name points at. The name is made from your account's key on the ledger, and stays the same when you publish other content. Pin the content, so that it stays.",
        arguments: { path: { summary: 'the content identifier, or <cid>/<path>' } },
        options: {
          until: {
            value: 'time',
            kind: 'time',
            summary:
              'when the record ends, unless you publish again: 2030-01-01T00:00:00Z or +90d (in a year if absent)',
          },
          ...signing,
        },
        examples: ['quorate ipfs publish bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi --until +90d'],
      },
      resolve: {
        summary: 'find what a name leads to',
        arguments: { name: { summary: 'an IPNS name, or a domain with DNSLink' } },
        options: { ...places, ...json },
        examples: ['quorate ipfs resolve k51qzi5uqu5dit2ku9mutlfgwyz8u730on38kd10m97m36bjt66my99hb6103f'],
      },
      names: {
        summary: 'list the names that your account keeps on the node, or stop keeping one',
        options: {
          remove: { value: 'name', summary: 'stop keeping this name; its record is no longer served' },
          ...session,
        },
        examples: ['quorate ipfs names'],
      },
    },
  },
  token: {
    heading: TOOLS,
    prefix: 'token',
    summary: 'tokens with which other IPFS tools pin content for you',
    commands: {
      create: {
        summary: 'create a token, and print it',
        description:
          'The token is shown only now. It can do nothing but pin content. You must have logged in within the last ten minutes.',
        arguments: { name: { summary: 'how you recognise the application' } },
        options: {
          days: { value: 'days', kind: 'integer', default: '365', summary: 'how long the token is valid' },
          ...session,
        },
        examples: ['quorate token create Kubo'],
      },
      list: {
        summary: 'list your tokens, and when each was used last',
        options: { ...session },
        examples: ['quorate token list'],
      },
      revoke: {
        summary: 'revoke a token',
        arguments: { id: { summary: 'the id of the token, from `quorate token list`' } },
        options: { ...session },
        examples: ['quorate token revoke 0197f6a2-6c1b-4f0e-9d5b-3d1f0a3c5e77'],
      },
    },
  },
  network: {
    heading: TOOLS,
    prefix: 'network',
    summary: 'the signed list of nodes',
    commands: {
      init: {
        summary: 'create an empty list of nodes',
        description:
          'With --topic or --new-topic, the list is for the setting NETWORK_TOPIC; otherwise it is for NETWORK_MEMBERS. docs/reference/node.md says how nodes use the list.',
        arguments: { file: { kind: 'file', summary: 'the file for the list' } },
        options: {
          topic: { value: 'topic', kind: 'id', summary: 'the topic that the list will be published on' },
          newTopic: { summary: 'create a topic that only your key can write to; your account pays for it' },
          ...signing,
        },
        examples: ['quorate network init nodes.json --new-topic'],
      },
      add: {
        summary: 'add a node to the list, or update it',
        description: 'Reads the account and the key of the node from the node itself.',
        arguments: {
          file: { kind: 'file', summary: 'the file with the list' },
          nodeUrl: { kind: 'url', summary: 'the URL at which other nodes reach the node' },
        },
        options: {
          name: { value: 'text', summary: 'the name of the node' },
          description: { value: 'text', summary: 'the description of the node' },
          chain: {
            value: 'chain',
            summary: "the chain of the node's account (if absent, the chain of the list, or hedera:devnet)",
          },
          ...mirror,
          ...json,
        },
        examples: ['quorate network add nodes.json https://node.example --name Example'],
      },
      remove: {
        summary: 'remove a node from the list',
        arguments: {
          file: { kind: 'file', summary: 'the file with the list' },
          account: { kind: 'id', summary: 'the account of the node' },
        },
        options: { ...json },
        examples: ['quorate network remove nodes.json 0.0.1040'],
      },
      sign: {
        summary: 'sign the list in the file, as its publisher',
        description: 'Prints the public key. On each node, set NETWORK_PUBLISHER to this key.',
        arguments: { file: { kind: 'file', summary: 'the file with the list' } },
        options: { ...key, ...json },
        examples: ['quorate network sign nodes.json --key-file publisher.key'],
      },
      publish: {
        summary: 'publish the signed list on its topic; your account pays for it',
        arguments: { file: { kind: 'file', summary: 'the file with the list' } },
        options: {
          publisher: {
            value: 'key',
            summary: 'the public key that signed the list (if absent, the key of your account)',
          },
          ...signing,
        },
        examples: ['quorate network publish nodes.json'],
      },
      show: {
        summary: 'show the members of the network that the node knows',
        options: { ...places, ...json },
        examples: ['quorate network show'],
      },
    },
  },
  dkg: {
    heading: TOOLS,
    prefix: 'dkg',
    summary: 'the key that the nodes of a network share',
    commands: {
      check: {
        summary: 'check the nodes before a ceremony',
        description:
          'Like all commands of this group except `status`, this is for operators of the node. Exits with 1 if something would make the ceremony fail. docs/guides/share-a-key.md has the whole procedure.',
        options: { ...session },
        examples: ['quorate dkg check'],
      },
      start: {
        summary: 'start the generation of a shared key',
        description:
          'With --split, the nodes share the current network key of this node, and its public key stays. Unlike a generated key, this key was once known to this node as a whole.',
        options: { split: { summary: 'split the network key of this node into shares' }, ...session },
        examples: ['quorate dkg start', 'quorate dkg start --split'],
      },
      status: {
        summary: 'show the shared key, its members, and the last ceremony',
        options: { ...places, ...json },
        examples: ['quorate dkg status'],
      },
      verify: {
        summary: 'sign a test message with the shared key',
        options: { ...session },
        examples: ['quorate dkg verify'],
      },
      reshare: {
        summary: 'give the key to the nodes that are listed now; the public key stays',
        description:
          'Use it after the list or NETWORK_THRESHOLD has changed. The old shares are erased once the new ones have signed a test message.',
        options: { ...session },
        examples: ['quorate dkg reshare'],
      },
      refresh: {
        summary: 'give all members new shares; the public key stays',
        options: { ...session },
        examples: ['quorate dkg refresh'],
      },
      repair: {
        summary: 'get the lost share of this node back, with the help of the others',
        options: { ...session },
        examples: ['quorate dkg repair'],
      },
      rotate: {
        summary: 'make a new key; the current key still signs for entities that have it',
        description:
          'New entities get the new key. Afterwards call verify, backup and move, and after an hour retire. docs/guides/share-a-key.md has the whole procedure.',
        options: { ...session },
        examples: ['quorate dkg rotate'],
      },
      move: {
        summary: 'move accounts, topics and tokens from earlier keys of the network to the current one',
        description:
          'The operator of the node pays. Entities under a validator with partial security have an owner, who must sign, too: until then they are listed as OWNER_NEEDED.',
        options: { ...session },
        examples: ['quorate dkg move'],
      },
      retire: {
        summary: "erase this node's shares of keys that were replaced",
        description:
          'Possible an hour after the rotation, if nothing needs the earlier key any more. Call it on each node. All nodes of the list must answer, because each may know entities that the others do not. If a node is lost, --without names it: topics, and accounts whose key has several parts, that only this node knew can then never be moved.',
        options: {
          without: { value: 'account', kind: 'id', many: true, summary: 'a lost node, which need not answer' },
          ...session,
        },
        examples: ['quorate dkg retire', 'quorate dkg retire --without 0.0.1026'],
      },
      backup: {
        summary: "write this node's share, sealed with SHARE_KEY, into a file",
        description: 'Reads the file again, and asks the node to confirm that it has the share.',
        arguments: { file: { kind: 'file', summary: 'the file, which must not exist' } },
        options: { ...session },
        examples: ['quorate dkg backup share.json'],
      },
      restore: {
        summary: "bring this node's share back from a backup",
        arguments: { file: { kind: 'file', summary: 'the file that quorate dkg backup wrote' } },
        options: { ...session },
        examples: ['quorate dkg restore share.json'],
      },
    },
  },
  api: {
    heading: TOOLS,
    commands: {
      api: {
        summary: 'call any API operation, with your session if there is one',
        description:
          'The path selects the service. docs/reference/api.md describes what all operations have in common.',
        arguments: { request: { summary: "the method and path, such as 'GET /multisig/inbox', or only a path" } },
        options: {
          data: {
            short: 'd',
            value: 'json',
            summary: 'the body; @file reads the body from a file, - from standard input',
          },
          service: {
            value: 'service',
            choices: ['node', 'multisig', 'governance'],
            summary: 'the service, if the path does not select it',
          },
          include: { short: 'i', summary: 'also print the status and the headers of the response' },
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
