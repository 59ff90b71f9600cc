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
    "/daos/{daoId}/treasury": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the accounts of the treasury of a DAO
         * @description The accounts that the DAO's owner names, the oldest first. Whether the DAO decides over them depends on their keys. What they hold and pay is on the ledger: read it from a mirror node.
         */
        get: operations["getDaosTreasury"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/daos/{daoId}/treasury/{account}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Name an account of the treasury
         * @description Only for the owner of the DAO. Again with another label, it changes the label.
         */
        put: operations["putDaosTreasuryByAccount"];
        post?: never;
        /**
         * Remove an account from the treasury
         * @description Only for the owner of the DAO. Nothing changes on the ledger. Answers the account as it was named.
         */
        delete: operations["deleteDaosTreasuryByAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/daos/{daoId}/notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get my notices of a DAO */
        get: operations["getDaosNotices"];
        /**
         * Set my notices of a DAO
         * @description By default there are none. The node writes to the account, by e-mail or in its chat: within an hour of the end of a vote, if the account has not voted, and after the end.
         */
        put: operations["putDaosNotices"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/daos/{daoId}/delegations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the delegations in a DAO
         * @description Newest first, without those that were ended.
         */
        get: operations["getDaosDelegations"];
        put?: never;
        /**
         * Delegate a vote, or end that
         * @description From the next proposal's start on, the weight of a member that does not vote counts as its delegate votes. Without `signature` or `signatures` this is the session's own delegation, except in a session of a wallet. With them it may be anybody's: they sign the text that `POST /daos/{daoId}/delegations/text` answers.
         */
        post: operations["postDaosDelegations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/daos/{daoId}/delegations/{account}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the delegation of an account in a DAO
         * @description With the number 0 if the account has never delegated its vote. With `areas`, its delegations for areas, and with `lastNumber` the number of its last delegation of all: the next one has the next number.
         */
        get: operations["getDaosDelegationsByAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/daos/{daoId}/delegations/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the text that a member signs to delegate its vote
         * @description Records nothing. Send the signature with `POST /daos/{daoId}/delegations`.
         */
        post: operations["postDaosDelegationsText"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/daos/{daoId}/delegates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the delegates of a DAO
         * @description Members that have a statement or that others delegate to, those with most delegators first. At most 100 on a page.
         */
        get: operations["getDaosDelegates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/daos/{daoId}/delegates/{account}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a delegate of a DAO */
        get: operations["getDaosDelegatesByAccount"];
        /**
         * Publish a statement as a delegate
         * @description Only for the account itself, a member. Replaces its last statement.
         */
        put: operations["putDaosDelegatesByAccount"];
        post?: never;
        /**
         * Withdraw a statement
         * @description Only for its account, and for the DAO's owner. Delegations stay as they are.
         */
        delete: operations["deleteDaosDelegatesByAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/daos/{daoId}/rules/signatures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the changes at once that owners of a wallet have begun to sign */
        get: operations["getDaosRulesSignatures"];
        put?: never;
        /**
         * Sign a change of the rules at once as an owner of the wallet that may make it
         * @description As `POST /daos/{daoId}/rules`, for owners who sign one after the other. The signature that completes the change makes it. A key has one signature for a DAO: a later one takes its place.
         */
        post: operations["postDaosRulesSignatures"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/daos/{daoId}/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rules that a DAO has had
         * @description Newest first, with the proposal or the account that changed them.
         */
        get: operations["getDaosRules"];
        put?: never;
        /**
         * Change the rules of a DAO at once
         * @description Only with signatures of the account that the DAO's rules name as `emergency`, over the text that `POST /daos/{daoId}/rules/text` returns. Anybody may send them. Other changes are proposals with `proposalData.change`.
         */
        post: operations["postDaosRules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/daos/{daoId}/rules/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the text that changes the rules of a DAO at once
         * @description Records nothing. Send the signature with `POST /daos/{daoId}/rules`.
         */
        post: operations["postDaosRulesText"];
        delete?: never;
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
    "/drafts/{draftId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a draft
         * @description A draft that has started is `GET /proposals/{proposalId}` with the same id.
         */
        get: operations["getDraftsByDraftId"];
        /**
         * Change a draft
         * @description Only for its author.
         */
        put: operations["putDraftsByDraftId"];
        post?: never;
        /**
         * Delete a draft
         * @description With its comments. Only for its author, and for the DAO's owner. Answers the draft as it was.
         */
        delete: operations["deleteDraftsByDraftId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/daos/{daoId}/drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the drafts of a DAO
         * @description Newest first. A page has at most 100 drafts, fewer if they are large.
         */
        get: operations["getDaosDrafts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store a draft of a proposal
         * @description Only for accounts that may propose in the DAO. A draft is checked as a proposal is, except for its times. Nothing of it is on the topic. To start it, send what it says with `POST /proposals`, and its `draftId`.
         */
        post: operations["postDrafts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/discussions/{discussionId}/comments/{commentId}": {
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
         * Delete a comment
         * @description Only for its author. Answers the comment as it was.
         */
        delete: operations["deleteDiscussionsCommentsByCommentId"];
        options?: never;
        head?: never;
        /**
         * Change a comment
         * @description Only for its author.
         */
        patch: operations["patchDiscussionsCommentsByCommentId"];
        trace?: never;
    };
    "/discussions/{discussionId}/comments/{commentId}/hidden": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Hide a comment, or show it again
         * @description Only for the owner of the DAO. The text of a hidden comment is shown to nobody.
         */
        put: operations["putDiscussionsCommentsHidden"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/discussions/{discussionId}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the comments on a draft or a proposal
         * @description Newest first. A proposal has the comments on the draft that it was made of, too.
         */
        get: operations["getDiscussionsComments"];
        put?: never;
        /**
         * Comment on a draft or a proposal
         * @description Only for members of the DAO, and until the proposal is decided.
         */
        post: operations["postDiscussionsComments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proposals/vetoable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the passed proposals that accounts may veto now
         * @description The proposals whose rules name one of the accounts as `veto`, in all DAOs, newest first. Those that were vetoed, or whose delay is over, are left out. The accounts need not be members of these DAOs. A page has at most 100 proposals, fewer if they are large.
         */
        get: operations["getProposalsVetoable"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proposals/{proposalId}/veto/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the text that vetoes a proposal
         * @description Records nothing. Send the signature with `POST /proposals/{proposalId}/veto`.
         */
        post: operations["postProposalsVetoText"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proposals/{proposalId}/veto": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Veto a passed proposal within its delay
         * @description Only with signatures of the account that the proposal's rules name as `veto`, over the text that `POST /proposals/{proposalId}/veto/text` returns. Anybody may send them.
         */
        post: operations["postProposalsVeto"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proposals/{proposalId}/veto/signatures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the vetoes that owners of a wallet have begun to sign */
        get: operations["getProposalsVetoSignatures"];
        put?: never;
        /**
         * Sign a veto as an owner of the wallet that may give it
         * @description As `POST /proposals/{proposalId}/veto`, for owners who sign one after the other. The signature that completes the veto gives it. A key has one signature for a proposal: a later one, such as for another reason, takes its place.
         */
        post: operations["postProposalsVetoSignatures"];
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
         * @description Without `signature` or `signatures` this is the session's own vote. With them it may be anybody's: they sign the text that `POST /votes/text` answers, which is the canonical JSON (RFC 8785) of {chain, choice, comment, daoId, proposalHash, proposalId, voterAddress}, by other voting methods with `choices` and `shares`. Each account votes once, unless the DAO's rules have `votesChangeable`.
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
         * @description Newest first. A page of large votes is shorter.
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
            /** @description the components that are down, with a message and the time since they are down (ISO 8601) */
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
            /** @description the chosen option; by other voting methods than `single`, the vote in words */
            choice: string;
            /** @description by the other voting methods; for `ranked`, the preferred option first */
            choices?: string[];
            /** @description the percentage of each of the choices, for `weighted` and `quadratic` */
            shares?: number[];
            /** @description the sealed ballot, base64, where votes are secret; `choice` is empty until the end */
            sealed?: string;
            /** @description why a sealed ballot that was opened counts for no option */
            invalid?: string;
            /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
            weight: number | string;
            /** @description the comment of the voter, which is public */
            comment?: string;
            /** @description the number of the vote on its proposal, from 1, in the order of counting */
            number: number;
            /** @description whether it carries the voter's own signature; otherwise the service vouches for it */
            signed: boolean;
            /** @description which vote of its voter it is, from 2; absent for the first */
            revision?: number;
            /** @description true if its voter has replaced it; absent otherwise */
            replaced?: boolean;
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
            /**
             * @description how votes name options, and how they are counted
             * @enum {unknown}
             */
            votingMethod: "single" | "approval" | "weighted" | "ranked" | "quadratic";
            quorum: number | null;
            quorumFraction: string | null;
            area: string | null;
            /** @description whether it passes unless the `objections` of its rules are reached */
            optimistic: boolean;
            validUntil: string | null;
            /** @description data from the creator, in any form */
            proposalData: {
                [key: string]: unknown;
            };
            /** @description the options of the vote */
            votingOptions: string[];
            /** @description the rules that decide it: those that its DAO had when it was submitted */
            votingRules: {
                /** @description percent */
                threshold: number;
                /** @description the exact share, such as 2/3; `threshold` is it in percent, rounded */
                thresholdFraction?: string;
                /** @description hours */
                minVotingPeriod: number;
                /** @description whether votes are weighed by holdings; otherwise each counts 1 */
                tokenWeighted: boolean;
                tokenId: components["schemas"]["TokenId"] | null;
                /** @description the least time from a proposal to the start of its voting, hours */
                votingDelay: number;
                /** @description the voting methods of its proposals; if absent, only `single` */
                votingMethods?: ("single" | "approval" | "weighted" | "ranked" | "quadratic")[];
                /** @description the maximum number of options of a proposal; if absent, five */
                maxOptions?: number;
                /** @description whether voters may replace their votes until the end; if absent, not */
                votesChangeable?: boolean;
                /** @description whether members may delegate their votes; if absent, not */
                delegation?: boolean;
                /** @description topics of proposals, for each of which members may name another delegate; if absent, none */
                areas?: string[];
                /** @description the least quorum of a proposal, percent */
                quorum?: number;
                /** @description the exact share, such as 1/3; `quorum` is it in percent, rounded */
                quorumFraction?: string;
                /** @description hours */
                maxVotingPeriod?: number;
                /** @description the only members who may propose; if absent, all may */
                proposers?: components["schemas"]["AccountId"][];
                /** @description what a member must hold to propose, in smallest units */
                proposalWeight?: string;
                /** @description whether votes are sealed until the end; if absent, not */
                secretVotes?: boolean;
                /** @description the only network of nodes whose key may seal secret votes; if absent, any */
                networkKey?: string;
                /** @description whether only proposals add and remove members; if absent, the owner may, too */
                membersByProposal?: boolean;
                /** @description the hours after a decision in which nothing of it is carried out */
                executionDelay?: number;
                /** @description the account that may veto a passed proposal in these hours */
                veto?: components["schemas"]["AccountId"];
                /** @description the account that may change the rules at once */
                emergency?: components["schemas"]["AccountId"];
                /** @description the percentage of the eligible weight that stops an optimistic proposal by voting NO; if absent, no proposal is optimistic */
                objections?: number;
                /** @description the exact share, such as 1/10; `objections` is it in percent, rounded */
                objectionsFraction?: string;
                /** @description the shortest vote on an optimistic proposal, hours */
                objectionPeriod?: number;
                /** @description the only members who may propose optimistically; if absent, all proposers */
                optimisticProposers?: components["schemas"]["AccountId"][];
                /** @description what an optimistic proposal may be; if absent, `text` and `operation` */
                optimisticKinds?: ("text" | "operation" | "change")[];
            };
            /** @description SHA-256 of its record on the topic, hex; voters sign this hash */
            proposalHash: string;
            ballotKey: {
                topicId: components["schemas"]["TopicId"];
                /** @description X25519, hex */
                publicKey: string;
                /** @description Ed25519, hex */
                networkKey: string;
                /** @description the network key's signature of what the key is for, hex */
                signature: string;
            } | null;
            decision: {
                topicId: components["schemas"]["TopicId"];
                /** @description the consensus time, seconds.nanoseconds */
                consensusTimestamp: string;
            } | null;
            execution: {
                executableAt: string | null;
                vetoed: {
                    by: components["schemas"]["AccountId"];
                    /**
                     * Format: date-time
                     * @description ISO 8601
                     */
                    vetoedAt: string;
                    /** @description why, in words; empty if none was given */
                    reason: string | null;
                } | null;
            } | null;
            walletRefusal: {
                code: string | null;
                /** @description what happened, in words */
                message: string;
                /**
                 * Format: date-time
                 * @description ISO 8601
                 */
                refusedAt: string;
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
                /** @description percent */
                threshold: number;
                /** @description the exact share, such as 2/3; `threshold` is it in percent, rounded */
                thresholdFraction?: string;
                /** @description hours */
                minVotingPeriod: number;
                /** @description whether votes are weighed by holdings; otherwise each counts 1 */
                tokenWeighted: boolean;
                tokenId: components["schemas"]["TokenId"] | null;
                /** @description the least time from a proposal to the start of its voting, hours */
                votingDelay: number;
                /** @description the voting methods of its proposals; if absent, only `single` */
                votingMethods?: ("single" | "approval" | "weighted" | "ranked" | "quadratic")[];
                /** @description the maximum number of options of a proposal; if absent, five */
                maxOptions?: number;
                /** @description whether voters may replace their votes until the end; if absent, not */
                votesChangeable?: boolean;
                /** @description whether members may delegate their votes; if absent, not */
                delegation?: boolean;
                /** @description topics of proposals, for each of which members may name another delegate; if absent, none */
                areas?: string[];
                /** @description the least quorum of a proposal, percent */
                quorum?: number;
                /** @description the exact share, such as 1/3; `quorum` is it in percent, rounded */
                quorumFraction?: string;
                /** @description hours */
                maxVotingPeriod?: number;
                /** @description the only members who may propose; if absent, all may */
                proposers?: components["schemas"]["AccountId"][];
                /** @description what a member must hold to propose, in smallest units */
                proposalWeight?: string;
                /** @description whether votes are sealed until the end; if absent, not */
                secretVotes?: boolean;
                /** @description the only network of nodes whose key may seal secret votes; if absent, any */
                networkKey?: string;
                /** @description whether only proposals add and remove members; if absent, the owner may, too */
                membersByProposal?: boolean;
                /** @description the hours after a decision in which nothing of it is carried out */
                executionDelay?: number;
                /** @description the account that may veto a passed proposal in these hours */
                veto?: components["schemas"]["AccountId"];
                /** @description the account that may change the rules at once */
                emergency?: components["schemas"]["AccountId"];
                /** @description the percentage of the eligible weight that stops an optimistic proposal by voting NO; if absent, no proposal is optimistic */
                objections?: number;
                /** @description the exact share, such as 1/10; `objections` is it in percent, rounded */
                objectionsFraction?: string;
                /** @description the shortest vote on an optimistic proposal, hours */
                objectionPeriod?: number;
                /** @description the only members who may propose optimistically; if absent, all proposers */
                optimisticProposers?: components["schemas"]["AccountId"][];
                /** @description what an optimistic proposal may be; if absent, `text` and `operation` */
                optimisticKinds?: ("text" | "operation" | "change")[];
            };
            /** @description the number of these rules, from 1 */
            rulesNumber: number;
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
        TreasuryAccount: {
            /** @description the identifier of the DAO */
            daoId: string;
            account: components["schemas"]["AccountId"];
            /** @description what the account is for, by the word of the owner */
            label: string;
            /**
             * Format: date-time
             * @description ISO 8601
             */
            namedAt: string;
        };
        DaoNotices: {
            /** @description the identifier of the DAO */
            daoId: string;
            /** @description what the node tells me about its votes */
            notices: ("vote_ending" | "vote_ended")[];
        };
        Delegation: {
            /** @description the identifier of the DAO */
            daoId: string;
            account: components["schemas"]["AccountId"];
            delegate: components["schemas"]["AccountId"] | null;
            area: string | null;
            /** @description which delegation of the account in this DAO it is; 0 if there was none */
            number: number;
            /** @description whether it carries the member's own signature; otherwise the service vouches for it */
            signed: boolean;
            changedAt: string | null;
        };
        /** @description 64 bytes of a single key, or a SignatureMap (HIP-820) with those of several */
        Bytes: string | number[] | {
            /** @enum {unknown} */
            type: "Buffer";
            data: number[];
        } | {
            [key: string]: number;
        };
        OwnDelegation: {
            /** @description the identifier of the DAO */
            daoId: string;
            account: components["schemas"]["AccountId"];
            delegate: components["schemas"]["AccountId"] | null;
            area: string | null;
            /** @description which delegation of the account in this DAO it is; 0 if there was none */
            number: number;
            /** @description whether it carries the member's own signature; otherwise the service vouches for it */
            signed: boolean;
            changedAt: string | null;
            /** @description the delegations of the account for areas */
            areas: components["schemas"]["Delegation"][];
            /** @description the number of its last delegation of all; 0 if there was none */
            lastNumber: number;
        };
        Delegate: {
            /** @description the identifier of the DAO */
            daoId: string;
            account: components["schemas"]["AccountId"];
            statement: string | null;
            statedAt: string | null;
            /** @description how many members have named it as their delegate, without those for an area */
            delegators: number;
            /** @description the areas for which members have named it */
            areas: {
                /** @description its name */
                area: string;
                /** @description how many members have named it for this area */
                delegators: number;
            }[];
            /** @description how many members it votes for if nobody else votes, also through other delegates */
            receives: number;
            weight: (number | string) | null;
            /** @description on how many of these proposals it has voted */
            voted: number;
            /** @description how many of the DAO's last 100 proposals began after it joined, and were not cancelled */
            votable: number;
        };
        JointSignatures: {
            /** @description the wallet whose owners sign */
            account: string;
            /** @description what they sign */
            text: string;
            /** @description of a veto */
            reason?: string;
            /** @description of the new rules */
            number?: number;
            /** @description the rules that change */
            rules?: {
                [key: string]: unknown;
            };
            /** @description the wallet's keys that have signed, in hex */
            signedBy: string[];
            /** @description how many further signatures it needs at least; null if no signatures are enough */
            missing: number | null;
            /** @description whether it is carried out */
            done: boolean;
        };
        Rules: {
            /** @description the identifier of the DAO */
            daoId: string;
            /** @description from 1, the rules that the DAO was founded with */
            number: number;
            /** @description the rules that decide the proposals of the DAO */
            votingRules: {
                /** @description percent */
                threshold: number;
                /** @description the exact share, such as 2/3; `threshold` is it in percent, rounded */
                thresholdFraction?: string;
                /** @description hours */
                minVotingPeriod: number;
                /** @description whether votes are weighed by holdings; otherwise each counts 1 */
                tokenWeighted: boolean;
                tokenId: components["schemas"]["TokenId"] | null;
                /** @description the least time from a proposal to the start of its voting, hours */
                votingDelay: number;
                /** @description the voting methods of its proposals; if absent, only `single` */
                votingMethods?: ("single" | "approval" | "weighted" | "ranked" | "quadratic")[];
                /** @description the maximum number of options of a proposal; if absent, five */
                maxOptions?: number;
                /** @description whether voters may replace their votes until the end; if absent, not */
                votesChangeable?: boolean;
                /** @description whether members may delegate their votes; if absent, not */
                delegation?: boolean;
                /** @description topics of proposals, for each of which members may name another delegate; if absent, none */
                areas?: string[];
                /** @description the least quorum of a proposal, percent */
                quorum?: number;
                /** @description the exact share, such as 1/3; `quorum` is it in percent, rounded */
                quorumFraction?: string;
                /** @description hours */
                maxVotingPeriod?: number;
                /** @description the only members who may propose; if absent, all may */
                proposers?: components["schemas"]["AccountId"][];
                /** @description what a member must hold to propose, in smallest units */
                proposalWeight?: string;
                /** @description whether votes are sealed until the end; if absent, not */
                secretVotes?: boolean;
                /** @description the only network of nodes whose key may seal secret votes; if absent, any */
                networkKey?: string;
                /** @description whether only proposals add and remove members; if absent, the owner may, too */
                membersByProposal?: boolean;
                /** @description the hours after a decision in which nothing of it is carried out */
                executionDelay?: number;
                /** @description the account that may veto a passed proposal in these hours */
                veto?: components["schemas"]["AccountId"];
                /** @description the account that may change the rules at once */
                emergency?: components["schemas"]["AccountId"];
                /** @description the percentage of the eligible weight that stops an optimistic proposal by voting NO; if absent, no proposal is optimistic */
                objections?: number;
                /** @description the exact share, such as 1/10; `objections` is it in percent, rounded */
                objectionsFraction?: string;
                /** @description the shortest vote on an optimistic proposal, hours */
                objectionPeriod?: number;
                /** @description the only members who may propose optimistically; if absent, all proposers */
                optimisticProposers?: components["schemas"]["AccountId"][];
                /** @description what an optimistic proposal may be; if absent, `text` and `operation` */
                optimisticKinds?: ("text" | "operation" | "change")[];
            };
            members: {
                add?: components["schemas"]["AccountId"][];
                remove?: components["schemas"]["AccountId"][];
            } | null;
            proposalId: string | null;
            emergency: components["schemas"]["AccountId"] | null;
            /**
             * Format: date-time
             * @description ISO 8601
             */
            changedAt: string;
        };
        Draft: {
            /** @description the id of the draft, and later of the proposal that is made of it */
            draftId: string;
            /** @description the identifier of the DAO */
            daoId: string;
            /** @description the ledger, such as hedera:mainnet */
            chain: string;
            authorAddress: components["schemas"]["AccountId"];
            /** @description counts its author's versions, from 1 */
            revision: number;
            /** @description what `POST /proposals` takes to start it */
            proposal: {
                /** @description the identifier of the DAO */
                daoId: string;
                title: string;
                description: string;
                creatorAddress: components["schemas"]["AccountId"];
                /** @description how long votes are taken, hours */
                votingDurationHours: number;
                /**
                 * an object of any form
                 * @description any JSON object; its field `operation` {method, path, body} is the write of the node API that the proposal permits if it passes, and its field `change` {rules, members} changes the DAO then
                 */
                proposalData?: {
                    [key: string]: unknown;
                };
                /** @description two to five different options, or as many as the DAO's rules allow; by default YES, NO and ABSTAIN */
                votingOptions?: string[];
                /**
                 * @description one that the DAO's rules allow; by default `single`
                 * @enum {unknown}
                 */
                votingMethod?: "single" | "approval" | "weighted" | "ranked" | "quadratic";
                /**
                 * Format: date-time
                 * @description when voting starts, ISO 8601; by default as soon as the DAO's `votingDelay` allows
                 */
                startTime?: string;
                /** @description the decision cannot be carried out after this time: ISO 8601 or seconds.nanoseconds, later than the end of the voting */
                validUntil?: string | null;
                /** @description percent of the eligible weight that must be cast */
                quorum?: number | null;
                /** @description one of the `areas` of the DAO: delegates for it vote before those for all areas */
                area?: string | null;
                /** @description whether it passes unless a share of the eligible weight votes NO, if the rules of the DAO have `objections`; by default not */
                optimistic?: boolean;
                /** @description the exact share, such as 1/3, instead of `quorum` (or beside the same in percent) */
                quorumFraction?: string | null;
            };
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
        DiscussionComment: {
            /** @description the identifier of the comment */
            commentId: string;
            /** @description the id of the draft or the proposal */
            discussionId: string;
            /** @description the identifier of the DAO */
            daoId: string;
            /** @description the ledger, such as hedera:mainnet */
            chain: string;
            authorAddress: components["schemas"]["AccountId"];
            /** @description Markdown; empty while it is hidden */
            text: string;
            /** @description whether the DAO's owner hides it */
            hidden: boolean;
            /**
             * Format: date-time
             * @description ISO 8601
             */
            writtenAt: string;
            /** @description when its author last changed it; null if never */
            editedAt: string | null;
        };
        Results: {
            /** @description the identifier of the proposal */
            proposalId: string;
            /** @description the identifier of the DAO */
            daoId: string;
            /** @enum {unknown} */
            status: "PENDING" | "ACTIVE" | "PASSED" | "REJECTED";
            /** @description the decimal places of voters' weights */
            decimals: number;
            /** @description the decimal places of the options' weights */
            optionDecimals: number;
            /**
             * @description how votes name options, and how they are counted
             * @enum {unknown}
             */
            votingMethod: "single" | "approval" | "weighted" | "ranked" | "quadratic";
            /** @description the count of each option */
            options: {
                /** @description one of `votingOptions` */
                option: string;
                /** @description how many votes were cast for it */
                votes: number;
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                weight: number | string;
                /** @description rounded to two digits, for display; never across the threshold or quorum */
                percent: number;
            }[];
            /** @description the number of voters */
            totalVotes: number;
            /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
            totalWeight: number | string;
            /** @description how many of these votes are those of delegates for others */
            delegatedVotes: number;
            /** @description percent */
            threshold: number;
            thresholdFraction: string | null;
            support: {
                /** @description one of `votingOptions` */
                option: string;
                /** @description rounded to two digits, for display; never across the threshold or quorum */
                percent: number;
                missing: (number | string) | null;
            } | null;
            /** @description whether enough weight was cast; null if the proposal asks for no quorum */
            quorum: {
                /** @description percent of the eligible weight that must be cast */
                percent: number;
                fraction: string | null;
                eligibleWeight: (number | string) | null;
                cast: number | null;
                /** @description whether the quorum is reached */
                reached: boolean;
                missing: (number | string) | null;
            } | null;
            objections: {
                /** @description percent of the eligible weight that stops it */
                percent: number;
                fraction: string | null;
                /** @description the weight that voted NO */
                weight: number | string;
                eligibleWeight: (number | string) | null;
                share: number | null;
                /** @description whether they stop it */
                reached: boolean;
                missing: (number | string) | null;
            } | null;
            leading: string | null;
            passing: boolean | null;
            winner: string | null;
            rounds: {
                /** @description of each option; null once it is eliminated */
                weights: ((number | string) | null)[];
                /** @description the weight of votes that name no option that is left */
                exhausted: number | string;
                eliminated: string | null;
            }[] | null;
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
                /** @description the maximum number of entries on a page */
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
                     *         "daoId": "65c2f04e-7615-4d37-8e0c-aeab5d1ee772",
                     *         "chain": "hedera:devnet",
                     *         "name": "Gardeners",
                     *         "description": "of the garden",
                     *         "ownerAddress": "0.0.1046",
                     *         "status": "ACTIVE",
                     *         "votingRules": {
                     *           "threshold": 50,
                     *           "minVotingPeriod": 1,
                     *           "tokenWeighted": false,
                     *           "tokenId": null,
                     *           "votingDelay": 0
                     *         },
                     *         "rulesNumber": 1,
                     *         "topicId": "0.0.1048",
                     *         "createdAt": "2026-11-30T01:19:30.827Z",
                     *         "updatedAt": "2026-11-30T01:19:30.827Z",
                     *         "memberCount": 2,
                     *         "members": [
                     *           "0.0.1047",
                     *           "0.0.1046"
                     *         ],
                     *         "membersTruncated": false,
                     *         "proposals": [],
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
                 *         "tokenWeighted": false,
                 *         "proposers": [
                 *           "0.0.1033"
                 *         ],
                 *         "quorumFraction": "1/3",
                 *         "maxVotingPeriod": 24
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
                        /** @description percent, 1 to 100; needed unless there is a `thresholdFraction` */
                        threshold?: number;
                        /**
                         * a fraction of up to 1
                         * @description the exact share, such as 2/3
                         * @example 2/3
                         */
                        thresholdFraction?: string;
                        /** @description hours */
                        minVotingPeriod: number;
                        /** @description whether votes are weighed by holdings; otherwise each counts 1 */
                        tokenWeighted: boolean;
                        /** @description the token that weighs votes; by default hbars */
                        tokenId?: components["schemas"]["TokenId"] | null;
                        /** @description the least time from a proposal to the start of its voting, hours. With `tokenWeighted` a vote weighs the least that its voter held during this time */
                        votingDelay?: number;
                        /** @description the voting methods that proposals may use; by default only `single` */
                        votingMethods?: ("single" | "approval" | "weighted" | "ranked" | "quadratic")[];
                        /** @description the maximum number of options of a proposal; by default five */
                        maxOptions?: number;
                        /** @description whether voters may replace their votes until the end; by default not */
                        votesChangeable?: boolean;
                        /** @description whether members may delegate their votes to other members; by default not */
                        delegation?: boolean;
                        /**
                         * @description topics of proposals, for each of which members may name another delegate; needs `delegation`
                         * @example [
                         *       "finance",
                         *       "grants"
                         *     ]
                         */
                        areas?: string[];
                        /** @description the least quorum of a proposal, percent */
                        quorum?: number;
                        /**
                         * a fraction of up to 1
                         * @description the exact share, such as 1/3
                         * @example 2/3
                         */
                        quorumFraction?: string;
                        /** @description hours; by default without a limit */
                        maxVotingPeriod?: number;
                        /** @description the only members who may propose; by default all may */
                        proposers?: components["schemas"]["AccountId"][];
                        /**
                         * an amount in smallest units, as text
                         * @description what a member must hold to propose, in smallest units; with `tokenWeighted`
                         * @example 100000000
                         */
                        proposalWeight?: string;
                        /** @description whether votes are sealed, and opened together after the end; by default not */
                        secretVotes?: boolean;
                        /**
                         * an Ed25519 public key in lower-case hex
                         * @description the only network of nodes whose key may seal secret votes; by default any
                         * @example 52dd9f4c84c2d5636109578d292152cc42b3d4f68ca3ca9cf0e0fa574ed4b092
                         */
                        networkKey?: string;
                        /** @description whether only proposals add and remove members; by default the owner may, too */
                        membersByProposal?: boolean;
                        /** @description the hours after a decision in which nothing of it is carried out; by default none */
                        executionDelay?: number;
                        /** @description an account that may veto a passed proposal in these hours, by its signature */
                        veto?: components["schemas"]["AccountId"];
                        /** @description an account that may change the rules at once, by its signature */
                        emergency?: components["schemas"]["AccountId"];
                        /** @description the percentage of the eligible weight that stops an optimistic proposal by voting NO */
                        objections?: number;
                        /**
                         * a fraction of up to 1
                         * @description the exact share, such as 1/10
                         * @example 2/3
                         */
                        objectionsFraction?: string;
                        /** @description the shortest vote on an optimistic proposal, hours; needed with `objections` */
                        objectionPeriod?: number;
                        /** @description the only members who may propose optimistically; by default all who may propose */
                        optimisticProposers?: components["schemas"]["AccountId"][];
                        /** @description what an optimistic proposal may be; by default `text` and `operation`, but no `change` of the rules or members */
                        optimisticKinds?: ("text" | "operation" | "change")[];
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
                     *       "daoId": "496f02c0-29e1-4fff-abe2-5b2a27a14e6a",
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
                     *         "votingDelay": 0,
                     *         "quorum": 33.333333,
                     *         "quorumFraction": "1/3",
                     *         "maxVotingPeriod": 24,
                     *         "proposers": [
                     *           "0.0.1033"
                     *         ]
                     *       },
                     *       "rulesNumber": 1,
                     *       "topicId": "0.0.1039",
                     *       "createdAt": "2026-12-03T01:19:42.833Z",
                     *       "updatedAt": "2026-12-03T01:19:42.833Z",
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
                 * @example a43552c5-2137-4323-9d5d-7051a8fdb881
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
                     *       "daoId": "a43552c5-2137-4323-9d5d-7051a8fdb881",
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
                     *         "votingDelay": 0,
                     *         "executionDelay": 48,
                     *         "veto": "0.0.1035"
                     *       },
                     *       "rulesNumber": 1,
                     *       "topicId": "0.0.1036",
                     *       "createdAt": "2026-11-30T05:59:04.170Z",
                     *       "updatedAt": "2026-11-30T05:59:04.170Z",
                     *       "memberCount": 2,
                     *       "members": [
                     *         "0.0.1033",
                     *         "0.0.1032"
                     *       ],
                     *       "membersTruncated": false,
                     *       "proposals": [
                     *         {
                     *           "proposalId": "99fdc521-1bbf-44b7-b1a1-5bce3baa25b6",
                     *           "daoId": "a43552c5-2137-4323-9d5d-7051a8fdb881",
                     *           "chain": "hedera:devnet",
                     *           "title": "Threshold 60",
                     *           "description": "An apple tree",
                     *           "creatorAddress": "0.0.1032",
                     *           "status": "PASSED",
                     *           "cancelled": false,
                     *           "cancellation": null,
                     *           "startTime": "2026-11-30T05:59:04.172Z",
                     *           "endTime": "2026-12-01T05:59:04.172Z",
                     *           "votingMethod": "single",
                     *           "quorum": null,
                     *           "quorumFraction": null,
                     *           "area": null,
                     *           "optimistic": false,
                     *           "validUntil": null,
                     *           "proposalData": {
                     *             "change": {
                     *               "rules": {
                     *                 "threshold": 60
                     *               }
                     *             }
                     *           },
                     *           "votingOptions": [
                     *             "YES",
                     *             "NO",
                     *             "ABSTAIN"
                     *           ],
                     *           "votingRules": {
                     *             "threshold": 50,
                     *             "minVotingPeriod": 1,
                     *             "tokenWeighted": false,
                     *             "tokenId": null,
                     *             "votingDelay": 0,
                     *             "executionDelay": 48,
                     *             "veto": "0.0.1035"
                     *           },
                     *           "proposalHash": "81b9521c94a1a5c82c6c6c13c11d91d82bc364421e4d2d68b2885c3dcb8b3231",
                     *           "ballotKey": null,
                     *           "decision": {
                     *             "topicId": "0.0.1036",
                     *             "consensusTimestamp": "1796104744.172004000"
                     *           },
                     *           "execution": {
                     *             "executableAt": "2026-12-03T05:59:04.172Z",
                     *             "vetoed": null
                     *           },
                     *           "walletRefusal": null,
                     *           "createdAt": "2026-11-30T05:59:04.172Z",
                     *           "updatedAt": "2026-12-01T05:59:04.172Z",
                     *           "votes": [
                     *             {
                     *               "voteId": "99fdc521-1bbf-44b7-b1a1-5bce3baa25b6-1",
                     *               "proposalId": "99fdc521-1bbf-44b7-b1a1-5bce3baa25b6",
                     *               "daoId": "a43552c5-2137-4323-9d5d-7051a8fdb881",
                     *               "voterAddress": "0.0.1032",
                     *               "choice": "YES",
                     *               "weight": 1,
                     *               "number": 1,
                     *               "signed": false,
                     *               "createdAt": "2026-11-30T05:59:04.172Z",
                     *               "updatedAt": "2026-11-30T05:59:04.172Z"
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
                 * @example 96994dfa-460e-4889-ae9e-116e8177cd63
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
                     *       "daoId": "96994dfa-460e-4889-ae9e-116e8177cd63",
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
                     *       "rulesNumber": 1,
                     *       "topicId": "0.0.1055",
                     *       "createdAt": "2026-12-07T11:56:56.646Z",
                     *       "updatedAt": "2026-12-07T11:56:56.647Z",
                     *       "memberCount": 2,
                     *       "members": [
                     *         "0.0.1033",
                     *         "0.0.1032"
                     *       ],
                     *       "membersTruncated": false,
                     *       "proposals": [
                     *         {
                     *           "proposalId": "db2d03c5-033a-4753-bd96-a7b49c08b544",
                     *           "daoId": "96994dfa-460e-4889-ae9e-116e8177cd63",
                     *           "chain": "hedera:devnet",
                     *           "title": "Plant a tree",
                     *           "description": "An apple tree",
                     *           "creatorAddress": "0.0.1032",
                     *           "status": "ACTIVE",
                     *           "cancelled": false,
                     *           "cancellation": null,
                     *           "startTime": "2026-12-07T11:56:56.647Z",
                     *           "endTime": "2026-12-08T11:56:56.647Z",
                     *           "votingMethod": "single",
                     *           "quorum": null,
                     *           "quorumFraction": null,
                     *           "area": null,
                     *           "optimistic": false,
                     *           "validUntil": null,
                     *           "proposalData": {},
                     *           "votingOptions": [
                     *             "YES",
                     *             "NO",
                     *             "ABSTAIN"
                     *           ],
                     *           "votingRules": {
                     *             "threshold": 50,
                     *             "minVotingPeriod": 1,
                     *             "tokenWeighted": false,
                     *             "tokenId": null,
                     *             "votingDelay": 0
                     *           },
                     *           "proposalHash": "b5e5cfbcb182a70d7e60823ab5ae939cde85df9ac919483b8e4d7da6816c6b1f",
                     *           "ballotKey": null,
                     *           "decision": null,
                     *           "execution": null,
                     *           "walletRefusal": null,
                     *           "createdAt": "2026-12-07T11:56:56.647Z",
                     *           "updatedAt": "2026-12-07T11:56:56.647Z",
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
                /** @description the maximum number of entries on a page */
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
                /** @description the chain; by default the session's, else the first of CHAINS */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1034 */
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
                     *         "daoId": "c68ef982-df5b-48ff-8a33-5c9f440c3956",
                     *         "chain": "hedera:devnet",
                     *         "name": "Gardeners",
                     *         "description": "of the garden",
                     *         "ownerAddress": "0.0.1034",
                     *         "status": "ACTIVE",
                     *         "votingRules": {
                     *           "threshold": 50,
                     *           "minVotingPeriod": 1,
                     *           "tokenWeighted": false,
                     *           "tokenId": null,
                     *           "votingDelay": 0
                     *         },
                     *         "rulesNumber": 1,
                     *         "topicId": "0.0.1052",
                     *         "createdAt": "2026-11-30T01:19:30.831Z",
                     *         "updatedAt": "2026-11-30T01:19:30.831Z",
                     *         "memberCount": 1,
                     *         "members": [
                     *           "0.0.1034"
                     *         ],
                     *         "membersTruncated": false,
                     *         "proposals": [],
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
                /** @description the maximum number of entries on a page */
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
    getDaosTreasury: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description the identifier of the DAO
                 * @example f9460fa3-0763-4cd1-8e35-1f3053da128b
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
                     * @example [
                     *       {
                     *         "daoId": "f9460fa3-0763-4cd1-8e35-1f3053da128b",
                     *         "account": "0.0.1033",
                     *         "label": "Fund",
                     *         "namedAt": "2026-11-30T00:55:14.423Z"
                     *       },
                     *       {
                     *         "daoId": "f9460fa3-0763-4cd1-8e35-1f3053da128b",
                     *         "account": "0.0.1032",
                     *         "label": "Daily cash",
                     *         "namedAt": "2026-11-30T00:55:15.423Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["TreasuryAccount"][];
                };
            };
        };
    };
    putDaosTreasuryByAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the identifier of the DAO
                 * @example f9460fa3-0763-4cd1-8e35-1f3053da128b
                 */
                daoId: string;
                /** @example 0.0.1033 */
                account: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "Garden fund"
                 *     }
                 */
                "application/json": {
                    /** @description what the account is for */
                    label: string;
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
                     *       "daoId": "f9460fa3-0763-4cd1-8e35-1f3053da128b",
                     *       "account": "0.0.1033",
                     *       "label": "Garden fund",
                     *       "namedAt": "2026-11-30T00:55:14.423Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TreasuryAccount"];
                };
            };
        };
    };
    deleteDaosTreasuryByAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the identifier of the DAO
                 * @example f9460fa3-0763-4cd1-8e35-1f3053da128b
                 */
                daoId: string;
                /** @example 0.0.1032 */
                account: string;
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
                     *       "daoId": "f9460fa3-0763-4cd1-8e35-1f3053da128b",
                     *       "account": "0.0.1032",
                     *       "label": "Daily cash",
                     *       "namedAt": "2026-11-30T00:55:15.423Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TreasuryAccount"];
                };
            };
        };
    };
    getDaosNotices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description the identifier of the DAO
                 * @example bc83d0c6-4fa9-4ef3-a95a-3ee3029241a4
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
                     *       "daoId": "bc83d0c6-4fa9-4ef3-a95a-3ee3029241a4",
                     *       "notices": [
                     *         "vote_ending",
                     *         "vote_ended"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DaoNotices"];
                };
            };
        };
    };
    putDaosNotices: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the identifier of the DAO
                 * @example bc83d0c6-4fa9-4ef3-a95a-3ee3029241a4
                 */
                daoId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "notices": [
                 *         "vote_ending",
                 *         "vote_ended"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description what to be told of; none turns them off */
                    notices: ("vote_ending" | "vote_ended")[];
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
                     *       "daoId": "bc83d0c6-4fa9-4ef3-a95a-3ee3029241a4",
                     *       "notices": [
                     *         "vote_ending",
                     *         "vote_ended"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DaoNotices"];
                };
            };
        };
    };
    getDaosDelegations: {
        parameters: {
            query?: {
                /** @description the maximum number of entries on a page */
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
                /**
                 * @description only delegations to this account
                 * @example 0.0.1001
                 */
                delegate?: string;
            };
            header?: never;
            path: {
                /**
                 * @description the identifier of the DAO
                 * @example a0790406-6b55-4ba2-9808-5a21e38df096
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
                     *         "daoId": "a0790406-6b55-4ba2-9808-5a21e38df096",
                     *         "account": "0.0.1038",
                     *         "delegate": "0.0.1037",
                     *         "area": null,
                     *         "number": 1,
                     *         "signed": true,
                     *         "changedAt": "2026-11-30T21:35:33.064Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Delegation"][];
                };
            };
        };
    };
    postDaosDelegations: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the identifier of the DAO
                 * @example a0790406-6b55-4ba2-9808-5a21e38df096
                 */
                daoId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "account": "0.0.1033",
                 *       "delegate": "0.0.1032",
                 *       "number": 1,
                 *       "signature": "0x4b21c91967857986e295d88bcf2fdb231d8486bc392efd300e92f95c342ac7b32a9f2b57dd55aeaff1dcb3a425975b5d435d1be56aacda73741f56ce8fcb4b0c"
                 *     }
                 */
                "application/json": {
                    account: components["schemas"]["AccountId"];
                    /** @description null to end the delegation */
                    delegate: components["schemas"]["AccountId"] | null;
                    /** @description the area of the DAO that it is for; by default all in which the account has no other delegate */
                    area?: string | null;
                    /** @description one more than the number of the last delegation of the account in this DAO; 1 for the first */
                    number: number;
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
                     *       "daoId": "a0790406-6b55-4ba2-9808-5a21e38df096",
                     *       "account": "0.0.1033",
                     *       "delegate": "0.0.1032",
                     *       "area": null,
                     *       "number": 1,
                     *       "signed": true,
                     *       "changedAt": "2026-11-29T21:35:33.063Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Delegation"];
                };
            };
        };
    };
    getDaosDelegationsByAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description the identifier of the DAO
                 * @example a0790406-6b55-4ba2-9808-5a21e38df096
                 */
                daoId: string;
                /** @example 0.0.1038 */
                account: string;
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
                     *       "daoId": "a0790406-6b55-4ba2-9808-5a21e38df096",
                     *       "account": "0.0.1038",
                     *       "delegate": null,
                     *       "area": null,
                     *       "number": 2,
                     *       "signed": false,
                     *       "changedAt": "2026-11-30T21:35:33.064Z",
                     *       "areas": [],
                     *       "lastNumber": 2
                     *     }
                     */
                    "application/json": components["schemas"]["OwnDelegation"];
                };
            };
        };
    };
    postDaosDelegationsText: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the identifier of the DAO
                 * @example 3a9c209c-1af7-4af5-a2aa-a1188d637f05
                 */
                daoId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "account": "0.0.1033",
                 *       "delegate": "0.0.1032",
                 *       "number": 1
                 *     }
                 */
                "application/json": {
                    account: components["schemas"]["AccountId"];
                    /** @description null to end the delegation */
                    delegate: components["schemas"]["AccountId"] | null;
                    /** @description the area of the DAO that it is for; by default all in which the account has no other delegate */
                    area?: string | null;
                    /** @description one more than the number of the last delegation of the account in this DAO; 1 for the first */
                    number: number;
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
                     *       "text": "Quorate delegation v1\n{\"account\":\"0.0.1033\",\"chain\":\"hedera:…"
                     *     }
                     */
                    "application/json": {
                        text: string;
                    };
                };
            };
        };
    };
    getDaosDelegates: {
        parameters: {
            query?: {
                /** @description the maximum number of entries on a page */
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description the identifier of the DAO
                 * @example 4ac06ecb-fcc7-409f-b2c0-a3ddf038bab4
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
                     *         "daoId": "4ac06ecb-fcc7-409f-b2c0-a3ddf038bab4",
                     *         "account": "0.0.1033",
                     *         "statement": null,
                     *         "statedAt": null,
                     *         "delegators": 2,
                     *         "areas": [],
                     *         "receives": 4,
                     *         "weight": null,
                     *         "voted": 0,
                     *         "votable": 0
                     *       },
                     *       {
                     *         "daoId": "4ac06ecb-fcc7-409f-b2c0-a3ddf038bab4",
                     *         "account": "0.0.1035",
                     *         "statement": null,
                     *         "statedAt": null,
                     *         "delegators": 2,
                     *         "areas": [],
                     *         "receives": 2,
                     *         "weight": null,
                     *         "voted": 0,
                     *         "votable": 0
                     *       },
                     *       {
                     *         "daoId": "4ac06ecb-fcc7-409f-b2c0-a3ddf038bab4",
                     *         "account": "0.0.1032",
                     *         "statement": "Me, too",
                     *         "statedAt": "2026-11-30T00:55:12.352Z",
                     *         "delegators": 0,
                     *         "areas": [],
                     *         "receives": 0,
                     *         "weight": null,
                     *         "voted": 0,
                     *         "votable": 0
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Delegate"][];
                };
            };
        };
    };
    getDaosDelegatesByAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description the identifier of the DAO
                 * @example 4ac06ecb-fcc7-409f-b2c0-a3ddf038bab4
                 */
                daoId: string;
                /** @example 0.0.1033 */
                account: string;
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
                     *       "daoId": "4ac06ecb-fcc7-409f-b2c0-a3ddf038bab4",
                     *       "account": "0.0.1033",
                     *       "statement": "I read most",
                     *       "statedAt": "2026-11-30T00:55:12.351Z",
                     *       "delegators": 0,
                     *       "areas": [],
                     *       "receives": 0,
                     *       "weight": null,
                     *       "voted": 0,
                     *       "votable": 0
                     *     }
                     */
                    "application/json": components["schemas"]["Delegate"];
                };
            };
        };
    };
    putDaosDelegatesByAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the identifier of the DAO
                 * @example 4ac06ecb-fcc7-409f-b2c0-a3ddf038bab4
                 */
                daoId: string;
                /** @example 0.0.1033 */
                account: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "statement": "I read **everything**"
                 *     }
                 */
                "application/json": {
                    /** @description Markdown, as in comments */
                    statement: string;
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
                     *       "daoId": "4ac06ecb-fcc7-409f-b2c0-a3ddf038bab4",
                     *       "account": "0.0.1033",
                     *       "statement": "I read **everything**",
                     *       "statedAt": "2026-11-30T00:55:12.351Z",
                     *       "delegators": 0,
                     *       "areas": [],
                     *       "receives": 0,
                     *       "weight": null,
                     *       "voted": 0,
                     *       "votable": 0
                     *     }
                     */
                    "application/json": components["schemas"]["Delegate"];
                };
            };
        };
    };
    deleteDaosDelegatesByAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the identifier of the DAO
                 * @example 4ac06ecb-fcc7-409f-b2c0-a3ddf038bab4
                 */
                daoId: string;
                /** @example 0.0.1033 */
                account: string;
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
                     *       "daoId": "4ac06ecb-fcc7-409f-b2c0-a3ddf038bab4",
                     *       "account": "0.0.1033",
                     *       "statement": null
                     *     }
                     */
                    "application/json": {
                        /** @description the identifier of the DAO */
                        daoId: string;
                        account: components["schemas"]["AccountId"];
                        /** @description always null: it has none now */
                        statement: null;
                    };
                };
            };
        };
    };
    getDaosRulesSignatures: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description the identifier of the DAO
                 * @example fa183c5f-5380-421f-863f-df378e818ce9
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
                     * @example [
                     *       {
                     *         "account": "0.0.1034",
                     *         "text": "Quorate rules v1\n{\"account\":\"0.0.1034\",\"chain\":\"hedera:devne…",
                     *         "signedBy": [
                     *           "d07f29e83875085e6e46cb207716acbfc5e35950177d3a100dad165b8d564e9f"
                     *         ],
                     *         "missing": 1,
                     *         "done": false,
                     *         "number": 2,
                     *         "rules": {
                     *           "threshold": 60
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["JointSignatures"][];
                };
            };
        };
    };
    postDaosRulesSignatures: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the identifier of the DAO
                 * @example fa183c5f-5380-421f-863f-df378e818ce9
                 */
                daoId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "number": 2,
                 *       "rules": {
                 *         "threshold": 60
                 *       },
                 *       "signatures": [
                 *         {
                 *           "publicKey": "d07f29e83875085e6e46cb207716acbfc5e35950177d3a100dad165b8d564e9f",
                 *           "signature": "0x2882d60138eafa5c38c43dad42305fac18d153f3bce07c0e811dedf56cebef2af572161bcabf75e9e023b26381b04c353525ea18552fa79afde2464c67f3f501"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description the number of the new rules: the next one after the DAO's */
                    number: number;
                    /** @description the rules that change; null ends a rule that a DAO need not have */
                    rules: {
                        /** @description how many owners must sign */
                        threshold?: number;
                        /** @description the shortest voting time of a proposal, hours */
                        minVotingPeriod?: number;
                        /** @description the least time from a proposal to the start of its voting, hours */
                        votingDelay?: number;
                        areas?: string[] | null;
                        quorum?: number | null;
                        quorumFraction?: string | null;
                        maxVotingPeriod?: number | null;
                        proposers?: components["schemas"]["AccountId"][] | null;
                        proposalWeight?: string | null;
                        secretVotes?: boolean | null;
                        networkKey?: string | null;
                        membersByProposal?: boolean | null;
                        executionDelay?: number | null;
                        veto?: components["schemas"]["AccountId"] | null;
                        emergency?: components["schemas"]["AccountId"] | null;
                        objections?: number | null;
                        objectionsFraction?: string | null;
                        objectionPeriod?: number | null;
                        optimisticProposers?: components["schemas"]["AccountId"][] | null;
                        optimisticKinds?: ("text" | "operation" | "change")[] | null;
                        thresholdFraction?: string | null;
                        /** @description the voting methods that proposals may use */
                        votingMethods?: ("single" | "approval" | "weighted" | "ranked" | "quadratic")[] | null;
                        /** @description the maximum number of options of a proposal */
                        maxOptions?: number | null;
                        /** @description whether voters may replace their votes until the end */
                        votesChangeable?: boolean | null;
                        /** @description whether members may delegate their votes */
                        delegation?: boolean | null;
                    };
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
                     *       "account": "0.0.1034",
                     *       "text": "Quorate rules v1\n{\"account\":\"0.0.1034\",\"chain\":\"hedera:devne…",
                     *       "signedBy": [
                     *         "d07f29e83875085e6e46cb207716acbfc5e35950177d3a100dad165b8d564e9f"
                     *       ],
                     *       "missing": 1,
                     *       "done": false,
                     *       "number": 2,
                     *       "rules": {
                     *         "threshold": 60
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["JointSignatures"];
                };
            };
        };
    };
    getDaosRules: {
        parameters: {
            query?: {
                /** @description the maximum number of entries on a page */
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description the identifier of the DAO
                 * @example 9a78bb73-5a77-475b-9598-7278fba8c6c8
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
                     *         "daoId": "9a78bb73-5a77-475b-9598-7278fba8c6c8",
                     *         "number": 2,
                     *         "votingRules": {
                     *           "threshold": 75,
                     *           "minVotingPeriod": 1,
                     *           "tokenWeighted": false,
                     *           "tokenId": null,
                     *           "votingDelay": 0,
                     *           "thresholdFraction": "3/4",
                     *           "votesChangeable": true,
                     *           "quorum": 40,
                     *           "maxVotingPeriod": 72
                     *         },
                     *         "members": null,
                     *         "proposalId": "9182819f-6bb7-41ed-8036-714b52c0c67f",
                     *         "emergency": null,
                     *         "changedAt": "2026-12-01T01:19:42.831Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Rules"][];
                };
            };
        };
    };
    postDaosRules: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the identifier of the DAO
                 * @example 9ce37b0c-e120-4dc4-9d36-e4c982c5e9b7
                 */
                daoId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "number": 2,
                 *       "rules": {
                 *         "threshold": 80,
                 *         "emergency": null
                 *       },
                 *       "signature": "0x1f436245528b6b3adc3f33e9004eafd7c3a70d65f0c00379ff350b81ea51c464b1b4a224830606210caa030cd3854de375accc2a07a20b3d9522f6a1e96e9005"
                 *     }
                 */
                "application/json": {
                    /** @description the number of the new rules: the next one after the DAO's */
                    number: number;
                    /** @description the rules that change; null ends a rule that a DAO need not have */
                    rules: {
                        /** @description how many owners must sign */
                        threshold?: number;
                        /** @description the shortest voting time of a proposal, hours */
                        minVotingPeriod?: number;
                        /** @description the least time from a proposal to the start of its voting, hours */
                        votingDelay?: number;
                        areas?: string[] | null;
                        quorum?: number | null;
                        quorumFraction?: string | null;
                        maxVotingPeriod?: number | null;
                        proposers?: components["schemas"]["AccountId"][] | null;
                        proposalWeight?: string | null;
                        secretVotes?: boolean | null;
                        networkKey?: string | null;
                        membersByProposal?: boolean | null;
                        executionDelay?: number | null;
                        veto?: components["schemas"]["AccountId"] | null;
                        emergency?: components["schemas"]["AccountId"] | null;
                        objections?: number | null;
                        objectionsFraction?: string | null;
                        objectionPeriod?: number | null;
                        optimisticProposers?: components["schemas"]["AccountId"][] | null;
                        optimisticKinds?: ("text" | "operation" | "change")[] | null;
                        thresholdFraction?: string | null;
                        /** @description the voting methods that proposals may use */
                        votingMethods?: ("single" | "approval" | "weighted" | "ranked" | "quadratic")[] | null;
                        /** @description the maximum number of options of a proposal */
                        maxOptions?: number | null;
                        /** @description whether voters may replace their votes until the end */
                        votesChangeable?: boolean | null;
                        /** @description whether members may delegate their votes */
                        delegation?: boolean | null;
                    };
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
                     *       "daoId": "9ce37b0c-e120-4dc4-9d36-e4c982c5e9b7",
                     *       "number": 2,
                     *       "votingRules": {
                     *         "threshold": 80,
                     *         "minVotingPeriod": 1,
                     *         "tokenWeighted": false,
                     *         "tokenId": null,
                     *         "votingDelay": 0
                     *       },
                     *       "members": null,
                     *       "proposalId": null,
                     *       "emergency": "0.0.1036",
                     *       "changedAt": "2026-12-07T01:19:42.841Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Rules"];
                };
            };
        };
    };
    postDaosRulesText: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the identifier of the DAO
                 * @example 9ce37b0c-e120-4dc4-9d36-e4c982c5e9b7
                 */
                daoId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "number": 2,
                 *       "rules": {
                 *         "threshold": 80,
                 *         "emergency": null
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description the number of the new rules: the next one after the DAO's */
                    number: number;
                    /** @description the rules that change; null ends a rule that a DAO need not have */
                    rules: {
                        /** @description how many owners must sign */
                        threshold?: number;
                        /** @description the shortest voting time of a proposal, hours */
                        minVotingPeriod?: number;
                        /** @description the least time from a proposal to the start of its voting, hours */
                        votingDelay?: number;
                        areas?: string[] | null;
                        quorum?: number | null;
                        quorumFraction?: string | null;
                        maxVotingPeriod?: number | null;
                        proposers?: components["schemas"]["AccountId"][] | null;
                        proposalWeight?: string | null;
                        secretVotes?: boolean | null;
                        networkKey?: string | null;
                        membersByProposal?: boolean | null;
                        executionDelay?: number | null;
                        veto?: components["schemas"]["AccountId"] | null;
                        emergency?: components["schemas"]["AccountId"] | null;
                        objections?: number | null;
                        objectionsFraction?: string | null;
                        objectionPeriod?: number | null;
                        optimisticProposers?: components["schemas"]["AccountId"][] | null;
                        optimisticKinds?: ("text" | "operation" | "change")[] | null;
                        thresholdFraction?: string | null;
                        /** @description the voting methods that proposals may use */
                        votingMethods?: ("single" | "approval" | "weighted" | "ranked" | "quadratic")[] | null;
                        /** @description the maximum number of options of a proposal */
                        maxOptions?: number | null;
                        /** @description whether voters may replace their votes until the end */
                        votesChangeable?: boolean | null;
                        /** @description whether members may delegate their votes */
                        delegation?: boolean | null;
                    };
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
                     *       "text": "Quorate rules v1\n{\"account\":\"0.0.1036\",\"chain\":\"hedera:devne…"
                     *     }
                     */
                    "application/json": {
                        text: string;
                    };
                };
            };
        };
    };
    getProposals: {
        parameters: {
            query?: {
                /** @description the maximum number of entries on a page */
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
                     *         "proposalId": "7a66baf8-831d-4bc3-96f5-1c7cd4254073",
                     *         "daoId": "cc5dcf3f-7389-47fc-9771-d825bbaa1af2",
                     *         "chain": "hedera:devnet",
                     *         "title": "Plant a tree",
                     *         "description": "An apple tree",
                     *         "creatorAddress": "0.0.1053",
                     *         "status": "REJECTED",
                     *         "cancelled": true,
                     *         "cancellation": {
                     *           "cancelledAt": "2026-11-30T05:58:23.707Z",
                     *           "signed": false
                     *         },
                     *         "startTime": "2026-11-30T05:58:23.707Z",
                     *         "endTime": "2026-12-01T05:58:23.707Z",
                     *         "votingMethod": "single",
                     *         "quorum": null,
                     *         "quorumFraction": null,
                     *         "area": null,
                     *         "optimistic": false,
                     *         "validUntil": null,
                     *         "proposalData": {},
                     *         "votingOptions": [
                     *           "YES",
                     *           "NO",
                     *           "ABSTAIN"
                     *         ],
                     *         "votingRules": {
                     *           "threshold": 50,
                     *           "minVotingPeriod": 1,
                     *           "tokenWeighted": false,
                     *           "tokenId": null,
                     *           "votingDelay": 0
                     *         },
                     *         "proposalHash": "4bf53db9cb7e35cf4d1c695a3063910cfa0e32f6933ba49c44be3e1b6312355b",
                     *         "ballotKey": null,
                     *         "decision": {
                     *           "topicId": "0.0.1056",
                     *           "consensusTimestamp": "1796018303.707009000"
                     *         },
                     *         "execution": null,
                     *         "walletRefusal": null,
                     *         "createdAt": "2026-11-30T05:58:23.707Z",
                     *         "updatedAt": "2026-11-30T05:58:23.707Z",
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
                 *       "daoId": "a43552c5-2137-4323-9d5d-7051a8fdb881",
                 *       "title": "Threshold 60",
                 *       "description": "An apple tree",
                 *       "creatorAddress": "0.0.1032",
                 *       "votingDurationHours": 24,
                 *       "proposalData": {
                 *         "change": {
                 *           "rules": {
                 *             "threshold": 60
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
                     * @description any JSON object; its field `operation` {method, path, body} is the write of the node API that the proposal permits if it passes, and its field `change` {rules, members} changes the DAO then
                     */
                    proposalData?: {
                        [key: string]: unknown;
                    };
                    /** @description two to five different options, or as many as the DAO's rules allow; by default YES, NO and ABSTAIN */
                    votingOptions?: string[];
                    /**
                     * @description one that the DAO's rules allow; by default `single`
                     * @enum {unknown}
                     */
                    votingMethod?: "single" | "approval" | "weighted" | "ranked" | "quadratic";
                    /**
                     * Format: date-time
                     * @description when voting starts, ISO 8601; by default as soon as the DAO's `votingDelay` allows
                     */
                    startTime?: string;
                    /** @description the decision cannot be carried out after this time: ISO 8601 or seconds.nanoseconds, later than the end of the voting */
                    validUntil?: string | null;
                    /** @description percent of the eligible weight that must be cast */
                    quorum?: number | null;
                    /** @description one of the `areas` of the DAO: delegates for it vote before those for all areas */
                    area?: string | null;
                    /** @description whether it passes unless a share of the eligible weight votes NO, if the rules of the DAO have `objections`; by default not */
                    optimistic?: boolean;
                    /** @description the exact share, such as 1/3, instead of `quorum` (or beside the same in percent) */
                    quorumFraction?: string | null;
                    /** @description the draft that this proposal takes the place of; it gets its id and its discussion. The proposal is what this request states, whatever the draft says */
                    draftId?: string;
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
                     *       "proposalId": "99fdc521-1bbf-44b7-b1a1-5bce3baa25b6",
                     *       "daoId": "a43552c5-2137-4323-9d5d-7051a8fdb881",
                     *       "chain": "hedera:devnet",
                     *       "title": "Threshold 60",
                     *       "description": "An apple tree",
                     *       "creatorAddress": "0.0.1032",
                     *       "status": "ACTIVE",
                     *       "cancelled": false,
                     *       "cancellation": null,
                     *       "startTime": "2026-11-30T05:59:04.172Z",
                     *       "endTime": "2026-12-01T05:59:04.172Z",
                     *       "votingMethod": "single",
                     *       "quorum": null,
                     *       "quorumFraction": null,
                     *       "area": null,
                     *       "optimistic": false,
                     *       "validUntil": null,
                     *       "proposalData": {
                     *         "change": {
                     *           "rules": {
                     *             "threshold": 60
                     *           }
                     *         }
                     *       },
                     *       "votingOptions": [
                     *         "YES",
                     *         "NO",
                     *         "ABSTAIN"
                     *       ],
                     *       "votingRules": {
                     *         "threshold": 50,
                     *         "minVotingPeriod": 1,
                     *         "tokenWeighted": false,
                     *         "tokenId": null,
                     *         "votingDelay": 0,
                     *         "executionDelay": 48,
                     *         "veto": "0.0.1035"
                     *       },
                     *       "proposalHash": "81b9521c94a1a5c82c6c6c13c11d91d82bc364421e4d2d68b2885c3dcb8b3231",
                     *       "ballotKey": null,
                     *       "decision": null,
                     *       "execution": null,
                     *       "walletRefusal": null,
                     *       "createdAt": "2026-11-30T05:59:04.172Z",
                     *       "updatedAt": "2026-11-30T05:59:04.172Z",
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
                 * @example 029f8d1b-e15d-479d-856d-90aa6ec52d69
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
                     *       "proposalId": "029f8d1b-e15d-479d-856d-90aa6ec52d69",
                     *       "daoId": "a43552c5-2137-4323-9d5d-7051a8fdb881",
                     *       "chain": "hedera:devnet",
                     *       "title": "Threshold 70",
                     *       "description": "An apple tree",
                     *       "creatorAddress": "0.0.1032",
                     *       "status": "PASSED",
                     *       "cancelled": false,
                     *       "cancellation": null,
                     *       "startTime": "2026-12-03T06:59:05.173Z",
                     *       "endTime": "2026-12-04T06:59:05.173Z",
                     *       "votingMethod": "single",
                     *       "quorum": null,
                     *       "quorumFraction": null,
                     *       "area": null,
                     *       "optimistic": false,
                     *       "validUntil": null,
                     *       "proposalData": {
                     *         "change": {
                     *           "rules": {
                     *             "threshold": 70
                     *           }
                     *         }
                     *       },
                     *       "votingOptions": [
                     *         "YES",
                     *         "NO",
                     *         "ABSTAIN"
                     *       ],
                     *       "votingRules": {
                     *         "threshold": 60,
                     *         "minVotingPeriod": 1,
                     *         "tokenWeighted": false,
                     *         "tokenId": null,
                     *         "votingDelay": 0,
                     *         "executionDelay": 48,
                     *         "veto": "0.0.1035"
                     *       },
                     *       "proposalHash": "8b9e6c0f083d2cc003674a71588f80df5a80270a78e50b66e3ddacc80be26adb",
                     *       "ballotKey": null,
                     *       "decision": {
                     *         "topicId": "0.0.1036",
                     *         "consensusTimestamp": "1796367545.173003000"
                     *       },
                     *       "execution": {
                     *         "executableAt": "2026-12-06T06:59:05.173Z",
                     *         "vetoed": {
                     *           "by": "0.0.1035",
                     *           "vetoedAt": "2026-12-04T06:59:05.173Z",
                     *           "reason": "too high"
                     *         }
                     *       },
                     *       "walletRefusal": null,
                     *       "createdAt": "2026-12-03T06:59:05.173Z",
                     *       "updatedAt": "2026-12-04T06:59:05.173Z",
                     *       "votes": [
                     *         {
                     *           "voteId": "029f8d1b-e15d-479d-856d-90aa6ec52d69-1",
                     *           "proposalId": "029f8d1b-e15d-479d-856d-90aa6ec52d69",
                     *           "daoId": "a43552c5-2137-4323-9d5d-7051a8fdb881",
                     *           "voterAddress": "0.0.1032",
                     *           "choice": "YES",
                     *           "weight": 1,
                     *           "number": 1,
                     *           "signed": false,
                     *           "createdAt": "2026-12-03T06:59:05.173Z",
                     *           "updatedAt": "2026-12-03T06:59:05.173Z"
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
                 * @example b17f0d1b-5cf6-4bf0-a973-a643a8d7f224
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
                     *       "proposalId": "b17f0d1b-5cf6-4bf0-a973-a643a8d7f224",
                     *       "daoId": "f1c96ae7-bb04-4a75-a9d0-9ff2c18169f2",
                     *       "chain": "hedera:devnet",
                     *       "title": "Pay the gardener",
                     *       "description": "An apple tree",
                     *       "creatorAddress": "0.0.1036",
                     *       "status": "REJECTED",
                     *       "cancelled": true,
                     *       "cancellation": {
                     *         "cancelledAt": "2026-11-30T05:56:55.630Z",
                     *         "signed": false
                     *       },
                     *       "startTime": "2026-11-30T05:56:55.630Z",
                     *       "endTime": "2026-12-01T05:56:55.630Z",
                     *       "votingMethod": "single",
                     *       "quorum": null,
                     *       "quorumFraction": null,
                     *       "area": null,
                     *       "optimistic": false,
                     *       "validUntil": null,
                     *       "proposalData": {},
                     *       "votingOptions": [
                     *         "YES",
                     *         "NO",
                     *         "ABSTAIN"
                     *       ],
                     *       "votingRules": {
                     *         "threshold": 50,
                     *         "minVotingPeriod": 1,
                     *         "tokenWeighted": false,
                     *         "tokenId": null,
                     *         "votingDelay": 0
                     *       },
                     *       "proposalHash": "4ac844dcbf28c5a75344b191b3601d5d4324ca9c72bb58bafa1e22500a454f55",
                     *       "ballotKey": null,
                     *       "decision": null,
                     *       "execution": null,
                     *       "walletRefusal": null,
                     *       "createdAt": "2026-11-30T05:56:55.630Z",
                     *       "updatedAt": "2026-11-30T05:56:55.630Z",
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
                /** @description the maximum number of entries on a page */
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description the identifier of the DAO
                 * @example d761fef5-5b25-418d-b04a-1590cc86ea15
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
                     *         "proposalId": "d4ca70ad-c092-4834-b2ea-02e3ae2a812b",
                     *         "daoId": "d761fef5-5b25-418d-b04a-1590cc86ea15",
                     *         "chain": "hedera:devnet",
                     *         "title": "Plant a tree",
                     *         "description": "An apple tree",
                     *         "creatorAddress": "0.0.1036",
                     *         "status": "ACTIVE",
                     *         "cancelled": false,
                     *         "cancellation": null,
                     *         "startTime": "2026-11-30T05:58:23.696Z",
                     *         "endTime": "2026-12-01T05:58:23.696Z",
                     *         "votingMethod": "single",
                     *         "quorum": null,
                     *         "quorumFraction": null,
                     *         "area": null,
                     *         "optimistic": false,
                     *         "validUntil": null,
                     *         "proposalData": {},
                     *         "votingOptions": [
                     *           "YES",
                     *           "NO",
                     *           "ABSTAIN"
                     *         ],
                     *         "votingRules": {
                     *           "threshold": 50,
                     *           "minVotingPeriod": 1,
                     *           "tokenWeighted": false,
                     *           "tokenId": null,
                     *           "votingDelay": 0
                     *         },
                     *         "proposalHash": "fc00fb0b0df461dee08f9d83b29fbc91ab5e15c1f0d4e403178df9386588c84a",
                     *         "ballotKey": null,
                     *         "decision": null,
                     *         "execution": null,
                     *         "walletRefusal": null,
                     *         "createdAt": "2026-11-30T05:58:23.696Z",
                     *         "updatedAt": "2026-11-30T05:58:23.696Z",
                     *         "votes": [
                     *           {
                     *             "voteId": "d4ca70ad-c092-4834-b2ea-02e3ae2a812b-1",
                     *             "proposalId": "d4ca70ad-c092-4834-b2ea-02e3ae2a812b",
                     *             "daoId": "d761fef5-5b25-418d-b04a-1590cc86ea15",
                     *             "voterAddress": "0.0.1035",
                     *             "choice": "YES",
                     *             "weight": 1,
                     *             "number": 1,
                     *             "signed": false,
                     *             "createdAt": "2026-11-30T05:58:23.696Z",
                     *             "updatedAt": "2026-11-30T05:58:23.696Z",
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
                /** @description the maximum number of entries on a page */
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description the identifier of the DAO
                 * @example d761fef5-5b25-418d-b04a-1590cc86ea15
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
                     *         "proposalId": "d4ca70ad-c092-4834-b2ea-02e3ae2a812b",
                     *         "daoId": "d761fef5-5b25-418d-b04a-1590cc86ea15",
                     *         "chain": "hedera:devnet",
                     *         "title": "Plant a tree",
                     *         "description": "An apple tree",
                     *         "creatorAddress": "0.0.1036",
                     *         "status": "ACTIVE",
                     *         "cancelled": false,
                     *         "cancellation": null,
                     *         "startTime": "2026-11-30T05:58:23.696Z",
                     *         "endTime": "2026-12-01T05:58:23.696Z",
                     *         "votingMethod": "single",
                     *         "quorum": null,
                     *         "quorumFraction": null,
                     *         "area": null,
                     *         "optimistic": false,
                     *         "validUntil": null,
                     *         "proposalData": {},
                     *         "votingOptions": [
                     *           "YES",
                     *           "NO",
                     *           "ABSTAIN"
                     *         ],
                     *         "votingRules": {
                     *           "threshold": 50,
                     *           "minVotingPeriod": 1,
                     *           "tokenWeighted": false,
                     *           "tokenId": null,
                     *           "votingDelay": 0
                     *         },
                     *         "proposalHash": "fc00fb0b0df461dee08f9d83b29fbc91ab5e15c1f0d4e403178df9386588c84a",
                     *         "ballotKey": null,
                     *         "decision": null,
                     *         "execution": null,
                     *         "walletRefusal": null,
                     *         "createdAt": "2026-11-30T05:58:23.696Z",
                     *         "updatedAt": "2026-11-30T05:58:23.696Z",
                     *         "votes": [
                     *           {
                     *             "voteId": "d4ca70ad-c092-4834-b2ea-02e3ae2a812b-1",
                     *             "proposalId": "d4ca70ad-c092-4834-b2ea-02e3ae2a812b",
                     *             "daoId": "d761fef5-5b25-418d-b04a-1590cc86ea15",
                     *             "voterAddress": "0.0.1035",
                     *             "choice": "YES",
                     *             "weight": 1,
                     *             "number": 1,
                     *             "signed": false,
                     *             "createdAt": "2026-11-30T05:58:23.696Z",
                     *             "updatedAt": "2026-11-30T05:58:23.696Z",
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
                 * @example 380d1d0b-7ab2-4cef-9d57-6dd7acf3053e
                 */
                proposalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "signature": "0xca87700149dc0f83e3ad889e843cf824a470f4b1b21cc84a5e0d69c670c9d55784d0a672543a12d8688d9c2d02b02fac3339803e84de57e9e61e45c4efc1e20d"
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
                     *       "proposalId": "380d1d0b-7ab2-4cef-9d57-6dd7acf3053e",
                     *       "daoId": "0e5c7e70-2cd0-43d8-8d96-ddadf9f194c6",
                     *       "chain": "hedera:devnet",
                     *       "title": "Plant a tree",
                     *       "description": "An apple tree",
                     *       "creatorAddress": "0.0.1033",
                     *       "status": "REJECTED",
                     *       "cancelled": true,
                     *       "cancellation": {
                     *         "cancelledAt": "2026-11-30T06:13:45.013Z",
                     *         "signed": true
                     *       },
                     *       "startTime": "2026-11-30T06:13:45.013Z",
                     *       "endTime": "2026-12-01T06:13:45.013Z",
                     *       "votingMethod": "single",
                     *       "quorum": null,
                     *       "quorumFraction": null,
                     *       "area": null,
                     *       "optimistic": false,
                     *       "validUntil": null,
                     *       "proposalData": {},
                     *       "votingOptions": [
                     *         "YES",
                     *         "NO",
                     *         "ABSTAIN"
                     *       ],
                     *       "votingRules": {
                     *         "threshold": 50,
                     *         "minVotingPeriod": 1,
                     *         "tokenWeighted": false,
                     *         "tokenId": null,
                     *         "votingDelay": 0
                     *       },
                     *       "proposalHash": "b506fdde697356a85125eab5de13a09a787a0037894c8cf68b5dcfef2fc3c0f5",
                     *       "ballotKey": null,
                     *       "decision": null,
                     *       "execution": null,
                     *       "walletRefusal": null,
                     *       "createdAt": "2026-11-30T06:13:45.013Z",
                     *       "updatedAt": "2026-11-30T06:13:45.013Z",
                     *       "votes": [],
                     *       "votesTruncated": false
                     *     }
                     */
                    "application/json": components["schemas"]["Proposal"];
                };
            };
        };
    };
    getDraftsByDraftId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description the id of the draft
                 * @example 74e1a632-b1ce-44fe-b462-a504b4c6f291
                 */
                draftId: string;
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
                     *       "draftId": "74e1a632-b1ce-44fe-b462-a504b4c6f291",
                     *       "daoId": "2f74513a-f089-451b-80bd-df8a22b152ad",
                     *       "chain": "hedera:devnet",
                     *       "authorAddress": "0.0.1033",
                     *       "revision": 2,
                     *       "proposal": {
                     *         "daoId": "2f74513a-f089-451b-80bd-df8a22b152ad",
                     *         "title": "Plant two trees",
                     *         "description": "An apple tree",
                     *         "creatorAddress": "0.0.1033",
                     *         "votingDurationHours": 24
                     *       },
                     *       "createdAt": "2026-11-30T00:23:22.920Z",
                     *       "updatedAt": "2026-11-30T00:23:23.920Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Draft"];
                };
            };
        };
    };
    putDraftsByDraftId: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the id of the draft
                 * @example 74e1a632-b1ce-44fe-b462-a504b4c6f291
                 */
                draftId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "revision": 1,
                 *       "proposal": {
                 *         "daoId": "2f74513a-f089-451b-80bd-df8a22b152ad",
                 *         "title": "Plant two trees",
                 *         "description": "An apple tree",
                 *         "creatorAddress": "0.0.1033",
                 *         "votingDurationHours": 24
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description the version that is changed */
                    revision: number;
                    /** @description what the draft says, as `POST /proposals` takes it */
                    proposal: {
                        /** @description the identifier of the DAO */
                        daoId: string;
                        title: string;
                        description: string;
                        creatorAddress: components["schemas"]["AccountId"];
                        /** @description how long votes are taken, hours */
                        votingDurationHours: number;
                        /**
                         * an object of any form
                         * @description any JSON object; its field `operation` {method, path, body} is the write of the node API that the proposal permits if it passes, and its field `change` {rules, members} changes the DAO then
                         */
                        proposalData?: {
                            [key: string]: unknown;
                        };
                        /** @description two to five different options, or as many as the DAO's rules allow; by default YES, NO and ABSTAIN */
                        votingOptions?: string[];
                        /**
                         * @description one that the DAO's rules allow; by default `single`
                         * @enum {unknown}
                         */
                        votingMethod?: "single" | "approval" | "weighted" | "ranked" | "quadratic";
                        /**
                         * Format: date-time
                         * @description when voting starts, ISO 8601; by default as soon as the DAO's `votingDelay` allows
                         */
                        startTime?: string;
                        /** @description the decision cannot be carried out after this time: ISO 8601 or seconds.nanoseconds, later than the end of the voting */
                        validUntil?: string | null;
                        /** @description percent of the eligible weight that must be cast */
                        quorum?: number | null;
                        /** @description one of the `areas` of the DAO: delegates for it vote before those for all areas */
                        area?: string | null;
                        /** @description whether it passes unless a share of the eligible weight votes NO, if the rules of the DAO have `objections`; by default not */
                        optimistic?: boolean;
                        /** @description the exact share, such as 1/3, instead of `quorum` (or beside the same in percent) */
                        quorumFraction?: string | null;
                    };
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
                     *       "draftId": "74e1a632-b1ce-44fe-b462-a504b4c6f291",
                     *       "daoId": "2f74513a-f089-451b-80bd-df8a22b152ad",
                     *       "chain": "hedera:devnet",
                     *       "authorAddress": "0.0.1033",
                     *       "revision": 2,
                     *       "proposal": {
                     *         "daoId": "2f74513a-f089-451b-80bd-df8a22b152ad",
                     *         "title": "Plant two trees",
                     *         "description": "An apple tree",
                     *         "creatorAddress": "0.0.1033",
                     *         "votingDurationHours": 24
                     *       },
                     *       "createdAt": "2026-11-30T00:23:22.920Z",
                     *       "updatedAt": "2026-11-30T00:23:23.920Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Draft"];
                };
            };
        };
    };
    deleteDraftsByDraftId: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the id of the draft
                 * @example 1a16067c-16b0-42cc-bc5d-1d3d2bb0d93d
                 */
                draftId: string;
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
                     *       "draftId": "1a16067c-16b0-42cc-bc5d-1d3d2bb0d93d",
                     *       "daoId": "2f74513a-f089-451b-80bd-df8a22b152ad",
                     *       "chain": "hedera:devnet",
                     *       "authorAddress": "0.0.1033",
                     *       "revision": 1,
                     *       "proposal": {
                     *         "daoId": "2f74513a-f089-451b-80bd-df8a22b152ad",
                     *         "title": "Plant a tree",
                     *         "description": "An apple tree",
                     *         "creatorAddress": "0.0.1033",
                     *         "votingDurationHours": 24
                     *       },
                     *       "createdAt": "2026-12-01T01:23:23.921Z",
                     *       "updatedAt": "2026-12-01T01:23:23.921Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Draft"];
                };
            };
        };
    };
    getDaosDrafts: {
        parameters: {
            query?: {
                /** @description the maximum number of entries on a page */
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description the identifier of the DAO
                 * @example 2f74513a-f089-451b-80bd-df8a22b152ad
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
                     *         "draftId": "74e1a632-b1ce-44fe-b462-a504b4c6f291",
                     *         "daoId": "2f74513a-f089-451b-80bd-df8a22b152ad",
                     *         "chain": "hedera:devnet",
                     *         "authorAddress": "0.0.1033",
                     *         "revision": 2,
                     *         "proposal": {
                     *           "daoId": "2f74513a-f089-451b-80bd-df8a22b152ad",
                     *           "title": "Plant two trees",
                     *           "description": "An apple tree",
                     *           "creatorAddress": "0.0.1033",
                     *           "votingDurationHours": 24
                     *         },
                     *         "createdAt": "2026-11-30T00:23:22.920Z",
                     *         "updatedAt": "2026-11-30T00:23:23.920Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Draft"][];
                };
            };
        };
    };
    postDrafts: {
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
                 *       "proposal": {
                 *         "daoId": "2f74513a-f089-451b-80bd-df8a22b152ad",
                 *         "title": "Plant a tree",
                 *         "description": "An apple tree",
                 *         "creatorAddress": "0.0.1033",
                 *         "votingDurationHours": 24,
                 *         "proposalData": {
                 *           "budget": 12
                 *         },
                 *         "votingOptions": [
                 *           "Oak",
                 *           "Elm"
                 *         ],
                 *         "quorum": 40
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description what the draft says, as `POST /proposals` takes it */
                    proposal: {
                        /** @description the identifier of the DAO */
                        daoId: string;
                        title: string;
                        description: string;
                        creatorAddress: components["schemas"]["AccountId"];
                        /** @description how long votes are taken, hours */
                        votingDurationHours: number;
                        /**
                         * an object of any form
                         * @description any JSON object; its field `operation` {method, path, body} is the write of the node API that the proposal permits if it passes, and its field `change` {rules, members} changes the DAO then
                         */
                        proposalData?: {
                            [key: string]: unknown;
                        };
                        /** @description two to five different options, or as many as the DAO's rules allow; by default YES, NO and ABSTAIN */
                        votingOptions?: string[];
                        /**
                         * @description one that the DAO's rules allow; by default `single`
                         * @enum {unknown}
                         */
                        votingMethod?: "single" | "approval" | "weighted" | "ranked" | "quadratic";
                        /**
                         * Format: date-time
                         * @description when voting starts, ISO 8601; by default as soon as the DAO's `votingDelay` allows
                         */
                        startTime?: string;
                        /** @description the decision cannot be carried out after this time: ISO 8601 or seconds.nanoseconds, later than the end of the voting */
                        validUntil?: string | null;
                        /** @description percent of the eligible weight that must be cast */
                        quorum?: number | null;
                        /** @description one of the `areas` of the DAO: delegates for it vote before those for all areas */
                        area?: string | null;
                        /** @description whether it passes unless a share of the eligible weight votes NO, if the rules of the DAO have `objections`; by default not */
                        optimistic?: boolean;
                        /** @description the exact share, such as 1/3, instead of `quorum` (or beside the same in percent) */
                        quorumFraction?: string | null;
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
                     *       "draftId": "74e1a632-b1ce-44fe-b462-a504b4c6f291",
                     *       "daoId": "2f74513a-f089-451b-80bd-df8a22b152ad",
                     *       "chain": "hedera:devnet",
                     *       "authorAddress": "0.0.1033",
                     *       "revision": 1,
                     *       "proposal": {
                     *         "daoId": "2f74513a-f089-451b-80bd-df8a22b152ad",
                     *         "title": "Plant a tree",
                     *         "description": "An apple tree",
                     *         "creatorAddress": "0.0.1033",
                     *         "votingDurationHours": 24,
                     *         "proposalData": {
                     *           "budget": 12
                     *         },
                     *         "votingOptions": [
                     *           "Oak",
                     *           "Elm"
                     *         ],
                     *         "quorum": 40
                     *       },
                     *       "createdAt": "2026-11-30T00:23:22.920Z",
                     *       "updatedAt": "2026-11-30T00:23:22.920Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Draft"];
                };
            };
        };
    };
    deleteDiscussionsCommentsByCommentId: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the id of a draft or a proposal
                 * @example 1f338d68-744d-4b17-b3a3-cd66354e7309
                 */
                discussionId: string;
                /**
                 * @description the identifier of the comment
                 * @example 3
                 */
                commentId: string;
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
                     *       "commentId": "3",
                     *       "discussionId": "1f338d68-744d-4b17-b3a3-cd66354e7309",
                     *       "daoId": "2f74513a-f089-451b-80bd-df8a22b152ad",
                     *       "chain": "hedera:devnet",
                     *       "authorAddress": "0.0.1032",
                     *       "text": "First",
                     *       "hidden": false,
                     *       "writtenAt": "2026-12-01T01:23:23.921Z",
                     *       "editedAt": "2026-12-01T01:23:23.921Z"
                     *     }
                     */
                    "application/json": components["schemas"]["DiscussionComment"];
                };
            };
        };
    };
    patchDiscussionsCommentsByCommentId: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the id of a draft or a proposal
                 * @example 1f338d68-744d-4b17-b3a3-cd66354e7309
                 */
                discussionId: string;
                /**
                 * @description the identifier of the comment
                 * @example 3
                 */
                commentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "First"
                 *     }
                 */
                "application/json": {
                    /** @description Markdown, shown without HTML; `ipfs://<identifier>` in a link leads to content */
                    text: string;
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
                     *       "commentId": "3",
                     *       "discussionId": "1f338d68-744d-4b17-b3a3-cd66354e7309",
                     *       "daoId": "2f74513a-f089-451b-80bd-df8a22b152ad",
                     *       "chain": "hedera:devnet",
                     *       "authorAddress": "0.0.1032",
                     *       "text": "First",
                     *       "hidden": false,
                     *       "writtenAt": "2026-12-01T01:23:23.921Z",
                     *       "editedAt": "2026-12-01T01:23:23.921Z"
                     *     }
                     */
                    "application/json": components["schemas"]["DiscussionComment"];
                };
            };
        };
    };
    putDiscussionsCommentsHidden: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the id of a draft or a proposal
                 * @example 46767959-a9e7-47c1-b758-e68a816d9390
                 */
                discussionId: string;
                /**
                 * @description the identifier of the comment
                 * @example 4
                 */
                commentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "hidden": false
                 *     }
                 */
                "application/json": {
                    /** @description false to show it again */
                    hidden: boolean;
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
                     *       "commentId": "4",
                     *       "discussionId": "46767959-a9e7-47c1-b758-e68a816d9390",
                     *       "daoId": "2f74513a-f089-451b-80bd-df8a22b152ad",
                     *       "chain": "hedera:devnet",
                     *       "authorAddress": "0.0.1034",
                     *       "text": "Rude",
                     *       "hidden": false,
                     *       "writtenAt": "2026-12-01T01:23:23.921Z",
                     *       "editedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["DiscussionComment"];
                };
            };
        };
    };
    getDiscussionsComments: {
        parameters: {
            query?: {
                /** @description the maximum number of entries on a page */
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description the id of a draft or a proposal
                 * @example 3c8f9a89-891e-4778-aebd-d5c02c043f00
                 */
                discussionId: string;
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
                     *         "commentId": "2",
                     *         "discussionId": "3c8f9a89-891e-4778-aebd-d5c02c043f00",
                     *         "daoId": "2f74513a-f089-451b-80bd-df8a22b152ad",
                     *         "chain": "hedera:devnet",
                     *         "authorAddress": "0.0.1034",
                     *         "text": "Two",
                     *         "hidden": false,
                     *         "writtenAt": "2026-11-30T00:23:23.921Z",
                     *         "editedAt": null
                     *       },
                     *       {
                     *         "commentId": "1",
                     *         "discussionId": "3c8f9a89-891e-4778-aebd-d5c02c043f00",
                     *         "daoId": "2f74513a-f089-451b-80bd-df8a22b152ad",
                     *         "chain": "hedera:devnet",
                     *         "authorAddress": "0.0.1032",
                     *         "text": "How many?",
                     *         "hidden": false,
                     *         "writtenAt": "2026-11-30T00:23:23.921Z",
                     *         "editedAt": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["DiscussionComment"][];
                };
            };
        };
    };
    postDiscussionsComments: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the id of a draft or a proposal
                 * @example 3c8f9a89-891e-4778-aebd-d5c02c043f00
                 */
                discussionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "How many?"
                 *     }
                 */
                "application/json": {
                    /** @description Markdown, shown without HTML; `ipfs://<identifier>` in a link leads to content */
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
                    /**
                     * @example {
                     *       "commentId": "1",
                     *       "discussionId": "3c8f9a89-891e-4778-aebd-d5c02c043f00",
                     *       "daoId": "2f74513a-f089-451b-80bd-df8a22b152ad",
                     *       "chain": "hedera:devnet",
                     *       "authorAddress": "0.0.1032",
                     *       "text": "How many?",
                     *       "hidden": false,
                     *       "writtenAt": "2026-11-30T00:23:23.921Z",
                     *       "editedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["DiscussionComment"];
                };
            };
        };
    };
    getProposalsVetoable: {
        parameters: {
            query: {
                /** @description the maximum number of entries on a page */
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
                /** @description accounts that may veto, such as an account and its multi-signature wallets */
                account: components["schemas"]["AccountId"][];
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
                     *         "proposalId": "8fbf8cb2-314d-432c-bb94-0e28ef3176b2",
                     *         "daoId": "b7b973d5-a147-4fcd-a6d1-d74e12f4812e",
                     *         "chain": "hedera:devnet",
                     *         "title": "Threshold 52",
                     *         "description": "An apple tree",
                     *         "creatorAddress": "0.0.1032",
                     *         "status": "PASSED",
                     *         "cancelled": false,
                     *         "cancellation": null,
                     *         "startTime": "2026-12-17T02:46:06.511Z",
                     *         "endTime": "2026-12-18T02:46:06.511Z",
                     *         "votingMethod": "single",
                     *         "quorum": null,
                     *         "quorumFraction": null,
                     *         "area": null,
                     *         "optimistic": false,
                     *         "validUntil": null,
                     *         "proposalData": {
                     *           "change": {
                     *             "rules": {
                     *               "threshold": 52
                     *             }
                     *           }
                     *         },
                     *         "votingOptions": [
                     *           "YES",
                     *           "NO",
                     *           "ABSTAIN"
                     *         ],
                     *         "votingRules": {
                     *           "threshold": 65,
                     *           "minVotingPeriod": 1,
                     *           "tokenWeighted": false,
                     *           "tokenId": null,
                     *           "votingDelay": 0,
                     *           "executionDelay": 48,
                     *           "veto": "0.0.1035"
                     *         },
                     *         "proposalHash": "707edda7f0a22a9b3ed29aaec001943ea526753fe5e3151de9288ef09b197c40",
                     *         "ballotKey": null,
                     *         "decision": {
                     *           "topicId": "0.0.1036",
                     *           "consensusTimestamp": "1797561966.511004000"
                     *         },
                     *         "execution": {
                     *           "executableAt": "2026-12-20T02:46:06.511Z",
                     *           "vetoed": null
                     *         },
                     *         "walletRefusal": null,
                     *         "createdAt": "2026-12-17T02:46:06.511Z",
                     *         "updatedAt": "2026-12-18T02:46:06.511Z",
                     *         "votes": [
                     *           {
                     *             "voteId": "8fbf8cb2-314d-432c-bb94-0e28ef3176b2-1",
                     *             "proposalId": "8fbf8cb2-314d-432c-bb94-0e28ef3176b2",
                     *             "daoId": "b7b973d5-a147-4fcd-a6d1-d74e12f4812e",
                     *             "voterAddress": "0.0.1032",
                     *             "choice": "YES",
                     *             "weight": 1,
                     *             "number": 1,
                     *             "signed": false,
                     *             "createdAt": "2026-12-17T02:46:06.511Z",
                     *             "updatedAt": "2026-12-17T02:46:06.511Z"
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
    postProposalsVetoText: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the identifier of the proposal
                 * @example a4d7c3b7-8519-4217-9b30-1284790af9d7
                 */
                proposalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "too high"
                 *     }
                 */
                "application/json": {
                    /** @description why; it is signed and public */
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
                    /**
                     * @example {
                     *       "text": "Quorate veto v1\n{\"account\":\"0.0.1035\",\"chain\":\"hedera:devnet…"
                     *     }
                     */
                    "application/json": {
                        text: string;
                    };
                };
            };
        };
    };
    postProposalsVeto: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the identifier of the proposal
                 * @example 029f8d1b-e15d-479d-856d-90aa6ec52d69
                 */
                proposalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "signature": "0xaf5fbdf4238324d0460acf1ded4e0fa062e977de19c78f0b8da0300f62ae2247ac848d2b8ef44291d0f715bf882de6279c53ced59dfb0671909bb6b28642e606",
                 *       "reason": "too high"
                 *     }
                 */
                "application/json": {
                    /** @description why; it is signed and public */
                    reason?: string;
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
                     *       "proposalId": "029f8d1b-e15d-479d-856d-90aa6ec52d69",
                     *       "daoId": "a43552c5-2137-4323-9d5d-7051a8fdb881",
                     *       "chain": "hedera:devnet",
                     *       "title": "Threshold 70",
                     *       "description": "An apple tree",
                     *       "creatorAddress": "0.0.1032",
                     *       "status": "PASSED",
                     *       "cancelled": false,
                     *       "cancellation": null,
                     *       "startTime": "2026-12-03T06:59:05.173Z",
                     *       "endTime": "2026-12-04T06:59:05.173Z",
                     *       "votingMethod": "single",
                     *       "quorum": null,
                     *       "quorumFraction": null,
                     *       "area": null,
                     *       "optimistic": false,
                     *       "validUntil": null,
                     *       "proposalData": {
                     *         "change": {
                     *           "rules": {
                     *             "threshold": 70
                     *           }
                     *         }
                     *       },
                     *       "votingOptions": [
                     *         "YES",
                     *         "NO",
                     *         "ABSTAIN"
                     *       ],
                     *       "votingRules": {
                     *         "threshold": 60,
                     *         "minVotingPeriod": 1,
                     *         "tokenWeighted": false,
                     *         "tokenId": null,
                     *         "votingDelay": 0,
                     *         "executionDelay": 48,
                     *         "veto": "0.0.1035"
                     *       },
                     *       "proposalHash": "8b9e6c0f083d2cc003674a71588f80df5a80270a78e50b66e3ddacc80be26adb",
                     *       "ballotKey": null,
                     *       "decision": {
                     *         "topicId": "0.0.1036",
                     *         "consensusTimestamp": "1796367545.173003000"
                     *       },
                     *       "execution": {
                     *         "executableAt": "2026-12-06T06:59:05.173Z",
                     *         "vetoed": {
                     *           "by": "0.0.1035",
                     *           "vetoedAt": "2026-12-04T06:59:05.173Z",
                     *           "reason": "too high"
                     *         }
                     *       },
                     *       "walletRefusal": null,
                     *       "createdAt": "2026-12-03T06:59:05.173Z",
                     *       "updatedAt": "2026-12-04T06:59:05.173Z",
                     *       "votes": [
                     *         {
                     *           "voteId": "029f8d1b-e15d-479d-856d-90aa6ec52d69-1",
                     *           "proposalId": "029f8d1b-e15d-479d-856d-90aa6ec52d69",
                     *           "daoId": "a43552c5-2137-4323-9d5d-7051a8fdb881",
                     *           "voterAddress": "0.0.1032",
                     *           "choice": "YES",
                     *           "weight": 1,
                     *           "number": 1,
                     *           "signed": false,
                     *           "createdAt": "2026-12-03T06:59:05.173Z",
                     *           "updatedAt": "2026-12-03T06:59:05.173Z"
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
    getProposalsVetoSignatures: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description the identifier of the proposal
                 * @example b2677718-f3c1-41a1-b436-28d44a4efeac
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
                     * @example [
                     *       {
                     *         "account": "0.0.1034",
                     *         "text": "Quorate veto v1\n{\"account\":\"0.0.1034\",\"chain\":\"hedera:devnet…",
                     *         "signedBy": [
                     *           "e060d0e8d2644b346fc175a2aaed2bd4ee3b5b800de11a53afaaffd1347c3ac8"
                     *         ],
                     *         "missing": 1,
                     *         "done": false,
                     *         "reason": "too deep"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["JointSignatures"][];
                };
            };
        };
    };
    postProposalsVetoSignatures: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the identifier of the proposal
                 * @example b2677718-f3c1-41a1-b436-28d44a4efeac
                 */
                proposalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "signatures": [
                 *         {
                 *           "publicKey": "e060d0e8d2644b346fc175a2aaed2bd4ee3b5b800de11a53afaaffd1347c3ac8",
                 *           "signature": "0xbeab0dd6540808a1b169156ffaa3d4b9683df26193f75180ffe4687d2bb15924f67338017acd3c9918f8dbce2ad0b36ef5dcaff06797e692eab835070114960f"
                 *         }
                 *       ],
                 *       "reason": "too deep"
                 *     }
                 */
                "application/json": {
                    /** @description why; it is signed and public */
                    reason?: string;
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
                     *       "account": "0.0.1034",
                     *       "text": "Quorate veto v1\n{\"account\":\"0.0.1034\",\"chain\":\"hedera:devnet…",
                     *       "signedBy": [
                     *         "e060d0e8d2644b346fc175a2aaed2bd4ee3b5b800de11a53afaaffd1347c3ac8"
                     *       ],
                     *       "missing": 1,
                     *       "done": false,
                     *       "reason": "too deep"
                     *     }
                     */
                    "application/json": components["schemas"]["JointSignatures"];
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
                    /** @description the chosen option, by the voting method `single` */
                    choice?: string;
                    /** @description the chosen options, by the other voting methods: in the proposal's order, or for `ranked` the preferred one first */
                    choices?: string[];
                    /** @description for `weighted` and `quadratic`: the percentage of each of the choices, together 100 */
                    shares?: number[];
                    /** @description the sealed ballot in base64, instead of the fields above, where votes are secret */
                    sealed?: string;
                    /** @description the comment of the voter, which is public */
                    comment?: string;
                    /** @description which vote of its voter it is, by default the first. From 2 on, it replaces the one before, if the DAO's rules allow that */
                    revision?: number;
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
                    /** @description the chosen option, by the voting method `single` */
                    choice?: string;
                    /** @description the chosen options, by the other voting methods: in the proposal's order, or for `ranked` the preferred one first */
                    choices?: string[];
                    /** @description for `weighted` and `quadratic`: the percentage of each of the choices, together 100 */
                    shares?: number[];
                    /** @description the sealed ballot in base64, instead of the fields above, where votes are secret */
                    sealed?: string;
                    /** @description the comment of the voter, which is public */
                    comment?: string;
                    /** @description which vote of its voter it is, by default the first. From 2 on, it replaces the one before, if the DAO's rules allow that */
                    revision?: number;
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
                /** @description the maximum number of entries on a page */
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
                 * @example dedc8769-751e-4f0f-aab3-6eb85e502d31
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
                     *       "proposalId": "dedc8769-751e-4f0f-aab3-6eb85e502d31",
                     *       "daoId": "3699b259-a480-47e5-90ef-42446f9e1c38",
                     *       "status": "PASSED",
                     *       "decimals": 0,
                     *       "optionDecimals": 0,
                     *       "votingMethod": "approval",
                     *       "options": [
                     *         {
                     *           "option": "Oak",
                     *           "votes": 1,
                     *           "weight": 1,
                     *           "percent": 33.33
                     *         },
                     *         {
                     *           "option": "Elm",
                     *           "votes": 3,
                     *           "weight": 3,
                     *           "percent": 100
                     *         },
                     *         {
                     *           "option": "Ash",
                     *           "votes": 1,
                     *           "weight": 1,
                     *           "percent": 33.33
                     *         }
                     *       ],
                     *       "totalVotes": 3,
                     *       "totalWeight": 3,
                     *       "delegatedVotes": 0,
                     *       "threshold": 50,
                     *       "thresholdFraction": null,
                     *       "support": {
                     *         "option": "Elm",
                     *         "percent": 100,
                     *         "missing": 0
                     *       },
                     *       "quorum": {
                     *         "percent": 66.666667,
                     *         "fraction": "2/3",
                     *         "eligibleWeight": 4,
                     *         "cast": 75,
                     *         "reached": true,
                     *         "missing": 0
                     *       },
                     *       "objections": null,
                     *       "leading": "Elm",
                     *       "passing": true,
                     *       "winner": "Elm",
                     *       "rounds": null,
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
                /** @description the maximum number of entries on a page */
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
