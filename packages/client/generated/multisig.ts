/** Made by `npm run client:generate` from openapi/multisig.json. */

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
    "/multisig/wallet/{walletId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a wallet
         * @description With its assets and its newest 100 history entries. Only for its owners and accounts with a role.
         */
        get: operations["getMultisigWalletByWalletId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the name or the description of a wallet
         * @description What is absent stays. Nothing changes on the ledger. Everybody who sees the wallet sees who changed it last. Only for its owners.
         */
        patch: operations["patchMultisigWalletByWalletId"];
        trace?: never;
    };
    "/multisig/wallets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List my wallets
         * @description Those that I own or have a confirmed role at, on the chain of the session, without those that I have muted.
         */
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
        /**
         * List the pending requests of a wallet
         * @description The requests that wait for signatures or execution, newest first. Only for its members.
         */
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
        /**
         * List the history of a wallet
         * @description Its requests with their events, newest first. Only for its members.
         */
        get: operations["getMultisigWalletHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/kept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List ended requests that the ledger still keeps
         * @description Withdrawn, rejected or replaced requests whose schedules are still on the ledger, which executes them if enough owners sign there. Their requesters can sign the deletion of the schedules. Of wallets that I know, on the chain of the session, newest first.
         */
        get: operations["getMultisigKept"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/{walletId}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the roles at a wallet
         * @description With the changes that still lack signatures. Only for its owners.
         */
        get: operations["getMultisigWalletRoles"];
        put?: never;
        /**
         * Ask for a change of a role at a wallet
         * @description Makes a text for the owners to sign. Once they have, the account confirms a new role, or has none any more. Only for owners.
         */
        post: operations["postMultisigWalletRoles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/{walletId}/roles/{changeId}": {
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
         * Withdraw a change of a role
         * @description Only for the owner who asked for it, while it lacks signatures.
         */
        delete: operations["deleteMultisigWalletRolesByChangeId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/{walletId}/roles/{changeId}/sign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign a change of a role
         * @description Adds an owner's signature over the `text`. The change is done once the signatures satisfy the wallet's key on the ledger.
         */
        post: operations["postMultisigWalletRolesSign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List my roles, and those that I was offered
         * @description Without offers of wallets that I have muted.
         */
        get: operations["getMultisigRoles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/roles/{walletId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get my role at a wallet, or the one that I was offered */
        get: operations["getMultisigRolesByWalletId"];
        /**
         * Confirm a role that I was offered
         * @description From then on it counts: the wallet is in my list, and I get its events.
         */
        put: operations["putMultisigRolesByWalletId"];
        post?: never;
        /** Give up my role at a wallet, or decline an offer */
        delete: operations["deleteMultisigRolesByWalletId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/{walletId}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the spending limits at a wallet
         * @description The wallet's allowances of hbars and fungible tokens, as the ledger shows them. Members see all; others see only their own.
         */
        get: operations["getMultisigWalletLimits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what I may spend from wallets
         * @description The limits that the owners of wallets gave me here, as the ledger shows them, in pages of 20 wallets. Without wallets that I have muted. I need no role there.
         */
        get: operations["getMultisigLimits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/{walletId}/limits/prepare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prepare a payment within my spending limit
         * @description Answers a transfer for the caller to sign, who also pays its fee. Stores nothing. Send it with the signature to limits/pay within two minutes.
         */
        post: operations["postMultisigWalletLimitsPrepare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/{walletId}/limits/pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pay within my spending limit
         * @description Submits the prepared transfer with its signature. Sending it again pays nothing again. Answers 202 while the outcome is not known.
         */
        post: operations["postMultisigWalletLimitsPay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/{walletId}/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the payment templates of a wallet
         * @description By name, without their payments. Only for owners and proposers.
         */
        get: operations["getMultisigWalletTemplates"];
        put?: never;
        /**
         * Save payments as a template
         * @description Keeps up to 500 payments under a name, to ask for them again. Nothing is paid, and receivers and tokens are not looked up. Only for owners.
         */
        post: operations["postMultisigWalletTemplates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/{walletId}/templates/{templateId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a payment template
         * @description Only for owners and proposers.
         */
        get: operations["getMultisigWalletTemplatesByTemplateId"];
        put?: never;
        post?: never;
        /**
         * Delete a payment template
         * @description Ends its plan, too. Only for owners.
         */
        delete: operations["deleteMultisigWalletTemplatesByTemplateId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/{walletId}/templates/{templateId}/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Plan the payments of a template
         * @description Each payment is opened as a timed request a week before it is due (a daily one: a day before). Owners sign each request. Replaces an earlier plan of the template. Only for owners.
         */
        put: operations["putMultisigWalletTemplatesPlan"];
        post?: never;
        /**
         * End a plan
         * @description Requests that it has opened stay open. Only for owners.
         */
        delete: operations["deleteMultisigWalletTemplatesPlan"];
        options?: never;
        head?: never;
        /**
         * Pause or resume a plan
         * @description A paused plan opens no requests; those that are open stay open. Payments whose time has passed meanwhile are left out. The owner who resumes it asks for its payments from then on. Only for owners.
         */
        patch: operations["patchMultisigWalletTemplatesPlan"];
        trace?: never;
    };
    "/multisig/wallet/{walletId}/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the statement of a wallet
         * @description All movements of its account in a period, incoming ones and fees too, with the balances before, after each and at the end, as a mirror node shows them. Only for its members.
         */
        get: operations["getMultisigWalletStatement"];
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
        /**
         * Get a wallet's public keys and holdings
         * @description What the ledger shows to everybody, whether or not the account is a wallet here. Needs no session.
         */
        get: operations["getMultisigWalletPublic"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/{walletId}/adopt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look at an account to adopt it
         * @description The parts of the account's key, and the accounts that hold them. Only for holders of a part.
         */
        get: operations["getMultisigWalletAdopt"];
        put?: never;
        /**
         * Adopt an account as a wallet
         * @description Makes an account with a threshold key a wallet of the accounts that hold the parts of its key. Its key stays as it is, and nothing is written on the ledger. If the key of a wallet was changed elsewhere, this makes the present holders its owners.
         */
        post: operations["postMultisigWalletAdopt"];
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
        /**
         * List the requests that wait for me
         * @description Of all my wallets on the chain of the session. Wallets take turns, so that none fills the list; on each page, the requests that expire soonest come first.
         */
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
        /** List the wallets that I have muted */
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
        /**
         * Mute a wallet
         * @description The wallet leaves my list, its requests leave my inbox, and I get no events or reminders of it.
         */
        put: operations["putMultisigMutedByWalletId"];
        post?: never;
        /** Unmute a wallet */
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
        /** Get my reminder settings */
        get: operations["getMultisigReminders"];
        /**
         * Set my reminders and notices
         * @description Replaces the settings. Without `webhook`, `socket` and `messages`, reminders and notices are off. Sockets have events of their own for what notices say. With `webhook`, the answer has a new `secret`, which is shown only this once: it signs what is posted.
         */
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
        /**
         * Request to create a wallet
         * @description Makes a request for the owners to sign: each signs `bodyBytes` and sends the signature with `POST /multisig/transaction/sign/{jobId}`. `warnings` lists what the ledger would refuse now.
         */
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
        /**
         * Check a request to create a wallet
         * @description Makes no request. `problems` lists what the ledger would refuse now.
         */
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
        /**
         * Execute a request to create a wallet
         * @description Submits the signed request to the ledger. Answers 200 with the outcome, or 202 while the outcome is not known.
         */
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
        /**
         * Request to withdraw hbars, a fungible token or an NFT
         * @description Makes a request for the owners to sign: each signs `bodyBytes` and sends the signature with `POST /multisig/transaction/sign/{jobId}`. `warnings` lists what the ledger would refuse now.
         */
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
        /**
         * Check a request to withdraw hbars, a fungible token or an NFT
         * @description Makes no request. `problems` lists what the ledger would refuse now.
         */
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
        /**
         * Execute a request to withdraw hbars, a fungible token or an NFT
         * @description Submits the signed request to the ledger. Answers 200 with the outcome, or 202 while the outcome is not known.
         */
        post: operations["postMultisigWalletWithdrawExecute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/pay/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request to pay several receivers in one transaction
         * @description Makes a request for the owners to sign: each signs `bodyBytes` and sends the signature with `POST /multisig/transaction/sign/{jobId}`. `warnings` lists what the ledger would refuse now.
         */
        post: operations["postMultisigWalletPayRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/pay/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a request to pay several receivers in one transaction
         * @description Makes no request. `problems` lists what the ledger would refuse now.
         */
        post: operations["postMultisigWalletPayCheck"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/pay/execute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Execute a request to pay several receivers in one transaction
         * @description Submits the signed request to the ledger. Answers 200 with the outcome, or 202 while the outcome is not known.
         */
        post: operations["postMultisigWalletPayExecute"];
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
        /**
         * Request to change the owners or the threshold of a wallet
         * @description Makes a request for the owners to sign: each signs `bodyBytes` and sends the signature with `POST /multisig/transaction/sign/{jobId}`. `warnings` lists what the ledger would refuse now.
         */
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
        /**
         * Check a request to change the owners or the threshold of a wallet
         * @description Makes no request. `problems` lists what the ledger would refuse now.
         */
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
        /**
         * Execute a request to change the owners or the threshold of a wallet
         * @description Submits the signed request to the ledger. Answers 200 with the outcome, or 202 while the outcome is not known.
         */
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
        /**
         * Request to stake to a consensus node, or unstake
         * @description Makes a request for the owners to sign: each signs `bodyBytes` and sends the signature with `POST /multisig/transaction/sign/{jobId}`. `warnings` lists what the ledger would refuse now.
         */
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
        /**
         * Check a request to stake to a consensus node, or unstake
         * @description Makes no request. `problems` lists what the ledger would refuse now.
         */
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
        /**
         * Execute a request to stake to a consensus node, or unstake
         * @description Submits the signed request to the ledger. Answers 200 with the outcome, or 202 while the outcome is not known.
         */
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
        /**
         * Request to associate a token with a wallet
         * @description Makes a request for the owners to sign: each signs `bodyBytes` and sends the signature with `POST /multisig/transaction/sign/{jobId}`. `warnings` lists what the ledger would refuse now.
         */
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
        /**
         * Check a request to associate a token with a wallet
         * @description Makes no request. `problems` lists what the ledger would refuse now.
         */
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
        /**
         * Execute a request to associate a token with a wallet
         * @description Submits the signed request to the ledger. Answers 200 with the outcome, or 202 while the outcome is not known.
         */
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
        /**
         * Request to dissociate a token from a wallet
         * @description Makes a request for the owners to sign: each signs `bodyBytes` and sends the signature with `POST /multisig/transaction/sign/{jobId}`. `warnings` lists what the ledger would refuse now.
         */
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
        /**
         * Check a request to dissociate a token from a wallet
         * @description Makes no request. `problems` lists what the ledger would refuse now.
         */
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
        /**
         * Execute a request to dissociate a token from a wallet
         * @description Submits the signed request to the ledger. Answers 200 with the outcome, or 202 while the outcome is not known.
         */
        post: operations["postMultisigWalletDissociateExecute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/claim/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request to accept airdrops that wait for a wallet
         * @description Makes a request for the owners to sign: each signs `bodyBytes` and sends the signature with `POST /multisig/transaction/sign/{jobId}`. `warnings` lists what the ledger would refuse now.
         */
        post: operations["postMultisigWalletClaimRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/claim/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a request to accept airdrops that wait for a wallet
         * @description Makes no request. `problems` lists what the ledger would refuse now.
         */
        post: operations["postMultisigWalletClaimCheck"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/claim/execute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Execute a request to accept airdrops that wait for a wallet
         * @description Submits the signed request to the ledger. Answers 200 with the outcome, or 202 while the outcome is not known.
         */
        post: operations["postMultisigWalletClaimExecute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/operation/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request to carry out an operation of the node API
         * @description Makes a request for the owners to sign: each signs `bodyBytes` and sends the signature with `POST /multisig/transaction/sign/{jobId}`. `warnings` lists what the ledger would refuse now.
         */
        post: operations["postMultisigWalletOperationRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/operation/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a request to carry out an operation of the node API
         * @description Makes no request. `problems` lists what the ledger would refuse now.
         */
        post: operations["postMultisigWalletOperationCheck"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/operation/execute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Execute a request to carry out an operation of the node API
         * @description Submits the signed request to the ledger. Answers 200 with the outcome, or 202 while the outcome is not known.
         */
        post: operations["postMultisigWalletOperationExecute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/operation/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read the operation in bytes that another tool built
         * @description The bytes are one transaction that the wallet pays. The answer is the `operation` of a request that does the same; its fee, nodes and times are its own. Bytes that say anything else are refused. Makes no request.
         */
        post: operations["postMultisigWalletOperationRead"];
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
        /**
         * Open the request of a passed proposal
         * @description The decision on the ledger permits it, so anybody may ask, without a session. Each proposal opens one request.
         */
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
        /** Get the request that a proposal has opened */
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
        /**
         * Check the wallet operation of a planned proposal
         * @description Before the vote: whether the service would open this request if the proposal passed. Otherwise it answers the error that it would answer then.
         */
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
        /**
         * Get a request
         * @description With its status, signatures, rejections and comments, and with the bytes that the caller may sign.
         */
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
        /**
         * Check a pending request against the ledger
         * @description Lists what the ledger would refuse if the request were executed now.
         */
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
        /**
         * Sign a request
         * @description Adds the signature of the owner `senderId` over the request's `bodyBytes`. Answers 202 while the signature cannot be confirmed, because the mirror is away.
         */
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
        /**
         * Reject or withdraw a request
         * @description The requester withdraws the request; any other owner rejects it. A request ends when those who have not rejected it cannot reach its threshold.
         */
        post: operations["postMultisigTransactionRejectByJobId"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multisig/wallet/{walletId}/group/{groupId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a group of requests
         * @description The parts of a list of payments, each with the bytes that the caller may sign. Without comments.
         */
        get: operations["getMultisigWalletGroupByGroupId"];
        put?: never;
        post?: never;
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
        /** an account id, shard.realm.num */
        AccountId: string;
        Owner: {
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            wallet: string;
            /** @description what the owners call this one */
            name: string;
        };
        /** @description smallest unit; a string beyond 2^53 */
        AmountOut: number | string;
        Asset: {
            /** @description HBAR, or a token id */
            tokenId: string;
            /**
             * @description whether the token is fungible or an NFT collection
             * @enum {unknown}
             */
            type: "FUNGIBLE_COMMON" | "NON_FUNGIBLE_UNIQUE";
            /** @description empty, as the name is, after the first 100 tokens of a wallet */
            symbol: string;
            /** @description the name of the token; empty as `symbol` is */
            name: string;
            /** @description how many decimal places the token has: a balance counts units of 10^-decimals */
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
            /**
             * @description what happened: the request, a signature or the execution
             * @enum {unknown}
             */
            action: "signature" | "execute" | "request";
            /** @description what the request asks for: the fields of its body */
            payload: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description ISO 8601
             */
            timestamp: string;
            transaction?: components["schemas"]["Base64"];
            /** @description the signature; absent while the ledger could still execute the transaction */
            signature?: components["schemas"]["Base64"];
        };
        /** @description the passed proposal that opened the request */
        ProposalOfRequest: {
            /** @description the identifier of the DAO */
            daoId: string;
            /** @description the identifier of the proposal */
            proposalId: string;
            /** @description a topic id, such as 0.0.1003 */
            topicId: string;
            /** @description the consensus time of the decision, seconds.nanoseconds */
            consensusTimestamp: string;
        };
        /** @description the request that this one replaces: each signature of this one rejects it */
        ReplacedRequest: {
            /** @description the identifier of the request */
            jobId: string;
            /** @description with this request's own `transactionId`, the ledger executes at most one of the two */
            transactionId: string;
        };
        HistoryEntry: {
            /** @description the identifier of the history entry */
            historyId: string;
            /** @description the identifier of the request */
            jobId: string;
            /** @enum {unknown} */
            type: "create" | "update" | "withdraw" | "associate" | "dissociate" | "operation";
            status: components["schemas"]["Status"];
            /** @description what the request asks for: the fields of its body */
            payload: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description ISO 8601
             */
            timestamp: string;
            /** @description how many owners must sign */
            threshold: number;
            /** @description what happened to it, in order */
            events: components["schemas"]["HistoryEvent"][];
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            requesterId?: string;
            /**
             * @description the role that let the requester ask; absent if it was an owner
             * @enum {unknown}
             */
            requesterRole?: "proposer" | "observer";
            /**
             * Format: date-time
             * @description ISO 8601
             */
            executeAt?: string;
            /**
             * Format: date-time
             * @description for a pending request: until when it accepts signatures
             */
            expiresAt?: string;
            /** @description the error code if it was not executed; REQUEST_EXPIRED once it accepts no more signatures */
            code?: string;
            /** @description why it was not executed, as a sentence */
            message?: string;
            proposal?: components["schemas"]["ProposalOfRequest"];
            replaces?: components["schemas"]["ReplacedRequest"];
            /** @description the `jobId` of the newest request that replaces this one */
            replacedBy?: string;
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
            /** @description the application that was named at the login; empty if none */
            smartApp: string;
            name: string;
            description: string;
            /** @description the owners and the threshold */
            settings: {
                /** @description the owners */
                owners: components["schemas"]["Owner"][];
                /** @description how many owners must sign */
                threshold: number;
            };
            /** @description the ledger, such as hedera:mainnet */
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
            /** @description who last changed the name or the description, and when; absent if nobody did */
            named?: {
                /**
                 * an account id, shard.realm.num
                 * @example 0.0.1001
                 */
                by: string;
                /**
                 * Format: date-time
                 * @description ISO 8601
                 */
                at: string;
            };
            /**
             * @description what the caller is to the wallet
             * @enum {unknown}
             */
            role: "owner" | "proposer" | "observer";
            /** @description whether the account's key on the ledger is the owners' threshold key. If it is false, the owners in `settings` do not control the wallet: do not fund it */
            keyMatches: boolean;
            /** @description what the wallet holds, hbars first */
            assets: components["schemas"]["Asset"][];
            /** @description its newest 100 requests */
            history: components["schemas"]["HistoryEntry"][];
        };
        WalletSummary: {
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            wallet: string;
            /** @description the application that was named at the login; empty if none */
            smartApp: string;
            name: string;
            description: string;
            /** @description the owners and the threshold */
            settings: {
                /** @description the owners */
                owners: components["schemas"]["Owner"][];
                /** @description how many owners must sign */
                threshold: number;
            };
            /** @description the ledger, such as hedera:mainnet */
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
            /** @description who last changed the name or the description, and when; absent if nobody did */
            named?: {
                /**
                 * an account id, shard.realm.num
                 * @example 0.0.1001
                 */
                by: string;
                /**
                 * Format: date-time
                 * @description ISO 8601
                 */
                at: string;
            };
        };
        ListedWallet: {
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            wallet: string;
            /** @description the application that was named at the login; empty if none */
            smartApp: string;
            name: string;
            description: string;
            /** @description the owners and the threshold */
            settings: {
                /** @description the owners */
                owners: components["schemas"]["Owner"][];
                /** @description how many owners must sign */
                threshold: number;
            };
            /** @description the ledger, such as hedera:mainnet */
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
            /** @description who last changed the name or the description, and when; absent if nobody did */
            named?: {
                /**
                 * an account id, shard.realm.num
                 * @example 0.0.1001
                 */
                by: string;
                /**
                 * Format: date-time
                 * @description ISO 8601
                 */
                at: string;
            };
            /**
             * @description what the caller is to the wallet
             * @enum {unknown}
             */
            role: "owner" | "proposer" | "observer";
        };
        /** @description for a scheduled request: its schedule on the ledger */
        Schedule: {
            /** @description null until it is created */
            scheduleId: string | null;
            /**
             * @description the state of the schedule on the ledger
             * @enum {unknown}
             */
            state: "creating" | "open" | "executed" | "expired" | "deleted";
            /**
             * Format: date-time
             * @description ISO 8601
             */
            expiresAt: string;
            /**
             * @description when the ledger executes it: as soon as enough have signed, or when it expires
             * @enum {unknown}
             */
            execute: "signed" | "expiry";
            /** @description the id under which the ledger executes it */
            scheduledTransactionId: string;
        };
        /** @description the place of a request among those that are signed together */
        GroupPlace: {
            /**
             * @description a random UUID of the requester, the same for all parts
             * @example 7f9c2ba4-e88f-427d-b7a5-7c6d3d2c1b0a
             */
            groupId: string;
            /** @description from 0 */
            position: number;
            /** @description how many parts there are */
            size: number;
        };
        Request: {
            /** @description the identifier of the request */
            jobId: string;
            /** @description the identifier of the history entry */
            historyId: string;
            walletId: string | null;
            /** @description the ledger, such as hedera:mainnet */
            chain: string;
            /**
             * @description the requested operation
             * @enum {unknown}
             */
            operation: "create" | "withdraw" | "pay" | "update" | "stake" | "associate" | "dissociate" | "claim" | "operation";
            /** @enum {unknown} */
            type: "create" | "update" | "withdraw" | "associate" | "dissociate" | "operation";
            status: components["schemas"]["Status"];
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            requesterId: string;
            /**
             * @description the role that let the requester ask; absent if it was an owner
             * @enum {unknown}
             */
            requesterRole?: "proposer" | "observer";
            /** @description what the request asks for: the fields of its body */
            payload: {
                [key: string]: unknown;
            };
            /** @description how many owners must sign */
            threshold: number;
            /** @description the id of the transaction: payer@seconds.nanoseconds */
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
             * @description for a timed request: when the service executes it
             */
            executeAt?: string;
            schedule?: components["schemas"]["Schedule"];
            proposal?: components["schemas"]["ProposalOfRequest"];
            replaces?: components["schemas"]["ReplacedRequest"];
            group?: components["schemas"]["GroupPlace"];
            /** @description the `jobId` of the newest request that replaces this one */
            replacedBy?: string;
            /** @description the error code if it failed */
            code?: string;
            /** @description why it failed, as a sentence */
            message?: string;
            /** @description seconds.nanoseconds */
            consensusTimestamp?: string;
            /** @description the ledger's receipt */
            receipt?: {
                [key: string]: unknown;
            };
        };
        RoleChange: {
            /** @description the id of a change of a role */
            changeId: string;
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            walletId: string;
            /**
             * an account id, shard.realm.num
             * @description whose role changes
             * @example 0.0.1001
             */
            account: string;
            /**
             * @description none takes the role away
             * @enum {unknown}
             */
            role: "proposer" | "observer" | "none";
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            askedBy: string;
            /** @description what owners sign, as it is or with the prefix of HIP-820: its first line, and canonical JSON */
            text: string;
            /** @enum {unknown} */
            status: "open" | "done";
            /**
             * Format: date-time
             * @description ISO 8601
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description until when owners can sign it
             */
            expiresAt: string;
            /** @description the signatures so far */
            signatures: {
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
            }[];
            /** @description the least number of signatures that the wallet's key still needs */
            missing: number | null;
        };
        WalletRoles: {
            /** @description the roles that were given, including those that are not confirmed yet */
            roles: {
                /**
                 * an account id, shard.realm.num
                 * @example 0.0.1001
                 */
                account: string;
                /**
                 * @description operator for the operator of the node, else user
                 * @enum {unknown}
                 */
                role: "proposer" | "observer";
                /**
                 * @description offered: owners have given it, and it counts once its account confirms it
                 * @enum {unknown}
                 */
                status: "offered" | "confirmed";
                /**
                 * Format: date-time
                 * @description ISO 8601
                 */
                givenAt: string;
                /**
                 * Format: date-time
                 * @description until when an offer can be confirmed
                 */
                expiresAt?: string;
                /** @description the owners who signed for it */
                signers: string[];
            }[];
            /** @description changes that still lack signatures, oldest first */
            changes: components["schemas"]["RoleChange"][];
        };
        /** @description 64 bytes, or a SignatureMap with one signature */
        Bytes: string | number[] | {
            /** @enum {unknown} */
            type: "Buffer";
            data: number[];
        } | {
            [key: string]: number;
        };
        OwnRole: {
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            walletId: string;
            /** @description the name of the wallet, which its owners choose; null until the role is confirmed */
            name: string | null;
            /**
             * @description operator for the operator of the node, else user
             * @enum {unknown}
             */
            role: "proposer" | "observer";
            /**
             * @description offered: owners have given it, and it counts once its account confirms it
             * @enum {unknown}
             */
            status: "offered" | "confirmed";
            /**
             * an account id, shard.realm.num
             * @description the owner who asked for it
             * @example 0.0.1001
             */
            askedBy: string;
            /**
             * Format: date-time
             * @description ISO 8601
             */
            givenAt: string;
            /**
             * Format: date-time
             * @description until when an offer can be confirmed
             */
            expiresAt?: string;
        };
        SpendingLimit: {
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            spenderId: string;
            /** @description HBAR, or a token id */
            tokenId: string;
            /** @description what was allowed, in the smallest unit */
            granted: components["schemas"]["AmountOut"];
            /** @description what the spender can still pay */
            left: components["schemas"]["AmountOut"];
            /** @description null if the ledger shows none: it is used up, or not given yet */
            since: string | null;
            /** @description whether the spender is an owner of the wallet or has a role at it */
            isMember: boolean;
            /** @description open requests that will set it again; only for members of the wallet */
            renewals: {
                /** @description the identifier of the request */
                jobId: string;
                amount: components["schemas"]["AmountOut"];
                executeAt: string | null;
            }[];
        };
        OwnSpendingLimit: {
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            walletId: string;
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            spenderId: string;
            /** @description HBAR, or a token id */
            tokenId: string;
            /** @description what was allowed, in the smallest unit */
            granted: components["schemas"]["AmountOut"];
            /** @description what the spender can still pay */
            left: components["schemas"]["AmountOut"];
            /** @description null if the ledger shows none: it is used up, or not given yet */
            since: string | null;
            /** @description whether the spender is an owner of the wallet or has a role at it */
            isMember: boolean;
            /** @description open requests that will set it again; only for members of the wallet */
            renewals: {
                /** @description the identifier of the request */
                jobId: string;
                amount: components["schemas"]["AmountOut"];
                executeAt: string | null;
            }[];
        };
        /**
         * a token id, shard.realm.num
         * @example 0.0.1001
         */
        TokenId: string;
        /** @description an amount in the smallest unit: an integer from 1 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
        PositiveAmount: number | string;
        PaymentToSign: {
            /** @description the id of the transaction: payer@seconds.nanoseconds */
            transactionId: string;
            bytes: components["schemas"]["Base64"];
            bodyBytes: components["schemas"]["Base64"];
        };
        PaidWithinLimit: {
            /** @enum {unknown} */
            status: "SUCCESS" | "PENDING";
            /** @description the id of the transaction: payer@seconds.nanoseconds */
            transactionId: string;
            /** @description seconds.nanoseconds */
            consensusTimestamp?: string;
        };
        /** @description opens the payments of a template as timed requests, again and again */
        PaymentPlan: {
            /**
             * @description how often; months are those of the calendar in UTC
             * @enum {unknown}
             */
            every: "day" | "week" | "month" | "quarter" | "year";
            /**
             * Format: date-time
             * @description when the first payment is due
             */
            start: string;
            /** @description how many payments there are; absent without an end */
            times?: number;
            /** @description how many payments were opened as requests, or missed */
            madeCount: number;
            /**
             * Format: date-time
             * @description when the next payment is due that has no request yet
             */
            nextDue?: string;
            /**
             * Format: date-time
             * @description when its request is opened
             */
            nextOpens?: string;
            /** @description whether it opens no requests */
            paused: boolean;
            /**
             * an account id, shard.realm.num
             * @description the owner who requests the payments
             * @example 0.0.1001
             */
            askedBy: string;
            /** @description the request of the last payment that was opened */
            lastJobId?: string;
            /** @description why the last payment was not opened */
            problem?: {
                code: string;
                /** @description what happened, in words */
                message: string;
            };
        };
        TemplateEntry: {
            /** @description the id of a payment template; it changes whenever the template is saved */
            templateId: string;
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            walletId: string;
            /** @description what the owners call it */
            name: string;
            /** @description the purpose of the payments */
            memo?: string;
            /** @description how many payments the template has */
            paymentCount: number;
            /**
             * an account id, shard.realm.num
             * @description the owner who saved it; perhaps no owner any more
             * @example 0.0.1001
             */
            savedBy: string;
            /**
             * Format: date-time
             * @description ISO 8601
             */
            savedAt: string;
            plan?: components["schemas"]["PaymentPlan"];
        };
        Template: {
            /** @description the id of a payment template; it changes whenever the template is saved */
            templateId: string;
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            walletId: string;
            /** @description what the owners call it */
            name: string;
            /** @description the purpose of the payments */
            memo?: string;
            /** @description how many payments the template has */
            paymentCount: number;
            /**
             * an account id, shard.realm.num
             * @description the owner who saved it; perhaps no owner any more
             * @example 0.0.1001
             */
            savedBy: string;
            /**
             * Format: date-time
             * @description ISO 8601
             */
            savedAt: string;
            plan?: components["schemas"]["PaymentPlan"];
            /** @description what each receiver gets */
            payments: {
                /**
                 * an account id, shard.realm.num
                 * @example 0.0.1001
                 */
                receiverId: string;
                /** @description HBAR, or a token id */
                tokenId: "HBAR" | components["schemas"]["TokenId"];
                amount: components["schemas"]["AmountOut"];
            }[];
        };
        StatementAsset: {
            /** @description HBAR, or the id of a token */
            tokenId: string;
            /** @description the symbol, such as USDC */
            symbol: string;
            /** @description how many decimal places the token has: a balance counts units of 10^-decimals */
            decimals: number;
            /** @description the balance before the period, in smallest units; a string beyond 2^53, as all amounts */
            opening: components["schemas"]["AmountOut"];
            /** @description the sum of what came in */
            received: components["schemas"]["AmountOut"];
            /** @description the sum of what went out, without fees */
            paid: components["schemas"]["AmountOut"];
            /** @description the fees that the wallet paid to the network */
            fees: components["schemas"]["AmountOut"];
            /** @description staking rewards */
            rewards: components["schemas"]["AmountOut"];
            /** @description the balance at the end of the period */
            closing: components["schemas"]["AmountOut"];
            /** @description closing - (opening + received - paid - fees + rewards): what changed without a transfer */
            unexplained: components["schemas"]["AmountOut"];
        };
        StatementMovement: {
            /** @description HBAR, or the id of a token */
            tokenId: string;
            /** @description of an NFT; `all` if another account became the treasury, and took over its NFTs */
            serial?: string;
            /** @description positive if the wallet received it; 1 or -1 for an NFT, and for all of them */
            change: components["schemas"]["AmountOut"];
            /**
             * an account id, shard.realm.num
             * @description the account on the other side with the largest part
             * @example 0.0.1001
             */
            otherId?: string;
            /** @description how many further accounts were paid */
            others: number;
            /** @description what the wallet held after it; absent for an NFT */
            balance?: components["schemas"]["AmountOut"];
        };
        StatementEntry: {
            /** @description seconds.nanos; identifies the transaction */
            consensusTimestamp: string;
            /**
             * Format: date-time
             * @description ISO 8601
             */
            timestamp: string;
            /** @description as mirrors write it */
            transactionId: string;
            /** @description whether the ledger executed it from a schedule */
            scheduled: boolean;
            /** @description the type of the transaction, such as CRYPTOTRANSFER */
            name: string;
            /** @description the response code; a failed transaction costs its fee */
            result: string;
            /** @description the transaction's memo: anybody's text */
            memo?: string;
            movements: components["schemas"]["StatementMovement"][];
            /** @description the fee that the wallet paid, in tinybars */
            fee: components["schemas"]["AmountOut"];
            /** @description the staking reward that it received, in tinybars */
            reward: components["schemas"]["AmountOut"];
            /** @description its tinybars after the transaction */
            balance: components["schemas"]["AmountOut"];
            /** @description who signed it: the signers of its request, or the account that paid within its limit; empty if that is unknown */
            signers: string[];
            /** @description the request of the wallet that caused it */
            request?: {
                /** @description the identifier of the request */
                jobId: string;
                /** @enum {unknown} */
                type: "create" | "update" | "withdraw" | "associate" | "dissociate" | "operation";
                /**
                 * an account id, shard.realm.num
                 * @example 0.0.1001
                 */
                requesterId: string;
                /** @description the accounts whose signatures counted */
                signers: string[];
            };
        };
        Statement: {
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            wallet: string;
            /**
             * Format: date-time
             * @description ISO 8601
             */
            from: string;
            /**
             * Format: date-time
             * @description ISO 8601
             */
            to: string;
            /** @description the hbars, then the fungible tokens that moved */
            assets: components["schemas"]["StatementAsset"][];
            /** @description oldest first */
            entries: components["schemas"]["StatementEntry"][];
        };
        PublicOwner: {
            publicKeys: string[];
            /** @description the least number of these keys that must sign for this owner; null if signatures alone never suffice */
            signatures: number | null;
        };
        PublicWallet: {
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            wallet: string;
            /** @description the ledger, such as hedera:mainnet */
            chain: string;
            /** @description whether it was deleted on the ledger */
            deleted: boolean;
            /** @description how many owners must sign */
            threshold: number;
            /** @description the owners, in the order of the key */
            owners: components["schemas"]["PublicOwner"][];
            /** @description the account's key: protobuf, hex */
            key: string | null;
            /** @description tinybars */
            balance: components["schemas"]["AmountOut"];
            /** @description the first 100 */
            tokens: {
                tokenId: components["schemas"]["TokenId"];
                balance: components["schemas"]["AmountOut"];
                /** @description how many decimal places the token has: a balance counts units of 10^-decimals */
                decimals: number;
            }[];
        };
        Adoptable: {
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            wallet: string;
            /** @description how many parts of its key must sign */
            threshold: number;
            /** @description the keys (RFC 7517) */
            keys: {
                /** @description a part of the key, as text */
                key: string;
                /** @description accounts with this key; empty if it is not a single key. Anybody can create one with it */
                accounts: string[];
            }[];
        };
        /** @description a key that the ledger requires */
        Need: {
            /** @description the account with this key; null for a key that the request sets */
            walletId: string | null;
            /** @description the least number of signatures that satisfies it; null if signatures alone never suffice */
            needed: number | null;
            /** @description how many of them are still needed */
            missing: number | null;
            /** @description the accounts whose signature could still help */
            from: string[];
        };
        InboxEntry: {
            /** @description the identifier of the request */
            jobId: string;
            /** @description the identifier of the history entry */
            historyId: string;
            walletId: string | null;
            /** @description the ledger, such as hedera:mainnet */
            chain: string;
            /**
             * @description the requested operation
             * @enum {unknown}
             */
            operation: "create" | "withdraw" | "pay" | "update" | "stake" | "associate" | "dissociate" | "claim" | "operation";
            /** @enum {unknown} */
            type: "create" | "update" | "withdraw" | "associate" | "dissociate" | "operation";
            status: components["schemas"]["Status"];
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            requesterId: string;
            /**
             * @description the role that let the requester ask; absent if it was an owner
             * @enum {unknown}
             */
            requesterRole?: "proposer" | "observer";
            /** @description what the request asks for: the fields of its body */
            payload: {
                [key: string]: unknown;
            };
            /** @description how many owners must sign */
            threshold: number;
            /** @description the id of the transaction: payer@seconds.nanoseconds */
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
             * @description for a timed request: when the service executes it
             */
            executeAt?: string;
            schedule?: components["schemas"]["Schedule"];
            proposal?: components["schemas"]["ProposalOfRequest"];
            replaces?: components["schemas"]["ReplacedRequest"];
            group?: components["schemas"]["GroupPlace"];
            /** @description the `jobId` of the newest request that replaces this one */
            replacedBy?: string;
            /** @description the error code if it failed */
            code?: string;
            /** @description why it failed, as a sentence */
            message?: string;
            /** @description seconds.nanoseconds */
            consensusTimestamp?: string;
            /** @description the ledger's receipt */
            receipt?: {
                [key: string]: unknown;
            };
            /**
             * @description what the request waits for
             * @enum {unknown}
             */
            waitsFor: "signature" | "execution";
            /**
             * @description known: I have signed or requested something in this wallet, or requested it; new: I have not; muted: I have muted it
             * @enum {unknown}
             */
            standing: "known" | "new" | "muted";
            /** @description for a new wallet: how many more of its requests wait that the inbox does not list */
            unlisted?: number;
            /** @description whether the request makes me an owner */
            admission: boolean;
            /** @description who can still sign */
            missing: string[];
            /** @description who can still sign */
            missingKeys: string[];
            /** @description what each key that the ledger asks for still needs: a change of owners needs the old key and the new one. Of a scheduled request, it is what the kept transaction needs, also before the ledger keeps it. Empty once the request has ended */
            needs: components["schemas"]["Need"][];
            /** @description the least number of signatures still needed; null if signatures alone never suffice */
            missingSignatures: number | null;
        };
        Muted: {
            /**
             * an account id, shard.realm.num
             * @description a wallet, or an account that requests new wallets
             * @example 0.0.1001
             */
            walletId: string;
            /** @description the name of the wallet; null unless I am a member of it */
            name: string | null;
            /**
             * Format: date-time
             * @description when it was muted, ISO 8601
             */
            mutedAt: string;
        };
        Reminders: {
            /** @description the URL that reminders are posted to; null: none */
            webhook: string | null;
            /** @description whether `transaction_reminder` is sent over sockets */
            socket: boolean;
            /** @description whether the node writes to the account */
            messages: boolean;
            /** @description how long before a request ends reminders are sent */
            before: ("day" | "hour")[];
            /** @description what is sent by webhook and message when it happens */
            notices: ("signature_wanted" | "rejected" | "executed" | "failed" | "owner")[];
            /** @description for a new webhook: the key that signs what is posted. It is shown only once */
            secret?: string;
        };
        /** @description an amount in the smallest unit: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
        Amount: number | string;
        Problem: {
            /** @description the ledger's response code */
            code: string;
            /** @description what the response code means here, as a sentence */
            message: string;
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            accountId?: string;
            /** @description HBAR, or a token id */
            tokenId?: string;
            /** @description the serial number of an NFT, from 1 */
            serialNumber?: string;
            /** @description what the account has, in smallest units */
            balance?: string;
            /** @description what the transaction takes, in smallest units */
            needed?: string;
        };
        NewRequest: {
            /** @description the identifier of the request */
            jobId: string;
            /** @description the identifier of the history entry */
            historyId: string;
            bytes: components["schemas"]["Base64"];
            bodyBytes: components["schemas"]["Base64"];
            /** @description the id of the transaction: payer@seconds.nanoseconds */
            transactionId: string;
            /**
             * Format: date-time
             * @description until when these bytes can be signed
             */
            expiresAt: string;
            schedule?: components["schemas"]["Schedule"];
            replaces?: components["schemas"]["ReplacedRequest"];
            /** @description what the ledger would refuse now; absent if nothing */
            warnings?: components["schemas"]["Problem"][];
        };
        Checked: {
            /** @description what the ledger would refuse now; empty if nothing */
            problems: components["schemas"]["Problem"][];
        };
        Execution: {
            /** @description the identifier of the request */
            jobId: string;
            /** @description the identifier of the history entry */
            historyId: string;
            walletId: string | null;
            /** @enum {unknown} */
            type: "create" | "update" | "withdraw" | "associate" | "dissociate" | "operation";
            status: components["schemas"]["Status"];
            /** @description the id of the transaction: payer@seconds.nanoseconds */
            transactionId: string;
            schedule?: components["schemas"]["Schedule"];
            /** @description the consensus time, seconds.nanoseconds */
            consensusTimestamp?: string;
            code?: string;
            /** @description why it failed, as a sentence */
            message?: string;
            /** @description the ledger's receipt */
            receipt?: {
                [key: string]: unknown;
            };
        };
        OperationInBytes: {
            /**
             * @description the requested operation
             * @example {
             *       "method": "POST",
             *       "path": "/hts/mint/token/0.0.2002",
             *       "body": {
             *         "amount": "5"
             *       }
             *     }
             */
            operation: {
                /**
                 * @description the HTTP method of the write
                 * @enum {unknown}
                 */
                method: "POST" | "PUT" | "PATCH" | "DELETE";
                /**
                 * @description the path of the node API, with its parameters filled in
                 * @example /hts/mint/token/0.0.2002
                 */
                path: string;
                /**
                 * the operation's body, an object
                 * @description the body of the node API, without sender, dao and isOfflineTransaction: the wallet pays and signs. Keys are {_type, key}, {keys: [...]} or {threshold, keys: [...]}
                 */
                body?: {
                    [key: string]: unknown;
                };
            };
            /** @description the memo of the transaction; empty if it has none */
            memo: string;
        };
        /**
         * a topic id, shard.realm.num
         * @example 0.0.1001
         */
        TopicId: string;
        OpenedRequest: {
            /** @description the identifier of the request */
            jobId: string;
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            walletId: string;
            /** @description the identifier of the proposal */
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
            /** @description true for a signature that the mirror node shows with the schedule and that was not sent here: it does not count, and may be invalid */
            byMirror?: boolean;
            /** @description true for a signature that was sent while the mirror node was away: it does not count until its key has been checked on the ledger */
            unconfirmed?: boolean;
        };
        Comment: {
            /** @description the identifier of the comment */
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
            /** @description the identifier of the request */
            jobId: string;
            /** @description the identifier of the history entry */
            historyId: string;
            walletId: string | null;
            /** @description the ledger, such as hedera:mainnet */
            chain: string;
            /**
             * @description the requested operation
             * @enum {unknown}
             */
            operation: "create" | "withdraw" | "pay" | "update" | "stake" | "associate" | "dissociate" | "claim" | "operation";
            /** @enum {unknown} */
            type: "create" | "update" | "withdraw" | "associate" | "dissociate" | "operation";
            status: components["schemas"]["Status"];
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            requesterId: string;
            /**
             * @description the role that let the requester ask; absent if it was an owner
             * @enum {unknown}
             */
            requesterRole?: "proposer" | "observer";
            /** @description what the request asks for: the fields of its body */
            payload: {
                [key: string]: unknown;
            };
            /** @description how many owners must sign */
            threshold: number;
            /** @description the id of the transaction: payer@seconds.nanoseconds */
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
             * @description for a timed request: when the service executes it
             */
            executeAt?: string;
            schedule?: components["schemas"]["Schedule"];
            proposal?: components["schemas"]["ProposalOfRequest"];
            replaces?: components["schemas"]["ReplacedRequest"];
            group?: components["schemas"]["GroupPlace"];
            /** @description the `jobId` of the newest request that replaces this one */
            replacedBy?: string;
            /** @description the error code if it failed */
            code?: string;
            /** @description why it failed, as a sentence */
            message?: string;
            /** @description seconds.nanoseconds */
            consensusTimestamp?: string;
            /** @description the ledger's receipt */
            receipt?: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description for a scheduled request: until when `bytes` can be signed; absent if there is nothing to sign
             */
            bytesExpireAt?: string;
            /**
             * @description signature: more signatures; execution: somebody who executes it; time: the moment at which the service executes it; ledger: its outcome; nothing: it has ended
             * @enum {unknown}
             */
            waitsFor: "signature" | "execution" | "time" | "ledger" | "nothing";
            /** @description the signatures so far */
            signatures: components["schemas"]["Signature"][];
            /** @description who can still sign; empty once there are enough signatures */
            missing: string[];
            /** @description what each key that the ledger asks for still needs: a change of owners needs the old key and the new one. Of a scheduled request, it is what the kept transaction needs, also before the ledger keeps it. Empty once the request has ended */
            needs: components["schemas"]["Need"][];
            /** @description who has rejected it, and why */
            rejections: {
                /**
                 * an account id, shard.realm.num
                 * @example 0.0.1001
                 */
                walletId: string;
                /** @description why, in words; empty if none was given */
                reason: string;
                /**
                 * Format: date-time
                 * @description ISO 8601
                 */
                timestamp: string;
            }[];
            /** @description the comments, oldest first */
            comments: components["schemas"]["Comment"][];
        };
        RequestGroup: {
            /** @description the id of a list of payments that is signed as one */
            groupId: string;
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            walletId: string;
            /**
             * an account id, shard.realm.num
             * @example 0.0.1001
             */
            requesterId: string;
            /** @description how many parts the group was announced with */
            size: number;
            /** @description how many requests of the list have each status */
            counts: {
                /** @description parts that exist: fewer than `size` if its requester was interrupted */
                requests: number;
                /** @description parts that lack signatures */
                waiting: number;
                /** @description parts that have all signatures and are not executed yet */
                signed: number;
                /** @description parts that the ledger has executed */
                executed: number;
                /** @description parts that ended otherwise */
                failed: number;
            };
            /** @description the `jobId` of each part that was not executed and never will be: its payments can be requested again */
            unpaid: string[];
            /** @description the parts, in order */
            requests: components["schemas"]["RequestStatus"][];
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
    getMultisigWalletByWalletId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0.0.1034 */
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
                    /**
                     * @example {
                     *       "role": "proposer",
                     *       "wallet": "0.0.1034",
                     *       "smartApp": "",
                     *       "name": "Treasury",
                     *       "description": "",
                     *       "settings": {
                     *         "owners": [
                     *           {
                     *             "wallet": "0.0.1032",
                     *             "name": "owner 1"
                     *           },
                     *           {
                     *             "wallet": "0.0.1033",
                     *             "name": "owner 2"
                     *           }
                     *         ],
                     *         "threshold": 2
                     *       },
                     *       "chain": "hedera:devnet",
                     *       "createdAt": "2026-11-30T09:16:03.404Z",
                     *       "updatedAt": "2026-11-30T09:16:03.404Z",
                     *       "keyMatches": true,
                     *       "assets": [
                     *         {
                     *           "tokenId": "HBAR",
                     *           "type": "FUNGIBLE_COMMON",
                     *           "symbol": "HBAR",
                     *           "name": "hbar",
                     *           "decimals": 8,
                     *           "balance": 5000000000
                     *         }
                     *       ],
                     *       "history": [
                     *         {
                     *           "historyId": "ae871c0e-daa7-41a6-a4a3-0540c310a857",
                     *           "jobId": "4d2461a5-4ba7-46de-ac10-006b9f5b4ba6",
                     *           "type": "create",
                     *           "status": "success",
                     *           "payload": {
                     *             "name": "Treasury",
                     *             "balance": 0,
                     *             "settings": {
                     *               "owners": [
                     *                 {
                     *                   "name": "owner 1",
                     *                   "wallet": "0.0.1032"
                     *                 },
                     *                 {
                     *                   "name": "owner 2",
                     *                   "wallet": "0.0.1033"
                     *                 }
                     *               ],
                     *               "threshold": 2
                     *             },
                     *             "description": "",
                     *             "maxAutomaticTokenAssociations": 10
                     *           },
                     *           "timestamp": "2026-11-30T09:16:03.404Z",
                     *           "threshold": 2,
                     *           "requesterId": "0.0.1032",
                     *           "events": [
                     *             {
                     *               "status": "pending",
                     *               "action": "request",
                     *               "payload": {
                     *                 "requesterId": "0.0.1032",
                     *                 "transactionId": "0.0.1032@1796030158.404873193"
                     *               },
                     *               "timestamp": "2026-11-30T09:16:03.404Z",
                     *               "transaction": "Cq4BKqsBCqYBChkKDAjO/bTYBhDpv4fBARIHCAAQABiICBgAEgYIABAAGAMY"
                     *             }
                     *           ],
                     *           "createdAt": "2026-11-30T09:16:03.404Z",
                     *           "updatedAt": "2026-11-30T09:16:03.404Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Wallet"];
                };
            };
        };
    };
    patchMultisigWalletByWalletId: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1035 */
                walletId: components["schemas"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Travel fund",
                 *       "description": "For trips\nof the club"
                 *     }
                 */
                "application/json": {
                    name?: string;
                    description?: string;
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
                     *       "wallet": "0.0.1035",
                     *       "smartApp": "",
                     *       "name": "Travel fund",
                     *       "description": "For trips\nof the club",
                     *       "settings": {
                     *         "owners": [
                     *           {
                     *             "wallet": "0.0.1032",
                     *             "name": "owner 1"
                     *           },
                     *           {
                     *             "wallet": "0.0.1033",
                     *             "name": "owner 2"
                     *           }
                     *         ],
                     *         "threshold": 2
                     *       },
                     *       "chain": "hedera:devnet",
                     *       "createdAt": "2026-11-30T21:30:32.371Z",
                     *       "updatedAt": "2026-11-30T21:30:32.371Z",
                     *       "named": {
                     *         "by": "0.0.1033",
                     *         "at": "2026-11-30T21:30:32.371Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WalletSummary"];
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
                /** @description whether the answer has X-Total-Count, the number of entries on all pages */
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
                    /** @description <...>; rel="next" if there are more entries (RFC 8288) */
                    Link?: string;
                    /** @description with `total=true`: how many entries the list has on all pages */
                    "X-Total-Count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "wallet": "0.0.1034",
                     *         "smartApp": "",
                     *         "name": "Treasury",
                     *         "description": "",
                     *         "settings": {
                     *           "owners": [
                     *             {
                     *               "wallet": "0.0.1032",
                     *               "name": "owner 1"
                     *             },
                     *             {
                     *               "wallet": "0.0.1033",
                     *               "name": "owner 2"
                     *             }
                     *           ],
                     *           "threshold": 2
                     *         },
                     *         "chain": "hedera:devnet",
                     *         "createdAt": "2026-11-30T09:16:03.404Z",
                     *         "updatedAt": "2026-11-30T09:16:03.404Z",
                     *         "role": "proposer"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ListedWallet"][];
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
                /** @description whether the answer has X-Total-Count, the number of entries on all pages */
                total?: boolean;
            };
            header?: never;
            path: {
                /** @example 0.0.1035 */
                walletId: components["schemas"]["AccountId"];
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
                    /** @description with `total=true`: how many entries the list has on all pages */
                    "X-Total-Count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "jobId": "4a1cb791-54b6-4650-87c5-3671e817a04a",
                     *         "historyId": "8b321bbc-42fa-4d98-a54f-6ba4052f7dd2",
                     *         "walletId": "0.0.1035",
                     *         "chain": "hedera:devnet",
                     *         "operation": "withdraw",
                     *         "type": "withdraw",
                     *         "status": "pending",
                     *         "requesterId": "0.0.1035",
                     *         "payload": {
                     *           "type": "FUNGIBLE_COMMON",
                     *           "tokenId": "HBAR",
                     *           "proposal": {
                     *             "daoId": "41f5b482-1ee2-47f8-9d98-f721eb83eb9d",
                     *             "topicId": "0.0.1036",
                     *             "proposalId": "563c3a56-8cbd-403c-95b8-fe22cc4580f6",
                     *             "consensusTimestamp": "1795903530.108008000"
                     *           },
                     *           "walletId": "0.0.1035",
                     *           "receiverId": "0.0.1034",
                     *           "amountOrSerial": 100
                     *         },
                     *         "threshold": 2,
                     *         "transactionId": "0.0.1035@1796162730.413230083",
                     *         "bytes": "CokBKoYBCoEBChkKDAiqib3YBhCDyIXFARIHCAAQABiLCBgAEgYIABAAGAMY",
                     *         "bodyBytes": "ChkKDAiqib3YBhCDyIXFARIHCAAQABiLCBgAEgYIABAAGAMYgIyNngIiAwih",
                     *         "createdAt": "2026-11-28T22:05:30.108Z",
                     *         "expiresAt": "2026-12-01T22:07:30.108Z",
                     *         "executeAt": "2026-12-01T22:05:30.108Z",
                     *         "proposal": {
                     *           "daoId": "41f5b482-1ee2-47f8-9d98-f721eb83eb9d",
                     *           "proposalId": "563c3a56-8cbd-403c-95b8-fe22cc4580f6",
                     *           "topicId": "0.0.1036",
                     *           "consensusTimestamp": "1795903530.108008000"
                     *         }
                     *       }
                     *     ]
                     */
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
                /** @description whether the answer has X-Total-Count, the number of entries on all pages */
                total?: boolean;
                /**
                 * @description only the requests with this transaction id
                 * @example 0.0.1022@1700000000.000000001
                 */
                transactionId?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1037 */
                walletId: components["schemas"]["AccountId"];
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
                    /** @description with `total=true`: how many entries the list has on all pages */
                    "X-Total-Count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "historyId": "f93bbff2-0711-4574-a027-d4cd375d8d92",
                     *         "jobId": "d06cccfc-0eba-47bf-b327-eaa1ce4063aa",
                     *         "type": "withdraw",
                     *         "status": "success",
                     *         "payload": {
                     *           "type": "FUNGIBLE_COMMON",
                     *           "tokenId": "0.0.1063",
                     *           "walletId": "0.0.1037",
                     *           "customFees": [
                     *             {
                     *               "id": "0.0.1063",
                     *               "fees": [
                     *                 {
                     *                   "amount": 40,
                     *                   "token_id": "HBAR"
                     *                 },
                     *                 {
                     *                   "amount": 10,
                     *                   "token_id": "0.0.1063"
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "receiverId": "0.0.1033",
                     *           "maxCustomFees": [
                     *             {
                     *               "id": "0.0.1063",
                     *               "fees": [
                     *                 {
                     *                   "amount": 40,
                     *                   "token_id": "HBAR"
                     *                 },
                     *                 {
                     *                   "amount": 10,
                     *                   "token_id": "0.0.1063"
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "amountOrSerial": 100
                     *         },
                     *         "timestamp": "2026-11-28T22:04:48.829Z",
                     *         "threshold": 2,
                     *         "events": [
                     *           {
                     *             "status": "pending",
                     *             "action": "request",
                     *             "payload": {
                     *               "requesterId": "0.0.1032",
                     *               "transactionId": "0.0.1037@1795903483.840747570"
                     *             },
                     *             "timestamp": "2026-11-28T22:04:48.829Z",
                     *             "transaction": "CmUqYwpfChkKDAj7n63YBhCylPOQAxIHCAAQABiNCBgAEgYIABAAGAMYgIyN"
                     *           }
                     *         ],
                     *         "createdAt": "2026-11-28T22:04:48.829Z",
                     *         "updatedAt": "2026-11-28T22:04:48.829Z",
                     *         "requesterId": "0.0.1032"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["HistoryEntry"][];
                };
            };
        };
    };
    getMultisigKept: {
        parameters: {
            query?: {
                /** @description a page has at most 100 entries, fewer if they are large. Its Link header leads to the next page */
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
                    /** @description <...>; rel="next" if there are more entries (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "jobId": "f275e3a2-6dd8-4902-afe0-6be40bc89065",
                     *         "historyId": "eb6a105b-7923-4aed-ac8f-6f52b0ae706e",
                     *         "walletId": "0.0.1036",
                     *         "chain": "hedera:devnet",
                     *         "operation": "withdraw",
                     *         "type": "withdraw",
                     *         "status": "error",
                     *         "requesterId": "0.0.1032",
                     *         "payload": {
                     *           "type": "FUNGIBLE_COMMON",
                     *           "tokenId": "HBAR",
                     *           "walletId": "0.0.1036",
                     *           "receiverId": "0.0.1035",
                     *           "amountOrSerial": 100
                     *         },
                     *         "threshold": 2,
                     *         "transactionId": "0.0.1032@1796352801.940861496",
                     *         "bytes": "CtACKs0CCsgCChkKDAih1sjYBhC40NHAAxIHCAAQABiICBgAEgYIABAAGAMY",
                     *         "bodyBytes": "ChkKDAih1sjYBhC40NHAAxIHCAAQABiICBgAEgYIABAAGAMYgM7kzQIiAwim",
                     *         "createdAt": "2026-12-04T02:53:26.940Z",
                     *         "expiresAt": "2026-12-06T02:53:26.000Z",
                     *         "schedule": {
                     *           "scheduleId": "0.0.1037",
                     *           "state": "open",
                     *           "expiresAt": "2026-12-06T02:53:26.000Z",
                     *           "execute": "signed",
                     *           "scheduledTransactionId": "0.0.1032@1796352801.940861496?scheduled"
                     *         },
                     *         "replacedBy": "4edcbdf9-3e39-4ee8-a25c-5861c61843ee",
                     *         "code": "REPLACED",
                     *         "message": "The request 4edcbdf9-3e39-4ee8-a25c-5861c61843ee replaces this one"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Request"][];
                };
            };
        };
    };
    getMultisigWalletRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0.0.1055 */
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
                    /**
                     * @example {
                     *       "roles": [],
                     *       "changes": [
                     *         {
                     *           "changeId": "3fc7e0ad-e21b-4f36-848b-ea36393c64e5",
                     *           "walletId": "0.0.1055",
                     *           "account": "0.0.1056",
                     *           "role": "proposer",
                     *           "askedBy": "0.0.1032",
                     *           "text": "Quorate wallet role v1\n{\"account\":\"0.0.1056\",\"askedBy\":\"0.0.…",
                     *           "status": "open",
                     *           "createdAt": "2026-12-07T09:16:03.404Z",
                     *           "expiresAt": "2026-12-14T09:16:03.404Z",
                     *           "signatures": [
                     *             {
                     *               "senderId": "0.0.1032",
                     *               "publicKey": "9396f760786806e099d47924a5900355a40859dad90b223441bb5f1256879c42",
                     *               "timestamp": "2026-12-07T09:16:03.404Z"
                     *             }
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WalletRoles"];
                };
            };
        };
    };
    postMultisigWalletRoles: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1042 */
                walletId: components["schemas"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "account": "0.0.1043",
                 *       "role": "none"
                 *     }
                 */
                "application/json": {
                    /**
                     * an account id, shard.realm.num
                     * @example 0.0.1001
                     */
                    account: string;
                    /**
                     * @description proposer: sees the wallet, and asks for requests; observer: only sees it; none: takes the role away
                     * @enum {unknown}
                     */
                    role: "proposer" | "observer" | "none";
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
                     *       "changeId": "ba9c2387-2e8e-4f7c-9405-8a6d4c3dca81",
                     *       "walletId": "0.0.1042",
                     *       "account": "0.0.1043",
                     *       "role": "none",
                     *       "askedBy": "0.0.1032",
                     *       "text": "Quorate wallet role v1\n{\"account\":\"0.0.1043\",\"askedBy\":\"0.0.…",
                     *       "status": "open",
                     *       "createdAt": "2026-11-30T09:16:03.404Z",
                     *       "expiresAt": "2026-12-07T09:16:03.404Z",
                     *       "signatures": [],
                     *       "missing": 2
                     *     }
                     */
                    "application/json": components["schemas"]["RoleChange"];
                };
            };
        };
    };
    deleteMultisigWalletRolesByChangeId: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1073 */
                walletId: components["schemas"]["AccountId"];
                /**
                 * @description the id of a change of a role
                 * @example fe5de850-d863-437c-8c25-7e4114d99789
                 */
                changeId: string;
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
                     *       "changeId": "fe5de850-d863-437c-8c25-7e4114d99789",
                     *       "withdrawn": true
                     *     }
                     */
                    "application/json": {
                        /** @description the id of a change of a role */
                        changeId: string;
                        /** @description whether the change was withdrawn */
                        withdrawn: boolean;
                    };
                };
            };
        };
    };
    postMultisigWalletRolesSign: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1042 */
                walletId: components["schemas"]["AccountId"];
                /**
                 * @description the id of a change of a role
                 * @example ba9c2387-2e8e-4f7c-9405-8a6d4c3dca81
                 */
                changeId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "signature": "0x6635662c20065be7b149fe1272194e991b986f4e24441d17bc14e03e85a4827aa84df7a621bddf5c37abd91fa9be23d920cfc1ac42d4af09b2993a256a866703"
                 *     }
                 */
                "application/json": {
                    /**
                     * an account id, shard.realm.num
                     * @description the owner who signed; by default the session's
                     * @example 0.0.1001
                     */
                    senderId?: string;
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
                    /**
                     * @example {
                     *       "changeId": "ba9c2387-2e8e-4f7c-9405-8a6d4c3dca81",
                     *       "walletId": "0.0.1042",
                     *       "account": "0.0.1043",
                     *       "role": "none",
                     *       "askedBy": "0.0.1032",
                     *       "text": "Quorate wallet role v1\n{\"account\":\"0.0.1043\",\"askedBy\":\"0.0.…",
                     *       "status": "done",
                     *       "createdAt": "2026-11-30T09:16:03.404Z",
                     *       "expiresAt": "2026-12-07T09:16:03.404Z",
                     *       "signatures": [
                     *         {
                     *           "senderId": "0.0.1032",
                     *           "publicKey": "9396f760786806e099d47924a5900355a40859dad90b223441bb5f1256879c42",
                     *           "timestamp": "2026-11-30T09:16:03.404Z"
                     *         },
                     *         {
                     *           "senderId": "0.0.1033",
                     *           "publicKey": "f49a422d406fcb8c9eefab5584eddb3f0d0d39268a5e57f24a425dd4906e75ef",
                     *           "timestamp": "2026-11-30T09:16:03.404Z"
                     *         }
                     *       ],
                     *       "missing": 0
                     *     }
                     */
                    "application/json": components["schemas"]["RoleChange"];
                };
            };
        };
    };
    getMultisigRoles: {
        parameters: {
            query?: {
                /** @description the maximum number of entries on a page */
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
                    /** @description <...>; rel="next" if there are more entries (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "walletId": "0.0.1034",
                     *         "name": null,
                     *         "role": "proposer",
                     *         "status": "offered",
                     *         "askedBy": "0.0.1032",
                     *         "givenAt": "2026-11-30T09:16:03.404Z",
                     *         "expiresAt": "2026-12-30T09:16:03.404Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["OwnRole"][];
                };
            };
        };
    };
    getMultisigRolesByWalletId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0.0.1057 */
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
                    /**
                     * @example {
                     *       "walletId": "0.0.1057",
                     *       "name": null,
                     *       "role": "observer",
                     *       "status": "offered",
                     *       "askedBy": "0.0.1032",
                     *       "givenAt": "2026-12-07T09:16:03.404Z",
                     *       "expiresAt": "2027-01-06T09:16:03.404Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OwnRole"];
                };
            };
        };
    };
    putMultisigRolesByWalletId: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1034 */
                walletId: components["schemas"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "proposer"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description the role that I was offered
                     * @enum {unknown}
                     */
                    role: "proposer" | "observer";
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
                     *       "walletId": "0.0.1034",
                     *       "name": "Treasury",
                     *       "role": "proposer",
                     *       "status": "confirmed",
                     *       "askedBy": "0.0.1032",
                     *       "givenAt": "2026-11-30T09:16:03.404Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OwnRole"];
                };
            };
        };
    };
    deleteMultisigRolesByWalletId: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1044 */
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
                    /**
                     * @example {
                     *       "walletId": "0.0.1044",
                     *       "left": true
                     *     }
                     */
                    "application/json": {
                        /**
                         * an account id, shard.realm.num
                         * @example 0.0.1001
                         */
                        walletId: string;
                        /** @description whether the role was given up */
                        left: boolean;
                    };
                };
            };
        };
    };
    getMultisigWalletLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0.0.1040 */
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
                    /**
                     * @example [
                     *       {
                     *         "spenderId": "0.0.1034",
                     *         "tokenId": "HBAR",
                     *         "granted": 100,
                     *         "left": 30,
                     *         "since": "2026-11-30T09:16:53.313Z",
                     *         "isMember": false,
                     *         "renewals": [
                     *           {
                     *             "jobId": "9754a211-0b6a-4dce-81fa-87a75034e2f2",
                     *             "amount": 100,
                     *             "executeAt": "2026-12-07T09:16:53.313Z"
                     *           },
                     *           {
                     *             "jobId": "a952bb6e-757f-4b26-8d7e-234c8f3fef34",
                     *             "amount": 100,
                     *             "executeAt": "2026-12-14T09:16:53.313Z"
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["SpendingLimit"][];
                };
            };
        };
    };
    getMultisigLimits: {
        parameters: {
            query?: {
                /** @description the maximum number of entries on a page */
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
                    /** @description <...>; rel="next" if there are more entries (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "walletId": "0.0.1040",
                     *         "spenderId": "0.0.1034",
                     *         "tokenId": "HBAR",
                     *         "granted": 100,
                     *         "left": 30,
                     *         "since": "2026-11-30T09:16:53.313Z",
                     *         "isMember": false,
                     *         "renewals": []
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["OwnSpendingLimit"][];
                };
            };
        };
    };
    postMultisigWalletLimitsPrepare: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1036 */
                walletId: components["schemas"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "receiverId": "0.0.1034",
                 *       "tokenId": "HBAR",
                 *       "amount": 60
                 *     }
                 */
                "application/json": {
                    /**
                     * an account id, shard.realm.num
                     * @example 0.0.1001
                     */
                    receiverId: string;
                    /** @description HBAR, or a token id */
                    tokenId: "HBAR" | components["schemas"]["TokenId"];
                    amount: components["schemas"]["PositiveAmount"];
                    /**
                     * @description what it is for, up to 100 bytes in UTF-8: the memo of the transaction, which everybody can read on the ledger
                     * @example Invoice 4711
                     */
                    memo?: string;
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
                     *       "transactionId": "0.0.1032@1796030208.314761341",
                     *       "bytes": "ClcqVQpRChkKDAiA/rTYBhD9wIuWARIHCAAQABiICBgAEgYIABAAGAMYgISvXyIDCKYBMgByIAoeCg0KBwgAEAAYiggQeBgACg0KBwgAEAAYjAgQdxgBEgA=",
                     *       "bodyBytes": "ChkKDAiA/rTYBhD9wIuWARIHCAAQABiICBgAEgYIABAAGAMYgISvXyIDCKYBMgByIAoeCg0KBwgAEAAYiggQeBgACg0KBwgAEAAYjAgQdxgB"
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentToSign"];
                };
            };
        };
    };
    postMultisigWalletLimitsPay: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1040 */
                walletId: components["schemas"]["AccountId"];
            };
            cookie?: never;
        };
        /** @description the bytes of limits/prepare, and the signature of its bodyBytes: 64 bytes or a SignatureMap */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "bytes": "ClkqVwpTChkKDAiA/rTYBhCm9eSWARIHCAAQABiKCBgAEgYIABAAGAMYgISv",
                 *       "signature": "0x6890f6b1a4e5fda4ca92fd2e855e2436fa7e7d2d675e74734d1089e127b158aea8a5b525f695b60725a08c58163c851a7ffb0a79e6307727f305d4a301165908"
                 *     }
                 */
                "application/json": {
                    /** @description bytes as 0x hex, base64, an array of numbers, an index-keyed object or {type: 'Buffer', data: [...]} */
                    bytes: components["schemas"]["Bytes"];
                    /** @description bytes as 0x hex, base64, an array of numbers, an index-keyed object or {type: 'Buffer', data: [...]} */
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
                    /**
                     * @example {
                     *       "status": "SUCCESS",
                     *       "transactionId": "0.0.1034@1796030208.316226214"
                     *     }
                     */
                    "application/json": components["schemas"]["PaidWithinLimit"];
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaidWithinLimit"];
                };
            };
        };
    };
    getMultisigWalletTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0.0.1036 */
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
                    /**
                     * @example [
                     *       {
                     *         "templateId": "508e4130-cd2a-4ddb-acc9-678f4ebca47f",
                     *         "walletId": "0.0.1036",
                     *         "name": "Rent",
                     *         "paymentCount": 2,
                     *         "savedBy": "0.0.1032",
                     *         "savedAt": "2026-11-30T21:54:40.493Z"
                     *       },
                     *       {
                     *         "templateId": "f191eab8-c9d4-4205-8a41-dc796333543a",
                     *         "walletId": "0.0.1036",
                     *         "name": "Salaries",
                     *         "paymentCount": 1,
                     *         "savedBy": "0.0.1033",
                     *         "savedAt": "2026-11-30T21:54:40.493Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["TemplateEntry"][];
                };
            };
        };
    };
    postMultisigWalletTemplates: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1035 */
                walletId: components["schemas"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Salaries",
                 *       "payments": [
                 *         {
                 *           "receiverId": "0.0.1034",
                 *           "tokenId": "HBAR",
                 *           "amount": 1500
                 *         },
                 *         {
                 *           "receiverId": "0.0.1033",
                 *           "tokenId": "0.0.7777",
                 *           "amount": "9007199254740993"
                 *         }
                 *       ],
                 *       "memo": "March"
                 *     }
                 */
                "application/json": {
                    name: string;
                    /** @description what each receiver gets, each once for an asset */
                    payments: {
                        /**
                         * an account id, shard.realm.num
                         * @example 0.0.1001
                         */
                        receiverId: string;
                        /** @description HBAR, or a token id */
                        tokenId: "HBAR" | components["schemas"]["TokenId"];
                        amount: components["schemas"]["PositiveAmount"];
                    }[];
                    /** @description the purpose of the payments */
                    memo?: string;
                    /** @description whether to replace the template with this name */
                    replace?: boolean;
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
                     *       "templateId": "6374f8df-67c5-4845-a184-92cf91eb4351",
                     *       "walletId": "0.0.1035",
                     *       "name": "Salaries",
                     *       "paymentCount": 2,
                     *       "savedBy": "0.0.1032",
                     *       "savedAt": "2026-11-30T21:54:40.493Z",
                     *       "payments": [
                     *         {
                     *           "receiverId": "0.0.1034",
                     *           "tokenId": "HBAR",
                     *           "amount": 1500
                     *         },
                     *         {
                     *           "receiverId": "0.0.1033",
                     *           "tokenId": "0.0.7777",
                     *           "amount": "9007199254740993"
                     *         }
                     *       ],
                     *       "memo": "March"
                     *     }
                     */
                    "application/json": components["schemas"]["Template"];
                };
            };
        };
    };
    getMultisigWalletTemplatesByTemplateId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0.0.1035 */
                walletId: components["schemas"]["AccountId"];
                /**
                 * @description the id of a payment template; it changes whenever the template is saved
                 * @example 6374f8df-67c5-4845-a184-92cf91eb4351
                 */
                templateId: string;
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
                     *       "templateId": "6374f8df-67c5-4845-a184-92cf91eb4351",
                     *       "walletId": "0.0.1035",
                     *       "name": "Salaries",
                     *       "paymentCount": 2,
                     *       "savedBy": "0.0.1032",
                     *       "savedAt": "2026-11-30T21:54:40.493Z",
                     *       "payments": [
                     *         {
                     *           "receiverId": "0.0.1034",
                     *           "tokenId": "HBAR",
                     *           "amount": 1500
                     *         },
                     *         {
                     *           "receiverId": "0.0.1033",
                     *           "tokenId": "0.0.7777",
                     *           "amount": "9007199254740993"
                     *         }
                     *       ],
                     *       "memo": "March"
                     *     }
                     */
                    "application/json": components["schemas"]["Template"];
                };
            };
        };
    };
    deleteMultisigWalletTemplatesByTemplateId: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1036 */
                walletId: components["schemas"]["AccountId"];
                /**
                 * @description the id of a payment template; it changes whenever the template is saved
                 * @example f191eab8-c9d4-4205-8a41-dc796333543a
                 */
                templateId: string;
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
                     *       "templateId": "f191eab8-c9d4-4205-8a41-dc796333543a",
                     *       "deleted": true
                     *     }
                     */
                    "application/json": {
                        /** @description the id of a payment template; it changes whenever the template is saved */
                        templateId: string;
                        /** @description whether it was deleted on the ledger */
                        deleted: boolean;
                    };
                };
            };
        };
    };
    putMultisigWalletTemplatesPlan: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1035 */
                walletId: components["schemas"]["AccountId"];
                /**
                 * @description the id of a payment template; it changes whenever the template is saved
                 * @example e86fc6d3-fa0b-4342-a046-dee9b97601b8
                 */
                templateId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "every": "month",
                 *       "start": "2026-12-11T02:49:59.453Z",
                 *       "times": 2
                 *     }
                 */
                "application/json": {
                    /**
                     * @description how often; months are those of the calendar in UTC
                     * @enum {unknown}
                     */
                    every: "day" | "week" | "month" | "quarter" | "year";
                    /** @description when the first payment is due, at most 366 days ahead */
                    start: string;
                    /** @description how many payments; without it and `until`, until the plan is ended */
                    times?: number;
                    /** @description instead of `times`: nothing is due after this time */
                    until?: string;
                };
            };
        };
        responses: {
            /** @description opens the payments of a template as timed requests, again and again */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "every": "month",
                     *       "start": "2026-12-11T02:49:59.453Z",
                     *       "madeCount": 0,
                     *       "paused": false,
                     *       "askedBy": "0.0.1032",
                     *       "times": 2,
                     *       "nextDue": "2026-12-11T02:49:59.453Z",
                     *       "nextOpens": "2026-12-04T02:49:59.453Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentPlan"];
                };
            };
        };
    };
    deleteMultisigWalletTemplatesPlan: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1037 */
                walletId: components["schemas"]["AccountId"];
                /**
                 * @description the id of a payment template; it changes whenever the template is saved
                 * @example 759624c6-98ca-42db-aea3-77ddff3315ca
                 */
                templateId: string;
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
                     *       "templateId": "759624c6-98ca-42db-aea3-77ddff3315ca",
                     *       "ended": true
                     *     }
                     */
                    "application/json": {
                        /** @description the id of a payment template; it changes whenever the template is saved */
                        templateId: string;
                        /** @description true: the plan has ended */
                        ended: boolean;
                    };
                };
            };
        };
    };
    patchMultisigWalletTemplatesPlan: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1037 */
                walletId: components["schemas"]["AccountId"];
                /**
                 * @description the id of a payment template; it changes whenever the template is saved
                 * @example 6522431b-acbe-4f39-ab01-d340109cad93
                 */
                templateId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "paused": true
                 *     }
                 */
                "application/json": {
                    /** @description true pauses the plan, false resumes it */
                    paused: boolean;
                };
            };
        };
        responses: {
            /** @description opens the payments of a template as timed requests, again and again */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "every": "week",
                     *       "start": "2027-01-19T02:50:06.453Z",
                     *       "madeCount": 0,
                     *       "paused": true,
                     *       "askedBy": "0.0.1032",
                     *       "times": 4,
                     *       "nextDue": "2027-01-19T02:50:06.453Z",
                     *       "nextOpens": "2027-01-12T02:50:06.453Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentPlan"];
                };
            };
        };
    };
    getMultisigWalletStatement: {
        parameters: {
            query: {
                /** @description the beginning of the period */
                from: string;
                /** @description its end, which no longer belongs to it. A period that has not ended is read up to now */
                to: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1034 */
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
                    /**
                     * @example {
                     *       "wallet": "0.0.1034",
                     *       "from": "2026-12-01T02:51:10.241Z",
                     *       "to": "2026-12-01T03:11:11.241Z",
                     *       "assets": [
                     *         {
                     *           "tokenId": "HBAR",
                     *           "symbol": "HBAR",
                     *           "decimals": 8,
                     *           "opening": 4999833784,
                     *           "received": 5,
                     *           "paid": 0,
                     *           "fees": 0,
                     *           "rewards": 0,
                     *           "closing": 4999833789,
                     *           "unexplained": 0
                     *         }
                     *       ],
                     *       "entries": [
                     *         {
                     *           "consensusTimestamp": "1796094670.241000000",
                     *           "timestamp": "2026-12-01T03:11:10.241Z",
                     *           "transactionId": "0.0.2-1796094665-241754168",
                     *           "scheduled": false,
                     *           "name": "CRYPTOTRANSFER",
                     *           "result": "SUCCESS",
                     *           "movements": [
                     *             {
                     *               "tokenId": "HBAR",
                     *               "change": 5,
                     *               "others": 0,
                     *               "otherId": "0.0.1032",
                     *               "balance": 4999833789
                     *             }
                     *           ],
                     *           "fee": 0,
                     *           "reward": 0,
                     *           "balance": 4999833789,
                     *           "signers": []
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Statement"];
                };
            };
        };
    };
    getMultisigWalletPublic: {
        parameters: {
            query?: {
                /** @description the chain; by default the first of CHAINS */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1034 */
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
                    /**
                     * @example {
                     *       "wallet": "0.0.1034",
                     *       "chain": "hedera:devnet",
                     *       "deleted": false,
                     *       "threshold": 2,
                     *       "owners": [
                     *         {
                     *           "publicKeys": [
                     *             "768e59252ddc333b68842418cf9e355ecf61cf473e145bd83134cf8d05d1bd32"
                     *           ],
                     *           "signatures": 1
                     *         },
                     *         {
                     *           "publicKeys": [
                     *             "96a041dce15ef7fe9315f55b849586695d761503112656e44e10e7f6bbb38cd1"
                     *           ],
                     *           "signatures": 1
                     *         }
                     *       ],
                     *       "key": "2a4c080212480a221220768e59252ddc333b68842418cf9e355ecf61cf473e145bd83134cf8d05d1bd320a22122096a041dce15ef7fe9315f55b849586695d761503112656e44e10e7f6bbb38cd1",
                     *       "balance": 5000000000,
                     *       "tokens": [
                     *         {
                     *           "tokenId": "0.0.1035",
                     *           "balance": 500,
                     *           "decimals": 2
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PublicWallet"];
                };
            };
        };
    };
    getMultisigWalletAdopt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0.0.1036 */
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
                    /**
                     * @example {
                     *       "wallet": "0.0.1036",
                     *       "threshold": 2,
                     *       "keys": [
                     *         {
                     *           "key": "ed25519:7b8f7efd040e514ea3b65ac52cf5f5c7f0a1e201f2b888d63bbb36278c415e92",
                     *           "accounts": [
                     *             "0.0.1032"
                     *           ]
                     *         },
                     *         {
                     *           "key": "ed25519:258b1d37651a05b28441b710fb5a89cb91439160af933665af3ed4a4d1acf729",
                     *           "accounts": [
                     *             "0.0.1033"
                     *           ]
                     *         },
                     *         {
                     *           "key": "ed25519:0e9bfcff5546e48a4ebe4c3c80298e569958841b4c0b6fa1a33e95b7fbfab379",
                     *           "accounts": [
                     *             "0.0.1034"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Adoptable"];
                };
            };
        };
    };
    postMultisigWalletAdopt: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1036 */
                walletId: components["schemas"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Old treasury",
                 *       "owners": [
                 *         {
                 *           "wallet": "0.0.1034",
                 *           "name": "owner 1"
                 *         },
                 *         {
                 *           "wallet": "0.0.1032",
                 *           "name": "owner 2"
                 *         },
                 *         {
                 *           "wallet": "0.0.1033",
                 *           "name": "owner 3"
                 *         }
                 *       ],
                 *       "description": "Made with another tool"
                 *     }
                 */
                "application/json": {
                    name: string;
                    description?: string;
                    /** @description an account for each part of the key, in any order */
                    owners: {
                        /**
                         * an account id, shard.realm.num
                         * @example 0.0.1001
                         */
                        wallet: string;
                        name: string;
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
                     *       "wallet": "0.0.1036",
                     *       "smartApp": "",
                     *       "name": "Old treasury",
                     *       "description": "Made with another tool",
                     *       "settings": {
                     *         "owners": [
                     *           {
                     *             "wallet": "0.0.1032",
                     *             "name": "owner 2"
                     *           },
                     *           {
                     *             "wallet": "0.0.1033",
                     *             "name": "owner 3"
                     *           },
                     *           {
                     *             "wallet": "0.0.1034",
                     *             "name": "owner 1"
                     *           }
                     *         ],
                     *         "threshold": 2
                     *       },
                     *       "chain": "hedera:devnet",
                     *       "createdAt": "2026-11-29T08:35:58.995Z",
                     *       "updatedAt": "2026-11-29T08:35:58.995Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WalletSummary"];
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
                /** @description whether the answer has X-Total-Count, the number of entries on all pages */
                total?: boolean;
                /** @description only requests of these wallets. known: I have signed or requested something there; new: I have not; muted: I have muted them. By default known and new */
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
                    /** @description <...>; rel="next" if there are more entries (RFC 8288) */
                    Link?: string;
                    /** @description with `total=true`: how many entries the list has on all pages */
                    "X-Total-Count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "jobId": "a5ae83b1-ef6d-491f-a4c9-64a127b39f91",
                     *         "historyId": "cecf3441-aaed-49d0-923c-463246055e02",
                     *         "walletId": "0.0.1052",
                     *         "chain": "hedera:devnet",
                     *         "operation": "withdraw",
                     *         "type": "withdraw",
                     *         "status": "pending",
                     *         "requesterId": "0.0.1049",
                     *         "payload": {
                     *           "type": "FUNGIBLE_COMMON",
                     *           "tokenId": "HBAR",
                     *           "walletId": "0.0.1052",
                     *           "receiverId": "0.0.1051",
                     *           "amountOrSerial": 1
                     *         },
                     *         "threshold": 1,
                     *         "transactionId": "0.0.1052@1795904988.873533456",
                     *         "bytes": "ClgqVgpSChkKDAjcq63YBhCQoMSgAxIHCAAQABicCBgAEgYIABAAGAMYgIyNngIiAwihATIAciAKHgoNCgcIABAAGJsIEAIYAAoNCgcIABAAGJwIEAEYABIA",
                     *         "bodyBytes": "ChkKDAjcq63YBhCQoMSgAxIHCAAQABicCBgAEgYIABAAGAMYgIyNngIiAwihATIAciAKHgoNCgcIABAAGJsIEAIYAAoNCgcIABAAGJwIEAEYAA==",
                     *         "createdAt": "2026-11-28T22:19:48.157Z",
                     *         "expiresAt": "2026-11-28T22:31:48.157Z",
                     *         "waitsFor": "signature",
                     *         "standing": "new",
                     *         "admission": false,
                     *         "missing": [
                     *           "0.0.1049",
                     *           "0.0.1050"
                     *         ],
                     *         "missingKeys": [
                     *           "dafe734ee08f2404db4558e3f85fc733b75dd039e5277edc5fda0b8a7e2c6e1c",
                     *           "162910226f172263fe10ccdaec377875a8c35e885d0279c9839cbcf955eb2e01"
                     *         ],
                     *         "needs": [
                     *           {
                     *             "walletId": "0.0.1052",
                     *             "needed": 1,
                     *             "missing": 1,
                     *             "from": [
                     *               "0.0.1049",
                     *               "0.0.1050"
                     *             ]
                     *           }
                     *         ],
                     *         "missingSignatures": 1,
                     *         "executeAt": "2026-11-28T22:29:48.157Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["InboxEntry"][];
                };
            };
        };
    };
    getMultisigMuted: {
        parameters: {
            query?: {
                /** @description the maximum number of entries on a page */
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
                    /** @description <...>; rel="next" if there are more entries (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "walletId": "0.0.1074",
                     *         "name": "Treasury",
                     *         "mutedAt": "2026-11-28T23:19:49.157Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Muted"][];
                };
            };
        };
    };
    putMultisigMutedByWalletId: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description a wallet, or an account that requests new wallets
                 * @example 0.0.1074
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
                    /**
                     * @example {
                     *       "walletId": "0.0.1074",
                     *       "muted": true
                     *     }
                     */
                    "application/json": {
                        /**
                         * an account id, shard.realm.num
                         * @example 0.0.1001
                         */
                        walletId: string;
                        /** @description whether the wallet is muted now */
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
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description a wallet, or an account that requests new wallets
                 * @example 0.0.1074
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
                    /**
                     * @example {
                     *       "walletId": "0.0.1074",
                     *       "muted": false
                     *     }
                     */
                    "application/json": {
                        /**
                         * an account id, shard.realm.num
                         * @example 0.0.1001
                         */
                        walletId: string;
                        /** @description whether the wallet is muted now */
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
                    /**
                     * @example {
                     *       "webhook": "https://node.example.com/hook",
                     *       "socket": true,
                     *       "messages": false,
                     *       "before": [
                     *         "hour"
                     *       ],
                     *       "notices": []
                     *     }
                     */
                    "application/json": components["schemas"]["Reminders"];
                };
            };
        };
    };
    putMultisigReminders: {
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
                 *       "webhook": "https://node.example.com/hook",
                 *       "socket": true,
                 *       "before": [
                 *         "hour"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description a URL that each reminder is posted to, on a host of WEBHOOK_HOSTS */
                    webhook?: string;
                    /** @description whether `transaction_reminder` is sent over sockets */
                    socket?: boolean;
                    /** @description whether the node writes to the account: by e-mail, and to its chat */
                    messages?: boolean;
                    /** @description how long before a request ends to send reminders; by default both */
                    before?: ("day" | "hour")[];
                    /** @description what else to send by webhook and message, about wallets where the caller has signed or asked for something before; by default nothing */
                    notices?: ("signature_wanted" | "rejected" | "executed" | "failed" | "owner")[];
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
                     *       "webhook": "https://node.example.com/hook",
                     *       "socket": true,
                     *       "messages": false,
                     *       "before": [
                     *         "hour"
                     *       ],
                     *       "notices": [],
                     *       "secret": "<random text>"
                     *     }
                     */
                    "application/json": components["schemas"]["Reminders"];
                };
            };
        };
    };
    postMultisigWalletCreateRequest: {
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
                 *       "name": "Later",
                 *       "settings": {
                 *         "owners": [
                 *           {
                 *             "wallet": "0.0.1032",
                 *             "name": "Ada"
                 *           }
                 *         ],
                 *         "threshold": 1
                 *       },
                 *       "executeAt": "1797200410.5"
                 *     }
                 */
                "application/json": {
                    name: string;
                    description?: string;
                    balance?: components["schemas"]["Amount"];
                    /** @description the owners and the threshold */
                    settings: {
                        owners: {
                            /**
                             * an account id, shard.realm.num
                             * @example 0.0.1001
                             */
                            wallet: string;
                            name: string;
                            /** @description whether its key is a node's network key, which signs what a DAO decides. The wallet's memo then names this owner. At most one owner */
                            guarded?: boolean;
                        }[];
                        /** @description how many owners must sign */
                        threshold: number;
                    };
                    /** @description how many tokens are associated automatically when they arrive; -1: any number (HIP-904) */
                    maxAutomaticTokenAssociations?: number;
                    /** @description whether the account must sign for what it receives */
                    isReceiverSignatureRequired?: boolean;
                    /** @description the chain of the session */
                    chain?: string;
                    /** @description the application named at the login */
                    smartApp?: string;
                    /**
                     * @description what it is for, up to 100 bytes in UTF-8: the memo of the transaction, which everybody can read on the ledger
                     * @example Invoice 4711
                     */
                    memo?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 90 days ahead: the service executes the request then, and owners sign at any time before */
                    executeAt?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 1487 hours ahead: the ledger keeps the transaction until then, and owners sign at any time before */
                    expiresAt?: string;
                    /**
                     * @description with `expiresAt`: whether the ledger executes it once it is signed (the default) or at `expiresAt`
                     * @enum {unknown}
                     */
                    execute?: "signed" | "expiry";
                    /**
                     * @description with `expiresAt`: who pays for the schedule. By default the service if it pays for owners (SCHEDULE_PAYER), else the requester
                     * @enum {unknown}
                     */
                    payer?: "owner" | "service";
                    /** @description whether to make the request even if the ledger would refuse the transaction now: the reasons are returned as `warnings` instead of a 422. Requests with `executeAt` or `expiresAt` are always made, since what they need may come later */
                    force?: boolean;
                    /** @description the `jobId` of an open request of the same wallet, which this one replaces: each signature of this one rejects that one. With the same time, both have one transaction id, so that the ledger executes at most one of them */
                    replaces?: string;
                    group?: components["schemas"]["GroupPlace"];
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
                     *       "jobId": "21396525-aa50-4ee8-ae8e-297d02b6bb13",
                     *       "historyId": "0def3fff-2c3f-4346-a9d4-8b0615450b67",
                     *       "bytes": "CokBKoYBCoEBChgKCwibtPzYBhD4iMtIEgcIABAAGIgIGAASBggAEAAYAxiA",
                     *       "bodyBytes": "ChgKCwibtPzYBhD4iMtIEgcIABAAGIgIGAASBggAEAAYAxiAzuTNAiIDCKAB",
                     *       "transactionId": "0.0.1032@1797200411.152224888",
                     *       "expiresAt": "2026-12-13T22:22:10.500Z"
                     *     }
                     */
                    "application/json": components["schemas"]["NewRequest"];
                };
            };
        };
    };
    postMultisigWalletCreateCheck: {
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
                 *       "name": "Treasury",
                 *       "balance": 1000000000,
                 *       "settings": {
                 *         "owners": [
                 *           {
                 *             "wallet": "0.0.1032",
                 *             "name": "Ada"
                 *           },
                 *           {
                 *             "wallet": "0.0.1033",
                 *             "name": "Ben"
                 *           }
                 *         ],
                 *         "threshold": 2
                 *       }
                 *     }
                 */
                "application/json": {
                    name: string;
                    description?: string;
                    balance?: components["schemas"]["Amount"];
                    /** @description the owners and the threshold */
                    settings: {
                        owners: {
                            /**
                             * an account id, shard.realm.num
                             * @example 0.0.1001
                             */
                            wallet: string;
                            name: string;
                            /** @description whether its key is a node's network key, which signs what a DAO decides. The wallet's memo then names this owner. At most one owner */
                            guarded?: boolean;
                        }[];
                        /** @description how many owners must sign */
                        threshold: number;
                    };
                    /** @description how many tokens are associated automatically when they arrive; -1: any number (HIP-904) */
                    maxAutomaticTokenAssociations?: number;
                    /** @description whether the account must sign for what it receives */
                    isReceiverSignatureRequired?: boolean;
                    /** @description the chain of the session */
                    chain?: string;
                    /** @description the application named at the login */
                    smartApp?: string;
                    /**
                     * @description what it is for, up to 100 bytes in UTF-8: the memo of the transaction, which everybody can read on the ledger
                     * @example Invoice 4711
                     */
                    memo?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 90 days ahead: the service executes the request then, and owners sign at any time before */
                    executeAt?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 1487 hours ahead: the ledger keeps the transaction until then, and owners sign at any time before */
                    expiresAt?: string;
                    /**
                     * @description with `expiresAt`: whether the ledger executes it once it is signed (the default) or at `expiresAt`
                     * @enum {unknown}
                     */
                    execute?: "signed" | "expiry";
                    /**
                     * @description with `expiresAt`: who pays for the schedule. By default the service if it pays for owners (SCHEDULE_PAYER), else the requester
                     * @enum {unknown}
                     */
                    payer?: "owner" | "service";
                    /** @description whether to make the request even if the ledger would refuse the transaction now: the reasons are returned as `warnings` instead of a 422. Requests with `executeAt` or `expiresAt` are always made, since what they need may come later */
                    force?: boolean;
                    /** @description the `jobId` of an open request of the same wallet, which this one replaces: each signature of this one rejects that one. With the same time, both have one transaction id, so that the ledger executes at most one of them */
                    replaces?: string;
                    group?: components["schemas"]["GroupPlace"];
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
                     *       "problems": []
                     *     }
                     */
                    "application/json": components["schemas"]["Checked"];
                };
            };
        };
    };
    postMultisigWalletCreateExecute: {
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
                 *       "jobId": "b0779e54-f9d0-41de-aa61-9db0779c8603",
                 *       "bytes": "CooBKocBCoIBChkKDAign63YBhDhn9+tAhIHCAAQABiICBgAEgYIABAAGAMY"
                 *     }
                 */
                "application/json": {
                    /** @description bytes as 0x hex, base64, an array of numbers, an index-keyed object or {type: 'Buffer', data: [...]} */
                    bytes: components["schemas"]["Bytes"];
                    /** @description the identifier of the request */
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
                    /**
                     * @example {
                     *       "jobId": "b0779e54-f9d0-41de-aa61-9db0779c8603",
                     *       "historyId": "932f6858-cc64-4c2e-b194-99c8ba7cdc38",
                     *       "walletId": "0.0.1034",
                     *       "type": "create",
                     *       "status": "success",
                     *       "transactionId": "0.0.1032@1795903392.632803297",
                     *       "consensusTimestamp": "1795903397.632003000",
                     *       "receipt": {
                     *         "status": "SUCCESS",
                     *         "accountId": "0.0.1034"
                     *       }
                     *     }
                     */
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
                 *       "walletId": "0.0.1037",
                 *       "receiverId": "0.0.1032",
                 *       "tokenId": "0.0.1041",
                 *       "type": "FUNGIBLE_COMMON",
                 *       "amountOrSerial": 100,
                 *       "maxCustomFees": [
                 *         {
                 *           "id": "0.0.1041",
                 *           "fees": [
                 *             {
                 *               "token_id": "HBAR",
                 *               "amount": 42
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
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
                    /** @description an amount in the smallest unit, or a serial number: an integer from 1 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                    amountOrSerial: components["schemas"]["PositiveAmount"];
                    /** @description the most that one transaction may charge in custom fees: for a token that is sent, or for a message on a topic, by denomination. A token with a fee schedule key must be named, even with no fees: its issuer may raise them until the transaction is executed */
                    maxCustomFees?: {
                        /** @description the token that is given, or the topic of the message */
                        id: components["schemas"]["TokenId"];
                        /** @description the highest fees, one for each token */
                        fees: {
                            token_id: "HBAR" | components["schemas"]["TokenId"];
                            /** @description an amount in the smallest unit of token_id (tinybars of 'HBAR'): an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                            amount: components["schemas"]["Amount"];
                        }[];
                    }[];
                    /**
                     * @description what it is for, up to 100 bytes in UTF-8: the memo of the transaction, which everybody can read on the ledger
                     * @example Invoice 4711
                     */
                    memo?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 90 days ahead: the service executes the request then, and owners sign at any time before */
                    executeAt?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 1487 hours ahead: the ledger keeps the transaction until then, and owners sign at any time before */
                    expiresAt?: string;
                    /**
                     * @description with `expiresAt`: whether the ledger executes it once it is signed (the default) or at `expiresAt`
                     * @enum {unknown}
                     */
                    execute?: "signed" | "expiry";
                    /**
                     * @description with `expiresAt`: who pays for the schedule. By default the service if it pays for owners (SCHEDULE_PAYER), else the requester
                     * @enum {unknown}
                     */
                    payer?: "owner" | "service";
                    /** @description whether to make the request even if the ledger would refuse the transaction now: the reasons are returned as `warnings` instead of a 422. Requests with `executeAt` or `expiresAt` are always made, since what they need may come later */
                    force?: boolean;
                    /** @description the `jobId` of an open request of the same wallet, which this one replaces: each signature of this one rejects that one. With the same time, both have one transaction id, so that the ledger executes at most one of them */
                    replaces?: string;
                    group?: components["schemas"]["GroupPlace"];
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
                     *       "jobId": "f847fad8-bcab-4aab-8b58-175ed4d96885",
                     *       "historyId": "c32c3a9d-f7b2-4763-9690-619014257280",
                     *       "bytes": "CmUqYwpfChkKDAjxn63YBhCTjciNAxIHCAAQABiNCBgAEgYIABAAGAMYgIyN",
                     *       "bodyBytes": "ChkKDAjxn63YBhCTjciNAxIHCAAQABiNCBgAEgYIABAAGAMYgIyNngIiAwim",
                     *       "transactionId": "0.0.1037@1795903473.833750675",
                     *       "expiresAt": "2026-11-28T22:06:38.829Z"
                     *     }
                     */
                    "application/json": components["schemas"]["NewRequest"];
                };
            };
        };
    };
    postMultisigWalletWithdrawCheck: {
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
                 *       "walletId": "0.0.1034",
                 *       "receiverId": "0.0.1032",
                 *       "tokenId": "HBAR",
                 *       "amountOrSerial": 5000000000,
                 *       "type": "FUNGIBLE_COMMON"
                 *     }
                 */
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
                    /** @description an amount in the smallest unit, or a serial number: an integer from 1 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                    amountOrSerial: components["schemas"]["PositiveAmount"];
                    /** @description the most that one transaction may charge in custom fees: for a token that is sent, or for a message on a topic, by denomination. A token with a fee schedule key must be named, even with no fees: its issuer may raise them until the transaction is executed */
                    maxCustomFees?: {
                        /** @description the token that is given, or the topic of the message */
                        id: components["schemas"]["TokenId"];
                        /** @description the highest fees, one for each token */
                        fees: {
                            token_id: "HBAR" | components["schemas"]["TokenId"];
                            /** @description an amount in the smallest unit of token_id (tinybars of 'HBAR'): an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                            amount: components["schemas"]["Amount"];
                        }[];
                    }[];
                    /**
                     * @description what it is for, up to 100 bytes in UTF-8: the memo of the transaction, which everybody can read on the ledger
                     * @example Invoice 4711
                     */
                    memo?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 90 days ahead: the service executes the request then, and owners sign at any time before */
                    executeAt?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 1487 hours ahead: the ledger keeps the transaction until then, and owners sign at any time before */
                    expiresAt?: string;
                    /**
                     * @description with `expiresAt`: whether the ledger executes it once it is signed (the default) or at `expiresAt`
                     * @enum {unknown}
                     */
                    execute?: "signed" | "expiry";
                    /**
                     * @description with `expiresAt`: who pays for the schedule. By default the service if it pays for owners (SCHEDULE_PAYER), else the requester
                     * @enum {unknown}
                     */
                    payer?: "owner" | "service";
                    /** @description whether to make the request even if the ledger would refuse the transaction now: the reasons are returned as `warnings` instead of a 422. Requests with `executeAt` or `expiresAt` are always made, since what they need may come later */
                    force?: boolean;
                    /** @description the `jobId` of an open request of the same wallet, which this one replaces: each signature of this one rejects that one. With the same time, both have one transaction id, so that the ledger executes at most one of them */
                    replaces?: string;
                    group?: components["schemas"]["GroupPlace"];
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
                     *       "problems": [
                     *         {
                     *           "code": "INSUFFICIENT_PAYER_BALANCE",
                     *           "message": "0.0.1034 has 5000000000 tinybars, and this takes at least 5000083334 with its fee"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Checked"];
                };
            };
        };
    };
    postMultisigWalletWithdrawExecute: {
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
                 *       "jobId": "fed8fb57-65e5-4087-8b9b-3f284368d0a7",
                 *       "bytes": "CmUqYwpfChkKDAj7n63YBhDu8+2QAxIHCAAQABiNCBgAEgYIABAAGAMYgIyN"
                 *     }
                 */
                "application/json": {
                    /** @description bytes as 0x hex, base64, an array of numbers, an index-keyed object or {type: 'Buffer', data: [...]} */
                    bytes: components["schemas"]["Bytes"];
                    /** @description the identifier of the request */
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
                    /**
                     * @example {
                     *       "jobId": "fed8fb57-65e5-4087-8b9b-3f284368d0a7",
                     *       "historyId": "b1baedaa-29fe-483f-bf47-597696dd673b",
                     *       "walletId": "0.0.1037",
                     *       "type": "withdraw",
                     *       "status": "success",
                     *       "transactionId": "0.0.1037@1795903483.840661486",
                     *       "consensusTimestamp": "1795903488.829006000",
                     *       "receipt": {
                     *         "status": "SUCCESS",
                     *         "customFees": [
                     *           {
                     *             "token_id": "HBAR",
                     *             "amount": 40,
                     *             "collector": "0.0.1032",
                     *             "payers": [
                     *               "0.0.1037"
                     *             ]
                     *           },
                     *           {
                     *             "token_id": "0.0.1063",
                     *             "amount": 10,
                     *             "collector": "0.0.1032",
                     *             "payers": [
                     *               "0.0.1037"
                     *             ]
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
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
    postMultisigWalletPayRequest: {
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
                 *       "walletId": "0.0.1094",
                 *       "payments": [
                 *         {
                 *           "receiverId": "0.0.1095",
                 *           "tokenId": "HBAR",
                 *           "amount": 5
                 *         },
                 *         {
                 *           "receiverId": "0.0.1099",
                 *           "tokenId": "HBAR",
                 *           "amount": 4
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * an account id, shard.realm.num
                     * @example 0.0.1001
                     */
                    walletId: string;
                    /** @description what each receiver gets: hbars to at most 9 receivers, and one fungible token to as many; each further token leaves room for one receiver less */
                    payments: {
                        /**
                         * an account id, shard.realm.num
                         * @example 0.0.1001
                         */
                        receiverId: string;
                        /** @description HBAR, or a token id */
                        tokenId: "HBAR" | components["schemas"]["TokenId"];
                        amount: components["schemas"]["PositiveAmount"];
                    }[];
                    /** @description the most that one transaction may charge in custom fees: for a token that is sent, or for a message on a topic, by denomination. A token with a fee schedule key must be named, even with no fees: its issuer may raise them until the transaction is executed */
                    maxCustomFees?: {
                        /** @description the token that is given, or the topic of the message */
                        id: components["schemas"]["TokenId"];
                        /** @description the highest fees, one for each token */
                        fees: {
                            token_id: "HBAR" | components["schemas"]["TokenId"];
                            /** @description an amount in the smallest unit of token_id (tinybars of 'HBAR'): an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                            amount: components["schemas"]["Amount"];
                        }[];
                    }[];
                    /**
                     * @description what it is for, up to 100 bytes in UTF-8: the memo of the transaction, which everybody can read on the ledger
                     * @example Invoice 4711
                     */
                    memo?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 90 days ahead: the service executes the request then, and owners sign at any time before */
                    executeAt?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 1487 hours ahead: the ledger keeps the transaction until then, and owners sign at any time before */
                    expiresAt?: string;
                    /**
                     * @description with `expiresAt`: whether the ledger executes it once it is signed (the default) or at `expiresAt`
                     * @enum {unknown}
                     */
                    execute?: "signed" | "expiry";
                    /**
                     * @description with `expiresAt`: who pays for the schedule. By default the service if it pays for owners (SCHEDULE_PAYER), else the requester
                     * @enum {unknown}
                     */
                    payer?: "owner" | "service";
                    /** @description whether to make the request even if the ledger would refuse the transaction now: the reasons are returned as `warnings` instead of a 422. Requests with `executeAt` or `expiresAt` are always made, since what they need may come later */
                    force?: boolean;
                    /** @description the `jobId` of an open request of the same wallet, which this one replaces: each signature of this one rejects that one. With the same time, both have one transaction id, so that the ledger executes at most one of them */
                    replaces?: string;
                    group?: components["schemas"]["GroupPlace"];
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
                     *       "jobId": "a672951e-8982-4a65-ba99-3de75d97382a",
                     *       "historyId": "5026a714-73b4-4ef6-8ce8-3d762d696f76",
                     *       "bytes": "CmcqZQphChkKDAiHm67YBhDUxfWBARIHCAAQABjGCBgAEgYIABAAGAMYgM7k",
                     *       "bodyBytes": "ChkKDAiHm67YBhDUxfWBARIHCAAQABjGCBgAEgYIABAAGAMYgM7kzQIiAwim",
                     *       "transactionId": "0.0.1094@1795919239.272458452",
                     *       "expiresAt": "2026-11-29T02:29:24.259Z"
                     *     }
                     */
                    "application/json": components["schemas"]["NewRequest"];
                };
            };
        };
    };
    postMultisigWalletPayCheck: {
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
                 *       "walletId": "0.0.1055",
                 *       "payments": [
                 *         {
                 *           "receiverId": "0.0.1056",
                 *           "tokenId": "HBAR",
                 *           "amount": 250
                 *         },
                 *         {
                 *           "receiverId": "0.0.1060",
                 *           "tokenId": "0.0.1059",
                 *           "amount": 5
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * an account id, shard.realm.num
                     * @example 0.0.1001
                     */
                    walletId: string;
                    /** @description what each receiver gets: hbars to at most 9 receivers, and one fungible token to as many; each further token leaves room for one receiver less */
                    payments: {
                        /**
                         * an account id, shard.realm.num
                         * @example 0.0.1001
                         */
                        receiverId: string;
                        /** @description HBAR, or a token id */
                        tokenId: "HBAR" | components["schemas"]["TokenId"];
                        amount: components["schemas"]["PositiveAmount"];
                    }[];
                    /** @description the most that one transaction may charge in custom fees: for a token that is sent, or for a message on a topic, by denomination. A token with a fee schedule key must be named, even with no fees: its issuer may raise them until the transaction is executed */
                    maxCustomFees?: {
                        /** @description the token that is given, or the topic of the message */
                        id: components["schemas"]["TokenId"];
                        /** @description the highest fees, one for each token */
                        fees: {
                            token_id: "HBAR" | components["schemas"]["TokenId"];
                            /** @description an amount in the smallest unit of token_id (tinybars of 'HBAR'): an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                            amount: components["schemas"]["Amount"];
                        }[];
                    }[];
                    /**
                     * @description what it is for, up to 100 bytes in UTF-8: the memo of the transaction, which everybody can read on the ledger
                     * @example Invoice 4711
                     */
                    memo?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 90 days ahead: the service executes the request then, and owners sign at any time before */
                    executeAt?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 1487 hours ahead: the ledger keeps the transaction until then, and owners sign at any time before */
                    expiresAt?: string;
                    /**
                     * @description with `expiresAt`: whether the ledger executes it once it is signed (the default) or at `expiresAt`
                     * @enum {unknown}
                     */
                    execute?: "signed" | "expiry";
                    /**
                     * @description with `expiresAt`: who pays for the schedule. By default the service if it pays for owners (SCHEDULE_PAYER), else the requester
                     * @enum {unknown}
                     */
                    payer?: "owner" | "service";
                    /** @description whether to make the request even if the ledger would refuse the transaction now: the reasons are returned as `warnings` instead of a 422. Requests with `executeAt` or `expiresAt` are always made, since what they need may come later */
                    force?: boolean;
                    /** @description the `jobId` of an open request of the same wallet, which this one replaces: each signature of this one rejects that one. With the same time, both have one transaction id, so that the ledger executes at most one of them */
                    replaces?: string;
                    group?: components["schemas"]["GroupPlace"];
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
                     *       "problems": [
                     *         {
                     *           "code": "TOKEN_NOT_ASSOCIATED_TO_ACCOUNT",
                     *           "message": "The token 0.0.1059 is not associated with 0.0.1060"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Checked"];
                };
            };
        };
    };
    postMultisigWalletPayExecute: {
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
                 *       "jobId": "f2682a0d-7a99-4ad9-be3e-4cb9334ca32e",
                 *       "bytes": "CrwBKrkBCrQBChgKCwiHm67YBhDa8/h9EgcIABAAGJgIGAASBggAEAAYAxiA"
                 *     }
                 */
                "application/json": {
                    /** @description bytes as 0x hex, base64, an array of numbers, an index-keyed object or {type: 'Buffer', data: [...]} */
                    bytes: components["schemas"]["Bytes"];
                    /** @description the identifier of the request */
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
                    /**
                     * @example {
                     *       "jobId": "f2682a0d-7a99-4ad9-be3e-4cb9334ca32e",
                     *       "historyId": "e497ea85-143d-49a8-b475-e41ae0fe93c7",
                     *       "walletId": "0.0.1048",
                     *       "type": "withdraw",
                     *       "status": "success",
                     *       "transactionId": "0.0.1048@1795919239.264124890",
                     *       "consensusTimestamp": "1795919244.259033001",
                     *       "receipt": {
                     *         "status": "SUCCESS"
                     *       }
                     *     }
                     */
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
                 *       "walletId": "0.0.1040",
                 *       "action": "remove",
                 *       "owner": {
                 *         "wallet": "0.0.1039"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * an account id, shard.realm.num
                     * @example 0.0.1001
                     */
                    walletId: string;
                    /**
                     * @description add: adds a new owner, or refreshes the key and name of a current one; remove: removes the owner
                     * @enum {unknown}
                     */
                    action: "add" | "remove";
                    /** @description the owner to add or remove */
                    owner: {
                        /**
                         * an account id, shard.realm.num
                         * @example 0.0.1001
                         */
                        wallet: string;
                        name?: string;
                        /** @description whether its key is a node's network key, which signs what a DAO decides. The wallet's memo then names this owner. At most one owner */
                        guarded?: boolean;
                    };
                    /** @description how many owners must sign; by default as many as now */
                    threshold?: number;
                    /**
                     * @description what it is for, up to 100 bytes in UTF-8: the memo of the transaction, which everybody can read on the ledger
                     * @example Invoice 4711
                     */
                    memo?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 90 days ahead: the service executes the request then, and owners sign at any time before */
                    executeAt?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 1487 hours ahead: the ledger keeps the transaction until then, and owners sign at any time before */
                    expiresAt?: string;
                    /**
                     * @description with `expiresAt`: whether the ledger executes it once it is signed (the default) or at `expiresAt`
                     * @enum {unknown}
                     */
                    execute?: "signed" | "expiry";
                    /**
                     * @description with `expiresAt`: who pays for the schedule. By default the service if it pays for owners (SCHEDULE_PAYER), else the requester
                     * @enum {unknown}
                     */
                    payer?: "owner" | "service";
                    /** @description whether to make the request even if the ledger would refuse the transaction now: the reasons are returned as `warnings` instead of a 422. Requests with `executeAt` or `expiresAt` are always made, since what they need may come later */
                    force?: boolean;
                    /** @description the `jobId` of an open request of the same wallet, which this one replaces: each signature of this one rejects that one. With the same time, both have one transaction id, so that the ledger executes at most one of them */
                    replaces?: string;
                    group?: components["schemas"]["GroupPlace"];
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
                     *       "jobId": "9948b67f-2717-4ac4-9a9c-61b7b6ed2ac7",
                     *       "historyId": "a0039980-9ca6-427b-81c2-8bd0ada9bf37",
                     *       "bytes": "CmwqagpmChgKCwiqpq3YBhCM75wFEgcIABAAGJAIGAASBggAEAAYAxiAkLz9",
                     *       "bodyBytes": "ChgKCwiqpq3YBhCM75wFEgcIABAAGJAIGAASBggAEAAYAxiAkLz9AiIDCKYB",
                     *       "transactionId": "0.0.1040@1795904298.010958732",
                     *       "expiresAt": "2026-11-28T22:20:23.009Z"
                     *     }
                     */
                    "application/json": components["schemas"]["NewRequest"];
                };
            };
        };
    };
    postMultisigWalletUpdateCheck: {
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
                 *       "walletId": "0.0.1034",
                 *       "action": "add",
                 *       "owner": {
                 *         "wallet": "0.0.1033",
                 *         "name": "Ben"
                 *       },
                 *       "threshold": 2
                 *     }
                 */
                "application/json": {
                    /**
                     * an account id, shard.realm.num
                     * @example 0.0.1001
                     */
                    walletId: string;
                    /**
                     * @description add: adds a new owner, or refreshes the key and name of a current one; remove: removes the owner
                     * @enum {unknown}
                     */
                    action: "add" | "remove";
                    /** @description the owner to add or remove */
                    owner: {
                        /**
                         * an account id, shard.realm.num
                         * @example 0.0.1001
                         */
                        wallet: string;
                        name?: string;
                        /** @description whether its key is a node's network key, which signs what a DAO decides. The wallet's memo then names this owner. At most one owner */
                        guarded?: boolean;
                    };
                    /** @description how many owners must sign; by default as many as now */
                    threshold?: number;
                    /**
                     * @description what it is for, up to 100 bytes in UTF-8: the memo of the transaction, which everybody can read on the ledger
                     * @example Invoice 4711
                     */
                    memo?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 90 days ahead: the service executes the request then, and owners sign at any time before */
                    executeAt?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 1487 hours ahead: the ledger keeps the transaction until then, and owners sign at any time before */
                    expiresAt?: string;
                    /**
                     * @description with `expiresAt`: whether the ledger executes it once it is signed (the default) or at `expiresAt`
                     * @enum {unknown}
                     */
                    execute?: "signed" | "expiry";
                    /**
                     * @description with `expiresAt`: who pays for the schedule. By default the service if it pays for owners (SCHEDULE_PAYER), else the requester
                     * @enum {unknown}
                     */
                    payer?: "owner" | "service";
                    /** @description whether to make the request even if the ledger would refuse the transaction now: the reasons are returned as `warnings` instead of a 422. Requests with `executeAt` or `expiresAt` are always made, since what they need may come later */
                    force?: boolean;
                    /** @description the `jobId` of an open request of the same wallet, which this one replaces: each signature of this one rejects that one. With the same time, both have one transaction id, so that the ledger executes at most one of them */
                    replaces?: string;
                    group?: components["schemas"]["GroupPlace"];
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
                     *       "problems": [
                     *         {
                     *           "code": "INSUFFICIENT_PAYER_BALANCE",
                     *           "message": "0.0.1034 has 1 tinybars, and this takes at least 8516667 with its fee"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Checked"];
                };
            };
        };
    };
    postMultisigWalletUpdateExecute: {
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
                 *       "jobId": "9948b67f-2717-4ac4-9a9c-61b7b6ed2ac7",
                 *       "bytes": "CmwqagpmChgKCwiqpq3YBhCM75wFEgcIABAAGJAIGAASBggAEAAYAxiAkLz9"
                 *     }
                 */
                "application/json": {
                    /** @description bytes as 0x hex, base64, an array of numbers, an index-keyed object or {type: 'Buffer', data: [...]} */
                    bytes: components["schemas"]["Bytes"];
                    /** @description the identifier of the request */
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
                    /**
                     * @example {
                     *       "jobId": "9948b67f-2717-4ac4-9a9c-61b7b6ed2ac7",
                     *       "historyId": "a0039980-9ca6-427b-81c2-8bd0ada9bf37",
                     *       "walletId": "0.0.1040",
                     *       "type": "update",
                     *       "status": "success",
                     *       "transactionId": "0.0.1040@1795904298.010958732",
                     *       "consensusTimestamp": "1795904303.009011000",
                     *       "receipt": {
                     *         "status": "SUCCESS",
                     *         "accountId": "0.0.1040"
                     *       }
                     *     }
                     */
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
                 *       "walletId": "0.0.1045",
                 *       "nodeId": 0
                 *     }
                 */
                "application/json": {
                    /**
                     * an account id, shard.realm.num
                     * @example 0.0.1001
                     */
                    walletId: string;
                    /**
                     * the id of a consensus node
                     * @description the consensus node; leave it out to unstake
                     */
                    nodeId?: number;
                    /**
                     * @description what it is for, up to 100 bytes in UTF-8: the memo of the transaction, which everybody can read on the ledger
                     * @example Invoice 4711
                     */
                    memo?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 90 days ahead: the service executes the request then, and owners sign at any time before */
                    executeAt?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 1487 hours ahead: the ledger keeps the transaction until then, and owners sign at any time before */
                    expiresAt?: string;
                    /**
                     * @description with `expiresAt`: whether the ledger executes it once it is signed (the default) or at `expiresAt`
                     * @enum {unknown}
                     */
                    execute?: "signed" | "expiry";
                    /**
                     * @description with `expiresAt`: who pays for the schedule. By default the service if it pays for owners (SCHEDULE_PAYER), else the requester
                     * @enum {unknown}
                     */
                    payer?: "owner" | "service";
                    /** @description whether to make the request even if the ledger would refuse the transaction now: the reasons are returned as `warnings` instead of a 422. Requests with `executeAt` or `expiresAt` are always made, since what they need may come later */
                    force?: boolean;
                    /** @description the `jobId` of an open request of the same wallet, which this one replaces: each signature of this one rejects that one. With the same time, both have one transaction id, so that the ledger executes at most one of them */
                    replaces?: string;
                    group?: components["schemas"]["GroupPlace"];
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
                     *       "jobId": "43e2455a-2967-4961-81a5-259bebebe513",
                     *       "historyId": "b30edc98-187d-4bc7-9e8a-f02fa73820ee",
                     *       "bytes": "CkQqQgo+ChkKDAjtm63YBhCBuYb9ARIHCAAQABiVCBgAEgYIABAAGAMYgIyNngIiAwimATIAegwSBwgAEAAYlQiIAQASAA==",
                     *       "bodyBytes": "ChkKDAjtm63YBhCBuYb9ARIHCAAQABiVCBgAEgYIABAAGAMYgIyNngIiAwimATIAegwSBwgAEAAYlQiIAQA=",
                     *       "transactionId": "0.0.1045@1795902957.530685057",
                     *       "expiresAt": "2026-11-28T21:58:02.527Z"
                     *     }
                     */
                    "application/json": components["schemas"]["NewRequest"];
                };
            };
        };
    };
    postMultisigWalletStakeCheck: {
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
                 *       "walletId": "0.0.1034",
                 *       "nodeId": 0
                 *     }
                 */
                "application/json": {
                    /**
                     * an account id, shard.realm.num
                     * @example 0.0.1001
                     */
                    walletId: string;
                    /**
                     * the id of a consensus node
                     * @description the consensus node; leave it out to unstake
                     */
                    nodeId?: number;
                    /**
                     * @description what it is for, up to 100 bytes in UTF-8: the memo of the transaction, which everybody can read on the ledger
                     * @example Invoice 4711
                     */
                    memo?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 90 days ahead: the service executes the request then, and owners sign at any time before */
                    executeAt?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 1487 hours ahead: the ledger keeps the transaction until then, and owners sign at any time before */
                    expiresAt?: string;
                    /**
                     * @description with `expiresAt`: whether the ledger executes it once it is signed (the default) or at `expiresAt`
                     * @enum {unknown}
                     */
                    execute?: "signed" | "expiry";
                    /**
                     * @description with `expiresAt`: who pays for the schedule. By default the service if it pays for owners (SCHEDULE_PAYER), else the requester
                     * @enum {unknown}
                     */
                    payer?: "owner" | "service";
                    /** @description whether to make the request even if the ledger would refuse the transaction now: the reasons are returned as `warnings` instead of a 422. Requests with `executeAt` or `expiresAt` are always made, since what they need may come later */
                    force?: boolean;
                    /** @description the `jobId` of an open request of the same wallet, which this one replaces: each signature of this one rejects that one. With the same time, both have one transaction id, so that the ledger executes at most one of them */
                    replaces?: string;
                    group?: components["schemas"]["GroupPlace"];
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
                     *       "problems": []
                     *     }
                     */
                    "application/json": components["schemas"]["Checked"];
                };
            };
        };
    };
    postMultisigWalletStakeExecute: {
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
                 *       "jobId": "43e2455a-2967-4961-81a5-259bebebe513",
                 *       "bytes": "CkQqQgo+ChkKDAjtm63YBhCBuYb9ARIHCAAQABiVCBgAEgYIABAAGAMYgIyNngIiAwimATIAegwSBwgAEAAYlQiIAQASAA=="
                 *     }
                 */
                "application/json": {
                    /** @description bytes as 0x hex, base64, an array of numbers, an index-keyed object or {type: 'Buffer', data: [...]} */
                    bytes: components["schemas"]["Bytes"];
                    /** @description the identifier of the request */
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
                    /**
                     * @example {
                     *       "jobId": "43e2455a-2967-4961-81a5-259bebebe513",
                     *       "historyId": "b30edc98-187d-4bc7-9e8a-f02fa73820ee",
                     *       "walletId": "0.0.1045",
                     *       "type": "update",
                     *       "status": "success",
                     *       "transactionId": "0.0.1045@1795902957.530685057",
                     *       "consensusTimestamp": "1795902962.527032000",
                     *       "receipt": {
                     *         "status": "SUCCESS",
                     *         "accountId": "0.0.1045"
                     *       }
                     *     }
                     */
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
                 *       "walletId": "0.0.1034",
                 *       "tokenId": "0.0.1035"
                 *     }
                 */
                "application/json": {
                    /**
                     * an account id, shard.realm.num
                     * @example 0.0.1001
                     */
                    walletId: string;
                    tokenId: components["schemas"]["TokenId"];
                    /**
                     * @description what it is for, up to 100 bytes in UTF-8: the memo of the transaction, which everybody can read on the ledger
                     * @example Invoice 4711
                     */
                    memo?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 90 days ahead: the service executes the request then, and owners sign at any time before */
                    executeAt?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 1487 hours ahead: the ledger keeps the transaction until then, and owners sign at any time before */
                    expiresAt?: string;
                    /**
                     * @description with `expiresAt`: whether the ledger executes it once it is signed (the default) or at `expiresAt`
                     * @enum {unknown}
                     */
                    execute?: "signed" | "expiry";
                    /**
                     * @description with `expiresAt`: who pays for the schedule. By default the service if it pays for owners (SCHEDULE_PAYER), else the requester
                     * @enum {unknown}
                     */
                    payer?: "owner" | "service";
                    /** @description whether to make the request even if the ledger would refuse the transaction now: the reasons are returned as `warnings` instead of a 422. Requests with `executeAt` or `expiresAt` are always made, since what they need may come later */
                    force?: boolean;
                    /** @description the `jobId` of an open request of the same wallet, which this one replaces: each signature of this one rejects that one. With the same time, both have one transaction id, so that the ledger executes at most one of them */
                    replaces?: string;
                    group?: components["schemas"]["GroupPlace"];
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
                     *       "jobId": "39f8f99d-f051-480a-a185-5f2db2e72e27",
                     *       "historyId": "0e834d27-3298-46d3-ac47-38fc375e6c1e",
                     *       "bytes": "CksqSQpFChkKDAjxn63YBhD4wvaLAxIHCAAQABiKCBgAEgYIABAAGAMYgIyNngIiAwimATIAwgISCgcIABAAGIoIEgcIABAAGIsIEgA=",
                     *       "bodyBytes": "ChkKDAjxn63YBhD4wvaLAxIHCAAQABiKCBgAEgYIABAAGAMYgIyNngIiAwimATIAwgISCgcIABAAGIoIEgcIABAAGIsI",
                     *       "transactionId": "0.0.1034@1795903473.830316920",
                     *       "expiresAt": "2026-11-28T22:06:38.829Z"
                     *     }
                     */
                    "application/json": components["schemas"]["NewRequest"];
                };
            };
        };
    };
    postMultisigWalletAssociateCheck: {
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
                 *       "walletId": "0.0.1034",
                 *       "tokenId": "0.0.1036"
                 *     }
                 */
                "application/json": {
                    /**
                     * an account id, shard.realm.num
                     * @example 0.0.1001
                     */
                    walletId: string;
                    tokenId: components["schemas"]["TokenId"];
                    /**
                     * @description what it is for, up to 100 bytes in UTF-8: the memo of the transaction, which everybody can read on the ledger
                     * @example Invoice 4711
                     */
                    memo?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 90 days ahead: the service executes the request then, and owners sign at any time before */
                    executeAt?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 1487 hours ahead: the ledger keeps the transaction until then, and owners sign at any time before */
                    expiresAt?: string;
                    /**
                     * @description with `expiresAt`: whether the ledger executes it once it is signed (the default) or at `expiresAt`
                     * @enum {unknown}
                     */
                    execute?: "signed" | "expiry";
                    /**
                     * @description with `expiresAt`: who pays for the schedule. By default the service if it pays for owners (SCHEDULE_PAYER), else the requester
                     * @enum {unknown}
                     */
                    payer?: "owner" | "service";
                    /** @description whether to make the request even if the ledger would refuse the transaction now: the reasons are returned as `warnings` instead of a 422. Requests with `executeAt` or `expiresAt` are always made, since what they need may come later */
                    force?: boolean;
                    /** @description the `jobId` of an open request of the same wallet, which this one replaces: each signature of this one rejects that one. With the same time, both have one transaction id, so that the ledger executes at most one of them */
                    replaces?: string;
                    group?: components["schemas"]["GroupPlace"];
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
                     *       "problems": [
                     *         {
                     *           "code": "TOKEN_ALREADY_ASSOCIATED_TO_ACCOUNT",
                     *           "message": "The token 0.0.1036 is already associated with 0.0.1034"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Checked"];
                };
            };
        };
    };
    postMultisigWalletAssociateExecute: {
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
                 *       "jobId": "39f8f99d-f051-480a-a185-5f2db2e72e27",
                 *       "bytes": "CksqSQpFChkKDAjxn63YBhD4wvaLAxIHCAAQABiKCBgAEgYIABAAGAMYgIyNngIiAwimATIAwgISCgcIABAAGIoIEgcIABAAGIsIEgA="
                 *     }
                 */
                "application/json": {
                    /** @description bytes as 0x hex, base64, an array of numbers, an index-keyed object or {type: 'Buffer', data: [...]} */
                    bytes: components["schemas"]["Bytes"];
                    /** @description the identifier of the request */
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
                    /**
                     * @example {
                     *       "jobId": "39f8f99d-f051-480a-a185-5f2db2e72e27",
                     *       "historyId": "0e834d27-3298-46d3-ac47-38fc375e6c1e",
                     *       "walletId": "0.0.1034",
                     *       "type": "associate",
                     *       "status": "success",
                     *       "transactionId": "0.0.1034@1795903473.830316920",
                     *       "consensusTimestamp": "1795903478.829009000",
                     *       "receipt": {
                     *         "status": "SUCCESS"
                     *       }
                     *     }
                     */
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
                 *       "walletId": "0.0.1034",
                 *       "tokenId": "0.0.1035"
                 *     }
                 */
                "application/json": {
                    /**
                     * an account id, shard.realm.num
                     * @example 0.0.1001
                     */
                    walletId: string;
                    tokenId: components["schemas"]["TokenId"];
                    /**
                     * @description what it is for, up to 100 bytes in UTF-8: the memo of the transaction, which everybody can read on the ledger
                     * @example Invoice 4711
                     */
                    memo?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 90 days ahead: the service executes the request then, and owners sign at any time before */
                    executeAt?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 1487 hours ahead: the ledger keeps the transaction until then, and owners sign at any time before */
                    expiresAt?: string;
                    /**
                     * @description with `expiresAt`: whether the ledger executes it once it is signed (the default) or at `expiresAt`
                     * @enum {unknown}
                     */
                    execute?: "signed" | "expiry";
                    /**
                     * @description with `expiresAt`: who pays for the schedule. By default the service if it pays for owners (SCHEDULE_PAYER), else the requester
                     * @enum {unknown}
                     */
                    payer?: "owner" | "service";
                    /** @description whether to make the request even if the ledger would refuse the transaction now: the reasons are returned as `warnings` instead of a 422. Requests with `executeAt` or `expiresAt` are always made, since what they need may come later */
                    force?: boolean;
                    /** @description the `jobId` of an open request of the same wallet, which this one replaces: each signature of this one rejects that one. With the same time, both have one transaction id, so that the ledger executes at most one of them */
                    replaces?: string;
                    group?: components["schemas"]["GroupPlace"];
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
                     *       "jobId": "c8c7f52e-c1ba-42d0-aee1-88004432dec8",
                     *       "historyId": "d2e84bf0-4004-45ac-b2c7-8044f2a96419",
                     *       "bytes": "CksqSQpFChkKDAjxn63YBhCNhK6MAxIHCAAQABiKCBgAEgYIABAAGAMYgIyNngIiAwimATIAygISCgcIABAAGIoIEgcIABAAGIsIEgA=",
                     *       "bodyBytes": "ChkKDAjxn63YBhCNhK6MAxIHCAAQABiKCBgAEgYIABAAGAMYgIyNngIiAwimATIAygISCgcIABAAGIoIEgcIABAAGIsI",
                     *       "transactionId": "0.0.1034@1795903473.831226381",
                     *       "expiresAt": "2026-11-28T22:06:38.829Z"
                     *     }
                     */
                    "application/json": components["schemas"]["NewRequest"];
                };
            };
        };
    };
    postMultisigWalletDissociateCheck: {
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
                 *       "walletId": "0.0.1034",
                 *       "tokenId": "0.0.1036"
                 *     }
                 */
                "application/json": {
                    /**
                     * an account id, shard.realm.num
                     * @example 0.0.1001
                     */
                    walletId: string;
                    tokenId: components["schemas"]["TokenId"];
                    /**
                     * @description what it is for, up to 100 bytes in UTF-8: the memo of the transaction, which everybody can read on the ledger
                     * @example Invoice 4711
                     */
                    memo?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 90 days ahead: the service executes the request then, and owners sign at any time before */
                    executeAt?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 1487 hours ahead: the ledger keeps the transaction until then, and owners sign at any time before */
                    expiresAt?: string;
                    /**
                     * @description with `expiresAt`: whether the ledger executes it once it is signed (the default) or at `expiresAt`
                     * @enum {unknown}
                     */
                    execute?: "signed" | "expiry";
                    /**
                     * @description with `expiresAt`: who pays for the schedule. By default the service if it pays for owners (SCHEDULE_PAYER), else the requester
                     * @enum {unknown}
                     */
                    payer?: "owner" | "service";
                    /** @description whether to make the request even if the ledger would refuse the transaction now: the reasons are returned as `warnings` instead of a 422. Requests with `executeAt` or `expiresAt` are always made, since what they need may come later */
                    force?: boolean;
                    /** @description the `jobId` of an open request of the same wallet, which this one replaces: each signature of this one rejects that one. With the same time, both have one transaction id, so that the ledger executes at most one of them */
                    replaces?: string;
                    group?: components["schemas"]["GroupPlace"];
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
                     *       "problems": [
                     *         {
                     *           "code": "TRANSACTION_REQUIRES_ZERO_TOKEN_BALANCES",
                     *           "message": "0.0.1034 still holds 100 of the token 0.0.1036: withdraw them first"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Checked"];
                };
            };
        };
    };
    postMultisigWalletDissociateExecute: {
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
                 *       "jobId": "c8c7f52e-c1ba-42d0-aee1-88004432dec8",
                 *       "bytes": "CksqSQpFChkKDAjxn63YBhCNhK6MAxIHCAAQABiKCBgAEgYIABAAGAMYgIyNngIiAwimATIAygISCgcIABAAGIoIEgcIABAAGIsIEgA="
                 *     }
                 */
                "application/json": {
                    /** @description bytes as 0x hex, base64, an array of numbers, an index-keyed object or {type: 'Buffer', data: [...]} */
                    bytes: components["schemas"]["Bytes"];
                    /** @description the identifier of the request */
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
                    /**
                     * @example {
                     *       "jobId": "c8c7f52e-c1ba-42d0-aee1-88004432dec8",
                     *       "historyId": "d2e84bf0-4004-45ac-b2c7-8044f2a96419",
                     *       "walletId": "0.0.1034",
                     *       "type": "dissociate",
                     *       "status": "success",
                     *       "transactionId": "0.0.1034@1795903473.831226381",
                     *       "consensusTimestamp": "1795903478.829016000",
                     *       "receipt": {
                     *         "status": "SUCCESS"
                     *       }
                     *     }
                     */
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
    postMultisigWalletClaimRequest: {
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
                 *       "walletId": "0.0.1034",
                 *       "airdrops": [
                 *         {
                 *           "senderId": "0.0.2",
                 *           "tokenId": "0.0.1037"
                 *         },
                 *         {
                 *           "senderId": "0.0.2",
                 *           "tokenId": "0.0.1038",
                 *           "serialNumber": 1
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * an account id, shard.realm.num
                     * @example 0.0.1001
                     */
                    walletId: string;
                    /** @description the airdrops, as the mirror lists them at /accounts/{walletId}/airdrops/pending: up to 10 */
                    airdrops: {
                        /**
                         * an account id, shard.realm.num
                         * @example 0.0.1001
                         */
                        senderId: string;
                        tokenId: components["schemas"]["TokenId"];
                        /** @description an amount in the serial number of an NFT; absent for a fungible token: an integer from 1 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                        serialNumber?: components["schemas"]["PositiveAmount"];
                    }[];
                    /**
                     * @description what it is for, up to 100 bytes in UTF-8: the memo of the transaction, which everybody can read on the ledger
                     * @example Invoice 4711
                     */
                    memo?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 90 days ahead: the service executes the request then, and owners sign at any time before */
                    executeAt?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 1487 hours ahead: the ledger keeps the transaction until then, and owners sign at any time before */
                    expiresAt?: string;
                    /**
                     * @description with `expiresAt`: whether the ledger executes it once it is signed (the default) or at `expiresAt`
                     * @enum {unknown}
                     */
                    execute?: "signed" | "expiry";
                    /**
                     * @description with `expiresAt`: who pays for the schedule. By default the service if it pays for owners (SCHEDULE_PAYER), else the requester
                     * @enum {unknown}
                     */
                    payer?: "owner" | "service";
                    /** @description whether to make the request even if the ledger would refuse the transaction now: the reasons are returned as `warnings` instead of a 422. Requests with `executeAt` or `expiresAt` are always made, since what they need may come later */
                    force?: boolean;
                    /** @description the `jobId` of an open request of the same wallet, which this one replaces: each signature of this one rejects that one. With the same time, both have one transaction id, so that the ledger executes at most one of them */
                    replaces?: string;
                    group?: components["schemas"]["GroupPlace"];
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
                     *       "jobId": "3fb96ca7-56d4-4927-91a5-d734d7d90a27",
                     *       "historyId": "4af7babb-1187-40a0-8b86-f9a105856e67",
                     *       "bytes": "CnUqcwpvChkKDAiKiLPYBhDEr+vfARIHCAAQABiKCBgAEgYIABAAGAMYgIyN",
                     *       "bodyBytes": "ChkKDAiKiLPYBhDEr+vfARIHCAAQABiKCBgAEgYIABAAGAMYgIyNngIiAwim",
                     *       "transactionId": "0.0.1034@1795998730.469424068",
                     *       "expiresAt": "2026-11-30T00:34:15.466Z"
                     *     }
                     */
                    "application/json": components["schemas"]["NewRequest"];
                };
            };
        };
    };
    postMultisigWalletClaimCheck: {
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
                 *       "walletId": "0.0.1034",
                 *       "airdrops": [
                 *         {
                 *           "senderId": "0.0.1033",
                 *           "tokenId": "0.0.1036"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * an account id, shard.realm.num
                     * @example 0.0.1001
                     */
                    walletId: string;
                    /** @description the airdrops, as the mirror lists them at /accounts/{walletId}/airdrops/pending: up to 10 */
                    airdrops: {
                        /**
                         * an account id, shard.realm.num
                         * @example 0.0.1001
                         */
                        senderId: string;
                        tokenId: components["schemas"]["TokenId"];
                        /** @description an amount in the serial number of an NFT; absent for a fungible token: an integer from 1 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                        serialNumber?: components["schemas"]["PositiveAmount"];
                    }[];
                    /**
                     * @description what it is for, up to 100 bytes in UTF-8: the memo of the transaction, which everybody can read on the ledger
                     * @example Invoice 4711
                     */
                    memo?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 90 days ahead: the service executes the request then, and owners sign at any time before */
                    executeAt?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 1487 hours ahead: the ledger keeps the transaction until then, and owners sign at any time before */
                    expiresAt?: string;
                    /**
                     * @description with `expiresAt`: whether the ledger executes it once it is signed (the default) or at `expiresAt`
                     * @enum {unknown}
                     */
                    execute?: "signed" | "expiry";
                    /**
                     * @description with `expiresAt`: who pays for the schedule. By default the service if it pays for owners (SCHEDULE_PAYER), else the requester
                     * @enum {unknown}
                     */
                    payer?: "owner" | "service";
                    /** @description whether to make the request even if the ledger would refuse the transaction now: the reasons are returned as `warnings` instead of a 422. Requests with `executeAt` or `expiresAt` are always made, since what they need may come later */
                    force?: boolean;
                    /** @description the `jobId` of an open request of the same wallet, which this one replaces: each signature of this one rejects that one. With the same time, both have one transaction id, so that the ledger executes at most one of them */
                    replaces?: string;
                    group?: components["schemas"]["GroupPlace"];
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
                     *       "problems": [
                     *         {
                     *           "code": "INVALID_PENDING_AIRDROP_ID",
                     *           "message": "No such airdrop of the token 0.0.1036 from 0.0.1033 waits for 0.0.1034",
                     *           "accountId": "0.0.1033",
                     *           "tokenId": "0.0.1036"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Checked"];
                };
            };
        };
    };
    postMultisigWalletClaimExecute: {
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
                 *       "jobId": "3fb96ca7-56d4-4927-91a5-d734d7d90a27",
                 *       "bytes": "CnUqcwpvChkKDAiKiLPYBhDEr+vfARIHCAAQABiKCBgAEgYIABAAGAMYgIyN"
                 *     }
                 */
                "application/json": {
                    /** @description bytes as 0x hex, base64, an array of numbers, an index-keyed object or {type: 'Buffer', data: [...]} */
                    bytes: components["schemas"]["Bytes"];
                    /** @description the identifier of the request */
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
                    /**
                     * @example {
                     *       "jobId": "3fb96ca7-56d4-4927-91a5-d734d7d90a27",
                     *       "historyId": "4af7babb-1187-40a0-8b86-f9a105856e67",
                     *       "walletId": "0.0.1034",
                     *       "type": "associate",
                     *       "status": "success",
                     *       "transactionId": "0.0.1034@1795998730.469424068",
                     *       "consensusTimestamp": "1795998735.466021000",
                     *       "receipt": {
                     *         "status": "SUCCESS"
                     *       }
                     *     }
                     */
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
    postMultisigWalletOperationRequest: {
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
                 *       "walletId": "0.0.1034",
                 *       "operation": {
                 *         "method": "POST",
                 *         "path": "/hts/mint/token/0.0.2002",
                 *         "body": {
                 *           "amount": "5"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * an account id, shard.realm.num
                     * @example 0.0.1001
                     */
                    walletId: string;
                    /**
                     * @description the requested operation
                     * @example {
                     *       "method": "POST",
                     *       "path": "/hts/mint/token/0.0.2002",
                     *       "body": {
                     *         "amount": "5"
                     *       }
                     *     }
                     */
                    operation: {
                        /**
                         * @description the HTTP method of the write
                         * @enum {unknown}
                         */
                        method: "POST" | "PUT" | "PATCH" | "DELETE";
                        /**
                         * @description the path of the node API, with its parameters filled in
                         * @example /hts/mint/token/0.0.2002
                         */
                        path: string;
                        /**
                         * the operation's body, an object
                         * @description the body of the node API, without sender, dao and isOfflineTransaction: the wallet pays and signs. Keys are {_type, key}, {keys: [...]} or {threshold, keys: [...]}
                         */
                        body?: {
                            [key: string]: unknown;
                        };
                    };
                    /**
                     * @description what it is for, up to 100 bytes in UTF-8: the memo of the transaction, which everybody can read on the ledger
                     * @example Invoice 4711
                     */
                    memo?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 90 days ahead: the service executes the request then, and owners sign at any time before */
                    executeAt?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 1487 hours ahead: the ledger keeps the transaction until then, and owners sign at any time before */
                    expiresAt?: string;
                    /**
                     * @description with `expiresAt`: whether the ledger executes it once it is signed (the default) or at `expiresAt`
                     * @enum {unknown}
                     */
                    execute?: "signed" | "expiry";
                    /**
                     * @description with `expiresAt`: who pays for the schedule. By default the service if it pays for owners (SCHEDULE_PAYER), else the requester
                     * @enum {unknown}
                     */
                    payer?: "owner" | "service";
                    /** @description whether to make the request even if the ledger would refuse the transaction now: the reasons are returned as `warnings` instead of a 422. Requests with `executeAt` or `expiresAt` are always made, since what they need may come later */
                    force?: boolean;
                    /** @description the `jobId` of an open request of the same wallet, which this one replaces: each signature of this one rejects that one. With the same time, both have one transaction id, so that the ledger executes at most one of them */
                    replaces?: string;
                    group?: components["schemas"]["GroupPlace"];
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
                     *       "jobId": "3fb96ca7-56d4-4927-91a5-d734d7d90a27",
                     *       "historyId": "4af7babb-1187-40a0-8b86-f9a105856e67",
                     *       "bytes": "CnUqcwpvChkKDAiKiLPYBhDEr+vfARIHCAAQABiKCBgAEgYIABAAGAMYgIyN",
                     *       "bodyBytes": "ChkKDAiKiLPYBhDEr+vfARIHCAAQABiKCBgAEgYIABAAGAMYgIyNngIiAwim",
                     *       "transactionId": "0.0.1034@1795998730.469424068",
                     *       "expiresAt": "2026-11-30T00:34:15.466Z"
                     *     }
                     */
                    "application/json": components["schemas"]["NewRequest"];
                };
            };
        };
    };
    postMultisigWalletOperationCheck: {
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
                 *       "walletId": "0.0.1034",
                 *       "operation": {
                 *         "method": "POST",
                 *         "path": "/hts/mint/token/0.0.2002",
                 *         "body": {
                 *           "amount": "5"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * an account id, shard.realm.num
                     * @example 0.0.1001
                     */
                    walletId: string;
                    /**
                     * @description the requested operation
                     * @example {
                     *       "method": "POST",
                     *       "path": "/hts/mint/token/0.0.2002",
                     *       "body": {
                     *         "amount": "5"
                     *       }
                     *     }
                     */
                    operation: {
                        /**
                         * @description the HTTP method of the write
                         * @enum {unknown}
                         */
                        method: "POST" | "PUT" | "PATCH" | "DELETE";
                        /**
                         * @description the path of the node API, with its parameters filled in
                         * @example /hts/mint/token/0.0.2002
                         */
                        path: string;
                        /**
                         * the operation's body, an object
                         * @description the body of the node API, without sender, dao and isOfflineTransaction: the wallet pays and signs. Keys are {_type, key}, {keys: [...]} or {threshold, keys: [...]}
                         */
                        body?: {
                            [key: string]: unknown;
                        };
                    };
                    /**
                     * @description what it is for, up to 100 bytes in UTF-8: the memo of the transaction, which everybody can read on the ledger
                     * @example Invoice 4711
                     */
                    memo?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 90 days ahead: the service executes the request then, and owners sign at any time before */
                    executeAt?: string;
                    /** @description seconds.nanoseconds or ISO 8601, at most 1487 hours ahead: the ledger keeps the transaction until then, and owners sign at any time before */
                    expiresAt?: string;
                    /**
                     * @description with `expiresAt`: whether the ledger executes it once it is signed (the default) or at `expiresAt`
                     * @enum {unknown}
                     */
                    execute?: "signed" | "expiry";
                    /**
                     * @description with `expiresAt`: who pays for the schedule. By default the service if it pays for owners (SCHEDULE_PAYER), else the requester
                     * @enum {unknown}
                     */
                    payer?: "owner" | "service";
                    /** @description whether to make the request even if the ledger would refuse the transaction now: the reasons are returned as `warnings` instead of a 422. Requests with `executeAt` or `expiresAt` are always made, since what they need may come later */
                    force?: boolean;
                    /** @description the `jobId` of an open request of the same wallet, which this one replaces: each signature of this one rejects that one. With the same time, both have one transaction id, so that the ledger executes at most one of them */
                    replaces?: string;
                    group?: components["schemas"]["GroupPlace"];
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
                     *       "problems": []
                     *     }
                     */
                    "application/json": components["schemas"]["Checked"];
                };
            };
        };
    };
    postMultisigWalletOperationExecute: {
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
                 *       "jobId": "3fb96ca7-56d4-4927-91a5-d734d7d90a27",
                 *       "bytes": "CnUqcwpvChkKDAiKiLPYBhDEr+vfARIHCAAQABiKCBgAEgYIABAAGAMYgIyN"
                 *     }
                 */
                "application/json": {
                    /** @description bytes as 0x hex, base64, an array of numbers, an index-keyed object or {type: 'Buffer', data: [...]} */
                    bytes: components["schemas"]["Bytes"];
                    /** @description the identifier of the request */
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
                    /**
                     * @example {
                     *       "jobId": "3fb96ca7-56d4-4927-91a5-d734d7d90a27",
                     *       "historyId": "4af7babb-1187-40a0-8b86-f9a105856e67",
                     *       "walletId": "0.0.1034",
                     *       "type": "operation",
                     *       "status": "success",
                     *       "transactionId": "0.0.1034@1795998730.469424068",
                     *       "consensusTimestamp": "1795998735.466021000",
                     *       "receipt": {
                     *         "status": "SUCCESS"
                     *       }
                     *     }
                     */
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
    postMultisigWalletOperationRead: {
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
                 *       "walletId": "0.0.1034",
                 *       "bytes": "CksqSQpFChkKDAjxn63YBhCNhK6MAxIHCAAQABiKCBgAEgYIABAAGAMYgIyNngIiAwimATIAygISCgcIABAAGIoIEgcIABAAGIsIEgA="
                 *     }
                 */
                "application/json": {
                    /**
                     * an account id, shard.realm.num
                     * @example 0.0.1001
                     */
                    walletId: string;
                    /** @description bytes as 0x hex, base64, an array of numbers, an index-keyed object or {type: 'Buffer', data: [...]} */
                    bytes: components["schemas"]["Bytes"];
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
                     *       "operation": {
                     *         "method": "POST",
                     *         "path": "/hts/mint/token/0.0.2002",
                     *         "body": {
                     *           "amount": "5"
                     *         }
                     *       },
                     *       "memo": "May"
                     *     }
                     */
                    "application/json": components["schemas"]["OperationInBytes"];
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
                /**
                 * @example {
                 *       "topicId": "0.0.1036",
                 *       "consensusTimestamp": "1795903530.108008000"
                 *     }
                 */
                "application/json": {
                    /** @description the chain; by default the first of CHAINS */
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
                    /**
                     * @example {
                     *       "jobId": "4a1cb791-54b6-4650-87c5-3671e817a04a",
                     *       "walletId": "0.0.1035",
                     *       "proposalId": "563c3a56-8cbd-403c-95b8-fe22cc4580f6"
                     *     }
                     */
                    "application/json": components["schemas"]["OpenedRequest"];
                };
            };
        };
    };
    getMultisigProposalByProposalId: {
        parameters: {
            query?: {
                /** @description the chain; by default the first of CHAINS */
                chain?: string;
            };
            header?: never;
            path: {
                /**
                 * @description the identifier of the proposal
                 * @example 563c3a56-8cbd-403c-95b8-fe22cc4580f6
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
                     *       "jobId": "4a1cb791-54b6-4650-87c5-3671e817a04a",
                     *       "walletId": "0.0.1035",
                     *       "proposalId": "563c3a56-8cbd-403c-95b8-fe22cc4580f6"
                     *     }
                     */
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
                /**
                 * @example {
                 *       "daoId": "78f9fa40-e5f5-4978-9809-d0f5246cbbc9",
                 *       "operation": {
                 *         "method": "POST",
                 *         "path": "/multisig/wallet/withdraw/request",
                 *         "body": {
                 *           "walletId": "0.0.1035",
                 *           "receiverId": "0.0.1034",
                 *           "tokenId": "HBAR",
                 *           "type": "FUNGIBLE_COMMON",
                 *           "amountOrSerial": 100
                 *         }
                 *       },
                 *       "endsAt": "2027-03-08T22:05:34.108Z"
                 *     }
                 */
                "application/json": {
                    /** @description the chain; by default the first of CHAINS */
                    chain?: string;
                    /** @description the requested operation */
                    operation: {
                        /** @description the HTTP method of the write */
                        method: string;
                        /** @description the path of the write */
                        path: string;
                        /** an object of any form */
                        body?: {
                            [key: string]: unknown;
                        };
                    };
                    /** @description the identifier of the DAO */
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
                    /**
                     * @example {
                     *       "permitted": true
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description always true, because a refusal is an error answer
                         * @enum {boolean}
                         */
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
                 * @description for a scheduled request: the account that signs the bytes; by default the session's
                 * @example 0.0.1001
                 */
                senderId?: components["schemas"]["AccountId"];
                /** @description for a scheduled request: who pays. By default the service if it pays for owners (SCHEDULE_PAYER), else the sender */
                payer?: "owner" | "service";
            };
            header?: never;
            path: {
                /**
                 * @description the identifier of the request
                 * @example 4b3d0b2c-eb20-4118-9ac7-a59587986480
                 */
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
                    /**
                     * @example {
                     *       "jobId": "4b3d0b2c-eb20-4118-9ac7-a59587986480",
                     *       "historyId": "ee5b4e03-baa1-4720-afe4-1dc6d7738d24",
                     *       "walletId": "0.0.1035",
                     *       "chain": "hedera:devnet",
                     *       "operation": "withdraw",
                     *       "type": "withdraw",
                     *       "status": "pending",
                     *       "requesterId": "0.0.1032",
                     *       "payload": {
                     *         "type": "FUNGIBLE_COMMON",
                     *         "tokenId": "HBAR",
                     *         "walletId": "0.0.1035",
                     *         "receiverId": "0.0.2",
                     *         "amountOrSerial": 1
                     *       },
                     *       "threshold": 3,
                     *       "transactionId": "0.0.1032@1795903495.231188434",
                     *       "bytes": "CkEqPwo7ChgKCwiM5rfYBhDFvf1tEgcIABAAGIkIGAASBggAEAAYAxiAyrXuASIDCKYBMgDiAgkKBwgAEAAYjAgSAA==",
                     *       "bodyBytes": "ChgKCwiM5rfYBhDFvf1tEgcIABAAGIkIGAASBggAEAAYAxiAyrXuASIDCKYBMgDiAgkKBwgAEAAYjAg=",
                     *       "createdAt": "2026-11-28T22:05:00.230Z",
                     *       "expiresAt": "2026-12-01T22:05:00.000Z",
                     *       "waitsFor": "signature",
                     *       "signatures": [
                     *         {
                     *           "senderId": "0.0.1032",
                     *           "publicKey": "5f45d86ccd74a16211f5ec94a12dc26f1768fdd5d3de15a64f64984f4fcf83bc",
                     *           "timestamp": "2026-11-28T22:05:00.230Z"
                     *         }
                     *       ],
                     *       "missing": [
                     *         "0.0.1033",
                     *         "0.0.1034"
                     *       ],
                     *       "needs": [
                     *         {
                     *           "walletId": "0.0.1035",
                     *           "needed": 3,
                     *           "missing": 2,
                     *           "from": [
                     *             "0.0.1033",
                     *             "0.0.1034"
                     *           ]
                     *         }
                     *       ],
                     *       "rejections": [],
                     *       "comments": [],
                     *       "schedule": {
                     *         "scheduleId": "0.0.1036",
                     *         "state": "open",
                     *         "expiresAt": "2026-12-01T22:05:00.000Z",
                     *         "execute": "signed",
                     *         "scheduledTransactionId": "0.0.1032@1795903495.231188434?scheduled"
                     *       },
                     *       "bytesExpireAt": "2026-11-30T22:07:05.230Z"
                     *     }
                     */
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
                /**
                 * @description the identifier of the request
                 * @example df7b7a35-1fb4-4d13-b247-71d5c67ac94a
                 */
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
                    /**
                     * @example {
                     *       "problems": [
                     *         {
                     *           "code": "INSUFFICIENT_PAYER_BALANCE",
                     *           "message": "0.0.1034 has 5000000000 tinybars, and this takes at least 5000083334 with its fee"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Checked"];
                };
            };
        };
    };
    postMultisigTransactionSignByJobId: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the identifier of the request
                 * @example df0b5104-a9ee-4d38-80b0-5a984abf9a6f
                 */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "walletId": "0.0.1035",
                 *       "senderId": "0.0.1032",
                 *       "historyId": "923853e4-35d3-4eb6-a82d-711347ee5a5b",
                 *       "signature": "0xb8af7e901b83773ca9d62e4fe9025fb9b3326c53960f5d4ce17ae1d23cef985d548de2eee81c51d1dbd0df384927d7c26a1e100d14c34f80226a1e8be24c4006"
                 *     }
                 */
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
                    /** @description the identifier of the history entry */
                    historyId?: string;
                    /** @description bytes as 0x hex, base64, an array of numbers, an index-keyed object or {type: 'Buffer', data: [...]} */
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
                    /**
                     * @example {
                     *       "jobId": "df0b5104-a9ee-4d38-80b0-5a984abf9a6f",
                     *       "historyId": "923853e4-35d3-4eb6-a82d-711347ee5a5b",
                     *       "walletId": "0.0.1035",
                     *       "status": "success",
                     *       "senderId": "0.0.1032",
                     *       "publicKey": "c4923306fa3015bc2bc3d2af305890975572123e612f05bc91b6a24eca0a57ad",
                     *       "timestamp": "2026-11-28T22:17:38.930Z"
                     *     }
                     */
                    "application/json": {
                        /** @description the identifier of the request */
                        jobId: string;
                        /** @description the identifier of the history entry */
                        historyId: string;
                        walletId: string | null;
                        /**
                         * @description pending while the signature is unconfirmed
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
                        /** @description true for a signature that the mirror node shows with the schedule and that was not sent here: it does not count, and may be invalid */
                        byMirror?: boolean;
                        /** @description true for a signature that was sent while the mirror node was away: it does not count until its key has been checked on the ledger */
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
                        /** @description the identifier of the request */
                        jobId: string;
                        /** @description the identifier of the history entry */
                        historyId: string;
                        walletId: string | null;
                        /**
                         * @description pending while the signature is unconfirmed
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
                        /** @description true for a signature that the mirror node shows with the schedule and that was not sent here: it does not count, and may be invalid */
                        byMirror?: boolean;
                        /** @description true for a signature that was sent while the mirror node was away: it does not count until its key has been checked on the ledger */
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
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the identifier of the request
                 * @example c3fbbce5-58ba-4493-96e9-7ff234194755
                 */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "not now"
                 *     }
                 */
                "application/json": {
                    /** @description why, in words; empty if none was given */
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
                     *       "jobId": "c3fbbce5-58ba-4493-96e9-7ff234194755",
                     *       "historyId": "24126655-9cfd-46f7-b1be-2671d153ca6f",
                     *       "walletId": "0.0.1035",
                     *       "chain": "hedera:devnet",
                     *       "operation": "withdraw",
                     *       "type": "withdraw",
                     *       "status": "pending",
                     *       "requesterId": "0.0.1032",
                     *       "payload": {
                     *         "type": "FUNGIBLE_COMMON",
                     *         "tokenId": "HBAR",
                     *         "walletId": "0.0.1035",
                     *         "receiverId": "0.0.1036",
                     *         "amountOrSerial": 1
                     *       },
                     *       "threshold": 2,
                     *       "transactionId": "0.0.1035@1795904253.931738683",
                     *       "bytes": "ClgqVgpSChkKDAj9pa3YBhC76KS8AxIHCAAQABiLCBgAEgYIABAAGAMYgM7kzQIiAwimATIAciAKHgoNCgcIABAAGIsIEAEYAAoNCgcIABAAGIwIEAIYABIA",
                     *       "bodyBytes": "ChkKDAj9pa3YBhC76KS8AxIHCAAQABiLCBgAEgYIABAAGAMYgM7kzQIiAwimATIAciAKHgoNCgcIABAAGIsIEAEYAAoNCgcIABAAGIwIEAIYAA==",
                     *       "createdAt": "2026-11-28T22:17:38.930Z",
                     *       "expiresAt": "2026-11-28T22:19:38.930Z",
                     *       "waitsFor": "signature",
                     *       "signatures": [],
                     *       "missing": [
                     *         "0.0.1032",
                     *         "0.0.1034",
                     *         "0.0.1036"
                     *       ],
                     *       "needs": [
                     *         {
                     *           "walletId": "0.0.1035",
                     *           "needed": 2,
                     *           "missing": 2,
                     *           "from": [
                     *             "0.0.1032",
                     *             "0.0.1034"
                     *           ]
                     *         },
                     *         {
                     *           "walletId": "0.0.1036",
                     *           "needed": 1,
                     *           "missing": 1,
                     *           "from": [
                     *             "0.0.1036"
                     *           ]
                     *         }
                     *       ],
                     *       "rejections": [
                     *         {
                     *           "walletId": "0.0.1033",
                     *           "reason": "not now",
                     *           "timestamp": "2026-11-28T22:17:38.930Z"
                     *         }
                     *       ],
                     *       "comments": []
                     *     }
                     */
                    "application/json": components["schemas"]["RequestStatus"];
                };
            };
        };
    };
    getMultisigWalletGroupByGroupId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0.0.1035 */
                walletId: components["schemas"]["AccountId"];
                /**
                 * @description the id of a list of payments that is signed as one
                 * @example 3dc4c7a5-4ab1-4f54-8e01-4bdbd03ebb0d
                 */
                groupId: string;
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
                     *       "groupId": "3dc4c7a5-4ab1-4f54-8e01-4bdbd03ebb0d",
                     *       "walletId": "0.0.1035",
                     *       "requesterId": "0.0.1032",
                     *       "size": 3,
                     *       "counts": {
                     *         "requests": 1,
                     *         "waiting": 1,
                     *         "signed": 0,
                     *         "executed": 0,
                     *         "failed": 0
                     *       },
                     *       "unpaid": [],
                     *       "requests": [
                     *         {
                     *           "jobId": "84a23b21-95ac-407c-a21f-c3583eb1d4c6",
                     *           "historyId": "e95b7dbe-ecb2-4205-8513-89588c05d48a",
                     *           "walletId": "0.0.1035",
                     *           "chain": "hedera:devnet",
                     *           "operation": "pay",
                     *           "type": "withdraw",
                     *           "status": "pending",
                     *           "requesterId": "0.0.1032",
                     *           "payload": {
                     *             "payments": [
                     *               {
                     *                 "amount": 100,
                     *                 "tokenId": "HBAR",
                     *                 "receiverId": "0.0.1034"
                     *               }
                     *             ],
                     *             "walletId": "0.0.1035"
                     *           },
                     *           "threshold": 2,
                     *           "transactionId": "0.0.1035@1796187357.557792574",
                     *           "bytes": "CloqWApUChkKDAjdyb7YBhC++vyJAhIHCAAQABiLCBgAEgYIABAAGAMYgIyN",
                     *           "bodyBytes": "ChkKDAjdyb7YBhC++vyJAhIHCAAQABiLCBgAEgYIABAAGAMYgIyNngIiAwimATIAciIKIAoOCgcIABAAGIoIEMgBGAAKDgoHCAAQABiLCBDHARgA",
                     *           "createdAt": "2026-12-02T04:56:02.557Z",
                     *           "expiresAt": "2026-12-02T04:58:02.557Z",
                     *           "waitsFor": "signature",
                     *           "signatures": [],
                     *           "missing": [
                     *             "0.0.1032",
                     *             "0.0.1033"
                     *           ],
                     *           "needs": [
                     *             {
                     *               "walletId": "0.0.1035",
                     *               "needed": 2,
                     *               "missing": 2,
                     *               "from": [
                     *                 "0.0.1032",
                     *                 "0.0.1033"
                     *               ]
                     *             }
                     *           ],
                     *           "rejections": [],
                     *           "comments": [],
                     *           "group": {
                     *             "groupId": "3dc4c7a5-4ab1-4f54-8e01-4bdbd03ebb0d",
                     *             "position": 0,
                     *             "size": 3
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RequestGroup"];
                };
            };
        };
    };
    postMultisigTransactionCommentByJobId: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the identifier of the request
                 * @example eec20646-f50f-4dc9-9de3-fc59f59debe3
                 */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Is this the invoice of May?"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "commentId": "472fa404-b560-4356-900c-b4246b81cb80",
                     *       "walletId": "0.0.1032",
                     *       "text": "Is this the invoice of May?",
                     *       "timestamp": "2026-11-28T22:17:35.248Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Comment"];
                };
            };
        };
    };
}
