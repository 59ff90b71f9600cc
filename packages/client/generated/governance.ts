/** Made by `npm run client:generate` from openapi/governance.json. */

export interface paths {
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get metrics for Prometheus
         * @description In the text format of Prometheus. Only for this machine, or with METRICS_TOKEN as the bearer token.
         */
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
        /**
         * Check that the service is up
         * @description With its version. Checks nothing that it depends on: see `GET /health/check`.
         */
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
        /**
         * Check everything that the service needs
         * @description Answers 503 if any check fails. An answer is at most a second old.
         */
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
        /**
         * Check that the process runs
         * @description The liveness probe of an orchestrator.
         */
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
        /**
         * Check that the service is ready
         * @description The readiness probe of an orchestrator. Answers 503 while something is missing.
         */
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
        /** Get the load of the machine */
        get: operations["getHealthInfos"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/daos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the DAOs of a chain
         * @description Newest first, at most 100 on a page.
         */
        get: operations["getDaos"];
        put?: never;
        /**
         * Create a DAO
         * @description The session's account becomes the owner and the first member. The DAO's topic is created on the ledger; if that takes longer than two seconds, the answer has the status PENDING and no `topicId`.
         */
        post: operations["postDaos"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/daos/{daoId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a DAO */
        get: operations["getDaosByDaoId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set the status of a DAO
         * @description Only for its owner. An INACTIVE DAO takes no new proposals.
         */
        patch: operations["patchDaosByDaoId"];
        trace?: never;
    };
    "/daos/owner/{ownerAddress}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the DAOs of an owner
         * @description Newest first, at most 100 on a page.
         */
        get: operations["getDaosOwnerByOwnerAddress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/daos/{daoId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of a DAO
         * @description Newest first.
         */
        get: operations["getDaosMembers"];
        put?: never;
        /**
         * Add a member to a DAO
         * @description Only for the owner of the DAO.
         */
        post: operations["postDaosMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/daos/{daoId}/members/{memberAddress}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member from a DAO
         * @description Votes already cast by the member still count.
         */
        delete: operations["deleteDaosMembersByMemberAddress"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the proposals of an account's DAOs
         * @description The proposals of all DAOs that the account is a member of, newest first. A page has at most 100 proposals, fewer if they are large.
         */
        get: operations["getProposals"];
        put?: never;
        /**
         * Submit a proposal
         * @description Only for members of the DAO.
         */
        post: operations["postProposals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proposals/{proposalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a proposal */
        get: operations["getProposalsByProposalId"];
        put?: never;
        post?: never;
        /**
         * Cancel a proposal
         * @description Only for its creator, and only before the first vote.
         */
        delete: operations["deleteProposalsByProposalId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proposals/dao/{daoId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the proposals of a DAO */
        get: operations["getProposalsDaoByDaoId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proposals/dao/{daoId}/active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the proposals of a DAO that are open for votes */
        get: operations["getProposalsDaoActive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proposals/{proposalId}/cancellation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the text that cancels a proposal
         * @description The proposal's creator signs it; send the signature with `POST` on the same path.
         */
        get: operations["getProposalsCancellation"];
        put?: never;
        /**
         * Cancel a proposal with its creator's signature
         * @description The creator signs the text that `GET` on the same path returns, unchanged or as a message of a wallet (HIP-820).
         */
        post: operations["postProposalsCancellation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/votes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cast a vote
         * @description Without `signature` or `signatures` this is the session's own vote. With them it may be anybody's: they sign the text that `POST /votes/text` answers, which is the canonical JSON (RFC 8785) of {chain, choice, comment, daoId, proposalHash, proposalId, voterAddress}. Each account votes once.
         */
        post: operations["postVotes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/votes/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the text that a voter signs for a vote
         * @description Records nothing. Send the signature with `POST /votes`.
         */
        post: operations["postVotesText"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/votes/{voteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a vote */
        get: operations["getVotesByVoteId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/votes/proposal/{proposalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the votes on a proposal
         * @description Newest first.
         */
        get: operations["getVotesProposalByProposalId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/votes/proposal/{proposalId}/voter/{voterAddress}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the vote of one voter on a proposal */
        get: operations["getVotesProposalVoterByVoterAddress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/votes/proposal/{proposalId}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the results of a proposal
         * @description The count so far, until `final` is true.
         */
        get: operations["getVotesProposalResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/votes/proposal/{proposalId}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the anchored batches of votes
         * @description A batch of votes is anchored on the DAO's topic by the root of its Merkle tree.
         */
        get: operations["getVotesProposalAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/votes/proposal/{proposalId}/audit/batches/{batch}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the votes of a batch
         * @description One vote per line, as canonical JSON (RFC 8785). Each line is a leaf of the Merkle tree.
         */
        get: operations["getVotesProposalAuditBatchesByBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/votes/proposal/{proposalId}/audit/electorate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the accounts that could vote
         * @description One account id per line, sorted: the members of the DAO when the voting began.
         */
        get: operations["getVotesProposalAuditElectorate"];
        put?: never;
        post?: never;
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
            /** @description The HTTP status code */
            statusCode: number;
            /** @description The status's name, as in RFC 9110 */
            error: string;
            /** @description The error code: a constant that programs can compare */
            code: string;
            /** @description What is wrong, for people */
            message: string;
            /** @description One entry for each error in the input */
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
            /** @description the components that are down, with a message and the time since when (ISO 8601) */
            error: {
                [key: string]: {
                    /** @enum {unknown} */
                    status: "up" | "down";
                } & {
                    [key: string]: unknown;
                };
            };
            /** @description all components, with their details */
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
            /** @description the operating system, such as linux */
            platform: string;
            /** @description the version of the operating system */
            release: string;
            /** @description the hardware, such as x86_64 */
            machine: string;
            /** @description CPU architecture */
            arch: string;
            /** @description seconds */
            uptime: number;
            /** @description the processors */
            cpu: {
                /** @description percent over the last second */
                usage: number;
                /** @description cores */
                cpus: number;
                /** @description MHz */
                speed: number;
            };
            /** @description the working memory */
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
            /** @description the drive with the data of the service */
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
            /** @description the network interfaces together */
            network: {
                /** @description bytes received since the machine started */
                inputBytes: number;
                /** @description bytes sent */
                outputBytes: number;
            };
        };
        /**
         * an account id, shard.realm.num
         * @example 0.0.1001
         */
        AccountId: string;
        /**
         * a token id, shard.realm.num
         * @example 0.0.1001
         */
        TokenId: string;
        /**
         * a topic id, shard.realm.num
         * @example 0.0.1001
         */
        TopicId: string;
        Vote: {
            /** @description the identifier of the vote: the proposal, and its number there */
            voteId: string;
            /** @description the identifier of the proposal */
            proposalId: string;
            /** @description the identifier of the DAO */
            daoId: string;
            voterAddress: components["schemas"]["AccountId"];
            /** @description one of `votingOptions` */
            choice: string;
            /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
            weight: number | string;
            /** @description the comment of the voter, which is public */
            comment?: string;
            /** @description the number of the vote on its proposal, from 1, in the order of counting */
            number: number;
            /** @description whether it carries the voter's own signature; otherwise the service vouches for it */
            signed: boolean;
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
        Proposal: {
            /** @description the identifier of the proposal */
            proposalId: string;
            /** @description the identifier of the DAO */
            daoId: string;
            /** @description the ledger, such as hedera:mainnet */
            chain: string;
            title: string;
            description: string;
            creatorAddress: components["schemas"]["AccountId"];
            /** @enum {unknown} */
            status: "PENDING" | "ACTIVE" | "PASSED" | "REJECTED";
            /** @description whether its creator has cancelled it */
            cancelled: boolean;
            /** @description when it was cancelled, and how; null if it was not */
            cancellation: {
                /**
                 * Format: date-time
                 * @description ISO 8601
                 */
                cancelledAt: string;
                /** @description whether its creator has signed it; otherwise the service vouches for it */
                signed: boolean;
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601
             */
            startTime: string;
            /**
             * Format: date-time
             * @description ISO 8601
             */
            endTime: string;
            quorum: number | null;
            validUntil: string | null;
            /** @description data from the creator, in any form */
            proposalData: {
                [key: string]: unknown;
            };
            /** @description the options of the vote */
            votingOptions: string[];
            /** @description SHA-256 of its record on the topic, hex; voters sign this hash */
            proposalHash: string;
            decision: {
                topicId: components["schemas"]["TopicId"];
                /** @description the consensus time, seconds.nanoseconds */
                consensusTimestamp: string;
            } | null;
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
            /** @description the newest 100, fewer if the answer has many proposals */
            votes: components["schemas"]["Vote"][];
            /** @description whether there are more: see `GET /votes/proposal/{proposalId}` */
            votesTruncated: boolean;
        };
        Dao: {
            /** @description the identifier of the DAO */
            daoId: string;
            /** @description the ledger, such as hedera:mainnet */
            chain: string;
            name: string;
            description: string;
            ownerAddress: components["schemas"]["AccountId"];
            /**
             * @description PENDING until it has its consensus topic; INACTIVE accepts no new proposals
             * @enum {unknown}
             */
            status: "PENDING" | "ACTIVE" | "INACTIVE";
            /** @description the rules that decide the proposals of the DAO */
            votingRules: {
                /** @description percent of the weight that an option needs, 1 to 100 */
                threshold: number;
                /** @description hours */
                minVotingPeriod: number;
                /** @description whether votes are weighed by holdings; otherwise each counts 1 */
                tokenWeighted: boolean;
                tokenId: components["schemas"]["TokenId"] | null;
                /** @description the least time from a proposal to the start of its voting, hours */
                votingDelay: number;
            };
            topicId: components["schemas"]["TopicId"] | null;
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
            /** @description how many members there are, the owner included */
            memberCount: number;
            /** @description the newest 100, always with the owner */
            members: components["schemas"]["AccountId"][];
            /** @description whether there are more: see `GET /daos/{daoId}/members` */
            membersTruncated: boolean;
            /** @description the newest 100, fewer if they are large or the answer has many DAOs */
            proposals: components["schemas"]["Proposal"][];
            /** @description whether there are more: see `GET /proposals/dao/{daoId}` */
            proposalsTruncated: boolean;
        };
        /** @description 64 bytes of a single key, or a SignatureMap (HIP-820) with those of several */
        Bytes: string | number[] | {
            /** @enum {unknown} */
            type: "Buffer";
            data: number[];
        } | {
            [key: string]: number;
        };
        Results: {
            /** @description the identifier of the proposal */
            proposalId: string;
            /** @description the identifier of the DAO */
            daoId: string;
            /** @enum {unknown} */
            status: "PENDING" | "ACTIVE" | "PASSED" | "REJECTED";
            /** @description the decimal places of weights */
            decimals: number;
            /** @description the count of each option */
            options: {
                /** @description one of `votingOptions` */
                option: string;
                /** @description how many votes were cast for it */
                votes: number;
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                weight: number | string;
                /** @description rounded to two digits, for display */
                percent: number;
            }[];
            /** @description how many votes were cast */
            totalVotes: number;
            /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
            totalWeight: number | string;
            /** @description percent of the weight that an option needs, 1 to 100 */
            threshold: number;
            /** @description whether enough weight was cast; null if the proposal asks for no quorum */
            quorum: {
                /** @description percent of the eligible weight that must be cast */
                percent: number;
                eligibleWeight: (number | string) | null;
                cast: number | null;
                /** @description whether the quorum is reached */
                reached: boolean;
            } | null;
            leading: string | null;
            /** @description whether the proposal passes by these counts */
            passing: boolean;
            winner: string | null;
            /** @description whether the proposal is decided, so that the counts no longer change */
            final: boolean;
        };
        Audit: {
            /** @description the identifier of the proposal */
            proposalId: string;
            /** @description the identifier of the DAO */
            daoId: string;
            /** @description the ledger, such as hedera:mainnet */
            chain: string;
            /** @description the topic that the votes are anchored on; null until it exists */
            topicId: string | null;
            /** @description who could vote, as it is anchored; null until the voting begins */
            electorate: {
                /** @description how many accounts could vote */
                members: number;
                /** @description the root of the Merkle tree (RFC 9162), hex */
                root: string;
            } | null;
            /** @description the batches of votes, in their order */
            batches: {
                /** @description the number of the batch, from 1 */
                batch: number;
                /** @description the number of its first vote */
                first: number;
                /** @description the number of its last vote */
                last: number;
                /** @description the root of the Merkle tree (RFC 9162) over the leaves, hex */
                root: string;
                /** @description the content identifier (CID) of the leaves */
                leaves: string;
                /** @description the consensus time, seconds.nanoseconds */
                consensusTimestamp: string | null;
            }[];
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
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "version": "0.1.0"
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                        /** @description the version of the service */
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
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "info": {
                     *         "ledger": {
                     *           "status": "up"
                     *         }
                     *       },
                     *       "error": {},
                     *       "details": {
                     *         "ledger": {
                     *           "version": 1,
                     *           "status": "up"
                     *         }
                     *       }
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "waitingFor": []
                     *     }
                     */
                    "application/json": {
                        /** @enum {unknown} */
                        status: "ok" | "error";
                        /** @description what is missing, such as the database */
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
                    /**
                     * @example {
                     *       "platform": "linux",
                     *       "release": "6.12.48",
                     *       "machine": "x86_64",
                     *       "arch": "x64",
                     *       "uptime": 86400,
                     *       "cpu": {
                     *         "usage": 12.5,
                     *         "cpus": 4,
                     *         "speed": 2600
                     *       },
                     *       "memory": {
                     *         "totalMemMb": 8192,
                     *         "usedMemMb": 2048,
                     *         "freeMemMb": 6144,
                     *         "usedMemPercentage": 25,
                     *         "freeMemPercentage": 75
                     *       },
                     *       "drive": {
                     *         "totalGb": "100.00",
                     *         "usedGb": "40.00",
                     *         "freeGb": "60.00",
                     *         "usedPercentage": "40.00",
                     *         "freePercentage": "60.00"
                     *       },
                     *       "network": {
                     *         "inputBytes": 123456789,
                     *         "outputBytes": 98765432
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SystemInformation"];
                };
            };
        };
    };
    getDaos: {
        parameters: {
            query?: {
                /** @description how many entries a page has at most */
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
                /**
                 * @description only DAOs that this account is a member of
                 * @example 0.0.1001
                 */
                member?: string;
                /**
                 * @description only DAOs of this owner
                 * @example 0.0.1001
                 */
                owner?: string;
                /** @description the chain; by default the session's, else the first of CHAINS */
                chain?: string;
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
                    /** @description <...>; rel="next" if there are more entries (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "daoId": "67b42682-821f-4566-9d1a-8be543fdb1a2",
                     *         "chain": "hedera:devnet",
                     *         "name": "Gardeners",
                     *         "description": "of the garden",
                     *         "ownerAddress": "0.0.1035",
                     *         "status": "ACTIVE",
                     *         "votingRules": {
                     *           "threshold": 50,
                     *           "minVotingPeriod": 1,
                     *           "tokenWeighted": false,
                     *           "tokenId": null,
                     *           "votingDelay": 0
                     *         },
                     *         "topicId": "0.0.1037",
                     *         "createdAt": "2026-11-28T22:10:59.511Z",
                     *         "updatedAt": "2026-11-28T22:10:59.511Z",
                     *         "memberCount": 2,
                     *         "members": [
                     *           "0.0.1036",
                     *           "0.0.1035"
                     *         ],
                     *         "membersTruncated": false,
                     *         "proposals": [
                     *           {
                     *             "proposalId": "2782d268-0490-47ca-b2cf-3ec048197643",
                     *             "daoId": "67b42682-821f-4566-9d1a-8be543fdb1a2",
                     *             "chain": "hedera:devnet",
                     *             "title": "Plant a tree",
                     *             "description": "An apple tree",
                     *             "creatorAddress": "0.0.1036",
                     *             "status": "ACTIVE",
                     *             "cancelled": false,
                     *             "cancellation": null,
                     *             "startTime": "2026-11-28T22:10:59.512Z",
                     *             "endTime": "2026-11-29T22:10:59.512Z",
                     *             "quorum": null,
                     *             "validUntil": null,
                     *             "proposalData": {},
                     *             "votingOptions": [
                     *               "YES",
                     *               "NO",
                     *               "ABSTAIN"
                     *             ],
                     *             "proposalHash": "0363b4e4bee9cd2e9c22ce66865365794f6f62f7d85fc99ae3788648e3b5392e",
                     *             "decision": null,
                     *             "createdAt": "2026-11-28T22:10:59.512Z",
                     *             "updatedAt": "2026-11-28T22:10:59.512Z",
                     *             "votes": [
                     *               {
                     *                 "voteId": "2782d268-0490-47ca-b2cf-3ec048197643-1",
                     *                 "proposalId": "2782d268-0490-47ca-b2cf-3ec048197643",
                     *                 "daoId": "67b42682-821f-4566-9d1a-8be543fdb1a2",
                     *                 "voterAddress": "0.0.1035",
                     *                 "choice": "YES",
                     *                 "weight": 1,
                     *                 "number": 1,
                     *                 "signed": false,
                     *                 "createdAt": "2026-11-28T22:10:59.512Z",
                     *                 "updatedAt": "2026-11-28T22:10:59.512Z",
                     *                 "comment": "at last"
                     *               }
                     *             ],
                     *             "votesTruncated": false
                     *           }
                     *         ],
                     *         "proposalsTruncated": false
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Dao"][];
                };
            };
        };
    };
    postDaos: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Gardeners",
                 *       "description": "of the garden",
                 *       "ownerAddress": "0.0.1032",
                 *       "votingRules": {
                 *         "threshold": 50,
                 *         "minVotingPeriod": 1,
                 *         "tokenWeighted": false
                 *       }
                 *     }
                 */
                "application/json": {
                    name: string;
                    description: string;
                    ownerAddress: components["schemas"]["AccountId"];
                    /** @description the first members besides the owner; add others with `POST /daos/{daoId}/members` */
                    members?: components["schemas"]["AccountId"][];
                    /** @description the rules that decide the proposals of the DAO */
                    votingRules: {
                        /** @description percent, 1 to 100 */
                        threshold: number;
                        /** @description hours */
                        minVotingPeriod: number;
                        /** @description whether votes are weighed by holdings; otherwise each counts 1 */
                        tokenWeighted: boolean;
                        /** @description the token that weighs votes; by default hbars */
                        tokenId?: components["schemas"]["TokenId"] | null;
                        /** @description the least time from a proposal to the start of its voting, hours. With `tokenWeighted` a vote weighs the least that its voter held during this time */
                        votingDelay?: number;
                    };
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
                    /**
                     * @example {
                     *       "daoId": "59575181-513e-4880-9b77-56f558d599af",
                     *       "chain": "hedera:devnet",
                     *       "name": "Gardeners",
                     *       "description": "of the garden",
                     *       "ownerAddress": "0.0.1032",
                     *       "status": "ACTIVE",
                     *       "votingRules": {
                     *         "threshold": 50,
                     *         "minVotingPeriod": 1,
                     *         "tokenWeighted": false,
                     *         "tokenId": null,
                     *         "votingDelay": 0
                     *       },
                     *       "topicId": "0.0.1038",
                     *       "createdAt": "2026-11-28T22:10:22.038Z",
                     *       "updatedAt": "2026-11-28T22:10:22.038Z",
                     *       "memberCount": 1,
                     *       "members": [
                     *         "0.0.1032"
                     *       ],
                     *       "membersTruncated": false,
                     *       "proposals": [],
                     *       "proposalsTruncated": false
                     *     }
                     */
                    "application/json": components["schemas"]["Dao"];
                };
            };
        };
    };
    getDaosByDaoId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description the identifier of the DAO
                 * @example f2e4c40c-d9d0-4622-8b08-8cb0639ece72
                 */
                daoId: string;
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
                    /**
                     * @example {
                     *       "daoId": "f2e4c40c-d9d0-4622-8b08-8cb0639ece72",
                     *       "chain": "hedera:devnet",
                     *       "name": "Gardeners",
                     *       "description": "of the garden",
                     *       "ownerAddress": "0.0.1032",
                     *       "status": "ACTIVE",
                     *       "votingRules": {
                     *         "threshold": 50,
                     *         "minVotingPeriod": 1,
                     *         "tokenWeighted": false,
                     *         "tokenId": null,
                     *         "votingDelay": 0
                     *       },
                     *       "topicId": "0.0.1044",
                     *       "createdAt": "2026-12-03T22:47:25.044Z",
                     *       "updatedAt": "2026-12-04T23:47:45.045Z",
                     *       "memberCount": 1,
                     *       "members": [
                     *         "0.0.1032"
                     *       ],
                     *       "membersTruncated": false,
                     *       "proposals": [
                     *         {
                     *           "proposalId": "84553de4-fae4-494e-9a3e-8a5e4c6c7df8",
                     *           "daoId": "f2e4c40c-d9d0-4622-8b08-8cb0639ece72",
                     *           "chain": "hedera:devnet",
                     *           "title": "Plant a tree",
                     *           "description": "An apple tree",
                     *           "creatorAddress": "0.0.1032",
                     *           "status": "PASSED",
                     *           "cancelled": false,
                     *           "cancellation": null,
                     *           "startTime": "2026-12-03T22:47:25.045Z",
                     *           "endTime": "2026-12-04T22:47:25.045Z",
                     *           "quorum": null,
                     *           "validUntil": null,
                     *           "proposalData": {},
                     *           "votingOptions": [
                     *             "YES",
                     *             "NO",
                     *             "ABSTAIN"
                     *           ],
                     *           "proposalHash": "7dde522b0bf408317c89a4625234d963ab8a2e5a2defa267850a4300edf0869a",
                     *           "decision": {
                     *             "topicId": "0.0.1044",
                     *             "consensusTimestamp": "1796428065.045005000"
                     *           },
                     *           "createdAt": "2026-12-03T22:47:25.045Z",
                     *           "updatedAt": "2026-12-04T23:47:25.045Z",
                     *           "votes": [
                     *             {
                     *               "voteId": "84553de4-fae4-494e-9a3e-8a5e4c6c7df8-1",
                     *               "proposalId": "84553de4-fae4-494e-9a3e-8a5e4c6c7df8",
                     *               "daoId": "f2e4c40c-d9d0-4622-8b08-8cb0639ece72",
                     *               "voterAddress": "0.0.1032",
                     *               "choice": "YES",
                     *               "weight": 1,
                     *               "number": 1,
                     *               "signed": false,
                     *               "createdAt": "2026-12-03T22:47:25.045Z",
                     *               "updatedAt": "2026-12-03T22:47:25.045Z"
                     *             }
                     *           ],
                     *           "votesTruncated": false
                     *         }
                     *       ],
                     *       "proposalsTruncated": false
                     *     }
                     */
                    "application/json": components["schemas"]["Dao"];
                };
            };
        };
    };
    patchDaosByDaoId: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the identifier of the DAO
                 * @example 540ab571-136a-436a-b1e1-e7e03fb2621b
                 */
                daoId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "INACTIVE"
                 *     }
                 */
                "application/json": {
                    /** @enum {unknown} */
                    status: "ACTIVE" | "INACTIVE";
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
                    /**
                     * @example {
                     *       "daoId": "540ab571-136a-436a-b1e1-e7e03fb2621b",
                     *       "chain": "hedera:devnet",
                     *       "name": "Gardeners",
                     *       "description": "of the garden",
                     *       "ownerAddress": "0.0.1032",
                     *       "status": "INACTIVE",
                     *       "votingRules": {
                     *         "threshold": 50,
                     *         "minVotingPeriod": 1,
                     *         "tokenWeighted": false,
                     *         "tokenId": null,
                     *         "votingDelay": 0
                     *       },
                     *       "topicId": "0.0.1055",
                     *       "createdAt": "2026-12-06T03:53:09.309Z",
                     *       "updatedAt": "2026-12-06T03:53:09.310Z",
                     *       "memberCount": 2,
                     *       "members": [
                     *         "0.0.1033",
                     *         "0.0.1032"
                     *       ],
                     *       "membersTruncated": false,
                     *       "proposals": [
                     *         {
                     *           "proposalId": "62d2fd4b-fe6a-40cc-85a8-e569bca2944c",
                     *           "daoId": "540ab571-136a-436a-b1e1-e7e03fb2621b",
                     *           "chain": "hedera:devnet",
                     *           "title": "Plant a tree",
                     *           "description": "An apple tree",
                     *           "creatorAddress": "0.0.1032",
                     *           "status": "ACTIVE",
                     *           "cancelled": false,
                     *           "cancellation": null,
                     *           "startTime": "2026-12-06T03:53:09.310Z",
                     *           "endTime": "2026-12-07T03:53:09.310Z",
                     *           "quorum": null,
                     *           "validUntil": null,
                     *           "proposalData": {},
                     *           "votingOptions": [
                     *             "YES",
                     *             "NO",
                     *             "ABSTAIN"
                     *           ],
                     *           "proposalHash": "d5d773d89a298755978caf4a65c9d0b01d7447fb961853ec990ec0f91bfa6141",
                     *           "decision": null,
                     *           "createdAt": "2026-12-06T03:53:09.310Z",
                     *           "updatedAt": "2026-12-06T03:53:09.310Z",
                     *           "votes": [],
                     *           "votesTruncated": false
                     *         }
                     *       ],
                     *       "proposalsTruncated": false
                     *     }
                     */
                    "application/json": components["schemas"]["Dao"];
                };
            };
        };
    };
    getDaosOwnerByOwnerAddress: {
        parameters: {
            query?: {
                /** @description how many entries a page has at most */
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
                /** @description the chain; by default the session's, else the first of CHAINS */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1035 */
                ownerAddress: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description <...>; rel="next" if there are more entries (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "daoId": "67b42682-821f-4566-9d1a-8be543fdb1a2",
                     *         "chain": "hedera:devnet",
                     *         "name": "Gardeners",
                     *         "description": "of the garden",
                     *         "ownerAddress": "0.0.1035",
                     *         "status": "ACTIVE",
                     *         "votingRules": {
                     *           "threshold": 50,
                     *           "minVotingPeriod": 1,
                     *           "tokenWeighted": false,
                     *           "tokenId": null,
                     *           "votingDelay": 0
                     *         },
                     *         "topicId": "0.0.1037",
                     *         "createdAt": "2026-11-28T22:10:59.511Z",
                     *         "updatedAt": "2026-11-28T22:10:59.511Z",
                     *         "memberCount": 2,
                     *         "members": [
                     *           "0.0.1036",
                     *           "0.0.1035"
                     *         ],
                     *         "membersTruncated": false,
                     *         "proposals": [
                     *           {
                     *             "proposalId": "2782d268-0490-47ca-b2cf-3ec048197643",
                     *             "daoId": "67b42682-821f-4566-9d1a-8be543fdb1a2",
                     *             "chain": "hedera:devnet",
                     *             "title": "Plant a tree",
                     *             "description": "An apple tree",
                     *             "creatorAddress": "0.0.1036",
                     *             "status": "ACTIVE",
                     *             "cancelled": false,
                     *             "cancellation": null,
                     *             "startTime": "2026-11-28T22:10:59.512Z",
                     *             "endTime": "2026-11-29T22:10:59.512Z",
                     *             "quorum": null,
                     *             "validUntil": null,
                     *             "proposalData": {},
                     *             "votingOptions": [
                     *               "YES",
                     *               "NO",
                     *               "ABSTAIN"
                     *             ],
                     *             "proposalHash": "0363b4e4bee9cd2e9c22ce66865365794f6f62f7d85fc99ae3788648e3b5392e",
                     *             "decision": null,
                     *             "createdAt": "2026-11-28T22:10:59.512Z",
                     *             "updatedAt": "2026-11-28T22:10:59.512Z",
                     *             "votes": [
                     *               {
                     *                 "voteId": "2782d268-0490-47ca-b2cf-3ec048197643-1",
                     *                 "proposalId": "2782d268-0490-47ca-b2cf-3ec048197643",
                     *                 "daoId": "67b42682-821f-4566-9d1a-8be543fdb1a2",
                     *                 "voterAddress": "0.0.1035",
                     *                 "choice": "YES",
                     *                 "weight": 1,
                     *                 "number": 1,
                     *                 "signed": false,
                     *                 "createdAt": "2026-11-28T22:10:59.512Z",
                     *                 "updatedAt": "2026-11-28T22:10:59.512Z",
                     *                 "comment": "at last"
                     *               }
                     *             ],
                     *             "votesTruncated": false
                     *           }
                     *         ],
                     *         "proposalsTruncated": false
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Dao"][];
                };
            };
        };
    };
    getDaosMembers: {
        parameters: {
            query?: {
                /** @description how many entries a page has at most */
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description the identifier of the DAO
                 * @example 54553191-3da3-42a6-80f3-b0ecff7b61d3
                 */
                daoId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description <...>; rel="next" if there are more entries (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       "0.0.1038"
                     *     ]
                     */
                    "application/json": components["schemas"]["AccountId"][];
                };
            };
        };
    };
    postDaosMembers: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the identifier of the DAO
                 * @example 59575181-513e-4880-9b77-56f558d599af
                 */
                daoId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "memberAddress": "0.0.1033"
                 *     }
                 */
                "application/json": {
                    memberAddress: components["schemas"]["AccountId"];
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
                    /**
                     * @example {
                     *       "daoId": "59575181-513e-4880-9b77-56f558d599af",
                     *       "memberAddress": "0.0.1033",
                     *       "member": true
                     *     }
                     */
                    "application/json": {
                        /** @description the identifier of the DAO */
                        daoId: string;
                        memberAddress: components["schemas"]["AccountId"];
                        /** @description whether the account is a member now */
                        member: boolean;
                    };
                };
            };
        };
    };
    deleteDaosMembersByMemberAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the identifier of the DAO
                 * @example ee699c1b-f7a6-4aac-8cc5-5efbdb93b5c5
                 */
                daoId: string;
                /** @example 0.0.1040 */
                memberAddress: string;
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
                    /**
                     * @example {
                     *       "daoId": "ee699c1b-f7a6-4aac-8cc5-5efbdb93b5c5",
                     *       "memberAddress": "0.0.1040",
                     *       "member": false
                     *     }
                     */
                    "application/json": {
                        /** @description the identifier of the DAO */
                        daoId: string;
                        memberAddress: components["schemas"]["AccountId"];
                        /** @description whether the account is a member now */
                        member: boolean;
                    };
                };
            };
        };
    };
    getProposals: {
        parameters: {
            query?: {
                /** @description how many entries a page has at most */
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
                /** @description only proposals in this status */
                status?: "PENDING" | "ACTIVE" | "PASSED" | "REJECTED";
                /**
                 * @description the session's account if absent
                 * @example 0.0.1001
                 */
                member?: string;
                /** @description the chain; by default the session's, else the first of CHAINS */
                chain?: string;
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
                    /** @description <...>; rel="next" if there are more entries (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "proposalId": "12105715-0b2d-437a-8b7b-ffc14f4f04f5",
                     *         "daoId": "caf8e239-559e-47c9-84ce-55c2344de877",
                     *         "chain": "hedera:devnet",
                     *         "title": "Plant a tree",
                     *         "description": "An apple tree",
                     *         "creatorAddress": "0.0.1053",
                     *         "status": "REJECTED",
                     *         "cancelled": true,
                     *         "cancellation": {
                     *           "cancelledAt": "2026-11-28T22:10:59.523Z",
                     *           "signed": false
                     *         },
                     *         "startTime": "2026-11-28T22:10:59.523Z",
                     *         "endTime": "2026-11-29T22:10:59.523Z",
                     *         "quorum": null,
                     *         "validUntil": null,
                     *         "proposalData": {},
                     *         "votingOptions": [
                     *           "YES",
                     *           "NO",
                     *           "ABSTAIN"
                     *         ],
                     *         "proposalHash": "5a87af5de18cc004923c746f21962dcc7608ecadc3dc012b248955488aebad86",
                     *         "decision": {
                     *           "topicId": "0.0.1056",
                     *           "consensusTimestamp": "1795903859.523008000"
                     *         },
                     *         "createdAt": "2026-11-28T22:10:59.523Z",
                     *         "updatedAt": "2026-11-28T22:10:59.523Z",
                     *         "votes": [],
                     *         "votesTruncated": false
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Proposal"][];
                };
            };
        };
    };
    postProposals: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "daoId": "22152c1d-b199-43b8-b452-bab0a144fe63",
                 *       "title": "Plant a tree",
                 *       "description": "An apple tree",
                 *       "creatorAddress": "0.0.1033",
                 *       "votingDurationHours": 24,
                 *       "proposalData": {
                 *         "operation": {
                 *           "method": "POST",
                 *           "path": "/transfer/hbar",
                 *           "body": {
                 *             "amount": 5,
                 *             "to": "0.0.1033"
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description the identifier of the DAO */
                    daoId: string;
                    title: string;
                    description: string;
                    creatorAddress: components["schemas"]["AccountId"];
                    /** @description how long votes are taken, hours */
                    votingDurationHours: number;
                    /**
                     * an object of any form
                     * @description any JSON object; its field `operation` {method, path, body} is the write of the node API that the proposal permits if it passes
                     */
                    proposalData?: {
                        [key: string]: unknown;
                    };
                    /** @description two to five different options; by default YES, NO and ABSTAIN */
                    votingOptions?: string[];
                    /**
                     * Format: date-time
                     * @description when voting starts, ISO 8601; by default as soon as the DAO's `votingDelay` allows
                     */
                    startTime?: string;
                    /** @description the decision cannot be carried out after this time: ISO 8601 or seconds.nanoseconds, later than the end of the voting */
                    validUntil?: string | null;
                    /** @description percent of the eligible weight that must be cast */
                    quorum?: number | null;
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
                    /**
                     * @example {
                     *       "proposalId": "cbfed386-810f-4b39-b192-5f9d139e2c0f",
                     *       "daoId": "22152c1d-b199-43b8-b452-bab0a144fe63",
                     *       "chain": "hedera:devnet",
                     *       "title": "Plant a tree",
                     *       "description": "An apple tree",
                     *       "creatorAddress": "0.0.1033",
                     *       "status": "ACTIVE",
                     *       "cancelled": false,
                     *       "cancellation": null,
                     *       "startTime": "2026-11-29T21:53:08.302Z",
                     *       "endTime": "2026-11-30T21:53:08.302Z",
                     *       "quorum": null,
                     *       "validUntil": null,
                     *       "proposalData": {
                     *         "operation": {
                     *           "method": "POST",
                     *           "path": "/transfer/hbar",
                     *           "body": {
                     *             "amount": 5,
                     *             "to": "0.0.1033"
                     *           }
                     *         }
                     *       },
                     *       "votingOptions": [
                     *         "YES",
                     *         "NO",
                     *         "ABSTAIN"
                     *       ],
                     *       "proposalHash": "0bdc1349f0f7bb1d01187f7b222c2ec0f77b29c7e8df8d8bd11f645b9446b56c",
                     *       "decision": null,
                     *       "createdAt": "2026-11-29T21:53:08.302Z",
                     *       "updatedAt": "2026-11-29T21:53:08.302Z",
                     *       "votes": [],
                     *       "votesTruncated": false
                     *     }
                     */
                    "application/json": components["schemas"]["Proposal"];
                };
            };
        };
    };
    getProposalsByProposalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description the identifier of the proposal
                 * @example cbfed386-810f-4b39-b192-5f9d139e2c0f
                 */
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
                    /**
                     * @example {
                     *       "proposalId": "cbfed386-810f-4b39-b192-5f9d139e2c0f",
                     *       "daoId": "22152c1d-b199-43b8-b452-bab0a144fe63",
                     *       "chain": "hedera:devnet",
                     *       "title": "Plant a tree",
                     *       "description": "An apple tree",
                     *       "creatorAddress": "0.0.1033",
                     *       "status": "PASSED",
                     *       "cancelled": false,
                     *       "cancellation": null,
                     *       "startTime": "2026-11-29T21:53:08.302Z",
                     *       "endTime": "2026-11-30T21:53:08.302Z",
                     *       "quorum": null,
                     *       "validUntil": null,
                     *       "proposalData": {
                     *         "operation": {
                     *           "method": "POST",
                     *           "path": "/transfer/hbar",
                     *           "body": {
                     *             "amount": 5,
                     *             "to": "0.0.1033"
                     *           }
                     *         }
                     *       },
                     *       "votingOptions": [
                     *         "YES",
                     *         "NO",
                     *         "ABSTAIN"
                     *       ],
                     *       "proposalHash": "0bdc1349f0f7bb1d01187f7b222c2ec0f77b29c7e8df8d8bd11f645b9446b56c",
                     *       "decision": {
                     *         "topicId": "0.0.1048",
                     *         "consensusTimestamp": "1796075588.302005000"
                     *       },
                     *       "createdAt": "2026-11-29T21:53:08.302Z",
                     *       "updatedAt": "2026-11-30T21:53:08.302Z",
                     *       "votes": [
                     *         {
                     *           "voteId": "cbfed386-810f-4b39-b192-5f9d139e2c0f-3",
                     *           "proposalId": "cbfed386-810f-4b39-b192-5f9d139e2c0f",
                     *           "daoId": "22152c1d-b199-43b8-b452-bab0a144fe63",
                     *           "voterAddress": "0.0.1034",
                     *           "choice": "NO",
                     *           "weight": 1,
                     *           "number": 3,
                     *           "signed": false,
                     *           "createdAt": "2026-11-29T21:53:08.302Z",
                     *           "updatedAt": "2026-11-29T21:53:08.302Z",
                     *           "comment": "of 0.0.1034"
                     *         }
                     *       ],
                     *       "votesTruncated": false
                     *     }
                     */
                    "application/json": components["schemas"]["Proposal"];
                };
            };
        };
    };
    deleteProposalsByProposalId: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the identifier of the proposal
                 * @example 12105715-0b2d-437a-8b7b-ffc14f4f04f5
                 */
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
                    /**
                     * @example {
                     *       "proposalId": "12105715-0b2d-437a-8b7b-ffc14f4f04f5",
                     *       "daoId": "caf8e239-559e-47c9-84ce-55c2344de877",
                     *       "chain": "hedera:devnet",
                     *       "title": "Plant a tree",
                     *       "description": "An apple tree",
                     *       "creatorAddress": "0.0.1053",
                     *       "status": "REJECTED",
                     *       "cancelled": true,
                     *       "cancellation": {
                     *         "cancelledAt": "2026-11-28T22:10:59.523Z",
                     *         "signed": false
                     *       },
                     *       "startTime": "2026-11-28T22:10:59.523Z",
                     *       "endTime": "2026-11-29T22:10:59.523Z",
                     *       "quorum": null,
                     *       "validUntil": null,
                     *       "proposalData": {},
                     *       "votingOptions": [
                     *         "YES",
                     *         "NO",
                     *         "ABSTAIN"
                     *       ],
                     *       "proposalHash": "5a87af5de18cc004923c746f21962dcc7608ecadc3dc012b248955488aebad86",
                     *       "decision": null,
                     *       "createdAt": "2026-11-28T22:10:59.523Z",
                     *       "updatedAt": "2026-11-28T22:10:59.523Z",
                     *       "votes": [],
                     *       "votesTruncated": false
                     *     }
                     */
                    "application/json": components["schemas"]["Proposal"];
                };
            };
        };
    };
    getProposalsDaoByDaoId: {
        parameters: {
            query?: {
                /** @description how many entries a page has at most */
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description the identifier of the DAO
                 * @example 67b42682-821f-4566-9d1a-8be543fdb1a2
                 */
                daoId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description <...>; rel="next" if there are more entries (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "proposalId": "2782d268-0490-47ca-b2cf-3ec048197643",
                     *         "daoId": "67b42682-821f-4566-9d1a-8be543fdb1a2",
                     *         "chain": "hedera:devnet",
                     *         "title": "Plant a tree",
                     *         "description": "An apple tree",
                     *         "creatorAddress": "0.0.1036",
                     *         "status": "ACTIVE",
                     *         "cancelled": false,
                     *         "cancellation": null,
                     *         "startTime": "2026-11-28T22:10:59.512Z",
                     *         "endTime": "2026-11-29T22:10:59.512Z",
                     *         "quorum": null,
                     *         "validUntil": null,
                     *         "proposalData": {},
                     *         "votingOptions": [
                     *           "YES",
                     *           "NO",
                     *           "ABSTAIN"
                     *         ],
                     *         "proposalHash": "0363b4e4bee9cd2e9c22ce66865365794f6f62f7d85fc99ae3788648e3b5392e",
                     *         "decision": null,
                     *         "createdAt": "2026-11-28T22:10:59.512Z",
                     *         "updatedAt": "2026-11-28T22:10:59.512Z",
                     *         "votes": [
                     *           {
                     *             "voteId": "2782d268-0490-47ca-b2cf-3ec048197643-1",
                     *             "proposalId": "2782d268-0490-47ca-b2cf-3ec048197643",
                     *             "daoId": "67b42682-821f-4566-9d1a-8be543fdb1a2",
                     *             "voterAddress": "0.0.1035",
                     *             "choice": "YES",
                     *             "weight": 1,
                     *             "number": 1,
                     *             "signed": false,
                     *             "createdAt": "2026-11-28T22:10:59.512Z",
                     *             "updatedAt": "2026-11-28T22:10:59.512Z",
                     *             "comment": "at last"
                     *           }
                     *         ],
                     *         "votesTruncated": false
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Proposal"][];
                };
            };
        };
    };
    getProposalsDaoActive: {
        parameters: {
            query?: {
                /** @description how many entries a page has at most */
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description the identifier of the DAO
                 * @example 67b42682-821f-4566-9d1a-8be543fdb1a2
                 */
                daoId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description <...>; rel="next" if there are more entries (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "proposalId": "2782d268-0490-47ca-b2cf-3ec048197643",
                     *         "daoId": "67b42682-821f-4566-9d1a-8be543fdb1a2",
                     *         "chain": "hedera:devnet",
                     *         "title": "Plant a tree",
                     *         "description": "An apple tree",
                     *         "creatorAddress": "0.0.1036",
                     *         "status": "ACTIVE",
                     *         "cancelled": false,
                     *         "cancellation": null,
                     *         "startTime": "2026-11-28T22:10:59.512Z",
                     *         "endTime": "2026-11-29T22:10:59.512Z",
                     *         "quorum": null,
                     *         "validUntil": null,
                     *         "proposalData": {},
                     *         "votingOptions": [
                     *           "YES",
                     *           "NO",
                     *           "ABSTAIN"
                     *         ],
                     *         "proposalHash": "0363b4e4bee9cd2e9c22ce66865365794f6f62f7d85fc99ae3788648e3b5392e",
                     *         "decision": null,
                     *         "createdAt": "2026-11-28T22:10:59.512Z",
                     *         "updatedAt": "2026-11-28T22:10:59.512Z",
                     *         "votes": [
                     *           {
                     *             "voteId": "2782d268-0490-47ca-b2cf-3ec048197643-1",
                     *             "proposalId": "2782d268-0490-47ca-b2cf-3ec048197643",
                     *             "daoId": "67b42682-821f-4566-9d1a-8be543fdb1a2",
                     *             "voterAddress": "0.0.1035",
                     *             "choice": "YES",
                     *             "weight": 1,
                     *             "number": 1,
                     *             "signed": false,
                     *             "createdAt": "2026-11-28T22:10:59.512Z",
                     *             "updatedAt": "2026-11-28T22:10:59.512Z",
                     *             "comment": "at last"
                     *           }
                     *         ],
                     *         "votesTruncated": false
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Proposal"][];
                };
            };
        };
    };
    getProposalsCancellation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description the identifier of the proposal
                 * @example 958eed53-7703-43b7-86b9-2c7b29c16b03
                 */
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
                    /**
                     * @example {
                     *       "text": "Quorate cancellation v1\n{\"chain\":\"hedera:devnet\",\"creatorAdd…"
                     *     }
                     */
                    "application/json": {
                        text: string;
                    };
                };
            };
        };
    };
    postProposalsCancellation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the identifier of the proposal
                 * @example 958eed53-7703-43b7-86b9-2c7b29c16b03
                 */
                proposalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "signature": "0x3f8b21209c80999bc45418185bd6d46169a01a743b05b59b25b5050d985851a358c973d1b4a7f0160725662a4553215212a8496824e8f0e943843e861c382f0c"
                 *     }
                 */
                "application/json": {
                    signature?: components["schemas"]["Bytes"];
                    /** @description signatures by keys that together satisfy the account's key on the ledger */
                    signatures?: {
                        /** @description the public key, DER or raw, hex */
                        publicKey: string;
                        /** @description bytes as 0x hex, base64, an array of numbers, an index-keyed object or {type: 'Buffer', data: [...]} */
                        signature: components["schemas"]["Bytes"];
                    }[];
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
                    /**
                     * @example {
                     *       "proposalId": "958eed53-7703-43b7-86b9-2c7b29c16b03",
                     *       "daoId": "f1796531-3c72-40ee-9079-b06c4dd6bb30",
                     *       "chain": "hedera:devnet",
                     *       "title": "Plant a tree",
                     *       "description": "An apple tree",
                     *       "creatorAddress": "0.0.1033",
                     *       "status": "REJECTED",
                     *       "cancelled": true,
                     *       "cancellation": {
                     *         "cancelledAt": "2026-11-28T22:12:00.919Z",
                     *         "signed": true
                     *       },
                     *       "startTime": "2026-11-28T22:12:00.919Z",
                     *       "endTime": "2026-11-29T22:12:00.919Z",
                     *       "quorum": null,
                     *       "validUntil": null,
                     *       "proposalData": {},
                     *       "votingOptions": [
                     *         "YES",
                     *         "NO",
                     *         "ABSTAIN"
                     *       ],
                     *       "proposalHash": "f739437a3ae4e890fc1bf07472267c05c185c1a0698b2007bef3db85d7d2126f",
                     *       "decision": null,
                     *       "createdAt": "2026-11-28T22:12:00.919Z",
                     *       "updatedAt": "2026-11-28T22:12:00.919Z",
                     *       "votes": [],
                     *       "votesTruncated": false
                     *     }
                     */
                    "application/json": components["schemas"]["Proposal"];
                };
            };
        };
    };
    postVotes: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "proposalId": "2782d268-0490-47ca-b2cf-3ec048197643",
                 *       "daoId": "67b42682-821f-4566-9d1a-8be543fdb1a2",
                 *       "voterAddress": "0.0.1035",
                 *       "choice": "YES",
                 *       "comment": "at last"
                 *     }
                 */
                "application/json": {
                    /** @description the identifier of the proposal */
                    proposalId: string;
                    /** @description the identifier of the DAO */
                    daoId: string;
                    voterAddress: components["schemas"]["AccountId"];
                    /** @description one of `votingOptions` */
                    choice: string;
                    /** @description the comment of the voter, which is public */
                    comment?: string;
                    signature?: components["schemas"]["Bytes"];
                    /** @description signatures by keys that together satisfy the account's key on the ledger */
                    signatures?: {
                        /** @description the public key, DER or raw, hex */
                        publicKey: string;
                        /** @description bytes as 0x hex, base64, an array of numbers, an index-keyed object or {type: 'Buffer', data: [...]} */
                        signature: components["schemas"]["Bytes"];
                    }[];
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
                    /**
                     * @example {
                     *       "voteId": "2782d268-0490-47ca-b2cf-3ec048197643-1",
                     *       "proposalId": "2782d268-0490-47ca-b2cf-3ec048197643",
                     *       "daoId": "67b42682-821f-4566-9d1a-8be543fdb1a2",
                     *       "voterAddress": "0.0.1035",
                     *       "choice": "YES",
                     *       "weight": 1,
                     *       "number": 1,
                     *       "signed": false,
                     *       "createdAt": "2026-11-28T22:10:59.512Z",
                     *       "updatedAt": "2026-11-28T22:10:59.512Z",
                     *       "comment": "at last"
                     *     }
                     */
                    "application/json": components["schemas"]["Vote"];
                };
            };
        };
    };
    postVotesText: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "proposalId": "881071bc-30cc-4886-95ab-4a006fcc1b13",
                 *       "daoId": "faf5c622-38b0-4fff-a5fe-0fea765d935f",
                 *       "voterAddress": "0.0.1052",
                 *       "choice": "YES"
                 *     }
                 */
                "application/json": {
                    /** @description the identifier of the proposal */
                    proposalId: string;
                    /** @description the identifier of the DAO */
                    daoId: string;
                    voterAddress: components["schemas"]["AccountId"];
                    /** @description one of `votingOptions` */
                    choice: string;
                    /** @description the comment of the voter, which is public */
                    comment?: string;
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
                    /**
                     * @example {
                     *       "text": "{\"chain\":\"hedera:devnet\",\"choice\":\"YES\",\"daoId\":\"faf5c622-38…",
                     *       "proposalHash": "9cedb3b21aad4bac711deaad083af080af9b3eb26958f1b571f1f3e5773de9a5"
                     *     }
                     */
                    "application/json": {
                        /** @description the text to sign, as it is or as a message (HIP-820) */
                        text: string;
                        /** @description SHA-256 of its record on the topic, hex; voters sign this hash */
                        proposalHash: string;
                    };
                };
            };
        };
    };
    getVotesByVoteId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description the identifier of the vote: the proposal, and its number there
                 * @example cbfed386-810f-4b39-b192-5f9d139e2c0f-1
                 */
                voteId: string;
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
                    /**
                     * @example {
                     *       "voteId": "cbfed386-810f-4b39-b192-5f9d139e2c0f-1",
                     *       "proposalId": "cbfed386-810f-4b39-b192-5f9d139e2c0f",
                     *       "daoId": "22152c1d-b199-43b8-b452-bab0a144fe63",
                     *       "voterAddress": "0.0.1032",
                     *       "choice": "YES",
                     *       "weight": 1,
                     *       "number": 1,
                     *       "signed": false,
                     *       "createdAt": "2026-11-29T21:53:08.302Z",
                     *       "updatedAt": "2026-11-29T21:53:08.302Z",
                     *       "comment": "of 0.0.1032"
                     *     }
                     */
                    "application/json": components["schemas"]["Vote"];
                };
            };
        };
    };
    getVotesProposalByProposalId: {
        parameters: {
            query?: {
                /** @description how many entries a page has at most */
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description the identifier of the proposal
                 * @example 75eb9aad-d640-49e9-8966-dc4596de1119
                 */
                proposalId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description <...>; rel="next" if there are more entries (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "voteId": "75eb9aad-d640-49e9-8966-dc4596de1119-1",
                     *         "proposalId": "75eb9aad-d640-49e9-8966-dc4596de1119",
                     *         "daoId": "d23f2c2d-930d-4eb0-bb07-28d8c625ebf5",
                     *         "voterAddress": "0.0.1032",
                     *         "choice": "YES",
                     *         "weight": 1,
                     *         "number": 1,
                     *         "signed": false,
                     *         "createdAt": "2026-11-28T22:13:35.996Z",
                     *         "updatedAt": "2026-11-28T22:13:35.996Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Vote"][];
                };
            };
        };
    };
    getVotesProposalVoterByVoterAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description the identifier of the proposal
                 * @example e7885e20-f506-4591-af36-45c5a28114ed
                 */
                proposalId: string;
                /** @example 0.0.1033 */
                voterAddress: string;
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
                    /**
                     * @example {
                     *       "voteId": "e7885e20-f506-4591-af36-45c5a28114ed-2",
                     *       "proposalId": "e7885e20-f506-4591-af36-45c5a28114ed",
                     *       "daoId": "88166dfe-4624-40bc-98e8-b353ebf22572",
                     *       "voterAddress": "0.0.1033",
                     *       "choice": "YES",
                     *       "weight": 1,
                     *       "number": 2,
                     *       "signed": false,
                     *       "createdAt": "2026-11-28T22:13:35.998Z",
                     *       "updatedAt": "2026-11-28T22:13:35.998Z",
                     *       "comment": "a tree"
                     *     }
                     */
                    "application/json": components["schemas"]["Vote"];
                };
            };
        };
    };
    getVotesProposalResults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description the identifier of the proposal
                 * @example b1895d60-4e51-4280-941f-2541ebd76fb4
                 */
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
                    /**
                     * @example {
                     *       "proposalId": "b1895d60-4e51-4280-941f-2541ebd76fb4",
                     *       "daoId": "9f5f8eca-4ecf-4311-8a59-7d354c2cc052",
                     *       "status": "PASSED",
                     *       "decimals": 0,
                     *       "options": [
                     *         {
                     *           "option": "YES",
                     *           "votes": 1,
                     *           "weight": 1,
                     *           "percent": 50
                     *         },
                     *         {
                     *           "option": "NO",
                     *           "votes": 0,
                     *           "weight": 0,
                     *           "percent": 0
                     *         },
                     *         {
                     *           "option": "ABSTAIN",
                     *           "votes": 1,
                     *           "weight": 1,
                     *           "percent": 50
                     *         }
                     *       ],
                     *       "totalVotes": 2,
                     *       "totalWeight": 2,
                     *       "threshold": 50,
                     *       "quorum": {
                     *         "percent": 66,
                     *         "eligibleWeight": 3,
                     *         "cast": 66.67,
                     *         "reached": true
                     *       },
                     *       "leading": "YES",
                     *       "passing": true,
                     *       "winner": "YES",
                     *       "final": true
                     *     }
                     */
                    "application/json": components["schemas"]["Results"];
                };
            };
        };
    };
    getVotesProposalAudit: {
        parameters: {
            query?: {
                /** @description how many entries a page has at most */
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description the identifier of the proposal
                 * @example 5316860a-2822-4cb5-bda1-86db1846a572
                 */
                proposalId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    /** @description <...>; rel="next" if there are more entries (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "proposalId": "5316860a-2822-4cb5-bda1-86db1846a572",
                     *       "daoId": "59575181-513e-4880-9b77-56f558d599af",
                     *       "chain": "hedera:devnet",
                     *       "topicId": "0.0.1038",
                     *       "electorate": {
                     *         "members": 6,
                     *         "root": "bf41f5da2478a533f398fd142d5159a856c48389e9441662680868b269415551"
                     *       },
                     *       "batches": [
                     *         {
                     *           "batch": 1,
                     *           "first": 1,
                     *           "last": 3,
                     *           "root": "98aa20af3e9c8ac925ecf3029f51b3939c281842f684579e49bee886f6ef5c6c",
                     *           "leaves": "bafkreig5gwakhg3vbvt47hbopze3ahzgnqnoxz6lbezeg7gvpfztxjukum",
                     *           "consensusTimestamp": "1795903823.039002000"
                     *         },
                     *         {
                     *           "batch": 2,
                     *           "first": 4,
                     *           "last": 5,
                     *           "root": "9e4dd0a47b3a05ab56e1b65e773dddf8bf04f780c65ee5469b8213b0c21f3712",
                     *           "leaves": "bafkreicxycdl3is4sbfaqp7wi6xj2jppcipe2hgl5pr4jhwpvt2u2u5psa",
                     *           "consensusTimestamp": "1795903824.039000000"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Audit"];
                };
            };
        };
    };
    getVotesProposalAuditBatchesByBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description the identifier of the proposal
                 * @example f0eab41a-2638-4de8-bdd4-94f44a8dc73c
                 */
                proposalId: string;
                /**
                 * @description the number of the batch, from 1
                 * @example 1
                 */
                batch: number;
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
                    /** @example {"castAt":"2026-11-28T22:26:41.561Z","choice":"YES","number":1,"voterAddress":"0.0.1032","weight":"1"} */
                    "application/jsonl": string;
                };
            };
        };
    };
    getVotesProposalAuditElectorate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description the identifier of the proposal
                 * @example 958eed53-7703-43b7-86b9-2c7b29c16b03
                 */
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
                    /**
                     * @example 0.0.1032
                     *     0.0.1033
                     */
                    "text/plain": string;
                };
            };
        };
    };
}
