/** Made by `npm run client:generate` from openapi/multisig.json. */

export interface paths {
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Measurements, in the text format of Prometheus, for this machine or for METRICS_TOKEN as Bearer */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the service is up */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether everything works that this service needs */
        get: operations["getHealthCheck"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process runs */
        get: operations["getHealthLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the service takes work */
        get: operations["getHealthReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/infos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The machine and how much of it is in use */
        get: operations["getHealthInfos"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/{walletId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A wallet with its assets */
        get: operations["getMultisigWalletByWalletId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The wallets that I own */
        get: operations["getMultisigWallets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/{walletId}/pending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A wallet's requests that await signatures or execution */
        get: operations["getMultisigWalletPending"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/{walletId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A wallet's history, newest first */
        get: operations["getMultisigWalletHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/{walletId}/public": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A wallet's public data on the ledger: its keys and its holdings */
        get: operations["getMultisigWalletPublic"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The requests that wait for me: wallets take turns, and those of a page that end soonest come first */
        get: operations["getMultisigInbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/muted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The wallets that I have muted */
        get: operations["getMultisigMuted"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/muted/{walletId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Mute a wallet that is not mine: it leaves my inbox and my list, and I hear nothing of it unasked */
        put: operations["putMultisigMutedByWalletId"];
        post?: never;
        /** Hear of a muted wallet again */
        delete: operations["deleteMultisigMutedByWalletId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/reminders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** My reminders */
        get: operations["getMultisigReminders"];
        /** Turn reminders on, or off with neither webhook nor socket nor e-mail */
        put: operations["putMultisigReminders"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/create/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Request to create a wallet */
        post: operations["postMultisigWalletCreateRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/create/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check a request to create a wallet, before creating it */
        post: operations["postMultisigWalletCreateCheck"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/create/execute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Execute a request to create a wallet */
        post: operations["postMultisigWalletCreateExecute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/withdraw/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Request to withdraw hbars, a fungible token or an NFT */
        post: operations["postMultisigWalletWithdrawRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/withdraw/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check a request to withdraw hbars, a fungible token or an NFT, before creating it */
        post: operations["postMultisigWalletWithdrawCheck"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/withdraw/execute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Execute a request to withdraw hbars, a fungible token or an NFT */
        post: operations["postMultisigWalletWithdrawExecute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/update/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Request to add or remove an owner, or to change the threshold */
        post: operations["postMultisigWalletUpdateRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/update/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check a request to add or remove an owner, or to change the threshold, before creating it */
        post: operations["postMultisigWalletUpdateCheck"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/update/execute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Execute a request to add or remove an owner, or to change the threshold */
        post: operations["postMultisigWalletUpdateExecute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/stake/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Request to stake to a consensus node, or to stop staking */
        post: operations["postMultisigWalletStakeRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/stake/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check a request to stake to a consensus node, or to stop staking, before creating it */
        post: operations["postMultisigWalletStakeCheck"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/stake/execute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Execute a request to stake to a consensus node, or to stop staking */
        post: operations["postMultisigWalletStakeExecute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/associate/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Request to associate a token with the wallet */
        post: operations["postMultisigWalletAssociateRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/associate/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check a request to associate a token with the wallet, before creating it */
        post: operations["postMultisigWalletAssociateCheck"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/associate/execute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Execute a request to associate a token with the wallet */
        post: operations["postMultisigWalletAssociateExecute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/dissociate/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Request to dissociate a token from the wallet */
        post: operations["postMultisigWalletDissociateRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/dissociate/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check a request to dissociate a token from the wallet, before creating it */
        post: operations["postMultisigWalletDissociateCheck"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/dissociate/execute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Execute a request to dissociate a token from the wallet */
        post: operations["postMultisigWalletDissociateExecute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/proposal/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Open the request that a passed proposal names, once */
        post: operations["postMultisigProposalRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/proposal/{proposalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The request that a passed proposal has created */
        get: operations["getMultisigProposalByProposalId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/proposal/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check the operation of a wallet that a proposal is to name, before the vote */
        post: operations["postMultisigProposalCheck"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/transaction/status/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The status of a request */
        get: operations["getMultisigTransactionStatusByJobId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/transaction/check/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Problems that would make the ledger refuse a pending request now */
        get: operations["getMultisigTransactionCheckByJobId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/transaction/sign/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add an owner's signature */
        post: operations["postMultisigTransactionSignByJobId"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/transaction/reject/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reject a request, or withdraw it */
        post: operations["postMultisigTransactionRejectByJobId"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/transaction/comment/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Comment on a request */
        post: operations["postMultisigTransactionCommentByJobId"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description An error */
        Error: {
            /** @description The HTTP status, repeated */
            statusCode: number;
            /** @description The status's name, as in RFC 9110 */
            error: string;
            /** @description The error's code, a constant for programs */
            code: string;
            /** @description The error's message, for people */
            message: string;
            /** @description One entry per problem in the input */
            details?: unknown[];
        };
        Health: {
            /**
             * @description error if any component is down
             * @enum {unknown}
             */
            status: "ok" | "error";
            /** @description the components that are up */
            info: {
                [key: string]: {
                    /** @enum {unknown} */
                    status: "up" | "down";
                } & {
                    [key: string]: unknown;
                };
            };
            /** @description the components that are down, with a message, and since when (ISO 8601) they were found so */
            error: {
                [key: string]: {
                    /** @enum {unknown} */
                    status: "up" | "down";
                } & {
                    [key: string]: unknown;
                };
            };
            /** @description all components, with what each says of itself */
            details: {
                [key: string]: {
                    /** @enum {unknown} */
                    status: "up" | "down";
                } & {
                    [key: string]: unknown;
                };
            };
        };
        SystemInformation: {
            /** @description of the operating system */
            platform: string;
            /** @description its version */
            release: string;
            /** @description hardware id */
            machine: string;
            /** @description CPU architecture */
            arch: string;
            /** @description seconds */
            uptime: number;
            cpu: {
                /** @description percent over the last second */
                usage: number;
                /** @description cores */
                cpus: number;
                /** @description MHz */
                speed: number;
            };
            memory: {
                /** @description MB */
                totalMemMb: number;
                /** @description MB */
                usedMemMb: number;
                /** @description MB */
                freeMemMb: number;
                /** @description percent */
                usedMemPercentage: number;
                /** @description percent */
                freeMemPercentage: number;
            };
            drive: {
                /** @description GB */
                totalGb: string;
                /** @description GB */
                usedGb: string;
                /** @description GB */
                freeGb: string;
                /** @description percent */
                usedPercentage: string;
                /** @description percent */
                freePercentage: string;
            };
            network: {
                /** @description bytes received since the machine started */
                inputBytes: number;
                /** @description bytes sent */
                outputBytes: number;
            };
        };
        /** an account id, shard.realm.num */
        AccountId: string;
        Owner: {
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            wallet: string;
            name: string;
        };
        /** @description smallest unit; a string beyond 2^53 */
        AmountOut: number | string;
        Asset: {
            /** @description HBAR, or a token id */
            tokenId: string;
            /** @enum {unknown} */
            type: "FUNGIBLE_COMMON" | "NON_FUNGIBLE_UNIQUE";
            /** @description empty, as the name is, after the first 100 tokens of a wallet */
            symbol: string;
            name: string;
            decimals: number;
            balance: components["schemas"]["AmountOut"];
            serials?: components["schemas"]["AmountOut"][];
        };
        /** @enum {unknown} */
        Status: "pending" | "success" | "error";
        /**
         * Format: byte
         * @description bytes, base64
         */
        Base64: string;
        HistoryEvent: {
            status: components["schemas"]["Status"];
            /** @enum {unknown} */
            action: "signature" | "execute" | "request";
            payload: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description ISO 8601
             */
            timestamp: string;
            transaction?: components["schemas"]["Base64"];
            /** @description once the ledger can execute the transaction no more */
            signature?: components["schemas"]["Base64"];
        };
        /** @description the passed proposal that opened the request */
        ProposalOfRequest: {
            daoId: string;
            proposalId: string;
            topicId: string;
            /** @description of the decision on the topic, seconds.nanoseconds */
            consensusTimestamp: string;
        };
        HistoryEntry: {
            historyId: string;
            jobId: string;
            /** @enum {unknown} */
            type: "create" | "update" | "withdraw" | "associate" | "dissociate";
            status: components["schemas"]["Status"];
            payload: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description ISO 8601
             */
            timestamp: string;
            threshold: number;
            events: components["schemas"]["HistoryEvent"][];
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            requesterId?: string;
            /**
             * Format: date-time
             * @description ISO 8601
             */
            executeAt?: string;
            /**
             * Format: date-time
             * @description of a request that is not decided: how long it takes signatures
             */
            expiresAt?: string;
            /** @description why it was not executed; REQUEST_EXPIRED as soon as it takes no more signatures */
            code?: string;
            message?: string;
            proposal?: components["schemas"]["ProposalOfRequest"];
            /**
             * Format: date-time
             * @description ISO 8601
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601
             */
            updatedAt: string;
        };
        Wallet: {
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            wallet: string;
            smartApp: string;
            name: string;
            description: string;
            settings: {
                owners: components["schemas"]["Owner"][];
                threshold: number;
            };
            chain: string;
            /**
             * Format: date-time
             * @description ISO 8601
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601
             */
            updatedAt: string;
            /** @description whether the account's key on the ledger is the owners' threshold key; if false, the owners in `settings` no longer control the account */
            keyMatches: boolean;
            assets: components["schemas"]["Asset"][];
            history: components["schemas"]["HistoryEntry"][];
        };
        WalletSummary: {
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            wallet: string;
            smartApp: string;
            name: string;
            description: string;
            settings: {
                owners: components["schemas"]["Owner"][];
                threshold: number;
            };
            chain: string;
            /**
             * Format: date-time
             * @description ISO 8601
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601
             */
            updatedAt: string;
        };
        /** @description of a scheduled request: its schedule on the ledger */
        Schedule: {
            /** @description null until it is created */
            scheduleId: string | null;
            /** @enum {unknown} */
            state: "creating" | "open" | "executed" | "expired" | "deleted";
            /**
             * Format: date-time
             * @description ISO 8601
             */
            expiresAt: string;
            /** @enum {unknown} */
            execute: "signed" | "expiry";
            /** @description the id of the transaction when the ledger executes it */
            scheduledTransactionId: string;
        };
        Request: {
            jobId: string;
            historyId: string;
            walletId: string | null;
            chain: string;
            /** @enum {unknown} */
            operation: "create" | "withdraw" | "update" | "stake" | "associate" | "dissociate";
            /** @enum {unknown} */
            type: "create" | "update" | "withdraw" | "associate" | "dissociate";
            status: components["schemas"]["Status"];
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            requesterId: string;
            payload: {
                [key: string]: unknown;
            };
            threshold: number;
            transactionId: string;
            bytes: components["schemas"]["Base64"];
            bodyBytes: components["schemas"]["Base64"];
            /**
             * Format: date-time
             * @description ISO 8601
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description of a timed request: when the service executes it
             */
            executeAt?: string;
            schedule?: components["schemas"]["Schedule"];
            proposal?: components["schemas"]["ProposalOfRequest"];
            /** @description why it failed */
            code?: string;
            message?: string;
            /** @description seconds.nanoseconds */
            consensusTimestamp?: string;
            /** @description the ledger's receipt */
            receipt?: {
                [key: string]: unknown;
            };
        };
        PublicOwner: {
            publicKeys: string[];
            /** @description how many of these keys must sign for this owner, at least; null where signatures alone never suffice */
            signatures: number | null;
        };
        /**
         * a token id, shard.realm.num
         * @example 0.0.1001
         */
        TokenId: string;
        PublicWallet: {
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            wallet: string;
            chain: string;
            deleted: boolean;
            /** @description how many owners must sign */
            threshold: number;
            /** @description in the order of the key */
            owners: components["schemas"]["PublicOwner"][];
            /** @description the account's key: protobuf, hex */
            key: string | null;
            /** @description tinybars */
            balance: components["schemas"]["AmountOut"];
            /** @description the first 100 */
            tokens: {
                tokenId: components["schemas"]["TokenId"];
                balance: components["schemas"]["AmountOut"];
                decimals: number;
            }[];
        };
        /** @description a key that the ledger requires */
        Need: {
            /** @description whose key it is; null for the key that the request sets */
            walletId: string | null;
            /** @description how many signatures satisfy it, at least; null where signatures alone never suffice */
            needed: number | null;
            /** @description how many of them are still needed */
            missing: number | null;
        };
        InboxEntry: {
            jobId: string;
            historyId: string;
            walletId: string | null;
            chain: string;
            /** @enum {unknown} */
            operation: "create" | "withdraw" | "update" | "stake" | "associate" | "dissociate";
            /** @enum {unknown} */
            type: "create" | "update" | "withdraw" | "associate" | "dissociate";
            status: components["schemas"]["Status"];
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            requesterId: string;
            payload: {
                [key: string]: unknown;
            };
            threshold: number;
            transactionId: string;
            bytes: components["schemas"]["Base64"];
            bodyBytes: components["schemas"]["Base64"];
            /**
             * Format: date-time
             * @description ISO 8601
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description of a timed request: when the service executes it
             */
            executeAt?: string;
            schedule?: components["schemas"]["Schedule"];
            proposal?: components["schemas"]["ProposalOfRequest"];
            /** @description why it failed */
            code?: string;
            message?: string;
            /** @description seconds.nanoseconds */
            consensusTimestamp?: string;
            /** @description the ledger's receipt */
            receipt?: {
                [key: string]: unknown;
            };
            /** @enum {unknown} */
            waitsFor: "signature" | "execution";
            /**
             * @description known: the caller has signed or requested something in the wallet, or has requested the wallet itself; new: it has not; muted: it has muted the wallet
             * @enum {unknown}
             */
            standing: "known" | "new" | "muted";
            /** @description of a new wallet: how many further requests of it wait that the inbox does not list */
            unlisted?: number;
            /** @description whether it makes the caller an owner */
            admission: boolean;
            /** @description whose signature could still help */
            missing: string[];
            /** @description whose signature could still help */
            missingKeys: string[];
            /** @description the signatures that each required key still needs; a change of owners needs the current key and the new one; empty once the request is over */
            needs: components["schemas"]["Need"][];
            /** @description how many signatures are still needed, at least; null where signatures alone never suffice */
            missingSignatures: number | null;
        };
        Muted: {
            /**
             * an account id, shard.realm.num
             * @description a wallet, or the account that requests new ones
             * @example 0.0.1001
             */
            walletId: string;
            /** @description null if it is not one of my wallets */
            name: string | null;
            /** Format: date-time */
            mutedAt: string;
        };
        Reminders: {
            webhook: string | null;
            socket: boolean;
            email: boolean;
            before: ("day" | "hour")[];
            /** @description the secret of a webhook that was just set, shown only once; it signs what the service posts there */
            secret?: string;
        };
        /** @description an amount in the smallest unit: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
        Amount: number | string;
        Problem: {
            /** @description the ledger's response code */
            code: string;
            message: string;
        };
        NewRequest: {
            jobId: string;
            historyId: string;
            bytes: components["schemas"]["Base64"];
            bodyBytes: components["schemas"]["Base64"];
            transactionId: string;
            /**
             * Format: date-time
             * @description how long these bytes can be signed
             */
            expiresAt: string;
            schedule?: components["schemas"]["Schedule"];
            /** @description what the ledger would refuse in it now; absent if nothing */
            warnings?: components["schemas"]["Problem"][];
        };
        Checked: {
            /** @description what the ledger would refuse now; empty if nothing */
            problems: components["schemas"]["Problem"][];
        };
        /** @description bytes as 0x hex, base64, an array of numbers, an index-keyed object or {type: 'Buffer', data: [...]} */
        Bytes: string | number[] | {
            /** @enum {unknown} */
            type: "Buffer";
            data: number[];
        } | {
            [key: string]: number;
        };
        Execution: {
            jobId: string;
            historyId: string;
            walletId: string | null;
            /** @enum {unknown} */
            type: "create" | "update" | "withdraw" | "associate" | "dissociate";
            status: components["schemas"]["Status"];
            transactionId: string;
            schedule?: components["schemas"]["Schedule"];
            consensusTimestamp?: string;
            code?: string;
            message?: string;
            /** @description the ledger's receipt */
            receipt?: {
                [key: string]: unknown;
            };
        };
        /** @description an amount in the smallest unit, or a serial number: an integer from 1 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
        PositiveAmount: number | string;
        /**
         * a topic id, shard.realm.num
         * @example 0.0.1001
         */
        TopicId: string;
        OpenedRequest: {
            jobId: string;
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            walletId: string;
            proposalId: string;
        };
        Signature: {
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            senderId: string;
            /** @description raw, hex */
            publicKey: string;
            /**
             * Format: date-time
             * @description ISO 8601
             */
            timestamp: string;
            /** @description the mirror shows it with a schedule, and it was not sent here: it may be invalid, and does not count */
            byMirror?: boolean;
            /** @description it was sent while the mirror was away, and does not count until its key is seen on the ledger; then it is confirmed or withdrawn */
            unconfirmed?: boolean;
        };
        Comment: {
            commentId: string;
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            walletId: string;
            text: string;
            /**
             * Format: date-time
             * @description ISO 8601
             */
            timestamp: string;
        };
        RequestStatus: {
            jobId: string;
            historyId: string;
            walletId: string | null;
            chain: string;
            /** @enum {unknown} */
            operation: "create" | "withdraw" | "update" | "stake" | "associate" | "dissociate";
            /** @enum {unknown} */
            type: "create" | "update" | "withdraw" | "associate" | "dissociate";
            status: components["schemas"]["Status"];
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            requesterId: string;
            payload: {
                [key: string]: unknown;
            };
            threshold: number;
            transactionId: string;
            bytes: components["schemas"]["Base64"];
            bodyBytes: components["schemas"]["Base64"];
            /**
             * Format: date-time
             * @description ISO 8601
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description of a timed request: when the service executes it
             */
            executeAt?: string;
            schedule?: components["schemas"]["Schedule"];
            proposal?: components["schemas"]["ProposalOfRequest"];
            /** @description why it failed */
            code?: string;
            message?: string;
            /** @description seconds.nanoseconds */
            consensusTimestamp?: string;
            /** @description the ledger's receipt */
            receipt?: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description for a scheduled request: how long `bytes` can be signed; absent if there is nothing to sign
             */
            bytesExpireAt?: string;
            /**
             * @description signature: some that are missing; execution: somebody who executes it; time: it is complete, and executed by itself when its time comes; ledger: its outcome; nothing: it is over
             * @enum {unknown}
             */
            waitsFor: "signature" | "execution" | "time" | "ledger" | "nothing";
            signatures: components["schemas"]["Signature"][];
            /** @description whose signature could still help; empty once the keys are satisfied */
            missing: string[];
            /** @description the signatures that each required key still needs; a change of owners needs the current key and the new one; empty once the request is over */
            needs: components["schemas"]["Need"][];
            rejections: {
                /**
                 * an account id, shard.realm.num
                 * @example 0.0.1001
                 */
                walletId: string;
                reason: string;
                /**
                 * Format: date-time
                 * @description ISO 8601
                 */
                timestamp: string;
            }[];
            comments: components["schemas"]["Comment"][];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As text */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                        /** @description of the service, as its description names it, too */
                        version: string;
                    };
                };
            };
        };
    };
    getHealthCheck: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    getHealthLive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                    };
                };
            };
        };
    };
    getHealthReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        status: "ok" | "error";
                        /** @description what is not there yet, or not any more */
                        waitingFor: string[];
                    };
                };
            };
        };
    };
    getHealthInfos: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SystemInformation"];
                };
            };
        };
    };
    getMultisigWalletByWalletId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0.0.1001 */
                walletId: components["schemas"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Wallet"];
                };
            };
        };
    };
    getMultisigWallets: {
        parameters: {
            query?: {
                /** @description a page has at most 100 entries, fewer if they are large. Its Link header leads to the next page */
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
                /** @description whether X-Total-Count says how many entries the list has */
                total?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description <...>; rel="next" where there is more (RFC 8288) */
                    Link?: string;
                    /** @description with `total=true`: how many entries the list has on all pages */
                    "X-Total-Count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletSummary"][];
                };
            };
        };
    };
    getMultisigWalletPending: {
        parameters: {
            query?: {
                /** @description a page has at most 100 entries, fewer if they are large. Its Link header leads to the next page */
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
                /** @description whether X-Total-Count says how many entries the list has */
                total?: boolean;
            };
            header?: never;
            path: {
                /** @example 0.0.1001 */
                walletId: components["schemas"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description <...>; rel="next" where there is more (RFC 8288) */
                    Link?: string;
                    /** @description with `total=true`: how many entries the list has on all pages */
                    "X-Total-Count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Request"][];
                };
            };
        };
    };
    getMultisigWalletHistory: {
        parameters: {
            query?: {
                /** @description a page has at most 100 entries, fewer if they are large. Its Link header leads to the next page */
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
                /** @description whether X-Total-Count says how many entries the list has */
                total?: boolean;
            };
            header?: never;
            path: {
                /** @example 0.0.1001 */
                walletId: components["schemas"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description <...>; rel="next" where there is more (RFC 8288) */
                    Link?: string;
                    /** @description with `total=true`: how many entries the list has on all pages */
                    "X-Total-Count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryEntry"][];
                };
            };
        };
    };
    getMultisigWalletPublic: {
        parameters: {
            query?: {
                /** @description the first of CHAINS if absent */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1001 */
                walletId: components["schemas"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicWallet"];
                };
            };
        };
    };
    getMultisigInbox: {
        parameters: {
            query?: {
                /** @description a page has at most 25 entries, fewer if they are large. Its Link header leads to the next page */
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
                /** @description whether X-Total-Count says how many entries the list has */
                total?: boolean;
                /** @description which wallets: those where I have signed or requested something, those that are new to me, or those that I have muted. The first two if absent */
                standing?: "known" | "new" | "muted";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description <...>; rel="next" where there is more (RFC 8288) */
                    Link?: string;
                    /** @description with `total=true`: how many entries the list has on all pages */
                    "X-Total-Count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxEntry"][];
                };
            };
        };
    };
    getMultisigMuted: {
        parameters: {
            query?: {
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description <...>; rel="next" where there is more (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Muted"][];
                };
            };
        };
    };
    putMultisigMutedByWalletId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description a wallet, or the account that requests new ones
                 * @example 0.0.1001
                 */
                walletId: components["schemas"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * an account id, shard.realm.num
                         * @example 0.0.1001
                         */
                        walletId: string;
                        muted: boolean;
                    };
                };
            };
        };
    };
    deleteMultisigMutedByWalletId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description a wallet, or the account that requests new ones
                 * @example 0.0.1001
                 */
                walletId: components["schemas"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * an account id, shard.realm.num
                         * @example 0.0.1001
                         */
                        walletId: string;
                        muted: boolean;
                    };
                };
            };
        };
    };
    getMultisigReminders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reminders"];
                };
            };
        };
    };
    putMultisigReminders: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description a URL that each reminder is posted to, on a host of WEBHOOK_HOSTS */
                    webhook?: string;
                    /** @description whether `transaction_reminder` is sent over sockets */
                    socket?: boolean;
                    /** @description whether the account's confirmed e-mail address is written to */
                    email?: boolean;
                    /** @description both if absent */
                    before?: ("day" | "hour")[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reminders"];
                };
            };
        };
    };
    postMultisigWalletCreateRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    description?: string;
                    balance?: components["schemas"]["Amount"];
                    settings: {
                        owners: {
                            /**
                             * an account id, shard.realm.num
                             * @example 0.0.1001
                             */
                            wallet: string;
                            name: string;
                            /** @description its key contains a node's network key, and a DAO decides for it. The wallet's memo names it, which tells the node that it signs for this owner. At most one owner */
                            guarded?: boolean;
                        }[];
                        threshold: number;
                    };
                    /** @description -1 is unlimited (HIP-904) */
                    maxAutomaticTokenAssociations?: number;
                    isReceiverSignatureRequired?: boolean;
                    /** @description the session's, and no other */
                    chain?: string;
                    /** @description that of the login, and no other */
                    smartApp?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 90 days ahead: the service executes the request then, and owners sign at any time before */
                    executeAt?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 1487 hours ahead: the ledger keeps the transaction until then, and owners sign at any time before */
                    expiresAt?: string;
                    /**
                     * @description with expiresAt: whether the ledger executes it once it is signed, the default, or at expiresAt
                     * @enum {unknown}
                     */
                    execute?: "signed" | "expiry";
                    /**
                     * @description with expiresAt: the account that pays the ScheduleCreate. If absent, the service if it pays for owners (SCHEDULE_PAYER), else the requester
                     * @enum {unknown}
                     */
                    payer?: "owner" | "service";
                    /** @description whether to ask although the ledger would refuse the transaction now: its codes are answered as `warnings` instead of 422. Requests with executeAt or expiresAt are made all the same, as what they need may come later */
                    force?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewRequest"];
                };
            };
        };
    };
    postMultisigWalletCreateCheck: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    description?: string;
                    balance?: components["schemas"]["Amount"];
                    settings: {
                        owners: {
                            /**
                             * an account id, shard.realm.num
                             * @example 0.0.1001
                             */
                            wallet: string;
                            name: string;
                            /** @description its key contains a node's network key, and a DAO decides for it. The wallet's memo names it, which tells the node that it signs for this owner. At most one owner */
                            guarded?: boolean;
                        }[];
                        threshold: number;
                    };
                    /** @description -1 is unlimited (HIP-904) */
                    maxAutomaticTokenAssociations?: number;
                    isReceiverSignatureRequired?: boolean;
                    /** @description the session's, and no other */
                    chain?: string;
                    /** @description that of the login, and no other */
                    smartApp?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 90 days ahead: the service executes the request then, and owners sign at any time before */
                    executeAt?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 1487 hours ahead: the ledger keeps the transaction until then, and owners sign at any time before */
                    expiresAt?: string;
                    /**
                     * @description with expiresAt: whether the ledger executes it once it is signed, the default, or at expiresAt
                     * @enum {unknown}
                     */
                    execute?: "signed" | "expiry";
                    /**
                     * @description with expiresAt: the account that pays the ScheduleCreate. If absent, the service if it pays for owners (SCHEDULE_PAYER), else the requester
                     * @enum {unknown}
                     */
                    payer?: "owner" | "service";
                    /** @description whether to ask although the ledger would refuse the transaction now: its codes are answered as `warnings` instead of 422. Requests with executeAt or expiresAt are made all the same, as what they need may come later */
                    force?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checked"];
                };
            };
        };
    };
    postMultisigWalletCreateExecute: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    bytes: components["schemas"]["Bytes"];
                    jobId: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
        };
    };
    postMultisigWalletWithdrawRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * an account id, shard.realm.num
                     * @example 0.0.1001
                     */
                    walletId: string;
                    /**
                     * an account id, shard.realm.num
                     * @example 0.0.1001
                     */
                    receiverId: string;
                    /** @description HBAR, or a token id */
                    tokenId: "HBAR" | components["schemas"]["TokenId"];
                    /** @enum {unknown} */
                    type: "FUNGIBLE_COMMON" | "NON_FUNGIBLE_UNIQUE";
                    amountOrSerial: components["schemas"]["PositiveAmount"];
                    /** @description the most that one transaction may charge in custom fees: for giving a token, or for a message on a topic, so much of each denomination. A token with a fee schedule key must be named, even with no fees: its issuer may raise them until the transaction is executed */
                    maxCustomFees?: {
                        /** @description the token that is given, or the topic of the message */
                        id: components["schemas"]["TokenId"];
                        fees: {
                            token_id: "HBAR" | components["schemas"]["TokenId"];
                            /** @description an amount in the smallest unit of token_id (tinybars of 'HBAR'): an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                            amount: components["schemas"]["Amount"];
                        }[];
                    }[];
                    /** @description seconds.nanoseconds or ISO 8601, at most 90 days ahead: the service executes the request then, and owners sign at any time before */
                    executeAt?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 1487 hours ahead: the ledger keeps the transaction until then, and owners sign at any time before */
                    expiresAt?: string;
                    /**
                     * @description with expiresAt: whether the ledger executes it once it is signed, the default, or at expiresAt
                     * @enum {unknown}
                     */
                    execute?: "signed" | "expiry";
                    /**
                     * @description with expiresAt: the account that pays the ScheduleCreate. If absent, the service if it pays for owners (SCHEDULE_PAYER), else the requester
                     * @enum {unknown}
                     */
                    payer?: "owner" | "service";
                    /** @description whether to ask although the ledger would refuse the transaction now: its codes are answered as `warnings` instead of 422. Requests with executeAt or expiresAt are made all the same, as what they need may come later */
                    force?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewRequest"];
                };
            };
        };
    };
    postMultisigWalletWithdrawCheck: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * an account id, shard.realm.num
                     * @example 0.0.1001
                     */
                    walletId: string;
                    /**
                     * an account id, shard.realm.num
                     * @example 0.0.1001
                     */
                    receiverId: string;
                    /** @description HBAR, or a token id */
                    tokenId: "HBAR" | components["schemas"]["TokenId"];
                    /** @enum {unknown} */
                    type: "FUNGIBLE_COMMON" | "NON_FUNGIBLE_UNIQUE";
                    amountOrSerial: components["schemas"]["PositiveAmount"];
                    /** @description the most that one transaction may charge in custom fees: for giving a token, or for a message on a topic, so much of each denomination. A token with a fee schedule key must be named, even with no fees: its issuer may raise them until the transaction is executed */
                    maxCustomFees?: {
                        /** @description the token that is given, or the topic of the message */
                        id: components["schemas"]["TokenId"];
                        fees: {
                            token_id: "HBAR" | components["schemas"]["TokenId"];
                            /** @description an amount in the smallest unit of token_id (tinybars of 'HBAR'): an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                            amount: components["schemas"]["Amount"];
                        }[];
                    }[];
                    /** @description seconds.nanoseconds or ISO 8601, at most 90 days ahead: the service executes the request then, and owners sign at any time before */
                    executeAt?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 1487 hours ahead: the ledger keeps the transaction until then, and owners sign at any time before */
                    expiresAt?: string;
                    /**
                     * @description with expiresAt: whether the ledger executes it once it is signed, the default, or at expiresAt
                     * @enum {unknown}
                     */
                    execute?: "signed" | "expiry";
                    /**
                     * @description with expiresAt: the account that pays the ScheduleCreate. If absent, the service if it pays for owners (SCHEDULE_PAYER), else the requester
                     * @enum {unknown}
                     */
                    payer?: "owner" | "service";
                    /** @description whether to ask although the ledger would refuse the transaction now: its codes are answered as `warnings` instead of 422. Requests with executeAt or expiresAt are made all the same, as what they need may come later */
                    force?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checked"];
                };
            };
        };
    };
    postMultisigWalletWithdrawExecute: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    bytes: components["schemas"]["Bytes"];
                    jobId: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
        };
    };
    postMultisigWalletUpdateRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * an account id, shard.realm.num
                     * @example 0.0.1001
                     */
                    walletId: string;
                    /**
                     * @description add: a new owner, or a present one with the key and name of now; remove: that owner
                     * @enum {unknown}
                     */
                    action: "add" | "remove";
                    owner: {
                        /**
                         * an account id, shard.realm.num
                         * @example 0.0.1001
                         */
                        wallet: string;
                        name?: string;
                        /** @description its key contains a node's network key, and a DAO decides for it. The wallet's memo names it, which tells the node that it signs for this owner. At most one owner */
                        guarded?: boolean;
                    };
                    /** @description the present one if absent */
                    threshold?: number;
                    /** @description seconds.nanoseconds or ISO 8601, at most 90 days ahead: the service executes the request then, and owners sign at any time before */
                    executeAt?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 1487 hours ahead: the ledger keeps the transaction until then, and owners sign at any time before */
                    expiresAt?: string;
                    /**
                     * @description with expiresAt: whether the ledger executes it once it is signed, the default, or at expiresAt
                     * @enum {unknown}
                     */
                    execute?: "signed" | "expiry";
                    /**
                     * @description with expiresAt: the account that pays the ScheduleCreate. If absent, the service if it pays for owners (SCHEDULE_PAYER), else the requester
                     * @enum {unknown}
                     */
                    payer?: "owner" | "service";
                    /** @description whether to ask although the ledger would refuse the transaction now: its codes are answered as `warnings` instead of 422. Requests with executeAt or expiresAt are made all the same, as what they need may come later */
                    force?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewRequest"];
                };
            };
        };
    };
    postMultisigWalletUpdateCheck: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * an account id, shard.realm.num
                     * @example 0.0.1001
                     */
                    walletId: string;
                    /**
                     * @description add: a new owner, or a present one with the key and name of now; remove: that owner
                     * @enum {unknown}
                     */
                    action: "add" | "remove";
                    owner: {
                        /**
                         * an account id, shard.realm.num
                         * @example 0.0.1001
                         */
                        wallet: string;
                        name?: string;
                        /** @description its key contains a node's network key, and a DAO decides for it. The wallet's memo names it, which tells the node that it signs for this owner. At most one owner */
                        guarded?: boolean;
                    };
                    /** @description the present one if absent */
                    threshold?: number;
                    /** @description seconds.nanoseconds or ISO 8601, at most 90 days ahead: the service executes the request then, and owners sign at any time before */
                    executeAt?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 1487 hours ahead: the ledger keeps the transaction until then, and owners sign at any time before */
                    expiresAt?: string;
                    /**
                     * @description with expiresAt: whether the ledger executes it once it is signed, the default, or at expiresAt
                     * @enum {unknown}
                     */
                    execute?: "signed" | "expiry";
                    /**
                     * @description with expiresAt: the account that pays the ScheduleCreate. If absent, the service if it pays for owners (SCHEDULE_PAYER), else the requester
                     * @enum {unknown}
                     */
                    payer?: "owner" | "service";
                    /** @description whether to ask although the ledger would refuse the transaction now: its codes are answered as `warnings` instead of 422. Requests with executeAt or expiresAt are made all the same, as what they need may come later */
                    force?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checked"];
                };
            };
        };
    };
    postMultisigWalletUpdateExecute: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    bytes: components["schemas"]["Bytes"];
                    jobId: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
        };
    };
    postMultisigWalletStakeRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * an account id, shard.realm.num
                     * @example 0.0.1001
                     */
                    walletId: string;
                    /**
                     * the id of a consensus node
                     * @description a consensus node; absent: unstake
                     */
                    nodeId?: number;
                    /** @description seconds.nanoseconds or ISO 8601, at most 90 days ahead: the service executes the request then, and owners sign at any time before */
                    executeAt?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 1487 hours ahead: the ledger keeps the transaction until then, and owners sign at any time before */
                    expiresAt?: string;
                    /**
                     * @description with expiresAt: whether the ledger executes it once it is signed, the default, or at expiresAt
                     * @enum {unknown}
                     */
                    execute?: "signed" | "expiry";
                    /**
                     * @description with expiresAt: the account that pays the ScheduleCreate. If absent, the service if it pays for owners (SCHEDULE_PAYER), else the requester
                     * @enum {unknown}
                     */
                    payer?: "owner" | "service";
                    /** @description whether to ask although the ledger would refuse the transaction now: its codes are answered as `warnings` instead of 422. Requests with executeAt or expiresAt are made all the same, as what they need may come later */
                    force?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewRequest"];
                };
            };
        };
    };
    postMultisigWalletStakeCheck: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * an account id, shard.realm.num
                     * @example 0.0.1001
                     */
                    walletId: string;
                    /**
                     * the id of a consensus node
                     * @description a consensus node; absent: unstake
                     */
                    nodeId?: number;
                    /** @description seconds.nanoseconds or ISO 8601, at most 90 days ahead: the service executes the request then, and owners sign at any time before */
                    executeAt?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 1487 hours ahead: the ledger keeps the transaction until then, and owners sign at any time before */
                    expiresAt?: string;
                    /**
                     * @description with expiresAt: whether the ledger executes it once it is signed, the default, or at expiresAt
                     * @enum {unknown}
                     */
                    execute?: "signed" | "expiry";
                    /**
                     * @description with expiresAt: the account that pays the ScheduleCreate. If absent, the service if it pays for owners (SCHEDULE_PAYER), else the requester
                     * @enum {unknown}
                     */
                    payer?: "owner" | "service";
                    /** @description whether to ask although the ledger would refuse the transaction now: its codes are answered as `warnings` instead of 422. Requests with executeAt or expiresAt are made all the same, as what they need may come later */
                    force?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checked"];
                };
            };
        };
    };
    postMultisigWalletStakeExecute: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    bytes: components["schemas"]["Bytes"];
                    jobId: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
        };
    };
    postMultisigWalletAssociateRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * an account id, shard.realm.num
                     * @example 0.0.1001
                     */
                    walletId: string;
                    tokenId: components["schemas"]["TokenId"];
                    /** @description seconds.nanoseconds or ISO 8601, at most 90 days ahead: the service executes the request then, and owners sign at any time before */
                    executeAt?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 1487 hours ahead: the ledger keeps the transaction until then, and owners sign at any time before */
                    expiresAt?: string;
                    /**
                     * @description with expiresAt: whether the ledger executes it once it is signed, the default, or at expiresAt
                     * @enum {unknown}
                     */
                    execute?: "signed" | "expiry";
                    /**
                     * @description with expiresAt: the account that pays the ScheduleCreate. If absent, the service if it pays for owners (SCHEDULE_PAYER), else the requester
                     * @enum {unknown}
                     */
                    payer?: "owner" | "service";
                    /** @description whether to ask although the ledger would refuse the transaction now: its codes are answered as `warnings` instead of 422. Requests with executeAt or expiresAt are made all the same, as what they need may come later */
                    force?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewRequest"];
                };
            };
        };
    };
    postMultisigWalletAssociateCheck: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * an account id, shard.realm.num
                     * @example 0.0.1001
                     */
                    walletId: string;
                    tokenId: components["schemas"]["TokenId"];
                    /** @description seconds.nanoseconds or ISO 8601, at most 90 days ahead: the service executes the request then, and owners sign at any time before */
                    executeAt?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 1487 hours ahead: the ledger keeps the transaction until then, and owners sign at any time before */
                    expiresAt?: string;
                    /**
                     * @description with expiresAt: whether the ledger executes it once it is signed, the default, or at expiresAt
                     * @enum {unknown}
                     */
                    execute?: "signed" | "expiry";
                    /**
                     * @description with expiresAt: the account that pays the ScheduleCreate. If absent, the service if it pays for owners (SCHEDULE_PAYER), else the requester
                     * @enum {unknown}
                     */
                    payer?: "owner" | "service";
                    /** @description whether to ask although the ledger would refuse the transaction now: its codes are answered as `warnings` instead of 422. Requests with executeAt or expiresAt are made all the same, as what they need may come later */
                    force?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checked"];
                };
            };
        };
    };
    postMultisigWalletAssociateExecute: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    bytes: components["schemas"]["Bytes"];
                    jobId: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
        };
    };
    postMultisigWalletDissociateRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * an account id, shard.realm.num
                     * @example 0.0.1001
                     */
                    walletId: string;
                    tokenId: components["schemas"]["TokenId"];
                    /** @description seconds.nanoseconds or ISO 8601, at most 90 days ahead: the service executes the request then, and owners sign at any time before */
                    executeAt?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 1487 hours ahead: the ledger keeps the transaction until then, and owners sign at any time before */
                    expiresAt?: string;
                    /**
                     * @description with expiresAt: whether the ledger executes it once it is signed, the default, or at expiresAt
                     * @enum {unknown}
                     */
                    execute?: "signed" | "expiry";
                    /**
                     * @description with expiresAt: the account that pays the ScheduleCreate. If absent, the service if it pays for owners (SCHEDULE_PAYER), else the requester
                     * @enum {unknown}
                     */
                    payer?: "owner" | "service";
                    /** @description whether to ask although the ledger would refuse the transaction now: its codes are answered as `warnings` instead of 422. Requests with executeAt or expiresAt are made all the same, as what they need may come later */
                    force?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewRequest"];
                };
            };
        };
    };
    postMultisigWalletDissociateCheck: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * an account id, shard.realm.num
                     * @example 0.0.1001
                     */
                    walletId: string;
                    tokenId: components["schemas"]["TokenId"];
                    /** @description seconds.nanoseconds or ISO 8601, at most 90 days ahead: the service executes the request then, and owners sign at any time before */
                    executeAt?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 1487 hours ahead: the ledger keeps the transaction until then, and owners sign at any time before */
                    expiresAt?: string;
                    /**
                     * @description with expiresAt: whether the ledger executes it once it is signed, the default, or at expiresAt
                     * @enum {unknown}
                     */
                    execute?: "signed" | "expiry";
                    /**
                     * @description with expiresAt: the account that pays the ScheduleCreate. If absent, the service if it pays for owners (SCHEDULE_PAYER), else the requester
                     * @enum {unknown}
                     */
                    payer?: "owner" | "service";
                    /** @description whether to ask although the ledger would refuse the transaction now: its codes are answered as `warnings` instead of 422. Requests with executeAt or expiresAt are made all the same, as what they need may come later */
                    force?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checked"];
                };
            };
        };
    };
    postMultisigWalletDissociateExecute: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    bytes: components["schemas"]["Bytes"];
                    jobId: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
        };
    };
    postMultisigProposalRequest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the first of CHAINS if absent */
                    chain?: string;
                    topicId: components["schemas"]["TopicId"];
                    /**
                     * the decision's time, seconds.nanoseconds
                     * @description as the proposal's `decision` has it
                     * @example 1700000000.000000001
                     */
                    consensusTimestamp: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenedRequest"];
                };
            };
        };
    };
    getMultisigProposalByProposalId: {
        parameters: {
            query?: {
                /** @description the first of CHAINS if absent */
                chain?: string;
            };
            header?: never;
            path: {
                proposalId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenedRequest"];
                };
            };
        };
    };
    postMultisigProposalCheck: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the first of CHAINS if absent */
                    chain?: string;
                    operation: {
                        method: string;
                        path: string;
                        /** an object of any form */
                        body?: {
                            [key: string]: unknown;
                        };
                    };
                    daoId: string;
                    /** @description the DAO's, if it has one yet */
                    topicId?: components["schemas"]["TopicId"];
                    /**
                     * Format: date-time
                     * @description when its voting ends
                     */
                    endsAt: string;
                    /**
                     * a time of the ledger, seconds.nanoseconds
                     * @example 1700000000.000000001
                     */
                    validUntil?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        permitted: true;
                    };
                };
            };
        };
    };
    getMultisigTransactionStatusByJobId: {
        parameters: {
            query?: {
                /**
                 * @description for a scheduled request: the account that will sign the bytes; the session's account if absent
                 * @example 0.0.1001
                 */
                senderId?: components["schemas"]["AccountId"];
                /** @description for a scheduled request: the account that pays. If absent, the service if it pays for owners (SCHEDULE_PAYER), else the sender */
                payer?: "owner" | "service";
            };
            header?: never;
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestStatus"];
                };
            };
        };
    };
    getMultisigTransactionCheckByJobId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checked"];
                };
            };
        };
    };
    postMultisigTransactionSignByJobId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * an account id, shard.realm.num
                     * @example 0.0.1001
                     */
                    walletId?: string;
                    /**
                     * an account id, shard.realm.num
                     * @example 0.0.1001
                     */
                    senderId: string;
                    historyId?: string;
                    signature: components["schemas"]["Bytes"];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        jobId: string;
                        historyId: string;
                        walletId: string | null;
                        /**
                         * @description pending while it is unconfirmed
                         * @enum {unknown}
                         */
                        status: "success" | "pending";
                        /**
                         * an account id, shard.realm.num
                         * @example 0.0.1001
                         */
                        senderId: string;
                        /** @description raw, hex */
                        publicKey: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601
                         */
                        timestamp: string;
                        /** @description the mirror shows it with a schedule, and it was not sent here: it may be invalid, and does not count */
                        byMirror?: boolean;
                        /** @description it was sent while the mirror was away, and does not count until its key is seen on the ledger; then it is confirmed or withdrawn */
                        unconfirmed?: boolean;
                    };
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        jobId: string;
                        historyId: string;
                        walletId: string | null;
                        /**
                         * @description pending while it is unconfirmed
                         * @enum {unknown}
                         */
                        status: "success" | "pending";
                        /**
                         * an account id, shard.realm.num
                         * @example 0.0.1001
                         */
                        senderId: string;
                        /** @description raw, hex */
                        publicKey: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601
                         */
                        timestamp: string;
                        /** @description the mirror shows it with a schedule, and it was not sent here: it may be invalid, and does not count */
                        byMirror?: boolean;
                        /** @description it was sent while the mirror was away, and does not count until its key is seen on the ledger; then it is confirmed or withdrawn */
                        unconfirmed?: boolean;
                    };
                };
            };
        };
    };
    postMultisigTransactionRejectByJobId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestStatus"];
                };
            };
        };
    };
    postMultisigTransactionCommentByJobId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    text: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comment"];
                };
            };
        };
    };
}
