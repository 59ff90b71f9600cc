/** Made by `npm run client:generate` from openapi/governance.json. */

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
    "/daos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The DAOs of a chain, newest first, in pages of 100 at most */
        get: operations["getDaos"];
        put?: never;
        /** Create a DAO */
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
        /** A DAO */
        get: operations["getDaosByDaoId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Set a DAO's status: INACTIVE accepts no new proposals */
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
        /** The DAOs of an owner, newest first, in pages of 100 at most */
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
        /** The members, newest first */
        get: operations["getDaosMembers"];
        put?: never;
        /** Add a member */
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
        /** Remove a member; votes already cast stay */
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
        /** The proposals in all DAOs that an account is a member of, newest first, in pages of at most 100, fewer if they are large */
        get: operations["getProposals"];
        put?: never;
        /** Submit a proposal */
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
        /** A proposal */
        get: operations["getProposalsByProposalId"];
        put?: never;
        post?: never;
        /** Cancel a proposal without votes */
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
        /** The proposals of a DAO, newest first, in pages of at most 100, fewer if they are large */
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
        /** A DAO's proposals with voting in progress, newest first, in pages of at most 100, fewer if they are large */
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
        /** The text that its creator signs to cancel a proposal */
        get: operations["getProposalsCancellation"];
        put?: never;
        /**
         * Cancel a proposal without votes, with its creator's signature
         * @description Sign the answer to `GET` of the same path, as raw bytes or as a message in a wallet.
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
         * @description The session's own vote; or anybody's that carries the voter's `signature`, or `signatures`, over the canonical JSON (RFC 8785) of {chain, choice, comment, daoId, proposalHash, proposalId, voterAddress}, which `POST /votes/text` answers.
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
        /** The text that the voter signs for a vote; nothing is recorded */
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
        /** A vote */
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
        /** The votes on a proposal, newest first */
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
        /** A voter's vote */
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
        /** The results of a proposal so far */
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
        /** The batches that anchor the votes, in pages */
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
        /** The leaves of a batch: one vote as canonical JSON per line */
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
        /** The electorate: one account id per line, sorted */
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
            voteId: string;
            proposalId: string;
            daoId: string;
            voterAddress: components["schemas"]["AccountId"];
            choice: string;
            /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
            weight: number | string;
            comment?: string;
            /** @description from 1, in the order that the proposal's votes were counted */
            number: number;
            /** @description true if it carries the voter's own signature; otherwise only the service vouches for it */
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
            proposalId: string;
            daoId: string;
            chain: string;
            title: string;
            description: string;
            creatorAddress: components["schemas"]["AccountId"];
            /** @enum {unknown} */
            status: "PENDING" | "ACTIVE" | "PASSED" | "REJECTED";
            cancelled: boolean;
            cancellation: {
                /**
                 * Format: date-time
                 * @description ISO 8601
                 */
                cancelledAt: string;
                /** @description by its creator; else it rests on the service's word */
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
            proposalData: {
                [key: string]: unknown;
            };
            votingOptions: string[];
            /** @description SHA-256 in hex of the proposal's record on the topic; signed votes contain it */
            proposalHash: string;
            decision: {
                topicId: components["schemas"]["TopicId"];
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
            /** @description the newest 100, fewer where many proposals are answered at once */
            votes: components["schemas"]["Vote"][];
            /** @description whether there are others: `GET /votes/proposal/{proposalId}` */
            votesTruncated: boolean;
        };
        Dao: {
            daoId: string;
            chain: string;
            name: string;
            description: string;
            ownerAddress: components["schemas"]["AccountId"];
            /**
             * @description PENDING until it has its consensus topic; INACTIVE accepts no new proposals
             * @enum {unknown}
             */
            status: "PENDING" | "ACTIVE" | "INACTIVE";
            votingRules: {
                threshold: number;
                /** @description hours */
                minVotingPeriod: number;
                tokenWeighted: boolean;
                tokenId: components["schemas"]["TokenId"] | null;
                /** @description hours from a proposal to its voting, at least */
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
            memberCount: number;
            /** @description the newest 100, the owner always among them */
            members: components["schemas"]["AccountId"][];
            /** @description whether there are others: `GET /daos/{daoId}/members` */
            membersTruncated: boolean;
            /** @description the newest 100; fewer if they are large or the answer has many DAOs */
            proposals: components["schemas"]["Proposal"][];
            /** @description whether there are others: `GET /proposals/dao/{daoId}` */
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
            proposalId: string;
            daoId: string;
            /** @enum {unknown} */
            status: "PENDING" | "ACTIVE" | "PASSED" | "REJECTED";
            /** @description of weights */
            decimals: number;
            options: {
                option: string;
                votes: number;
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                weight: number | string;
                /** @description rounded to two digits, for display */
                percent: number;
            }[];
            totalVotes: number;
            /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
            totalWeight: number | string;
            threshold: number;
            quorum: {
                /** @description of the eligible weight, that must be cast */
                percent: number;
                eligibleWeight: (number | string) | null;
                cast: number | null;
                reached: boolean;
            } | null;
            leading: string | null;
            /** @description whether these counts pass */
            passing: boolean;
            winner: string | null;
            final: boolean;
        };
        Audit: {
            proposalId: string;
            daoId: string;
            chain: string;
            topicId: string | null;
            electorate: {
                members: number;
                root: string;
            } | null;
            batches: {
                batch: number;
                first: number;
                last: number;
                /** @description Merkle tree hash (RFC 9162) over the leaves */
                root: string;
                /** @description content identifier of the leaves */
                leaves: string;
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
    getDaos: {
        parameters: {
            query?: {
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
                /** @description the chain; the session's if absent, else the default one */
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
                    /** @description <...>; rel="next" where there is more (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dao"][];
                };
            };
        };
    };
    postDaos: {
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
                    description: string;
                    ownerAddress: components["schemas"]["AccountId"];
                    /** @description admitted with the owner; others join by `POST /daos/{daoId}/members` */
                    members?: components["schemas"]["AccountId"][];
                    votingRules: {
                        /** @description percent, 1 to 100 */
                        threshold: number;
                        /** @description hours */
                        minVotingPeriod: number;
                        tokenWeighted: boolean;
                        /** @description whose holding weighs; the native currency without it */
                        tokenId?: components["schemas"]["TokenId"] | null;
                        /** @description hours from a proposal to the start of its voting, at least; with tokenWeighted the least that a voter held in these hours before the start is its weight */
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
                    "application/json": components["schemas"]["Dao"];
                };
            };
        };
    };
    patchDaosByDaoId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                daoId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
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
                    "application/json": components["schemas"]["Dao"];
                };
            };
        };
    };
    getDaosOwnerByOwnerAddress: {
        parameters: {
            query?: {
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
                /** @description the chain; the session's if absent, else the default one */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1001 */
                ownerAddress: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dao"][];
                };
            };
        };
    };
    getDaosMembers: {
        parameters: {
            query?: {
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                daoId: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountId"][];
                };
            };
        };
    };
    postDaosMembers: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                daoId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
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
                    "application/json": {
                        daoId: string;
                        memberAddress: components["schemas"]["AccountId"];
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
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                daoId: string;
                /** @example 0.0.1001 */
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
                    "application/json": {
                        daoId: string;
                        memberAddress: components["schemas"]["AccountId"];
                        member: boolean;
                    };
                };
            };
        };
    };
    getProposals: {
        parameters: {
            query?: {
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
                status?: "PENDING" | "ACTIVE" | "PASSED" | "REJECTED";
                /**
                 * @description the session's account if absent
                 * @example 0.0.1001
                 */
                member?: string;
                /** @description the chain; the session's if absent, else the default one */
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
                    /** @description <...>; rel="next" where there is more (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proposal"][];
                };
            };
        };
    };
    postProposals: {
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
                    daoId: string;
                    title: string;
                    description: string;
                    creatorAddress: components["schemas"]["AccountId"];
                    votingDurationHours: number;
                    /**
                     * an object of any form
                     * @description free-form; `operation {method, path, body}` is the write of the node API that a passed proposal permits
                     */
                    proposalData?: {
                        [key: string]: unknown;
                    };
                    /** @description two to five, distinct; YES, NO and ABSTAIN if absent or empty */
                    votingOptions?: string[];
                    /**
                     * Format: date-time
                     * @description ISO 8601; as soon as the DAO's votingDelay allows without it
                     */
                    startTime?: string;
                    /** @description nothing is carried out after this time: ISO 8601 or seconds.nanoseconds, after the end */
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
                    "application/json": components["schemas"]["Proposal"];
                };
            };
        };
    };
    deleteProposalsByProposalId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
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
                    "application/json": components["schemas"]["Proposal"];
                };
            };
        };
    };
    getProposalsDaoByDaoId: {
        parameters: {
            query?: {
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                daoId: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proposal"][];
                };
            };
        };
    };
    getProposalsDaoActive: {
        parameters: {
            query?: {
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                daoId: string;
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
                    [name: string]: unknown;
                };
                content: {
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
                /** @description The same write sent again under the same key is answered as the first was */
                "idempotency-key"?: string;
            };
            path: {
                proposalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    signature?: components["schemas"]["Bytes"];
                    /** @description of the keys that together satisfy the account's on the ledger */
                    signatures?: {
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
                    "application/json": components["schemas"]["Proposal"];
                };
            };
        };
    };
    postVotes: {
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
                    proposalId: string;
                    daoId: string;
                    voterAddress: components["schemas"]["AccountId"];
                    choice: string;
                    comment?: string;
                    signature?: components["schemas"]["Bytes"];
                    /** @description of the keys that together satisfy the account's on the ledger */
                    signatures?: {
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
                    "application/json": components["schemas"]["Vote"];
                };
            };
        };
    };
    postVotesText: {
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
                    proposalId: string;
                    daoId: string;
                    voterAddress: components["schemas"]["AccountId"];
                    choice: string;
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
                    "application/json": {
                        /** @description to be signed as it is, or by a wallet as a message */
                        text: string;
                        /** @description SHA-256 in hex of the proposal's record on the topic; signed votes contain it */
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
                    "application/json": components["schemas"]["Vote"];
                };
            };
        };
    };
    getVotesProposalByProposalId: {
        parameters: {
            query?: {
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
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
                    /** @description <...>; rel="next" where there is more (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
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
                proposalId: string;
                /** @example 0.0.1001 */
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
                    "application/json": components["schemas"]["Results"];
                };
            };
        };
    };
    getVotesProposalAudit: {
        parameters: {
            query?: {
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
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
                    /** @description <...>; rel="next" where there is more (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
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
                proposalId: string;
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
                    "text/plain": string;
                };
            };
        };
    };
}
