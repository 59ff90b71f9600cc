/** Made by `npm run client:generate` from openapi/node.json. */

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
    "/auth/web3/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Request a login challenge
         * @description The wallet signs `payload`; send it back with `POST /auth/web3/login` within the time that it names. Sets a cookie that ties the challenge to this browser.
         */
        get: operations["getAuthWeb3Request"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/web3/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in with a signed challenge
         * @description Returns an access token for `Authorization: Bearer`, and sets it as a cookie for browsers unless the session has a scope.
         */
        post: operations["postAuthWeb3Login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sessions of my account
         * @description Newest first. Tokens of applications are at `GET /auth/applications`.
         */
        get: operations["getAuthSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions/{id}": {
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
         * End a session of my account
         * @description All services refuse its token from then on. It may be this one.
         */
        delete: operations["deleteAuthSessionsById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions/revoke-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End all sessions of my account
         * @description This one included.
         */
        post: operations["postAuthSessionsRevokeAll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/web3/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Log out
         * @description Ends the session: all services refuse its token from then on.
         */
        get: operations["getAuthWeb3Logout"];
        put?: never;
        /**
         * Log out
         * @description Ends the session: all services refuse its token from then on.
         */
        post: operations["postAuthWeb3Logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/multisig/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a login as a wallet
         * @description Returns a text for the owners of the wallet to sign. When enough of them have signed, take the session with `POST /auth/multisig/session`.
         */
        post: operations["postAuthMultisigRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/multisig/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the open logins of a wallet
         * @description Newest first. Only for its owners.
         */
        get: operations["getAuthMultisigRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/multisig/request/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a login of a wallet
         * @description Its text, and who has signed it. Only for the owners of the wallet.
         */
        get: operations["getAuthMultisigRequestById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/multisig/sign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign a login of a wallet
         * @description Adds signatures of owners over the text of the login.
         */
        post: operations["postAuthMultisigSign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/multisig/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take the session of a wallet
         * @description Once, by the account that requested the login, after enough owners have signed.
         */
        post: operations["postAuthMultisigSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/multisig/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End all sessions and open logins of a wallet
         * @description Only for its owners.
         */
        post: operations["postAuthMultisigRevoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get my profile */
        get: operations["getAuthProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/profile/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the e-mail address of the account
         * @description Sends a code to the address, which confirms it.
         */
        post: operations["postAuthProfileEmail"];
        /** Remove the e-mail address */
        delete: operations["deleteAuthProfileEmail"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/profile/email/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Confirm the e-mail address with the code that was sent to it */
        post: operations["postAuthProfileEmailConfirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/profile/delivery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get where and when I want messages */
        get: operations["getAuthProfileDelivery"];
        /**
         * Set where and when I want messages
         * @description Replaces the settings. With `digestAt`, one e-mail a day has all messages. During `quiet` hours nothing is sent. Afterwards, one message contains all held messages.
         */
        put: operations["putAuthProfileDelivery"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/profile/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the chat that I get messages in
         * @description Needs a login of the last ten minutes. The URL is never shown again.
         */
        put: operations["putAuthProfileChat"];
        post?: never;
        /** Remove the chat */
        delete: operations["deleteAuthProfileChat"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/profile/chat/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Post a test message to the chat */
        post: operations["postAuthProfileChatTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/2fa": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to set up a second factor
         * @description Returns a QR code for an authenticator app. The second factor counts from `POST /auth/2fa/verify` on.
         */
        post: operations["postAuth2fa"];
        /** Disable the second factor */
        delete: operations["deleteAuth2fa"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/2fa/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable the second factor
         * @description Takes a first code of the authenticator app. Returns recovery codes for logins without the app, which are shown only once.
         */
        post: operations["postAuth2faVerify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/2fa/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make new recovery codes
         * @description The earlier ones no longer work. The new ones are only in this answer.
         */
        post: operations["postAuth2faRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tokens of my applications
         * @description Newest first, without the tokens themselves.
         */
        get: operations["getAuthApplications"];
        put?: never;
        /**
         * Create a token for an application
         * @description The token can only pin content for your account (`/ipfs/pinning`). It ends when you revoke it, end all sessions, set up a second factor, or change the key of the account.
         */
        post: operations["postAuthApplications"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/applications/{id}": {
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
         * Revoke the token of an application
         * @description All services refuse the token from then on.
         */
        delete: operations["deleteAuthApplicationsById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the public keys that verify tokens
         * @description A JSON Web Key Set (RFC 7517).
         */
        get: operations["getWellKnownJwksJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/revocations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List revoked tokens
         * @description Tokens whose sessions ended before they expired. Services in other processes refuse these.
         */
        get: operations["getAuthRevocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hcs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a consensus topic
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        post: operations["postHcs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hcs/{topic}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a topic */
        get: operations["getHcsByTopic"];
        /**
         * Update the memo of a topic
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        put: operations["putHcsByTopic"];
        post?: never;
        /**
         * Delete a topic
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        delete: operations["deleteHcsByTopic"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hcs/{topic}/network-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Move a topic to the network's current key
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        put: operations["putHcsNetworkKey"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hcs/{topic}/message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a message to a topic, in up to 20 chunks of 1024 bytes
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        post: operations["postHcsMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/burn/nft/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Burn NFTs
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        post: operations["postHtsBurnNftByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/burn/token/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Burn units of a fungible token
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        post: operations["postHtsBurnTokenByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/create/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a fungible token or an NFT collection
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        post: operations["postHtsCreateToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/delete/{token}": {
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
         * Delete a token
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        delete: operations["deleteHtsDeleteByToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/freeze/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Freeze an account for a token
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        post: operations["postHtsFreezeByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/unfreeze/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unfreeze an account for a token
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        post: operations["postHtsUnfreezeByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/grant-kyc/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Grant KYC for a token to an account
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        post: operations["postHtsGrantKycByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/revoke-kyc/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke KYC for a token from an account
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        post: operations["postHtsRevokeKycByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/mint/nft/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mint up to 10 NFTs
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        post: operations["postHtsMintNftByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/mint/token/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mint units of a fungible token
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        post: operations["postHtsMintTokenByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/{token}/network-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Move a token to the network's current key
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        put: operations["putHtsNetworkKey"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/pause/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a token
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        post: operations["postHtsPauseByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/unpause/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unpause a token
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        post: operations["postHtsUnpauseByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/update/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the name, symbol, memo, treasury or keys of a token
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        patch: operations["patchHtsUpdateByToken"];
        trace?: never;
    };
    "/hts/update/{token}/fees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Replace the custom fees of a token
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        patch: operations["patchHtsUpdateFees"];
        trace?: never;
    };
    "/hts/wipe/nft/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Wipe NFTs from an account
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        post: operations["postHtsWipeNftByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/wipe/token/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Wipe units of a fungible token from an account
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        post: operations["postHtsWipeTokenByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an account
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        post: operations["postAccounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{wallet}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an account */
        get: operations["getAccountsByWallet"];
        /**
         * Update the memo, associations, receiver signature or staking of an account
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        put: operations["putAccountsByWallet"];
        post?: never;
        /**
         * Delete an account and transfer its hbars to another
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        delete: operations["deleteAccountsByWallet"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{wallet}/network-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Move an account to the network's current key
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        put: operations["putAccountsNetworkKey"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/allowance/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve an allowance for hbars, a token or NFTs
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        post: operations["postAccountsAllowanceApprove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/allowance/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete an allowance for hbars, a token or NFTs
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        post: operations["postAccountsAllowanceDelete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/transfer/atomic-swap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Swap what two accounts hold, atomically
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        post: operations["postAccountsTransferAtomicSwap"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/transfer/hbar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transfer hbars
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        post: operations["postAccountsTransferHbar"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/transfer/nft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transfer an NFT
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        post: operations["postAccountsTransferNft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/transfer/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transfer a fungible token
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        post: operations["postAccountsTransferToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contracts/{contract}/call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call a contract
         * @description Returns `SIGNATURE_REQUIRED` with the transaction to sign if keys besides the node's must sign it. Submit it signed with `POST /transactions/submit`. Otherwise the node submits it itself and answers `SUCCESS`, or 202 and `PENDING` while the ledger has not confirmed it.
         */
        post: operations["postContractsCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a signed transaction
         * @description Answers 202 if the transaction was submitted and the ledger has not confirmed it yet.
         */
        post: operations["postTransactionsSubmit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/validators/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a validator for accounts
         * @description The network co-signs for whatever is bound to the validator if the conditions are met. Returns the consensus timestamp that names the validator.
         */
        post: operations["postValidatorsAccounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/validators/accounts/{timestamp}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a validator for accounts */
        get: operations["getValidatorsAccountsByTimestamp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/validators/consensus": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a validator for topics
         * @description The network co-signs for whatever is bound to the validator if the conditions are met. Returns the consensus timestamp that names the validator.
         */
        post: operations["postValidatorsConsensus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/validators/consensus/{timestamp}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a validator for topics */
        get: operations["getValidatorsConsensusByTimestamp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/validators/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a validator for tokens
         * @description The network co-signs for whatever is bound to the validator if the conditions are met. Returns the consensus timestamp that names the validator.
         */
        post: operations["postValidatorsTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/validators/tokens/{timestamp}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a validator for tokens */
        get: operations["getValidatorsTokensByTimestamp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/validators/bindings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what I created under validators
         * @description Accounts, topics and tokens, newest first. The first page also reads the newest 100 creations of each kind from the mirror.
         */
        get: operations["getValidatorsBindings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/validators/bindings/{entityId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the validator of an account, topic or token */
        get: operations["getValidatorsBindingsByEntityId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ballot-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the network's keys
         * @description The network signs with these keys which key seals the ballots of a secret vote. Voters compare them with the network key in the record of the proposal.
         */
        get: operations["getBallotKeys"];
        put?: never;
        /**
         * Make a key for the ballots of a secret vote
         * @description For governance services whose account is the node's operator or one of TRUSTED_PUBLISHERS. Nobody has the private key before the end of the vote: the members of the shared key have parts of it. A node that shares no key has all of it.
         */
        post: operations["postBallotKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ballot-keys/open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the private key of the ballots after the end
         * @description Each node checks on its own mirror that the topic has the vote's closing record, with a time at or after the end of the vote.
         */
        post: operations["postBallotKeysOpen"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/smart-node/dkg/ballot-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take part in a key for ballots
         * @description For nodes of the network: the question must be signed by a member.
         */
        post: operations["postSmartNodeDkgBallotKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/validators/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the transactions that carry out DAO decisions
         * @description Mine, or with `topicId` all of that topic, newest first.
         */
        get: operations["getValidatorsDecisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/validators/decisions/offers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List my transactions for DAO decisions that are not submitted yet
         * @description Those whose window ends soonest come first.
         */
        get: operations["getValidatorsDecisionsOffers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallets/{walletId}/sign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign a wallet's request for a DAO that owns it
         * @description The network signs with the key of the DAO's account, which is an owner of the wallet, if the DAO has decided so.
         */
        post: operations["postWalletsSign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mirrors/hcs/topics/{topic}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the messages of a topic
         * @description From the mirror node, under its field names. The Link header names the next page.
         */
        get: operations["getMirrorsHcsTopicsMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mirrors/hcs/topics/{topic}/messages/{sequenceNumber}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a message of a topic
         * @description From the mirror node, under its field names.
         */
        get: operations["getMirrorsHcsTopicsMessagesBySequenceNumber"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mirrors/hcs/topics/messages/{timestamp}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a topic's sequence number and running hash at a message
         * @description From the mirror node, under its field names.
         */
        get: operations["getMirrorsHcsTopicsMessagesByTimestamp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mirrors/hts/tokens/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a token, now or at a past time
         * @description From the mirror node, under its field names.
         */
        get: operations["getMirrorsHtsTokensByToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mirrors/hts/tokens/{token}/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the balances of a token
         * @description From the mirror node, under its field names. The Link header names the next page.
         */
        get: operations["getMirrorsHtsTokensBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mirrors/hts/tokens/{token}/nfts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the NFTs of a token
         * @description From the mirror node, under its field names. The Link header names the next page.
         */
        get: operations["getMirrorsHtsTokensNfts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mirrors/hts/tokens/{token}/nfts/{serialNumber}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an NFT
         * @description From the mirror node, under its field names.
         */
        get: operations["getMirrorsHtsTokensNftsBySerialNumber"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mirrors/hts/tokens/{token}/nfts/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the transfers of an NFT
         * @description From the mirror node, under its field names. The Link header names the next page.
         */
        get: operations["getMirrorsHtsTokensNftsTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mirrors/accounts/{wallet}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an account with its newest transactions
         * @description From the mirror node, under its field names.
         */
        get: operations["getMirrorsAccountsByWallet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mirrors/accounts/{wallet}/nfts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the NFTs of an account
         * @description From the mirror node, under its field names. The Link header names the next page.
         */
        get: operations["getMirrorsAccountsNfts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mirrors/accounts/{wallet}/rewards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the staking rewards of an account
         * @description From the mirror node, under its field names. The Link header names the next page.
         */
        get: operations["getMirrorsAccountsRewards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mirrors/accounts/{wallet}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tokens of an account
         * @description From the mirror node, under its field names. The Link header names the next page.
         */
        get: operations["getMirrorsAccountsTokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mirrors/transactions/{transaction}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a transaction
         * @description From the mirror node, under its field names.
         */
        get: operations["getMirrorsTransactionsByTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mirrors/transactions/{transaction}/stateproof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state proof of a transaction
         * @description From the mirror node, under its field names.
         */
        get: operations["getMirrorsTransactionsStateproof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mirrors/transactions/schedules/{schedule}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a schedule
         * @description From the mirror node, under its field names.
         */
        get: operations["getMirrorsTransactionsSchedulesBySchedule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/query/{transaction}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the record of a transaction
         * @description From a consensus node while it still has the record (about three minutes) and the session is of this chain, otherwise from the mirror node. The embedded ledger asks for no session.
         */
        get: operations["getTransactionsQueryByTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/receipt/{transaction}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the receipt of a transaction
         * @description From a consensus node while it still has the receipt (about three minutes), then from the mirror node.
         */
        get: operations["getTransactionsReceiptByTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{wallet}/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the token balances of an account
         * @description Of one token if `tokenId` names it.
         */
        get: operations["getAccountsBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{wallet}/publicKey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the public key of an account */
        get: operations["getAccountsPublicKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/token/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a token */
        get: operations["getHtsTokenByToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hts/nft/{token}/{serialNumber}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an NFT */
        get: operations["getHtsNftBySerialNumber"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hcs/{topic}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List or deliver the messages of a topic
         * @description From `start` to `end`. With `callbackSuccess` the messages are posted to that URL as signed webhooks instead, and the answer is 202.
         */
        get: operations["getHcsMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/snapshots/generate/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a snapshot of a token
         * @description Lists all holders of the token at one time of the ledger. Ask for its status with `GET /snapshots/{jobId}`.
         */
        post: operations["postSnapshotsGenerateByTokenId"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/snapshots/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the status of a snapshot
         * @description With the addresses of its files once it is DONE.
         */
        get: operations["getSnapshotsByJobId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/snapshots/{jobId}/{format}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download a snapshot */
        get: operations["getSnapshotsByFormat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/smart-node/network": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the nodes of the network
         * @description This node first, each with a trust score.
         */
        get: operations["getSmartNodeNetwork"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/smart-node/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange heartbeats with another node
         * @description For nodes of the network: the heartbeat must be signed by a member.
         */
        post: operations["postSmartNodeHeartbeat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/smart-node/dkg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the shared key of the network of nodes
         * @description The key that no node holds, its members, and the ceremony on DKG_TOPIC that makes or changes it.
         */
        get: operations["getSmartNodeDkg"];
        put?: never;
        /**
         * Start a ceremony of the shared key
         * @description For operators of the node. Writes the first record of the ceremony on DKG_TOPIC. The other nodes take part if they have the same list of nodes and the same NETWORK_THRESHOLD. `generate` makes a key, `reshare` gives the key to the nodes that are listed now, `refresh` gives its members new shares, `repair` gives this node its lost share back, `split` moves the network key of this node into shares, and `rotate` makes a new key, while the current one still signs for the entities under it.
         */
        post: operations["postSmartNodeDkg"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/smart-node/dkg/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check the nodes before a ceremony
         * @description For operators of the node. Asks each node of the list for its version, its clock, its topic, and what it knows of the shared key.
         */
        get: operations["getSmartNodeDkgCheck"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/smart-node/dkg/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have a test message signed with the shared key
         * @description For operators of the node. Shows that enough members can sign.
         */
        post: operations["postSmartNodeDkgVerify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/smart-node/dkg/shares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign a share for another member of the network
         * @description For nodes of the network: the question must be signed by a member. From the evidence in it, the node decides whether it would sign the write if it were alone. If it would not, its signed answer says why.
         */
        post: operations["postSmartNodeDkgShares"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/smart-node/dkg/backup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a backup of this node's share
         * @description For operators of the node. The share is sealed with SHARE_KEY: keep that elsewhere. A backup is of no use after the next reshare or refresh.
         */
        get: operations["getSmartNodeDkgBackup"];
        /**
         * Confirm that a backup has this node's share
         * @description For operators of the node. Read the backup from the place where you keep it, and send it unchanged.
         */
        put: operations["putSmartNodeDkgBackup"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/smart-node/dkg/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring this node's share back from a backup
         * @description For operators of the node, after it has lost its database. Changes nothing if the node has its share.
         */
        post: operations["postSmartNodeDkgRestore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/smart-node/dkg/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move entities to the network's current key
         * @description For operators of the node. Begins to move all accounts, topics and tokens under the network's earlier keys; the node's operator pays. An entity under a validator with `partial` security moves when its owner signs, too: it calls the `network-key` path of the entity. `GET /smart-node/dkg` shows the progress.
         */
        post: operations["postSmartNodeDkgMove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/smart-node/dkg/retire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase the shares of keys that were replaced
         * @description For operators of the node. Possible an hour after the rotation, if no entity that this node or another one of the list knows needs an earlier key. The node never signs with these keys again. All listed nodes must answer, except the lost ones that `without` names.
         */
        post: operations["postSmartNodeDkgRetire"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/smart-node/identifier": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the identity of this node */
        get: operations["getSmartNodeIdentifier"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/smart-node/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the status of this node */
        get: operations["getSmartNodeStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/smart-node/utilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the node's own tokens
         * @description Those of the setting UTILITY_TOKENS that the default chain has.
         */
        get: operations["getSmartNodeUtilities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipfs/{cid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read content
         * @description Verified content, from this node if it has it, otherwise from a gateway. A directory is answered with its index.html, or else with its names: as HTML, or as JSON if `Accept` is application/json. Other formats by `format` or `Accept`.
         */
        get: operations["getIpfsByCid"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipfs/{cid}/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read content
         * @description Verified content, from this node if it has it, otherwise from a gateway. A directory is answered with its index.html, or else with its names: as HTML, or as JSON if `Accept` is application/json. Other formats by `format` or `Accept`.
         */
        get: operations["getIpfsByPath"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipfs/file/{cid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a file
         * @description As `/ipfs/{cid}`, but from a gateway if it has it, otherwise from this node.
         */
        get: operations["getIpfsFileByCid"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipfs/file/{cid}/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a file
         * @description As `/ipfs/{cid}`, but from a gateway if it has it, otherwise from this node.
         */
        get: operations["getIpfsFileByPath"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipfs/metadata/{cid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the metadata of a token
         * @description The stored JSON, with the addresses of its content (`ipfs://`) replaced by URLs of this node.
         */
        get: operations["getIpfsMetadataByCid"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipfs/metadata/{cid}/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the metadata of a token
         * @description The stored JSON, with the addresses of its content (`ipfs://`) replaced by URLs of this node.
         */
        get: operations["getIpfsMetadataByPath"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipfs/pin/{cid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get my pin of some content */
        get: operations["getIpfsPinByCid"];
        put?: never;
        /**
         * Pin content
         * @description For the session's account. Answers 200 if the content is pinned already, and 202 while it is being fetched.
         */
        post: operations["postIpfsPinByCid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipfs/unpin/{cid}": {
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
         * Unpin content
         * @description The node keeps the content while other accounts pin it.
         */
        delete: operations["deleteIpfsUnpinByCid"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipfs/pins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List my pins
         * @description Newest first.
         */
        get: operations["getIpfsPins"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipfs/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get my storage use and limits */
        get: operations["getIpfsUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipfs/names": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List my names
         * @description All names that the wallet keeps on this node, with their newest records, including expired ones.
         */
        get: operations["getIpfsNames"];
        put?: never;
        /**
         * Publish a record of a name
         * @description Keeps the name for the wallet. The holder of its key has signed the record, so the node cannot change it. The node serves the record until its validity ends, and gives it to the routers.
         */
        post: operations["postIpfsNames"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipfs/names/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one of my names */
        get: operations["getIpfsNamesByName"];
        put?: never;
        post?: never;
        /**
         * Stop keeping a name
         * @description The node no longer serves the record, unless another wallet keeps the name. Records that others have stay valid until their end.
         */
        delete: operations["deleteIpfsNamesByName"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipfs/resolve/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find what a name leads to
         * @description Follows the name to content, over other names that it leads to. Records are verified, so nobody but the holder of the key can have made them.
         */
        get: operations["getIpfsResolveByName"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipns/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read content by a name
         * @description The content that the name leads to, as at /ipfs. The record of the name is verified. With the format `ipns-record`, the record itself, if a wallet keeps the name on this node.
         */
        get: operations["getIpnsByName"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipns/{name}/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read content by a name
         * @description The content that the name leads to, as at /ipfs. The record of the name is verified. With the format `ipns-record`, the record itself, if a wallet keeps the name on this node.
         */
        get: operations["getIpnsByPath"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/routing/v1/ipns/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the record of a name
         * @description The Delegated Routing HTTP API of IPFS. Gives the records of names that wallets keep on this node, and asks no other router.
         */
        get: operations["getRoutingV1IpnsByName"];
        /**
         * Update the record of a name
         * @description The Delegated Routing HTTP API of IPFS. Takes newer records of names that a wallet keeps on this node. A wallet begins to keep a name with `POST /ipfs/names`.
         */
        put: operations["putRoutingV1IpnsByName"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipfs/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload and pin a file
         * @description multipart/form-data with the field `file`. Answers 201 once the file is stored whole.
         */
        post: operations["postIpfsUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipfs/folders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List my uploads of folders
         * @description Open folders, and recently finished ones; newest first.
         */
        get: operations["getIpfsFolders"];
        put?: never;
        /**
         * Open an upload of a folder
         * @description Then send its files, and finish it. An upload that gets no file for a day is deleted with its files.
         */
        post: operations["postIpfsFolders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipfs/folders/{id}/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the folder of the files that have arrived, and pin it
         * @description A repeated request gets the same answer until the upload expires.
         */
        post: operations["postIpfsFoldersFinish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipfs/folders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get my upload of a folder */
        get: operations["getIpfsFoldersById"];
        put?: never;
        post?: never;
        /**
         * Delete an upload of a folder, with its files if it is not finished
         * @description The pin of a finished folder stays.
         */
        delete: operations["deleteIpfsFoldersById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipfs/folders/{id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the files of my open upload of a folder
         * @description In the order of their paths. A finished upload lists none: read the directory instead.
         */
        get: operations["getIpfsFoldersFiles"];
        put?: never;
        /**
         * Upload files of a folder
         * @description multipart/form-data with any number of fields `file`; the filename of each is its path in the folder, percent-encoded. Answers 200 once all files are stored. A file replaces the one at its path. If the request fails, list the folder's files: those that came early may be stored.
         */
        post: operations["postIpfsFoldersFiles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipfs/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import an archive and pin its content
         * @description A CAR archive of version 1 or 2. Each block is checked against its identifier. All blocks below the root must be in the archive or on the node. Answers 201 once the content is stored whole.
         */
        post: operations["postIpfsImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipfs/pinning/pins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List pins (IPFS Pinning Service API)
         * @description Newest first. `before` the time of the last one gets the next page.
         */
        get: operations["getIpfsPinningPins"];
        put?: never;
        /** Add a pin (IPFS Pinning Service API) */
        post: operations["postIpfsPinningPins"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ipfs/pinning/pins/{requestid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a pin (IPFS Pinning Service API) */
        get: operations["getIpfsPinningPinsByRequestid"];
        put?: never;
        /**
         * Replace a pin (IPFS Pinning Service API)
         * @description Adds the new pin and removes the old one in one step. The answer has another id.
         */
        post: operations["postIpfsPinningPinsByRequestid"];
        /**
         * Remove a pin (IPFS Pinning Service API)
         * @description The node keeps the content while another request or another account pins it.
         */
        delete: operations["deleteIpfsPinningPinsByRequestid"];
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
        Challenge: {
            /** @description the node's own signature over the challenge */
            signedData: {
                /** @description bytes as an index-keyed object */
                signature: {
                    [key: string]: number;
                };
                /** @description the account whose key the node signed with */
                serverSigningAccount: string;
            };
            /** @description the challenge that the wallet signs */
            payload: {
                /** @description the address of the service */
                url: string;
                /** @description the account of the node */
                node: string;
                data: {
                    /** @description a random value that makes the challenge usable once */
                    token: string;
                };
                /** @description the chain that the session is for */
                chain: string;
                /**
                 * @description the only purpose that the session may be used for
                 * @enum {unknown}
                 */
                scope?: "ipfs:upload" | "ipfs:pin";
            };
        };
        /** @description bytes as 0x hex, base64, an array of numbers, an index-keyed object or {type: 'Buffer', data: [...]} */
        Bytes: string | number[] | {
            /** @enum {unknown} */
            type: "Buffer";
            data: number[];
        } | {
            [key: string]: number;
        };
        /**
         * an account id, shard.realm.num
         * @example 0.0.1001
         */
        AccountId: string;
        Login: {
            /** @description the wallet that logs in, as it was sent */
            operator: {
                [key: string]: unknown;
            };
            /** @description the node's own signature over the challenge */
            signedData: {
                /** @description bytes as an index-keyed object */
                signature: {
                    [key: string]: number;
                };
                /** @description the account whose key the node signed with */
                serverSigningAccount: string;
            };
            /** @description the challenge that was signed */
            payload: {
                /** @description the address of the service */
                url: string;
                /** @description the account of the node */
                node: string;
                data: {
                    /** @description a random value that makes the challenge usable once */
                    token: string;
                };
                /** @description the chain that the session is for */
                chain: string;
                /**
                 * @description the only purpose that the session may be used for
                 * @enum {unknown}
                 */
                scope?: "ipfs:upload" | "ipfs:pin";
            };
            /** @description the session of the token */
            session: {
                /** @description the account of the session */
                walletId: string;
                /** @description the key that signed, raw hex */
                publicKey: string;
                /**
                 * @description operator for the operator of the node, else user
                 * @enum {unknown}
                 */
                role: "user" | "operator";
                /** @description the ledger, such as hedera:mainnet */
                chain: string;
                /**
                 * @description the only purpose that the session may be used for
                 * @enum {unknown}
                 */
                scope?: "ipfs:upload" | "ipfs:pin";
            };
            /** @description a JWT for Authorization: Bearer */
            accessToken: string;
        };
        Session: {
            /** @description the id of the session */
            id: string;
            /** @description the `User-Agent` of the login, which anyone can invent */
            device?: string;
            /** @description the account that holds the session of a wallet */
            holder?: components["schemas"]["AccountId"];
            /**
             * Format: date-time
             * @description ISO 8601
             */
            startedAt?: string;
            /**
             * Format: date-time
             * @description the last use of the node API, to the minute
             */
            usedAt?: string;
            /**
             * Format: date-time
             * @description ISO 8601
             */
            expiresAt: string;
            /** @description whether this request was made in it */
            isCurrent: boolean;
        };
        WalletLogin: {
            /** @description the identifier of the login */
            id: string;
            /** @description the ledger, such as hedera:mainnet */
            chain: string;
            walletId: components["schemas"]["AccountId"];
            /** @description the account that requested the login; only it gets the session */
            holder: components["schemas"]["AccountId"];
            /** @description the text that owners sign: its UTF-8 bytes, as they are or with the prefix of HIP-820 */
            text: string;
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
             * @description ready: the signatures satisfy the wallet's current key on the ledger
             * @enum {unknown}
             */
            status: "pending" | "ready" | "used" | "expired";
            /** @description the signatures by keys that are part of the wallet's current key */
            signatures: {
                /** @description raw, hex */
                publicKey: string;
                /**
                 * Format: date-time
                 * @description ISO 8601
                 */
                timestamp: string;
            }[];
            /** @description what is still needed */
            missing: {
                /** @description the least number of signatures that are still needed */
                count: number;
                /** @description the keys that can give them: raw, hex */
                publicKeys: string[];
            };
        };
        WalletSession: {
            /** @description the session of the token */
            session: {
                walletId: components["schemas"]["AccountId"];
                holder: components["schemas"]["AccountId"];
                /** @description the holder's key, raw hex */
                publicKey: string;
                /**
                 * @description operator for the operator of the node, else user
                 * @enum {string}
                 */
                role: "user";
                /** @description the ledger, such as hedera:mainnet */
                chain: string;
                /**
                 * Format: date-time
                 * @description ISO 8601
                 */
                expiresAt: string;
            };
            /** @description a JWT for Authorization: Bearer */
            accessToken: string;
        };
        TwoFactor: {
            /** @enum {unknown} */
            status: "DISABLED" | "PENDING" | "ACTIVE";
            /** @description the identifier of the second factor; null without one */
            factorSid: string | null;
            /** @description the account that the second factor is for; null without one */
            identity: string | null;
            qr_code: string | null;
            uri: string | null;
            recoveryCodes: string[] | null;
            /** @description how many recovery codes have not been used */
            recoveryCodesLeft: number;
        };
        Profile: {
            email: string | null;
            pendingEmail: string | null;
            /** @description the account */
            username: string;
            /** @description seconds since 1970 */
            created_at: number;
            /** @description seconds since 1970 */
            updated_at: number;
            /** @description whether the wallet has proved that it controls the account */
            confirmed: boolean;
            type: string;
            /** @description operator for the operator of the node, else user */
            role: string;
            /** @description labels; empty */
            tags: string[];
            /** @description whether the account is locked out */
            banned: boolean;
            twoFactorAuth: components["schemas"]["TwoFactor"];
        };
        Email: {
            email: string | null;
            language: ("en" | "de") | null;
            pending: string | null;
            expiresAt: string | null;
        };
        MessageDelivery: {
            /** @description where messages go, as far as it is set */
            channels: ("email" | "chat")[];
            /** @description the time zone of the times here */
            timeZone: string;
            /** @description when one e-mail with the messages of the day is sent; null: each message has its own */
            digestAt: string | null;
            /** @description the hours when nothing is sent; null: none */
            quiet: {
                /**
                 * a time such as 08:30
                 * @example 08:30
                 */
                from: string;
                /**
                 * a time such as 08:30
                 * @example 08:30
                 */
                to: string;
            } | null;
            /** @description whether messages about something that ends within an hour are always sent immediately */
            urgentAtOnce: boolean;
            /** @description where messages go in a chat; null: nowhere */
            chat: {
                /** @description the host of the webhook; its URL is not shown, because it is a secret */
                host: string;
                /**
                 * @description the format of the file
                 * @enum {unknown}
                 */
                format: "slack" | "discord" | "matrix" | "telegram" | "custom";
                /**
                 * @description the language of messages to it
                 * @enum {unknown}
                 */
                language: "en" | "de";
            } | null;
        };
        CreatedApplication: {
            /** @description the id of the token */
            id: string;
            name: string;
            /**
             * @description all that the token may be used for: pins
             * @enum {string}
             */
            scope: "ipfs:pin";
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
             * @description the last use, to the minute
             */
            usedAt?: string;
            /** @description for Authorization: Bearer. Only this answer has it */
            token: string;
        };
        Application: {
            /** @description the id of the token */
            id: string;
            name: string;
            /**
             * @description all that the token may be used for: pins
             * @enum {string}
             */
            scope: "ipfs:pin";
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
             * @description the last use, to the minute
             */
            usedAt?: string;
        };
        KeySet: {
            /** @description the keys (RFC 7517) */
            keys: {
                /** @description the type of key: OKP */
                kty: string;
                /** @description the curve: Ed25519 */
                crv: string;
                /** @description the public key, base64url */
                x: string;
                /** @description the identifier of the key, which tokens name */
                kid: string;
                /** @description the algorithm: EdDSA */
                alg: string;
                /** @description sig: the key verifies signatures */
                use: string;
            }[];
        };
        /** @description a public key (DER or raw, hex), {_type, key} as the mirror writes it, a list of keys that must all sign, or {threshold, keys: [...]} as the SDK names them ({threshold, key: [...]} is the same); lists nest */
        Key: string | unknown[] | {
            /** a public key in hex, or a list of keys */
            key: unknown;
        } | {
            /** a list of keys */
            keys: unknown[];
        };
        /** @description the account that pays and signs, by default the session's; new entities get the `key` */
        Sender: {
            id?: components["schemas"]["AccountId"];
            key?: components["schemas"]["Key"];
        };
        /**
         * a topic id, shard.realm.num
         * @description the topic; by default it is looked up by the time
         * @example 0.0.1001
         */
        TopicId: string;
        /** @description The passed proposal that permits this operation: where its decision is on the ledger */
        DecisionReference: {
            topicId?: components["schemas"]["TopicId"];
            /**
             * a consensus timestamp, seconds.nanoseconds
             * @description seconds.nanoseconds; missing digits at the end count as zeros
             * @example 1700000000.000000001
             */
            consensusTimestamp: string;
        };
        /** @description Done: the fields of the receipt */
        WriteSuccess: {
            /** @enum {string} */
            status: "SUCCESS";
            /** @description payer@seconds.nanoseconds */
            transactionId: string;
            /** @description seconds.nanoseconds */
            consensusTimestamp?: string;
            /** @description an account id, such as 0.0.1001 */
            accountId?: string;
            /** @description a token id, such as 0.0.1002 */
            tokenId?: string;
            /** @description a topic id, such as 0.0.1003 */
            topicId?: string;
            /** @description the id of the file that was created */
            fileId?: string;
            /** @description the id of the contract, if one was created or called */
            contractId?: string;
            /** @description the id of the schedule that was created */
            scheduleId?: string;
            /** @description the id under which the scheduled transaction is executed */
            scheduledTransactionId?: string;
            /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
            totalSupply?: number | string;
            serials?: (number | string)[];
            /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
            topicSequenceNumber?: number | string;
        };
        /** @description A key that the signatures in the bytes do not satisfy */
        RequiredSigner: {
            /** @description an account id, such as 0.0.1001 */
            accountId?: string;
            /** @description a topic id, such as 0.0.1003 */
            topicId?: string;
            /** @description a token id, such as 0.0.1002 */
            tokenId?: string;
            /**
             * @description which key of the entity must sign; newKey: one that the transaction sets
             * @enum {unknown}
             */
            role: "key" | "adminKey" | "submitKey" | "supplyKey" | "wipeKey" | "freezeKey" | "kycKey" | "pauseKey" | "feeScheduleKey" | "newKey";
            /** @description the public keys that can sign: DER, hex; empty if the ledger has no such key yet */
            publicKeys: string[];
            missing: number | null;
            /** @description for an account without a key: the key that this address is derived from must sign */
            evmAddress?: string;
        };
        RequestAgain: {
            /** @description the operation's name, as validators list it */
            name: string;
            /**
             * the parameters in the path
             * @description the parameters in its path
             */
            params: {
                [key: string]: string;
            };
            /**
             * the body of the request
             * @description the body of the request
             */
            body: {
                [key: string]: unknown;
            };
        };
        /** @description Send `request` back as `ownership.request`, and the signature of `text` as `ownership.signature` */
        OwnershipAsked: {
            /** @description the session's account, which proves by a signature that it makes the request */
            accountId: string;
            request: components["schemas"]["RequestAgain"];
            /** @description the text that the account signs as a message; absent if the account must sign the bytes anyway, which proves the same */
            text?: string;
        };
        /**
         * Format: byte
         * @description bytes, base64
         */
        Base64: string;
        /** @description Sign the bytes and submit them, or hand them to POST /transactions/submit */
        SignatureRequired: {
            /** @enum {string} */
            status: "SIGNATURE_REQUIRED";
            /** @description payer@seconds.nanoseconds */
            transactionId: string;
            /**
             * Format: byte
             * @description a TransactionList for the SDK, base64, with the node's signature if the node must sign
             */
            bytes: string;
            /**
             * Format: byte
             * @description the bytes to sign, base64; for a long message those of its first chunk
             */
            bodyBytes: string;
            /**
             * Format: date-time
             * @description until when the ledger accepts the transaction
             */
            expiresAt: string;
            /** @description who must sign besides the node, the payer first, each key once. If a token's key is replaced, this names the token's admin key, although the old key together with the new one also suffices (HIP-540) */
            signers: components["schemas"]["RequiredSigner"][];
            /**
             * @description for a decision of a DAO, and with `ownership`: where to send the signed bytes, so that the node adds the network's signature
             * @enum {string}
             */
            submitTo?: "/transactions/submit";
            ownership?: components["schemas"]["OwnershipAsked"];
            /**
             * Format: date-time
             * @description for a decision of a DAO: until when the node accepts the signed bytes
             */
            submitBy?: string;
            /** @description the bytes to sign of each chunk of a long message */
            chunks?: components["schemas"]["Base64"][];
        };
        /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
        WritePending: {
            /** @enum {string} */
            status: "PENDING";
            /** @description payer@seconds.nanoseconds */
            transactionId: string;
        };
        /**
         * a token id, shard.realm.num
         * @description the token that is given, or the topic of the message
         * @example 0.0.1001
         */
        TokenId: string;
        /** @description an amount in the smallest unit of token_id (tinybars of 'HBAR'): an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
        Amount: number | string;
        /** @description an amount in the token's smallest unit: an integer from 1 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
        PositiveAmount: number | string;
        AccountValidator: {
            /**
             * @description the keys of what is created under it: none, its sender's; partial, its sender's and the network's (both must sign); full, the network's alone
             * @enum {unknown}
             */
            smartNodeSecurity: "none" | "partial" | "full";
            /** @description who may change the entity */
            updateConditions?: {
                /** @description the accounts */
                values: ("memo" | "maxAutomaticTokenAssociations" | "isReceiverSignatureRequired" | "stakingNode")[];
                /**
                 * owner (who created it), anyone, nobody, or dao:<topicId>
                 * @example dao:0.0.1001
                 */
                controller: string;
            };
            /** @description which writes the network co-signs, and for whom */
            actionsConditions?: {
                /** @description the accounts */
                values: ("create/topic" | "update/topic" | "delete/topic" | "message/topic" | "burn/nft" | "burn/token" | "create/token" | "delete/token" | "freeze/token" | "unfreeze/token" | "grant-kyc/token" | "revoke-kyc/token" | "mint/nft" | "mint/token" | "pause/token" | "unpause/token" | "update/token" | "update/fees" | "wipe/nft" | "wipe/token" | "create/account" | "delete/account" | "allowance/approve" | "allowance/delete" | "transfer/atomic-swap" | "transfer/hbar" | "transfer/nft" | "transfer/token" | "sign/wallet")[];
                /**
                 * owner (who created it), anyone, nobody, or dao:<topicId>
                 * @example dao:0.0.1001
                 */
                controller: string;
            };
            /** @description tokens that the sender must hold */
            tokenGates?: {
                /** @description fungible tokens that must be held */
                fungibles?: {
                    /** @description the balances of tokens */
                    tokens: (components["schemas"]["TokenId"] | {
                        tokenId: components["schemas"]["TokenId"];
                        /** @description an amount in the smallest unit of tokenId: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                        amount?: components["schemas"]["Amount"];
                    })[];
                };
                /** @description NFTs that must be held */
                nonFungibles?: {
                    /** @description the balances of tokens */
                    tokens: (components["schemas"]["TokenId"] | {
                        tokenId: components["schemas"]["TokenId"];
                        /** @description the serial numbers of NFTs */
                        serialNumbers?: number[];
                    })[];
                };
                /** @description when the conditions hold */
                timeRange?: null | {
                    /** @description ISO 8601, or seconds.nanoseconds */
                    start?: string;
                    /** @description ISO 8601, or seconds.nanoseconds */
                    end?: string;
                };
            };
            /** @description the prices at which the account swaps */
            swapConditions?: {
                prices: {
                    token_id: "HBAR" | components["schemas"]["TokenId"];
                    amount: components["schemas"]["Amount"];
                    /** @description what is received in exchange */
                    counter: {
                        token_id: "HBAR" | components["schemas"]["TokenId"];
                        amount: components["schemas"]["Amount"];
                    };
                }[];
            };
            /** @description the most that one transaction may charge in custom fees: for a token that is sent, or for a message on a topic, by denomination. A token with a fee schedule key must be named, even with no fees: its issuer may raise them until the transaction is executed */
            maxCustomFees?: {
                id: components["schemas"]["TokenId"];
                /** @description the highest fees, one for each token */
                fees: {
                    token_id: "HBAR" | components["schemas"]["TokenId"];
                    amount: components["schemas"]["Amount"];
                }[];
            }[];
        };
        TopicValidator: {
            /**
             * @description the keys of what is created under it: none, its sender's; partial, its sender's and the network's (both must sign); full, the network's alone
             * @enum {unknown}
             */
            smartNodeSecurity: "none" | "partial" | "full";
            /** @description tokens that the sender must hold */
            tokenGates?: {
                /** @description fungible tokens that must be held */
                fungibleTokens?: (components["schemas"]["TokenId"] | {
                    tokenId: components["schemas"]["TokenId"];
                    /** @description an amount in the smallest unit of tokenId: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                    amount?: components["schemas"]["Amount"];
                })[];
                /** @description NFTs that must be held */
                nonFungibleTokens?: (components["schemas"]["TokenId"] | {
                    tokenId: components["schemas"]["TokenId"];
                    /** @description the serial numbers of NFTs */
                    serialNumbers?: number[];
                })[];
            };
            /** @description what messages must be: JSON objects that match the schema of each property and all conditions; if both are empty, any message */
            customInterface?: {
                /** an object with a JSON Schema for each property */
                parameters: {
                    [key: string]: {
                        [key: string]: unknown;
                    };
                };
                conditions?: {
                    [key: string]: unknown;
                }[];
            };
            /** @description who may submit messages, change the topic and delete it; any of those listed */
            actionsConditions?: {
                create?: string[];
                update?: string[];
                delete?: string[];
            };
            /** @description who may change the entity */
            updateConditions?: {
                /**
                 * owner (who created it), anyone, nobody, or dao:<topicId>
                 * @example dao:0.0.1001
                 */
                memo?: string;
            };
        };
        TokenValidator: {
            /**
             * @description the keys of what is created under it: none, its sender's; partial, its sender's and the network's (both must sign); full, the network's alone
             * @enum {unknown}
             */
            smartNodeSecurity: "none" | "partial" | "full";
            /** @description who may change the entity */
            updateConditions?: {
                /** @description the accounts */
                values: ("name" | "symbol" | "memo" | "newTreasuryAccountId")[];
                /** @description dao needs the `topicId` of the DAO */
                controller: {
                    /** @enum {unknown} */
                    type: "owner" | "anyone" | "nobody" | "dao";
                    topicId?: components["schemas"]["TopicId"];
                };
            };
            /** @description which writes the network co-signs, and for whom */
            actionsConditions?: {
                /** @description the accounts */
                values: ("burn/nft" | "burn/token" | "delete/token" | "freeze/token" | "unfreeze/token" | "grant-kyc/token" | "revoke-kyc/token" | "mint/nft" | "mint/token" | "pause/token" | "unpause/token" | "wipe/nft" | "wipe/token")[];
                /** @description dao needs the `topicId` of the DAO */
                controller: {
                    /** @enum {unknown} */
                    type: "owner" | "anyone" | "nobody" | "dao";
                    topicId?: components["schemas"]["TopicId"];
                };
            };
            /** @description who may replace the custom fees */
            feesConditions?: {
                /** @description the accounts */
                values: ("fixed_fees" | "fractional_fees" | "royalty_fees")[];
                /** @description dao needs the `topicId` of the DAO */
                controller: {
                    /** @enum {unknown} */
                    type: "owner" | "anyone" | "nobody" | "dao";
                    topicId?: components["schemas"]["TopicId"];
                };
            };
            /** @description who may replace the keys */
            keysConditions?: {
                /** @description the accounts */
                values: ("adminKey" | "kycKey" | "freezeKey" | "wipeKey" | "supplyKey" | "feeScheduleKey" | "pauseKey")[];
                /** @description dao needs the `topicId` of the DAO */
                controller: {
                    /** @enum {unknown} */
                    type: "owner" | "anyone" | "nobody" | "dao";
                    topicId?: components["schemas"]["TopicId"];
                };
            };
        };
        Binding: {
            /** @description the account, topic or token */
            entityId: string;
            /**
             * @description what the entity is
             * @enum {unknown}
             */
            kind: "account" | "topic" | "token";
            /** @description the consensus timestamp that identifies the validator */
            validator: string;
            /** @description the account that created it */
            owner: string;
            /** @description the transaction that created it */
            transactionId: string;
        };
        Opening: {
            /** @description the DAO's topic */
            topicId: string;
            /** @description the consensus time of the decision on the topic */
            consensusTimestamp: string;
            /** @description the identifier of the proposal */
            proposalId: string;
            /**
             * @description UNDER_WAY: no other transaction may carry out the decision until the outcome of this one is known. The outcome is looked up when somebody requests bytes. USED: it has carried out the decision. FAILED (because of its payer or the ledger), RELEASED (nothing was submitted): another transaction may follow
             * @enum {unknown}
             */
            state: "UNDER_WAY" | "USED" | "FAILED" | "RELEASED";
            /** @description whether it failed on the ledger and its payer was charged */
            charged: boolean;
            /** @description whether I submitted it */
            own: boolean;
            transactionId: string | null;
            windowEndsAt: string | null;
        };
        DecisionOffer: {
            /** @description the DAO's topic */
            topicId: string;
            /** @description the consensus time of the decision on the topic */
            consensusTimestamp: string;
            /** @description the name of the operation, such as transfer/hbar */
            operation: string;
            /** @description the parameters of the path */
            params: {
                [key: string]: string;
            };
            /** @description the body of the write, as I sent it */
            body: {
                [key: string]: unknown;
            };
            /** @description the account that pays */
            sender: string;
            /** @description the id of the transaction: payer@seconds.nanoseconds */
            transactionId: string;
            /** @description ISO 8601 */
            windowEndsAt: string;
        };
        WalletSignature: {
            /** @description the identifier of the request */
            jobId: string;
            walletId: components["schemas"]["AccountId"];
            senderId: components["schemas"]["AccountId"];
            /** @description raw, hex */
            publicKey: string;
            /** @description 64 bytes, as 0x hex */
            signature: string;
        };
        TopicMessage: {
            /** @description of a message in several chunks: which of them this is; null for others */
            chunk_info: {
                /** @description the number of the chunk, from 1 */
                number: number;
                /** @description how many chunks the message has */
                total: number;
                /** @description the id of the transaction with the first chunk */
                initial_transaction_id: {
                    /** @description the account id */
                    account_id: string | null;
                    /** @description 0 for what users submit; higher for what the ledger itself adds */
                    nonce: number | null;
                    /** @description whether a schedule executed it */
                    scheduled: boolean | null;
                    /** @description seconds.nanoseconds */
                    transaction_valid_start: string | null;
                } | null;
            } | null;
            /** @description seconds.nanoseconds */
            consensus_timestamp: string;
            /** @description base64, unless you request another encoding */
            message: string;
            /** @description the account that paid */
            payer_account_id: string | null;
            /** @description the running hash of the topic after the message, base64 */
            running_hash: string | null;
            /** @description the version of the algorithm of the running hash */
            running_hash_version: number | null;
            /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
            sequence_number: number | string;
            /** @description the topic id */
            topic_id: string;
        };
        TopicStatus: {
            /** @description the state of the topic at the message */
            _status: {
                /** @description a topic id, such as 0.0.1003 */
                topicId: string;
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                sequenceNumber: number | string;
                /** @description the running hash of the topic after the message, base64 */
                runningHash: string | null;
                /** @description the version of the algorithm of the running hash */
                runningHashVersion: number | null;
            };
        };
        MirrorToken: {
            /** @description the key that may change and delete it */
            admin_key: {
                /** @description ED25519, ECDSA_SECP256K1 or ProtobufEncoded */
                _type?: string;
                /** @description the public key, hex or protobuf as `_type` says */
                key: string;
            } | null;
            /** @description the account that pays for the renewal */
            auto_renew_account: string | null;
            auto_renew_period: (number | string) | null;
            created_timestamp: string | null;
            /** @description the custom fees that transfers are charged */
            custom_fees: {
                created_timestamp: string | null;
                /** @description fees of a fixed amount */
                fixed_fees: {
                    [key: string]: unknown;
                }[];
                /** @description fees that are a part of what is transferred */
                fractional_fees: {
                    [key: string]: unknown;
                }[];
                /** @description fees that are a part of the price of an NFT */
                royalty_fees?: {
                    [key: string]: unknown;
                }[];
            } | null;
            /** @description how many decimal places the token has: a balance counts units of 10^-decimals */
            decimals: string;
            /** @description whether it was deleted on the ledger */
            deleted: boolean | null;
            expiry_timestamp: (number | string) | null;
            /** @description the key that replaces the custom fees */
            fee_schedule_key: {
                /** @description ED25519, ECDSA_SECP256K1 or ProtobufEncoded */
                _type?: string;
                /** @description the public key, hex or protobuf as `_type` says */
                key: string;
            } | null;
            /** @description whether accounts are frozen for the token until it is unfrozen for them */
            freeze_default: boolean | null;
            /** @description the key that freezes accounts for the token */
            freeze_key: {
                /** @description ED25519, ECDSA_SECP256K1 or ProtobufEncoded */
                _type?: string;
                /** @description the public key, hex or protobuf as `_type` says */
                key: string;
            } | null;
            /** @description the supply at its creation, in its smallest unit */
            initial_supply: string | null;
            /** @description the key that grants and revokes KYC */
            kyc_key: {
                /** @description ED25519, ECDSA_SECP256K1 or ProtobufEncoded */
                _type?: string;
                /** @description the public key, hex or protobuf as `_type` says */
                key: string;
            } | null;
            /** @description the highest supply, in its smallest unit; 0: no limit */
            max_supply: string | null;
            /** @description the memo */
            memo: string | null;
            modified_timestamp: string | null;
            name: string;
            /** @description the key that pauses the token */
            pause_key: {
                /** @description ED25519, ECDSA_SECP256K1 or ProtobufEncoded */
                _type?: string;
                /** @description the public key, hex or protobuf as `_type` says */
                key: string;
            } | null;
            /** @description PAUSED, UNPAUSED or NOT_APPLICABLE */
            pause_status: string | null;
            /** @description the key that mints and burns */
            supply_key: {
                /** @description ED25519, ECDSA_SECP256K1 or ProtobufEncoded */
                _type?: string;
                /** @description the public key, hex or protobuf as `_type` says */
                key: string;
            } | null;
            /** @description FINITE or INFINITE */
            supply_type: string | null;
            /** @description the symbol, such as USDC */
            symbol: string;
            /** @description the token id */
            token_id: string;
            /** @description the supply, in the smallest unit */
            total_supply: string;
            /** @description the account that holds what is minted */
            treasury_account_id: string | null;
            type: string;
            /** @description the key that wipes balances */
            wipe_key: {
                /** @description ED25519, ECDSA_SECP256K1 or ProtobufEncoded */
                _type?: string;
                /** @description the public key, hex or protobuf as `_type` says */
                key: string;
            } | null;
        };
        TokenBalances: {
            timestamp: string | null;
            /** @description the balances, one for each account */
            balances: {
                /** @description the account id */
                account: string;
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                balance: number | string;
                /** @description the balances of tokens */
                tokens: {
                    /** @description the token id */
                    token_id: string;
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    balance: number | string;
                }[];
            }[];
            /** @description the addresses of further pages */
            links: {
                /** @description the address of the next page; null after the last */
                next: string | null;
            };
        };
        Nft: {
            /** @description the account id */
            account_id: string | null;
            created_timestamp: string | null;
            /** @description the spender who passed the allowance on */
            delegating_spender: string | null;
            /** @description whether it was deleted on the ledger */
            deleted: boolean;
            /** @description base64 */
            metadata: string;
            modified_timestamp: string | null;
            /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
            serial_number: number | string;
            /** @description the account with an allowance for the NFT */
            spender_id: string | null;
            /** @description the token id */
            token_id: string;
        };
        Nfts: {
            /** @description one inner array for each page of the mirror node */
            nfts: components["schemas"]["Nft"][][];
            /** @description the addresses of further pages */
            links: {
                /** @description the address of the next page; null after the last */
                next: string | null;
            };
        };
        NftTransfer: {
            /** @description whether an allowance was used */
            is_approval: boolean;
            /** @description the new owner; null if the NFT was burned */
            receiver_account_id: string | null;
            /** @description the former owner; null if the NFT was minted */
            sender_account_id: string | null;
            /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
            serial_number: number | string;
            /** @description the token id */
            token_id: string;
        };
        MirrorAccount: {
            /** @description the account id */
            account: string;
            /** @description the account's alias; null if it has none */
            alias: string | null;
            auto_renew_period: (number | string) | null;
            /** @description the balances of the account at one time */
            balance: {
                timestamp: string | null;
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                balance: number | string;
                /** @description the balances of tokens */
                tokens: {
                    /** @description the token id */
                    token_id: string;
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    balance: number | string;
                }[];
            } | null;
            created_timestamp: string | null;
            /** @description whether the account declines staking rewards */
            decline_reward: boolean | null;
            /** @description whether it was deleted on the ledger */
            deleted: boolean | null;
            ethereum_nonce: (number | string) | null;
            /** @description the 20-byte EVM address, 0x hex */
            evm_address: string | null;
            expiry_timestamp: string | null;
            /** @description the public key, hex or protobuf as `_type` says */
            key: {
                /** @description ED25519, ECDSA_SECP256K1 or ProtobufEncoded */
                _type?: string;
                /** @description the public key, hex or protobuf as `_type` says */
                key: string;
            } | null;
            /** @description how many tokens are associated automatically when they arrive; -1: any number */
            max_automatic_token_associations: number | null;
            /** @description the memo */
            memo: string | null;
            pending_reward: (number | string) | null;
            /** @description whether the account must sign for what it receives */
            receiver_sig_required: boolean | null;
            /** @description the account that it stakes to */
            staked_account_id: string | null;
            /** @description the consensus node that it stakes to */
            staked_node_id: number | null;
            stake_period_start: string | null;
            /** @description the newest transactions of the account */
            transactions?: {
                /** @description the bytes, base64; null if the mirror node does not keep them */
                bytes: string | null;
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                charged_tx_fee: number | string;
                /** @description seconds.nanoseconds */
                consensus_timestamp: string;
                /** @description the entity that the transaction creates or changes */
                entity_id: string | null;
                /** @description the highest fee that the payer permits, tinybars */
                max_fee: string | null;
                /** @description the memo, base64 */
                memo_base64: string | null;
                /** @description the type of the transaction, such as CRYPTOTRANSFER */
                name: string;
                /** @description NFTs that changed hands */
                nft_transfers: components["schemas"]["NftTransfer"][];
                /** @description the account of the consensus node */
                node: string | null;
                /** @description 0 for what users submit; higher for what the ledger itself adds */
                nonce: number;
                parent_consensus_timestamp: string | null;
                /** @description the ledger's response code */
                result: string;
                /** @description whether a schedule executed it */
                scheduled: boolean;
                /** @description staking rewards that were paid with it, tinybars */
                staking_reward_transfers: {
                    /** @description the account id */
                    account_id: string;
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    amount: number | string;
                }[];
                /** @description balance changes of fungible tokens */
                token_transfers: {
                    /** @description the token id */
                    token_id: string;
                    /** @description the account id */
                    account: string;
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    amount: number | string;
                    /** @description whether an allowance was used */
                    is_approval?: boolean;
                }[];
                /** @description SHA-384 of the signed transaction, base64 */
                transaction_hash: string | null;
                /** @description the id of the transaction: payer-seconds-nanoseconds */
                transaction_id: string;
                /** @description changes of hbar balances, tinybars: negative for what leaves an account */
                transfers: {
                    /** @description the account id */
                    account: string;
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    amount: number | string;
                    /** @description whether an allowance was used */
                    is_approval?: boolean;
                }[];
                /** @description how long the transaction is valid, seconds */
                valid_duration_seconds: string | null;
                valid_start_timestamp: string | null;
            }[];
            /** @description the addresses of further pages */
            links: {
                /** @description the address of the next page; null after the last */
                next: string | null;
            };
        };
        Rewards: {
            /** @description staking rewards, newest first */
            rewards: {
                /** @description the account id */
                account_id: string;
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                amount: number | string;
                /** @description seconds.nanoseconds */
                timestamp: string;
            }[];
            /** @description the addresses of further pages */
            links: {
                /** @description the address of the next page; null after the last */
                next: string | null;
            };
        };
        TokenRelationship: {
            /** @description whether the token was associated automatically */
            automatic_association: boolean;
            /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
            balance: number | string;
            created_timestamp: string | null;
            /** @description how many decimal places the token has: a balance counts units of 10^-decimals */
            decimals: number | null;
            /** @description whether the account is frozen for the token */
            freeze_status: string | null;
            /** @description whether the account has KYC for the token */
            kyc_status: string | null;
            /** @description the token id */
            token_id: string;
        };
        MirrorTransaction: {
            /** @description custom fees that were charged */
            assessed_custom_fees: {
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                amount: number | string;
                /** @description the account that received the fee */
                collector_account_id: string | null;
                /** @description the accounts that paid the fee */
                effective_payer_account_ids: string[];
                /** @description the token id */
                token_id: string | null;
            }[];
            /** @description the bytes, base64; null if the mirror node does not keep them */
            bytes: string | null;
            /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
            charged_tx_fee: number | string;
            /** @description seconds.nanoseconds */
            consensus_timestamp: string;
            /** @description the entity that the transaction creates or changes */
            entity_id: string | null;
            /** @description the highest fee that the payer permits, tinybars */
            max_fee: string | null;
            /** @description the memo, base64 */
            memo_base64: string | null;
            /** @description the type of the transaction, such as CRYPTOTRANSFER */
            name: string;
            /** @description NFTs that changed hands */
            nft_transfers: components["schemas"]["NftTransfer"][];
            /** @description the account of the consensus node */
            node: string | null;
            /** @description 0 for what users submit; higher for what the ledger itself adds */
            nonce: number;
            parent_consensus_timestamp: string | null;
            /** @description the ledger's response code */
            result: string;
            /** @description whether a schedule executed it */
            scheduled: boolean;
            /** @description staking rewards that were paid with it, tinybars */
            staking_reward_transfers: {
                /** @description the account id */
                account_id: string;
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                amount: number | string;
            }[];
            /** @description balance changes of fungible tokens */
            token_transfers: {
                /** @description the token id */
                token_id: string;
                /** @description the account id */
                account: string;
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                amount: number | string;
                /** @description whether an allowance was used */
                is_approval?: boolean;
            }[];
            /** @description SHA-384 of the signed transaction, base64 */
            transaction_hash: string | null;
            /** @description the id of the transaction: payer-seconds-nanoseconds */
            transaction_id: string;
            /** @description changes of hbar balances, tinybars: negative for what leaves an account */
            transfers: {
                /** @description the account id */
                account: string;
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                amount: number | string;
                /** @description whether an allowance was used */
                is_approval?: boolean;
            }[];
            /** @description how long the transaction is valid, seconds */
            valid_duration_seconds: string | null;
            valid_start_timestamp: string | null;
        };
        StateProof: {
            /** @description the address books with the keys of the consensus nodes, base64 */
            address_books: string[];
            /** @description the record file with the transaction, base64 or as hashes of its parts */
            record_file: string | {
                /** @description the head of the file, base64 */
                head: string | null;
                /** @description the running hash before the file, base64 */
                start_running_hash_object: string | null;
                /** @description the running hash after the file, base64 */
                end_running_hash_object: string | null;
                hashes_before: string[][] | null;
                hashes_after: string[][] | null;
                /** @description the transaction with its record, base64 */
                record_stream_object: string | null;
                /** @description the number of the block */
                block_number: (string | number) | null;
            };
            /** @description the consensus nodes' signatures over the record file: base64, by node */
            signature_files: {
                [key: string]: string;
            };
            /** @description the version of the format of the record file */
            version: number;
        };
        MirrorSchedule: {
            /** @description the key that may change and delete it */
            admin_key: {
                /** @description ED25519, ECDSA_SECP256K1 or ProtobufEncoded */
                _type?: string;
                /** @description the public key, hex or protobuf as `_type` says */
                key: string;
            } | null;
            consensus_timestamp: string | null;
            /** @description the account that created it */
            creator_account_id: string;
            /** @description whether it was deleted on the ledger */
            deleted: boolean;
            executed_timestamp: string | null;
            expiration_time: string | null;
            /** @description the memo */
            memo: string | null;
            /** @description the account that paid */
            payer_account_id: string;
            /** @description the id of the schedule */
            schedule_id: string;
            /** @description the signatures so far */
            signatures: {
                /** @description the consensus time, seconds.nanoseconds */
                consensus_timestamp?: string | null;
                /** @description the first bytes of the public key that signed, base64 */
                public_key_prefix: string;
                /** @description the signature, base64 */
                signature: string;
                type: string;
            }[];
            /** @description the SchedulableTransactionBody as JSON text */
            transaction_body: string;
            /** @description the same as the ledger keeps it, in base64 */
            transaction_body_bytes: string;
            /** @description whether it is executed when it expires, not when enough have signed */
            wait_for_expiry: boolean;
        };
        Record: {
            /** @description the receipt of the transaction */
            receipt: {
                status: string;
                /** @description an account id, such as 0.0.1001 */
                accountId: string | null;
            };
            /** @description hex */
            transactionHash: string;
            /** @description the consensus time, seconds.nanoseconds */
            consensusTimestamp: {
                /** @description seconds since 1970 */
                seconds: number;
                /** @description nanoseconds of the second */
                nanos: number;
            };
            /** @description the id of the transaction: payer@seconds.nanoseconds */
            transactionId: string;
            /** @description the transaction's memo */
            transactionMemo: string;
            /** @description tinybars */
            transactionFee: string;
            /** @description changes of hbar balances, tinybars: negative for what leaves an account */
            transfers: {
                /** @description an account id, such as 0.0.1001 */
                accountId: string;
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                amount: number | string;
            }[];
            /** @description what a contract answered; null if none was called */
            contractFunctionResult: {
                /** @description the id of the contract, if one was created or called */
                contractId: string | null;
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                gasUsed: number | string;
                /** @description the Bloom filter of the contract's logs */
                bloom: string;
                /** @description the contract's logs */
                logs: unknown[];
            } | null;
            /** @description balance changes of fungible tokens, by token and account */
            tokenTransfers: {
                [key: string]: {
                    [key: string]: number | string;
                };
            };
            /** @description the same as `tokenTransfers`, as a list */
            tokenTransfersList: {
                /** @description a token id, such as 0.0.1002 */
                tokenId: string;
                /** @description an account id, such as 0.0.1001 */
                accountId: string;
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                amount: number | string;
            }[];
            /** @description the schedule that the transaction belongs to */
            scheduleRef: string | null;
            /** @description custom fees that were charged */
            assessedCustomFees: {
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                amount: number | string;
                /** @description a token id, such as 0.0.1002 */
                tokenId: string | null;
                /** @description the account that received the fee */
                feeCollectorAccountId: string | null;
            }[];
            /** @description NFTs that changed hands */
            nftTransfers: {
                [key: string]: {
                    [key: string]: string[];
                };
            };
            /** @description tokens that were associated with accounts automatically */
            automaticTokenAssociations: {
                /** @description a token id, such as 0.0.1002 */
                tokenId: string | null;
                /** @description an account id, such as 0.0.1001 */
                accountId: string | null;
            }[] | null;
            /** @description the consensus time of the transaction that caused this one */
            parentConsensusTimestamp: {
                /** @description seconds since 1970 */
                seconds: number;
                /** @description nanoseconds of the second */
                nanos: number;
            } | null;
            /** @description the account's alias; null or empty if it has none */
            aliasKey: string | null;
            /** @description the Ethereum hash; empty for transactions that are not Ethereum ones */
            ethereumHash: string | null;
            /** @description staking rewards that were paid with it, tinybars */
            paidStakingRewards: {
                /** @description an account id, such as 0.0.1001 */
                accountId: string;
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                amount: number | string;
            }[];
            /** @description random bytes, if the transaction asked for them */
            prngBytes: string | null;
            /** @description a random number, if the transaction asked for one */
            prngNumber: number | null;
            /** @description the EVM address of a new account */
            evmAddress: string | null;
            /** @description airdrops that wait for their receivers to claim them */
            newPendingAirdrops: {
                /** @description a token id, such as 0.0.1002 */
                tokenId: string;
                /** @description an account id, such as 0.0.1001 */
                accountId: string;
                /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                amount: number | string;
            }[] | null;
            /** @description true if the mirror answered: it does not show automaticTokenAssociations, newPendingAirdrops and contractFunctionResult, which are null, whatever the transaction did */
            partial?: boolean;
            /** @description further submissions of the same transaction id */
            duplicates: {
                /** @description the receipt of the transaction */
                receipt: {
                    status: string;
                    /** @description an account id, such as 0.0.1001 */
                    accountId: string | null;
                };
                /** @description hex */
                transactionHash: string;
                /** @description the consensus time, seconds.nanoseconds */
                consensusTimestamp: {
                    /** @description seconds since 1970 */
                    seconds: number;
                    /** @description nanoseconds of the second */
                    nanos: number;
                };
                /** @description the id of the transaction: payer@seconds.nanoseconds */
                transactionId: string;
                /** @description the transaction's memo */
                transactionMemo: string;
                /** @description tinybars */
                transactionFee: string;
                /** @description changes of hbar balances, tinybars: negative for what leaves an account */
                transfers: {
                    /** @description an account id, such as 0.0.1001 */
                    accountId: string;
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    amount: number | string;
                }[];
                /** @description what a contract answered; null if none was called */
                contractFunctionResult: {
                    /** @description the id of the contract, if one was created or called */
                    contractId: string | null;
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    gasUsed: number | string;
                    /** @description the Bloom filter of the contract's logs */
                    bloom: string;
                    /** @description the contract's logs */
                    logs: unknown[];
                } | null;
                /** @description balance changes of fungible tokens, by token and account */
                tokenTransfers: {
                    [key: string]: {
                        [key: string]: number | string;
                    };
                };
                /** @description the same as `tokenTransfers`, as a list */
                tokenTransfersList: {
                    /** @description a token id, such as 0.0.1002 */
                    tokenId: string;
                    /** @description an account id, such as 0.0.1001 */
                    accountId: string;
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    amount: number | string;
                }[];
                /** @description the schedule that the transaction belongs to */
                scheduleRef: string | null;
                /** @description custom fees that were charged */
                assessedCustomFees: {
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    amount: number | string;
                    /** @description a token id, such as 0.0.1002 */
                    tokenId: string | null;
                    /** @description the account that received the fee */
                    feeCollectorAccountId: string | null;
                }[];
                /** @description NFTs that changed hands */
                nftTransfers: {
                    [key: string]: {
                        [key: string]: string[];
                    };
                };
                /** @description tokens that were associated with accounts automatically */
                automaticTokenAssociations: {
                    /** @description a token id, such as 0.0.1002 */
                    tokenId: string | null;
                    /** @description an account id, such as 0.0.1001 */
                    accountId: string | null;
                }[] | null;
                /** @description the consensus time of the transaction that caused this one */
                parentConsensusTimestamp: {
                    /** @description seconds since 1970 */
                    seconds: number;
                    /** @description nanoseconds of the second */
                    nanos: number;
                } | null;
                /** @description the account's alias; null or empty if it has none */
                aliasKey: string | null;
                /** @description the Ethereum hash; empty for transactions that are not Ethereum ones */
                ethereumHash: string | null;
                /** @description staking rewards that were paid with it, tinybars */
                paidStakingRewards: {
                    /** @description an account id, such as 0.0.1001 */
                    accountId: string;
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    amount: number | string;
                }[];
                /** @description random bytes, if the transaction asked for them */
                prngBytes: string | null;
                /** @description a random number, if the transaction asked for one */
                prngNumber: number | null;
                /** @description the EVM address of a new account */
                evmAddress: string | null;
                /** @description airdrops that wait for their receivers to claim them */
                newPendingAirdrops: {
                    /** @description a token id, such as 0.0.1002 */
                    tokenId: string;
                    /** @description an account id, such as 0.0.1001 */
                    accountId: string;
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    amount: number | string;
                }[] | null;
                /** @description true if the mirror answered: it does not show automaticTokenAssociations, newPendingAirdrops and contractFunctionResult, which are null, whatever the transaction did */
                partial?: boolean;
                /** @description further submissions of the same transaction id */
                duplicates: {
                    [key: string]: unknown;
                }[];
                /** @description transactions that this one caused */
                children: {
                    [key: string]: unknown;
                }[];
            }[];
            /** @description transactions that this one caused */
            children: {
                /** @description the receipt of the transaction */
                receipt: {
                    status: string;
                    /** @description an account id, such as 0.0.1001 */
                    accountId: string | null;
                };
                /** @description hex */
                transactionHash: string;
                /** @description the consensus time, seconds.nanoseconds */
                consensusTimestamp: {
                    /** @description seconds since 1970 */
                    seconds: number;
                    /** @description nanoseconds of the second */
                    nanos: number;
                };
                /** @description the id of the transaction: payer@seconds.nanoseconds */
                transactionId: string;
                /** @description the transaction's memo */
                transactionMemo: string;
                /** @description tinybars */
                transactionFee: string;
                /** @description changes of hbar balances, tinybars: negative for what leaves an account */
                transfers: {
                    /** @description an account id, such as 0.0.1001 */
                    accountId: string;
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    amount: number | string;
                }[];
                /** @description what a contract answered; null if none was called */
                contractFunctionResult: {
                    /** @description the id of the contract, if one was created or called */
                    contractId: string | null;
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    gasUsed: number | string;
                    /** @description the Bloom filter of the contract's logs */
                    bloom: string;
                    /** @description the contract's logs */
                    logs: unknown[];
                } | null;
                /** @description balance changes of fungible tokens, by token and account */
                tokenTransfers: {
                    [key: string]: {
                        [key: string]: number | string;
                    };
                };
                /** @description the same as `tokenTransfers`, as a list */
                tokenTransfersList: {
                    /** @description a token id, such as 0.0.1002 */
                    tokenId: string;
                    /** @description an account id, such as 0.0.1001 */
                    accountId: string;
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    amount: number | string;
                }[];
                /** @description the schedule that the transaction belongs to */
                scheduleRef: string | null;
                /** @description custom fees that were charged */
                assessedCustomFees: {
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    amount: number | string;
                    /** @description a token id, such as 0.0.1002 */
                    tokenId: string | null;
                    /** @description the account that received the fee */
                    feeCollectorAccountId: string | null;
                }[];
                /** @description NFTs that changed hands */
                nftTransfers: {
                    [key: string]: {
                        [key: string]: string[];
                    };
                };
                /** @description tokens that were associated with accounts automatically */
                automaticTokenAssociations: {
                    /** @description a token id, such as 0.0.1002 */
                    tokenId: string | null;
                    /** @description an account id, such as 0.0.1001 */
                    accountId: string | null;
                }[] | null;
                /** @description the consensus time of the transaction that caused this one */
                parentConsensusTimestamp: {
                    /** @description seconds since 1970 */
                    seconds: number;
                    /** @description nanoseconds of the second */
                    nanos: number;
                } | null;
                /** @description the account's alias; null or empty if it has none */
                aliasKey: string | null;
                /** @description the Ethereum hash; empty for transactions that are not Ethereum ones */
                ethereumHash: string | null;
                /** @description staking rewards that were paid with it, tinybars */
                paidStakingRewards: {
                    /** @description an account id, such as 0.0.1001 */
                    accountId: string;
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    amount: number | string;
                }[];
                /** @description random bytes, if the transaction asked for them */
                prngBytes: string | null;
                /** @description a random number, if the transaction asked for one */
                prngNumber: number | null;
                /** @description the EVM address of a new account */
                evmAddress: string | null;
                /** @description airdrops that wait for their receivers to claim them */
                newPendingAirdrops: {
                    /** @description a token id, such as 0.0.1002 */
                    tokenId: string;
                    /** @description an account id, such as 0.0.1001 */
                    accountId: string;
                    /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                    amount: number | string;
                }[] | null;
                /** @description true if the mirror answered: it does not show automaticTokenAssociations, newPendingAirdrops and contractFunctionResult, which are null, whatever the transaction did */
                partial?: boolean;
                /** @description further submissions of the same transaction id */
                duplicates: {
                    [key: string]: unknown;
                }[];
                /** @description transactions that this one caused */
                children: {
                    [key: string]: unknown;
                }[];
            }[];
        };
        Receipt: {
            status: string;
            /** @description an account id, such as 0.0.1001 */
            accountId: string | null;
            /** @description the id of the file that was created */
            fileId: string | null;
            /** @description the id of the contract, if one was created or called */
            contractId: string | null;
            /** @description a topic id, such as 0.0.1003 */
            topicId: string | null;
            /** @description a token id, such as 0.0.1002 */
            tokenId: string | null;
            /** @description the id of the schedule that was created */
            scheduleId: string | null;
            /** @description the exchange rate at the time of the transaction */
            exchangeRate: {
                /** @description this many hbars are worth `cents` */
                hbars: number;
                /** @description US cents that `hbars` are worth */
                cents: number;
                /** @description ISO 8601 */
                expirationTime: string;
            } | null;
            /** @description the exchange rate after `exchangeRate` expires */
            nextExchangeRate: {
                /** @description this many hbars are worth `cents` */
                hbars: number;
                /** @description US cents that `hbars` are worth */
                cents: number;
                /** @description ISO 8601 */
                expirationTime: string;
            } | null;
            topicSequenceNumber: (number | string) | null;
            topicRunningHash: string | null;
            totalSupply: (number | string) | null;
            /** @description the id under which the scheduled transaction is executed */
            scheduledTransactionId: string | null;
            serials: (number | string)[];
            nodeId: (number | string) | null;
            /** @description further submissions of the same transaction id */
            duplicates: {
                status: string;
                /** @description an account id, such as 0.0.1001 */
                accountId: string | null;
                /** @description the id of the file that was created */
                fileId: string | null;
                /** @description the id of the contract, if one was created or called */
                contractId: string | null;
                /** @description a topic id, such as 0.0.1003 */
                topicId: string | null;
                /** @description a token id, such as 0.0.1002 */
                tokenId: string | null;
                /** @description the id of the schedule that was created */
                scheduleId: string | null;
                /** @description the exchange rate at the time of the transaction */
                exchangeRate: {
                    /** @description this many hbars are worth `cents` */
                    hbars: number;
                    /** @description US cents that `hbars` are worth */
                    cents: number;
                    /** @description ISO 8601 */
                    expirationTime: string;
                } | null;
                /** @description the exchange rate after `exchangeRate` expires */
                nextExchangeRate: {
                    /** @description this many hbars are worth `cents` */
                    hbars: number;
                    /** @description US cents that `hbars` are worth */
                    cents: number;
                    /** @description ISO 8601 */
                    expirationTime: string;
                } | null;
                topicSequenceNumber: (number | string) | null;
                topicRunningHash: string | null;
                totalSupply: (number | string) | null;
                /** @description the id under which the scheduled transaction is executed */
                scheduledTransactionId: string | null;
                serials: (number | string)[];
                nodeId: (number | string) | null;
                /** @description further submissions of the same transaction id */
                duplicates: {
                    [key: string]: unknown;
                }[];
                /** @description transactions that this one caused */
                children: {
                    [key: string]: unknown;
                }[];
            }[];
            /** @description transactions that this one caused */
            children: {
                status: string;
                /** @description an account id, such as 0.0.1001 */
                accountId: string | null;
                /** @description the id of the file that was created */
                fileId: string | null;
                /** @description the id of the contract, if one was created or called */
                contractId: string | null;
                /** @description a topic id, such as 0.0.1003 */
                topicId: string | null;
                /** @description a token id, such as 0.0.1002 */
                tokenId: string | null;
                /** @description the id of the schedule that was created */
                scheduleId: string | null;
                /** @description the exchange rate at the time of the transaction */
                exchangeRate: {
                    /** @description this many hbars are worth `cents` */
                    hbars: number;
                    /** @description US cents that `hbars` are worth */
                    cents: number;
                    /** @description ISO 8601 */
                    expirationTime: string;
                } | null;
                /** @description the exchange rate after `exchangeRate` expires */
                nextExchangeRate: {
                    /** @description this many hbars are worth `cents` */
                    hbars: number;
                    /** @description US cents that `hbars` are worth */
                    cents: number;
                    /** @description ISO 8601 */
                    expirationTime: string;
                } | null;
                topicSequenceNumber: (number | string) | null;
                topicRunningHash: string | null;
                totalSupply: (number | string) | null;
                /** @description the id under which the scheduled transaction is executed */
                scheduledTransactionId: string | null;
                serials: (number | string)[];
                nodeId: (number | string) | null;
                /** @description further submissions of the same transaction id */
                duplicates: {
                    [key: string]: unknown;
                }[];
                /** @description transactions that this one caused */
                children: {
                    [key: string]: unknown;
                }[];
            }[];
            /** @description whether there are more duplicates or children */
            truncated?: boolean;
        };
        Snapshot: {
            /** @description the account that asked for it */
            _sender: string;
            /** @description the identifier of the snapshot */
            _jobId: string;
            /** @description the ledger, such as hedera:mainnet */
            chain: string;
            /** @description a token id, such as 0.0.1002 */
            tokenId: string;
            /** @enum {unknown} */
            status: "PENDING" | "RUNNING" | "DONE" | "FAILED";
            /** @description how far the work has got */
            progress: {
                /** @description how many holders are written so far */
                holders: number;
            };
            timestamp: string | null;
            /** @description its files, once it is done */
            files: {
                /** @description the file as JSON */
                json: {
                    cid: string | null;
                    /** @description the path at which this node serves it */
                    url: string;
                    /** @description bytes */
                    size: number;
                };
                /** @description the file as CSV */
                csv: {
                    cid: string | null;
                    /** @description the path at which this node serves it */
                    url: string;
                    /** @description bytes */
                    size: number;
                };
            } | null;
            /** @description why it failed; null if it did not */
            error: string | null;
            /** @description when it was created, ISO 8601 */
            createdAt: string;
            /** @description when it finished or failed, ISO 8601; null until then */
            finishedAt: string | null;
        };
        SharedKey: {
            /**
             * @description IDLE: there is no key. KEY_GENERATION: members commit and deal shares. CHALLENGE: they judge the shares. AWAITING_RESULT: they confirm the key, and new shares sign a test message. ACTIVE: there is a key.
             * @enum {unknown}
             */
            state: "IDLE" | "KEY_GENERATION" | "CHALLENGE" | "AWAITING_RESULT" | "ACTIVE";
            dkgId: string | null;
            publicKey: string | null;
            threshold: number | null;
            epoch: number | null;
            /** @description who has a share */
            members: {
                walletId: components["schemas"]["AccountId"];
                /** @description FROST's identifier (RFC 9591) */
                number: number;
                /** @description the key that signs its records, hex */
                publicKey: string;
                /** @description the public point of its share, hex */
                verifyingShare: string;
                /** @description whether it answers heartbeats */
                live: boolean;
                answeredAt: string | null;
            }[];
            canFail: number | null;
            /** @description whether this node has its share */
            hasShare: boolean;
            backedUpAt: string | null;
            topic: string | null;
            /** @description whether this node has read the topic to its end */
            isTopicRead: boolean;
            /**
             * Format: date-time
             * @description this node's clock
             */
            time: string;
            /** @description the public keys that rotations have replaced by this one, hex, the oldest first */
            replaced: string[];
            /** @description the replaced keys that this node still signs with, until it retires them */
            former: {
                /** @description hex */
                publicKey: string;
                /** @description the identifier of the distributed key; null if there is none */
                dkgId: string;
                /** @description whether this node has its share */
                hasShare: boolean;
            }[];
            /** @description entities on their way from the network's earlier keys to the current one */
            moves: {
                /** @description how many entities this node has seen move */
                moved: number;
                /** @description how many still need an earlier key */
                left: number;
                /** @description up to 100 of the entities, first those that still need an earlier key */
                entities: {
                    /**
                     * @description what the entity is
                     * @enum {unknown}
                     */
                    kind: "account" | "topic" | "token";
                    /** @description its id */
                    entity: string;
                    /**
                     * @description OWNER_NEEDED: the owner must sign, too. FAILED: it is tried again.
                     * @enum {unknown}
                     */
                    state: "WAITING" | "MOVED" | "OWNER_NEEDED" | "FAILED";
                    reason: string | null;
                }[];
            };
            /** @description the running ceremony, or the last one */
            ceremony: {
                /** @description the identifier of the distributed key; null if there is none */
                dkgId: string;
                /**
                 * @description generate: a new key. split: a network key that one node had. reshare: other members or another threshold. refresh: new shares. repair: a lost share. rotate: a new key in place of the current one.
                 * @enum {unknown}
                 */
                kind: "generate" | "split" | "reshare" | "refresh" | "repair" | "rotate";
                /**
                 * @description the records that the ceremony waits for, or how it has ended
                 * @enum {unknown}
                 */
                phase: "commit" | "deal" | "judge" | "give" | "check" | "confirm" | "prove" | "done" | "failed";
                /**
                 * Format: date-time
                 * @description the end of the phase, in consensus time
                 */
                deadline: string;
                /** @description whose records the phase waits for */
                missing: components["schemas"]["AccountId"][];
                /** @description the members that were left out */
                out: {
                    walletId: components["schemas"]["AccountId"];
                    /**
                     * @description the fault of the member, as the records on the topic show it
                     * @enum {unknown}
                     */
                    fault: "SILENT" | "REFUSED" | "WRONG_COMMITMENTS" | "WRONG_PROOF" | "INCOMPLETE_DEAL" | "WRONG_SHARE" | "FALSE_COMPLAINT" | "WRONG_CONFIRMATION";
                    /** @description the reason of a member that refused, in its signed record on the topic */
                    reason?: string;
                }[];
                failure: string | null;
            } | null;
        };
        /** @description the backup of a node's share. Without SHARE_KEY nobody can open it */
        ShareBackup: {
            /**
             * @description the version of the form
             * @enum {number}
             */
            quorate: 1;
            /** @enum {string} */
            type: "share";
            /** @description the ledger, such as hedera:mainnet */
            chain: string;
            /** @description the shared key, without secrets */
            key: {
                /** @description the identifier of the distributed key; null if there is none */
                dkgId: string;
                /** @description grows whenever members get new shares */
                epoch: number;
                /** @description how many owners must sign */
                threshold: number;
                /** @description the public key, DER or raw, hex */
                publicKey: string;
                /** @description how many accounts could vote */
                members: {
                    id: components["schemas"]["AccountId"];
                    /** @description the public key, hex or protobuf as `_type` says */
                    key: string;
                    /** @description the number of the chunk, from 1 */
                    number: number;
                    /** @description the public point of its share, hex */
                    verifyingShare: string;
                }[];
                /** @description the public keys that this one has replaced, hex, the oldest first */
                replaced?: string[];
            };
            /** @description the node's share, sealed with SHARE_KEY, base64 */
            sealed: string;
        };
        Pin: {
            /** @description the content identifier (CID) */
            cid: string;
            /** @description the wallet */
            owner: string;
            /** @description the wallet's chain */
            chain: string;
            /** @description Unix time of the pin, seconds */
            timestamp: number;
            /** @enum {unknown} */
            status: "queued" | "pinning" | "pinned" | "failed";
            /** @description bytes of the wallet's quota that its blocks take, each with at least 4 KiB; 0 until it is pinned */
            bytes: number;
            /** @description why it failed or is still pending */
            error?: string;
            /** @description the name and media type of the file */
            metadata?: {
                /** @description the name of the file */
                filename?: string;
                /** @description the media type of the file */
                mimetype?: string;
                /** @description bytes */
                size?: number;
            };
        };
        Usage: {
            /** @description bytes of the blocks of all pins, as the quota counts them */
            bytes: number;
            /** @description unpinned bytes that count until they are removed */
            released: number;
            /** @description pins in any status */
            pins: number;
            /** @description of these, pins that are queued or being fetched */
            pending: number;
            /** @description the most that the account may use */
            limits: {
                /** @description the maximum bytes, including `released`; null: no limit */
                bytes: number | null;
                /** @description the maximum number of pins; null: no limit */
                pins: number | null;
                /** @description pins that may be queued or being fetched */
                pending: number;
                /** @description bytes of one upload */
                fileSize: number;
            };
        };
        Name: {
            /** @description the IPNS name, in base36 */
            name: string;
            /** @description what the name points at: a path that begins with /ipfs/ or /ipns/ */
            value: string;
            /** @description the number of the record: records with a lower one do not replace it */
            sequence: string;
            /**
             * Format: date-time
             * @description the record is served until then
             */
            validUntil: string;
            /**
             * @description whether the record is still served
             * @enum {unknown}
             */
            status: "valid" | "expired";
            /** @description seconds that readers may keep the record */
            ttl: number;
            /** @description the signed record, base64 */
            record: string;
            /**
             * Format: date-time
             * @description when all routers took the record; absent until then
             */
            routedAt?: string;
            /** @description why a router did not take the record */
            routingError?: string;
        };
        Resolution: {
            /** @description the IPNS name in base36, or the domain */
            name: string;
            /** @description the content that the name leads to, a path that begins with /ipfs/ */
            path: string;
            /** @description what the name itself points at, which may be another name */
            value: string;
            /** @description of the record; absent for a domain */
            sequence?: string;
            /**
             * Format: date-time
             * @description of the record; absent for a domain
             */
            validUntil?: string;
            /** @description the signed record, base64; absent for a domain */
            record?: string;
        };
        Upload: {
            /** @description the content identifier */
            cid: string;
            /** @description bytes */
            size: number;
            /** @description the media type, as detected from the first bytes */
            mimetype: string;
            /** @description the name of the file */
            filename: string;
        };
        Folder: {
            /** @description the id of this upload */
            id: string;
            /** @description the name that the pin gets */
            name?: string;
            /** @enum {unknown} */
            status: "open" | "finished";
            /** @description how many files have arrived */
            files: number;
            /** @description bytes of their content */
            size: number;
            /** @description the identifier of the directory, once it is finished */
            cid?: string;
            /** @description when the upload was opened, ISO 8601 */
            createdAt: string;
            /** @description when the upload is deleted, with its files if it is not finished. Each file moves it forward */
            expiresAt: string;
        };
        FinishedFolder: {
            /** @description the identifier of the directory */
            cid: string;
            /** @description bytes of the files' content */
            size: number;
            /** @description how many files it has */
            files: number;
        };
        FolderFile: {
            /** @description the path in the folder */
            path: string;
            /** @description the content identifier */
            cid: string;
            /** @description bytes */
            size: number;
        };
        Import: {
            /** @description the identifier of the content that is pinned */
            cid: string;
            /** @description bytes of a file; null for a directory */
            size: number | null;
            /** @description the media type of a file */
            mimetype: string | null;
            /** @description the name of the file */
            filename?: string;
            /** @description the number of blocks of the content */
            blocks: number;
        };
        ServicePinStatus: {
            /** @description the id of the request */
            requestid: string;
            /** @enum {unknown} */
            status: "queued" | "pinning" | "pinned" | "failed";
            /** @description when the request was made, ISO 8601 */
            created: string;
            /** @description what the client stated */
            pin: {
                /** @description the content identifier, as it was sent */
                cid: string;
                name?: string;
                /** @description the metadata, as it was sent */
                meta?: {
                    [key: string]: string;
                };
            };
            /** @description the addresses of this node. It accepts connections from peers that it knows */
            delegates: string[];
            /** @description why a pin has failed, or is not pinned yet */
            info?: {
                [key: string]: string;
            };
        };
        ServicePinResults: {
            /** @description how many requests match, on all pages */
            count: number;
            results: components["schemas"]["ServicePinStatus"][];
        };
        ServiceFailure: {
            /** @description why it failed; null if it did not */
            error: {
                /** @description a constant of the API, or this platform's error code */
                reason: string;
                /** @description what is wrong, and what to send instead */
                details: string;
            };
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
    getAuthWeb3Request: {
        parameters: {
            query?: {
                /** @description the chain of the account; by default the first of CHAINS */
                chain?: string;
                /** @description the only purpose that the session may be used for */
                scope?: "ipfs:upload" | "ipfs:pin";
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signedData": {
                     *         "signature": {
                     *           "0": 172,
                     *           "1": 185,
                     *           "2": 99,
                     *           "3": 241
                     *         },
                     *         "serverSigningAccount": "0.0.1022"
                     *       },
                     *       "payload": {
                     *         "url": "https://node.example",
                     *         "node": "0.0.1022",
                     *         "data": {
                     *           "token": "<random text>"
                     *         },
                     *         "chain": "hedera:devnet"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Challenge"];
                };
            };
        };
    };
    postAuthWeb3Login: {
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
                 *       "operator": {
                 *         "accountId": "0.0.1032"
                 *       },
                 *       "signedData": {
                 *         "signature": {
                 *           "0": 3,
                 *           "1": 51,
                 *           "2": 17,
                 *           "3": 99
                 *         },
                 *         "serverSigningAccount": "0.0.1022"
                 *       },
                 *       "payload": {
                 *         "url": "https://node.example.com",
                 *         "node": "0.0.1022",
                 *         "data": {
                 *           "token": "<random text>"
                 *         },
                 *         "chain": "hedera:devnet"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The account that logs in (accountId, or as id or wallet). publicKey is the key that signed; it is required if the account has several keys. smartApp names the application. Other fields are repeated in the answer */
                    operator: {
                        /**
                         * an account id, such as 0.0.1001, 0.0.1001-abcde or hedera:testnet:0.0.1001
                         * @example 0.0.1001
                         */
                        accountId?: string;
                        /**
                         * an account id, such as 0.0.1001, 0.0.1001-abcde or hedera:testnet:0.0.1001
                         * @example 0.0.1001
                         */
                        id?: string;
                        /**
                         * an account id, such as 0.0.1001, 0.0.1001-abcde or hedera:testnet:0.0.1001
                         * @example 0.0.1001
                         */
                        wallet?: string;
                        /** @description the public key, DER or raw, hex */
                        publicKey?: string | {
                            /** @description the public key, hex or protobuf as `_type` says */
                            key: string;
                        };
                        /** @description the application that was named at the login; empty if none */
                        smartApp?: string;
                    };
                    /** @description the signatures over the challenge */
                    signedData: {
                        signature?: components["schemas"]["Bytes"];
                        serverSigningAccount?: components["schemas"]["AccountId"];
                        signedPayload?: {
                            [key: string]: unknown;
                        } | string;
                        userSignature?: components["schemas"]["Bytes"];
                    };
                    payload?: {
                        [key: string]: unknown;
                    } | string;
                    /**
                     * @description the only purpose that the session may be used for
                     * @enum {unknown}
                     */
                    scope?: "ipfs:upload" | "ipfs:pin";
                    /**
                     * the six digits that the authenticator shows, or a recovery code
                     * @description the code of the second factor, if the account has one, or a recovery code
                     * @example 123456
                     * @example K7QX-2M4N-TB5R-WZ3A
                     */
                    code?: string;
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
                     *       "operator": {
                     *         "accountId": "0.0.1032"
                     *       },
                     *       "signedData": {
                     *         "signature": {
                     *           "0": 3,
                     *           "1": 51,
                     *           "2": 17,
                     *           "3": 99
                     *         },
                     *         "serverSigningAccount": "0.0.1022"
                     *       },
                     *       "payload": {
                     *         "url": "https://node.example.com",
                     *         "node": "0.0.1022",
                     *         "data": {
                     *           "token": "<random text>"
                     *         },
                     *         "chain": "hedera:devnet"
                     *       },
                     *       "session": {
                     *         "walletId": "0.0.1032",
                     *         "publicKey": "75e70065e40592ffcd6e918c0520984d78b891e97862e8101b146d8c2a54a220",
                     *         "role": "user",
                     *         "chain": "hedera:devnet"
                     *       },
                     *       "accessToken": "<header>.<claims>.<signature>"
                     *     }
                     */
                    "application/json": components["schemas"]["Login"];
                };
            };
        };
    };
    getAuthSessions: {
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
                     * @example [
                     *       {
                     *         "id": "abce2697-e768-46da-b6f7-0589af5398ac",
                     *         "expiresAt": "2026-11-29T19:34:48.000Z",
                     *         "isCurrent": true,
                     *         "device": "node",
                     *         "startedAt": "2026-11-29T18:34:48.089Z",
                     *         "usedAt": "2026-11-29T18:34:48.089Z"
                     *       },
                     *       {
                     *         "id": "6cb74a87-b5ec-4372-854a-cdbd2171c5d6",
                     *         "expiresAt": "2026-11-29T19:33:48.000Z",
                     *         "isCurrent": false,
                     *         "device": "node",
                     *         "startedAt": "2026-11-29T18:33:48.089Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Session"][];
                };
            };
        };
    };
    deleteAuthSessionsById: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the id of the session
                 * @example abce2697-e768-46da-b6f7-0589af5398ac
                 */
                id: string;
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
                     *       "id": "abce2697-e768-46da-b6f7-0589af5398ac",
                     *       "expiresAt": "2026-11-29T19:34:48.000Z",
                     *       "isCurrent": true,
                     *       "device": "node",
                     *       "startedAt": "2026-11-29T18:34:48.089Z",
                     *       "usedAt": "2026-11-29T18:34:48.089Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    postAuthSessionsRevokeAll: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
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
                     *       "revoked": 3
                     *     }
                     */
                    "application/json": {
                        /** @description how many sessions were ended */
                        revoked: number;
                    };
                };
            };
        };
    };
    getAuthWeb3Logout: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
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
                     *       "logout": true,
                     *       "message": "0.0.1024 is logged out"
                     *     }
                     */
                    "application/json": {
                        /** @description true: the session is over */
                        logout: boolean;
                        /** @description what happened, in words */
                        message: string;
                    };
                };
            };
        };
    };
    postAuthWeb3Logout: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
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
                     *       "logout": true,
                     *       "message": "0.0.1024 is logged out"
                     *     }
                     */
                    "application/json": {
                        /** @description true: the session is over */
                        logout: boolean;
                        /** @description what happened, in words */
                        message: string;
                    };
                };
            };
        };
    };
    postAuthMultisigRequest: {
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
                 *       "walletId": "0.0.1038",
                 *       "hours": 1
                 *     }
                 */
                "application/json": {
                    walletId: components["schemas"]["AccountId"];
                    /**
                     * @description how long the owners have to sign
                     * @default 24
                     */
                    hours?: number;
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
                     *       "id": "c54e05fb-126e-4d9c-894a-53ac7b24da24",
                     *       "chain": "hedera:devnet",
                     *       "walletId": "0.0.1038",
                     *       "holder": "0.0.1034",
                     *       "text": "Quorate wallet login v1\n{\"chain\":\"hedera:devnet\",\"expiresAt\"…",
                     *       "createdAt": "2026-11-28T22:04:34.603Z",
                     *       "expiresAt": "2026-11-28T23:04:34.603Z",
                     *       "status": "pending",
                     *       "signatures": [],
                     *       "missing": {
                     *         "count": 2,
                     *         "publicKeys": [
                     *           "1190226b7ddc9754488b7d74939053340de294eaa8d1035a8831b94a32b0cf27",
                     *           "029bc00c349c7bf72c97764ae3958c18d092b2539eeaa5f9c6eaefc73954c37832",
                     *           "3fd4e25ad903facc9d52c0c39ca4b136d4bc163973f2e36f59d9e9474f94ca12"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WalletLogin"];
                };
            };
        };
    };
    getAuthMultisigRequests: {
        parameters: {
            query: {
                /** @example 0.0.1001 */
                walletId: string;
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "74e3c91d-0988-4508-aa88-368f845a3051",
                     *         "chain": "hedera:devnet",
                     *         "walletId": "0.0.1039",
                     *         "holder": "0.0.1035",
                     *         "text": "Quorate wallet login v1\n{\"chain\":\"hedera:devnet\",\"expiresAt\"…",
                     *         "createdAt": "2026-11-28T22:04:34.603Z",
                     *         "expiresAt": "2026-11-29T22:04:34.603Z",
                     *         "status": "pending",
                     *         "signatures": [],
                     *         "missing": {
                     *           "count": 2,
                     *           "publicKeys": [
                     *             "1190226b7ddc9754488b7d74939053340de294eaa8d1035a8831b94a32b0cf27",
                     *             "029bc00c349c7bf72c97764ae3958c18d092b2539eeaa5f9c6eaefc73954c37832"
                     *           ]
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["WalletLogin"][];
                };
            };
        };
    };
    getAuthMultisigRequestById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 48eb7a1c-d13f-4a05-9138-3b38d04f4c34 */
                id: string;
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
                     *       "id": "48eb7a1c-d13f-4a05-9138-3b38d04f4c34",
                     *       "chain": "hedera:devnet",
                     *       "walletId": "0.0.1040",
                     *       "holder": "0.0.1034",
                     *       "text": "Quorate wallet login v1\n{\"chain\":\"hedera:devnet\",\"expiresAt\"…",
                     *       "createdAt": "2026-11-28T22:04:34.603Z",
                     *       "expiresAt": "2026-11-29T22:04:34.603Z",
                     *       "status": "pending",
                     *       "signatures": [
                     *         {
                     *           "publicKey": "3fd4e25ad903facc9d52c0c39ca4b136d4bc163973f2e36f59d9e9474f94ca12",
                     *           "timestamp": "2026-11-28T22:04:34.603Z"
                     *         }
                     *       ],
                     *       "missing": {
                     *         "count": 1,
                     *         "publicKeys": [
                     *           "1190226b7ddc9754488b7d74939053340de294eaa8d1035a8831b94a32b0cf27",
                     *           "665b299e345cd65046e4cbbb11cc2a3de0e8b2af053fcd8c1e7e8fce6bbad851"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WalletLogin"];
                };
            };
        };
    };
    postAuthMultisigSign: {
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
                 *       "id": "2970f133-3b75-4264-ae96-f158df9adc81",
                 *       "signature": "0xf34bc8e63eac4bacafe75b17dff3ff118565f30109832a13aa1185b5184c010622ee999373ff6d327288b4ab14bd772c3217d9374870b798f950aa0306e385f6"
                 *     }
                 */
                "application/json": {
                    /**
                     * a login's id
                     * @example 4f5b1c1e-5f0e-4c3a-9d7b-2f6f1f0f9b11
                     */
                    id: string;
                    /** @description 64 bytes, or a SignatureMap with the signatures of several owners */
                    signature: components["schemas"]["Bytes"];
                    /** @description the key that signed, if the signature does not name it */
                    publicKey?: string;
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
                     *       "id": "2970f133-3b75-4264-ae96-f158df9adc81",
                     *       "chain": "hedera:devnet",
                     *       "walletId": "0.0.1038",
                     *       "holder": "0.0.1034",
                     *       "text": "Quorate wallet login v1\n{\"chain\":\"hedera:devnet\",\"expiresAt\"…",
                     *       "createdAt": "2026-11-28T22:04:34.603Z",
                     *       "expiresAt": "2026-11-29T22:04:34.603Z",
                     *       "status": "pending",
                     *       "signatures": [
                     *         {
                     *           "publicKey": "029bc00c349c7bf72c97764ae3958c18d092b2539eeaa5f9c6eaefc73954c37832",
                     *           "timestamp": "2026-11-28T22:04:34.603Z"
                     *         }
                     *       ],
                     *       "missing": {
                     *         "count": 1,
                     *         "publicKeys": [
                     *           "1190226b7ddc9754488b7d74939053340de294eaa8d1035a8831b94a32b0cf27",
                     *           "3fd4e25ad903facc9d52c0c39ca4b136d4bc163973f2e36f59d9e9474f94ca12"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WalletLogin"];
                };
            };
        };
    };
    postAuthMultisigSession: {
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
                 *       "id": "999e30a7-f4e4-4882-b73d-59514f8273cb",
                 *       "code": "123456"
                 *     }
                 */
                "application/json": {
                    /**
                     * a login's id
                     * @example 4f5b1c1e-5f0e-4c3a-9d7b-2f6f1f0f9b11
                     */
                    id: string;
                    /**
                     * the six digits that the authenticator shows, or a recovery code
                     * @example 123456
                     * @example K7QX-2M4N-TB5R-WZ3A
                     */
                    code?: string;
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
                     *       "session": {
                     *         "walletId": "0.0.1054",
                     *         "holder": "0.0.1034",
                     *         "publicKey": "1190226b7ddc9754488b7d74939053340de294eaa8d1035a8831b94a32b0cf27",
                     *         "role": "user",
                     *         "chain": "hedera:devnet",
                     *         "expiresAt": "2026-11-29T00:25:18.000Z"
                     *       },
                     *       "accessToken": "<header>.<claims>.<signature>"
                     *     }
                     */
                    "application/json": components["schemas"]["WalletSession"];
                };
            };
        };
    };
    postAuthMultisigRevoke: {
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
                 *       "walletId": "0.0.1048"
                 *     }
                 */
                "application/json": {
                    walletId: components["schemas"]["AccountId"];
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
                     *       "revoked": 2,
                     *       "logins": 1
                     *     }
                     */
                    "application/json": {
                        /** @description how many sessions were ended */
                        revoked: number;
                        /** @description how many open logins of the wallet were deleted */
                        logins: number;
                    };
                };
            };
        };
    };
    getAuthProfile: {
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
                     *       "email": null,
                     *       "pendingEmail": null,
                     *       "username": "0.0.1024",
                     *       "created_at": 1795953497,
                     *       "updated_at": 1795953497,
                     *       "confirmed": true,
                     *       "type": "wallet",
                     *       "role": "user",
                     *       "tags": [],
                     *       "banned": false,
                     *       "twoFactorAuth": {
                     *         "status": "PENDING",
                     *         "factorSid": "f99dfe7f-aeca-4388-833d-5390fc0871fc",
                     *         "identity": "0.0.1024 (hedera:devnet)",
                     *         "qr_code": null,
                     *         "uri": null,
                     *         "recoveryCodes": null,
                     *         "recoveryCodesLeft": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Profile"];
                };
            };
        };
    };
    postAuthProfileEmail: {
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
                 *       "email": "alice@example.org"
                 *     }
                 */
                "application/json": {
                    /**
                     * an e-mail address
                     * @example ada@example.org
                     */
                    email: string;
                    /**
                     * @description the language of messages to it; by default English
                     * @enum {unknown}
                     */
                    language?: "en" | "de";
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
                     *       "email": null,
                     *       "language": null,
                     *       "pending": "alice@example.org",
                     *       "expiresAt": "2026-11-30T01:34:56.904Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Email"];
                };
            };
        };
    };
    deleteAuthProfileEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
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
                     *       "email": null,
                     *       "language": null,
                     *       "pending": null,
                     *       "expiresAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Email"];
                };
            };
        };
    };
    postAuthProfileEmailConfirm: {
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
                 *       "code": "TH1M-EBKA-7TQ8-Y4HJ"
                 *     }
                 */
                "application/json": {
                    /**
                     * the code in the message, four groups of four characters
                     * @example 7H2K-0QXM-R4TW-9B3F
                     */
                    code: string;
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
                     *       "email": "alice@example.org",
                     *       "language": "en",
                     *       "pending": null,
                     *       "expiresAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Email"];
                };
            };
        };
    };
    getAuthProfileDelivery: {
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
                     *       "channels": [
                     *         "email",
                     *         "chat"
                     *       ],
                     *       "timeZone": "UTC",
                     *       "digestAt": null,
                     *       "quiet": null,
                     *       "urgentAtOnce": false,
                     *       "chat": {
                     *         "host": "127.0.0.1:43823",
                     *         "format": "slack",
                     *         "language": "de"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MessageDelivery"];
                };
            };
        };
    };
    putAuthProfileDelivery: {
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
                 *       "timeZone": "UTC",
                 *       "quiet": {
                 *         "from": "22:00",
                 *         "to": "07:00"
                 *       },
                 *       "urgentAtOnce": true
                 *     }
                 */
                "application/json": {
                    /** @description where messages go, as far as it is set; by default everywhere */
                    channels?: ("email" | "chat")[];
                    /**
                     * @description a name of the IANA time zone database; by default UTC
                     * @example Europe/Berlin
                     */
                    timeZone?: string;
                    /**
                     * a time such as 08:30
                     * @example 08:30
                     */
                    digestAt?: string;
                    /** @description the hours when nothing is sent */
                    quiet?: {
                        /**
                         * a time such as 08:30
                         * @example 08:30
                         */
                        from: string;
                        /**
                         * a time such as 08:30
                         * @example 08:30
                         */
                        to: string;
                    };
                    /** @description whether messages about something that ends within an hour are always sent immediately */
                    urgentAtOnce?: boolean;
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
                     *       "channels": [
                     *         "email",
                     *         "chat"
                     *       ],
                     *       "timeZone": "UTC",
                     *       "digestAt": null,
                     *       "quiet": {
                     *         "from": "22:00",
                     *         "to": "07:00"
                     *       },
                     *       "urgentAtOnce": true,
                     *       "chat": {
                     *         "host": "127.0.0.1:43823",
                     *         "format": "discord",
                     *         "language": "en"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MessageDelivery"];
                };
            };
        };
    };
    putAuthProfileChat: {
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
                 *       "url": "https://node.example.com/services/secret-token",
                 *       "format": "custom",
                 *       "template": "{\"blocks\":[{\"words\":\"{{account}}: {{subject}}\"}],\"n\":1}"
                 *     }
                 */
                "application/json": {
                    /** @description the webhook, on a host of WEBHOOK_HOSTS */
                    url: string;
                    /**
                     * @description the format that the webhook expects
                     * @enum {unknown}
                     */
                    format: "slack" | "discord" | "matrix" | "telegram" | "custom";
                    /** @description with `custom`: a JSON object with the placeholders {{subject}}, {{text}}, {{link}}, {{account}}, {{chat}} */
                    template?: string;
                    /**
                     * Telegram's chat id
                     * @example -1001234567890
                     */
                    chat?: string;
                    /**
                     * @description the language of messages to it; by default English
                     * @enum {unknown}
                     */
                    language?: "en" | "de";
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
                     *       "channels": [
                     *         "email",
                     *         "chat"
                     *       ],
                     *       "timeZone": "UTC",
                     *       "digestAt": null,
                     *       "quiet": null,
                     *       "urgentAtOnce": false,
                     *       "chat": {
                     *         "host": "127.0.0.1:43823",
                     *         "format": "custom",
                     *         "language": "en"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MessageDelivery"];
                };
            };
        };
    };
    deleteAuthProfileChat: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
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
                     *       "channels": [
                     *         "email",
                     *         "chat"
                     *       ],
                     *       "timeZone": "UTC",
                     *       "digestAt": null,
                     *       "quiet": null,
                     *       "urgentAtOnce": false,
                     *       "chat": null
                     *     }
                     */
                    "application/json": components["schemas"]["MessageDelivery"];
                };
            };
        };
    };
    postAuthProfileChatTest: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
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
                     *       "channels": [
                     *         "email",
                     *         "chat"
                     *       ],
                     *       "timeZone": "UTC",
                     *       "digestAt": null,
                     *       "quiet": null,
                     *       "urgentAtOnce": false,
                     *       "chat": {
                     *         "host": "127.0.0.1:43823",
                     *         "format": "telegram",
                     *         "language": "en"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MessageDelivery"];
                };
            };
        };
    };
    postAuth2fa: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
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
                     *       "status": "PENDING",
                     *       "factorSid": "0af70dda-e272-44d3-9533-1606e511ea0f",
                     *       "identity": "0.0.1031 (hedera:devnet)",
                     *       "qr_code": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAVYAAAFWCAAAAA…",
                     *       "uri": "otpauth://totp/Quorate:0.0.1031%20(hedera%3Adevnet)?issuer=Quorate&secret=<secret>&algorithm=SHA1&digits=6&period=30",
                     *       "recoveryCodes": null,
                     *       "recoveryCodesLeft": 0
                     *     }
                     */
                    "application/json": components["schemas"]["TwoFactor"];
                };
            };
        };
    };
    deleteAuth2fa: {
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
                 *       "code": "123456"
                 *     }
                 */
                "application/json": {
                    /**
                     * the six digits that the authenticator shows, or a recovery code
                     * @example 123456
                     * @example K7QX-2M4N-TB5R-WZ3A
                     */
                    code: string;
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
                     *       "status": "DISABLED",
                     *       "factorSid": null,
                     *       "identity": null,
                     *       "qr_code": null,
                     *       "uri": null,
                     *       "recoveryCodes": null,
                     *       "recoveryCodesLeft": 0
                     *     }
                     */
                    "application/json": components["schemas"]["TwoFactor"];
                };
            };
        };
    };
    postAuth2faVerify: {
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
                 *       "code": "123456"
                 *     }
                 */
                "application/json": {
                    /**
                     * the six digits that the authenticator shows
                     * @example 123456
                     */
                    code: string;
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
                     *       "status": "ACTIVE",
                     *       "factorSid": "db8ac0e1-1c5f-4f41-8c21-b6b060c293fd",
                     *       "identity": "0.0.1029 (hedera:devnet)",
                     *       "qr_code": null,
                     *       "uri": null,
                     *       "recoveryCodes": null,
                     *       "recoveryCodesLeft": 10
                     *     }
                     */
                    "application/json": components["schemas"]["TwoFactor"];
                };
            };
        };
    };
    postAuth2faRecoveryCodes: {
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
                 *       "code": "OOL5-HUZC-6YH4-WBPI"
                 *     }
                 */
                "application/json": {
                    /**
                     * the six digits that the authenticator shows, or a recovery code
                     * @example 123456
                     * @example K7QX-2M4N-TB5R-WZ3A
                     */
                    code: string;
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
                     *       "status": "ACTIVE",
                     *       "factorSid": "0af70dda-e272-44d3-9533-1606e511ea0f",
                     *       "identity": "0.0.1031 (hedera:devnet)",
                     *       "qr_code": null,
                     *       "uri": null,
                     *       "recoveryCodes": [
                     *         "5VFZ-4LUY-C5JF-W6CR",
                     *         "SNXV-IGY6-LZOG-VNWP",
                     *         "BACW-TSU6-OXS5-Z2TL"
                     *       ],
                     *       "recoveryCodesLeft": 10
                     *     }
                     */
                    "application/json": components["schemas"]["TwoFactor"];
                };
            };
        };
    };
    getAuthApplications: {
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
                     * @example [
                     *       {
                     *         "id": "ceee63ca-dbfe-49b2-a583-8b8c0b5bf6a4",
                     *         "name": "Kubo",
                     *         "scope": "ipfs:pin",
                     *         "createdAt": "2026-11-29T17:52:58.340Z",
                     *         "expiresAt": "2027-11-29T17:52:58.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Application"][];
                };
            };
        };
    };
    postAuthApplications: {
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
                 *       "name": "a week",
                 *       "days": 7
                 *     }
                 */
                "application/json": {
                    /** @description how you recognise the application */
                    name: string;
                    /**
                     * @description how long the token is valid
                     * @default 365
                     */
                    days?: number;
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
                     *       "id": "c5dd8269-d289-48a8-9d53-27ac656b3455",
                     *       "name": "a week",
                     *       "scope": "ipfs:pin",
                     *       "createdAt": "2026-11-29T17:52:58.340Z",
                     *       "expiresAt": "2026-12-06T17:52:58.000Z",
                     *       "token": "<random text>"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedApplication"];
                };
            };
        };
    };
    deleteAuthApplicationsById: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the id of the token
                 * @example b4e57237-eb9d-46f9-965d-c76fb6a9f22f
                 */
                id: string;
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
                     *       "id": "b4e57237-eb9d-46f9-965d-c76fb6a9f22f",
                     *       "name": "a year",
                     *       "scope": "ipfs:pin",
                     *       "createdAt": "2026-11-29T17:52:58.340Z",
                     *       "expiresAt": "2027-11-29T17:52:58.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Application"];
                };
            };
        };
    };
    getWellKnownJwksJson: {
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
                     *       "keys": [
                     *         {
                     *           "kty": "OKP",
                     *           "crv": "Ed25519",
                     *           "x": "k-wxN_Qh89IquGuxw-08Q8op2YwB20XVMtHApT2No_M",
                     *           "kid": "uh5jQiVYMVxnuRDjrveJxQhFdrepudVzGf6LMZpaA7U",
                     *           "alg": "EdDSA",
                     *           "use": "sig"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["KeySet"];
                };
            };
        };
    };
    getAuthRevocations: {
        parameters: {
            query?: {
                /** @description ISO 8601, or milliseconds since the epoch; from the beginning if absent */
                since?: string;
                /** @description the last token of the page before, as in `next` */
                after?: string;
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "revocations": [
                     *         {
                     *           "tokenId": "7ddb90b0-7709-40be-9822-957be5739a72",
                     *           "expiresAt": "2026-11-28T23:00:49.000Z"
                     *         },
                     *         {
                     *           "tokenId": "998d6369-89ca-4f79-b620-94be174b41c8",
                     *           "expiresAt": "2026-11-28T23:00:49.000Z"
                     *         }
                     *       ],
                     *       "timestamp": "2026-11-28T22:00:57.979Z"
                     *     }
                     */
                    "application/json": {
                        /** @description the revoked tokens */
                        revocations: {
                            /** @description the `jti` of the token */
                            tokenId: string;
                            /** @description when the token would have expired anyway, ISO 8601 */
                            expiresAt: string;
                        }[];
                        /** @description the time of the answer, ISO 8601: send it as `since` the next time */
                        timestamp: string;
                        /** @description the address of the next page; absent after the last */
                        next?: string;
                    };
                };
            };
        };
    };
    postHcs: {
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
                 *       "sender": {
                 *         "id": "0.0.1032"
                 *       }
                 *     }
                 */
                "application/json": {
                    key?: components["schemas"]["Key"];
                    /** @description at most 100 bytes */
                    memo?: string;
                    /**
                     * a consensus timestamp, seconds.nanoseconds
                     * @description seconds.nanoseconds; missing digits at the end count as zeros
                     * @example 1700000000.000000001
                     */
                    validatorConsensusTimestamp?: string;
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1032@1795902945.039609159",
                     *       "bytes": "CkgqRgpCChgKCwjhm63YBhDHxvESEgcIABAAGIgIGAASBggAEAAYAxiA8ouoCSIDCIcBMgDCARAyBQiAztoDOgcIABAAGIgIEgA=",
                     *       "bodyBytes": "ChgKCwjhm63YBhDHxvESEgcIABAAGIgIGAASBggAEAAYAxiA8ouoCSIDCIcBMgDCARAyBQiAztoDOgcIABAAGIgI",
                     *       "expiresAt": "2026-11-28T21:58:00.040Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1032",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    getHcsByTopic: {
        parameters: {
            query?: {
                /** @description the chain; by default the session's, else the first of CHAINS */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1036 */
                topic: string;
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
                     *       "topicId": "0.0.1036",
                     *       "topicMemo": "news",
                     *       "sequenceNumber": "0",
                     *       "expirationTime": "1803679081.873005000",
                     *       "adminKey": [],
                     *       "submitKey": [
                     *         "302a300506032b65700321000b3d4a18bb0013cf9bc80b988a3ea3043775438493534e4d04c1687e848164c8"
                     *       ],
                     *       "autoRenewAccountId": "0.0.1022",
                     *       "ledgerId": "local-node"
                     *     }
                     */
                    "application/json": {
                        /** @description a topic id, such as 0.0.1003 */
                        topicId: string;
                        /** @description the topic's memo */
                        topicMemo: string;
                        /** @description the sequence number of the newest message; 0 if there is none */
                        sequenceNumber: string;
                        expirationTime: string | null;
                        adminKey: string[];
                        submitKey: string[];
                        /** @description the account that pays for the renewal */
                        autoRenewAccountId: string | null;
                        /** @description the network: mainnet, testnet, previewnet or local-node */
                        ledgerId: string;
                    };
                };
            };
        };
    };
    putHcsByTopic: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1036 */
                topic: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "memo": "second",
                 *       "sender": {
                 *         "id": "0.0.1032",
                 *         "key": "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description at most 100 bytes */
                    memo: string;
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1032@1795902945.033857822",
                     *       "bytes": "CkoqSApEChgKCwjhm63YBhCewpIQEgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyAMoBEwoHCAAQABiMCBIICgZzZWNvbmQSAA==",
                     *       "bodyBytes": "ChgKCwjhm63YBhCewpIQEgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyAMoBEwoHCAAQABiMCBIICgZzZWNvbmQ=",
                     *       "expiresAt": "2026-11-28T21:58:00.034Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1032",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         },
                     *         {
                     *           "topicId": "0.0.1036",
                     *           "role": "adminKey",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    deleteHcsByTopic: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1036 */
                topic: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sender": {
                 *         "id": "0.0.1032",
                 *         "key": "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                 *       }
                 *     }
                 */
                "application/json": {
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1032@1795902945.034040608",
                     *       "bytes": "CkAqPgo6ChgKCwjhm63YBhCg1p0QEgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyANIBCQoHCAAQABiMCBIA",
                     *       "bodyBytes": "ChgKCwjhm63YBhCg1p0QEgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyANIBCQoHCAAQABiMCA==",
                     *       "expiresAt": "2026-11-28T21:58:00.035Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1032",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         },
                     *         {
                     *           "topicId": "0.0.1036",
                     *           "role": "adminKey",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    putHcsNetworkKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1047 */
                topic: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1041@1796036004.800575259",
                     *       "bytes": "CqkDKqYDCtQBChkKDAikq7XYBhCbnt/9AhIHCAAQABiRCBgAEgYIABAAGAMY",
                     *       "bodyBytes": "ChkKDAikq7XYBhCbnt/9AhIHCAAQABiRCBgAEgYIABAAGAMYgISvXyIDCIcB",
                     *       "expiresAt": "2026-11-30T10:55:39.801Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1041",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100d84945712dd5005b306ce36aafe2947bc7f9af794603c3c109ee2d2769394d11"
                     *           ],
                     *           "missing": 1
                     *         },
                     *         {
                     *           "topicId": "0.0.1047",
                     *           "role": "adminKey",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100d84945712dd5005b306ce36aafe2947bc7f9af794603c3c109ee2d2769394d11"
                     *           ],
                     *           "missing": 1
                     *         },
                     *         {
                     *           "role": "newKey",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100d84945712dd5005b306ce36aafe2947bc7f9af794603c3c109ee2d2769394d11"
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postHcsMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1036 */
                topic: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "message": "hello",
                 *       "signature": "0x70fa1a559156dd40555ef274d138fe1045d4710634263d59bc8cb1a8e9ad1c7232ab131a656d2ea797ba6f065650a9bf8939373f04dad4b4f64801e5cac7050e"
                 *     }
                 */
                "application/json": {
                    /** @description the message to submit */
                    message: string;
                    signature?: components["schemas"]["Bytes"];
                    /** @description the most that one transaction may charge in custom fees: for a token that is sent, or for a message on a topic, by denomination. A token with a fee schedule key must be named, even with no fees: its issuer may raise them until the transaction is executed */
                    maxCustomFees?: {
                        id: components["schemas"]["TokenId"];
                        /** @description the highest fees, one for each token */
                        fees: {
                            token_id: "HBAR" | components["schemas"]["TokenId"];
                            amount: components["schemas"]["Amount"];
                        }[];
                    }[];
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1032@1795902945.033964709",
                     *       "bytes": "CmcqZQphChgKCwjhm63YBhClhZkQEgcIABAAGIgIGAASBggAEAAYAxiAhK9f",
                     *       "bodyBytes": "ChgKCwjhm63YBhClhZkQEgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEy",
                     *       "expiresAt": "2026-11-28T21:58:00.034Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1032",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         },
                     *         {
                     *           "topicId": "0.0.1036",
                     *           "role": "submitKey",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postHtsBurnNftByToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1042 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "serialNumbers": [
                 *         2,
                 *         3
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description the serial numbers of NFTs */
                    serialNumbers: number[];
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1032@1795902945.036871785",
                     *       "bytes": "CkQqQgo+ChgKCwjhm63YBhDpvMoREgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyALICDQoHCAAQABiSCBoCAgMSAA==",
                     *       "bodyBytes": "ChgKCwjhm63YBhDpvMoREgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyALICDQoHCAAQABiSCBoCAgM=",
                     *       "expiresAt": "2026-11-28T21:58:00.037Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1032",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         },
                     *         {
                     *           "tokenId": "0.0.1042",
                     *           "role": "supplyKey",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postHtsBurnTokenByToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1040 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": "100"
                 *     }
                 */
                "application/json": {
                    amount: components["schemas"]["PositiveAmount"];
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1032@1795902945.035060105",
                     *       "bytes": "CkIqQAo8ChgKCwjhm63YBhCJ89sQEgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyALICCwoHCAAQABiQCBBkEgA=",
                     *       "bodyBytes": "ChgKCwjhm63YBhCJ89sQEgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyALICCwoHCAAQABiQCBBk",
                     *       "expiresAt": "2026-11-28T21:58:00.036Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1032",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         },
                     *         {
                     *           "tokenId": "0.0.1040",
                     *           "role": "supplyKey",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postHtsCreateToken: {
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
                 *       "name": "Pass",
                 *       "symbol": "P",
                 *       "initialSupply": 9
                 *     }
                 */
                "application/json": {
                    name: string;
                    /** @description the symbol, such as USDC */
                    symbol: string;
                    treasuryAccountId?: components["schemas"]["AccountId"];
                    /** @description how many decimal places the token has: a balance counts units of 10^-decimals */
                    decimals?: number;
                    /** @description an amount in the token's smallest unit: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                    initialSupply?: components["schemas"]["Amount"];
                    /** @description 0 infinite, 1 finite */
                    supplyType?: {
                        /**
                         * @description the ledger's number for it
                         * @enum {unknown}
                         */
                        _code: 0 | 1;
                    };
                    /** @description an amount in the token's smallest unit: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                    maxSupply?: components["schemas"]["Amount"];
                    /** @description an amount in tinybars: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                    maxTransactionFee?: components["schemas"]["Amount"];
                    /** @description 0 fungible, 1 non-fungible */
                    tokenType?: {
                        /**
                         * @description the ledger's number for it
                         * @enum {unknown}
                         */
                        _code: 0 | 1;
                    };
                    /** @description the key that freezes accounts for the token */
                    freezeKey?: boolean;
                    /** @description the key that pauses the token */
                    pauseKey?: boolean;
                    /** @description the key that may change and delete it */
                    adminKey?: boolean;
                    /** @description the key that grants and revokes KYC */
                    kycKey?: boolean;
                    /** @description the key that wipes balances */
                    wipeKey?: boolean;
                    /** @description the key that mints and burns */
                    supplyKey?: boolean;
                    /** @description the key that replaces the custom fees */
                    feeScheduleKey?: boolean;
                    /** @description the custom fees that transfers are charged */
                    customFees?: {
                        /**
                         * @description the kind of fee
                         * @enum {unknown}
                         */
                        feeType: "fixed" | "fractional" | "royalty";
                        /** @description an amount in tinybars, or the smallest unit of the denominating token if one is named: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                        amount?: components["schemas"]["Amount"];
                        denominatingTokenId?: components["schemas"]["TokenId"];
                        /** @description an amount in parts: the fee is numerator / denominator of what moves: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                        numerator?: components["schemas"]["Amount"];
                        /** @description an amount in parts: the fee is numerator / denominator of what moves: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                        denominator?: components["schemas"]["Amount"];
                        /** @description an amount in the token's own smallest unit: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                        minimumAmount?: components["schemas"]["Amount"];
                        /** @description an amount in the token's own smallest unit: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                        maximumAmount?: components["schemas"]["Amount"];
                        /** @description whether the sender pays the fee on top of what is transferred */
                        netOfTransfers?: boolean;
                        /** @description hbarAmount in tinybars, or amount of denominatingTokenId */
                        fallbackFee?: {
                            /** @description an amount in tinybars: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                            hbarAmount?: components["schemas"]["Amount"];
                            /** @description an amount in tinybars, or the smallest unit of the denominating token if one is named: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                            amount?: components["schemas"]["Amount"];
                            denominatingTokenId?: components["schemas"]["TokenId"];
                        };
                        feeCollectorAccountId: components["schemas"]["AccountId"];
                        /** @description whether no fee collector of the token pays this fee */
                        allCollectorsAreExempt?: boolean;
                    }[];
                    /** @description whether accounts are frozen for the token until it is unfrozen for them */
                    freezeDefault?: boolean;
                    /**
                     * a consensus timestamp, seconds.nanoseconds
                     * @description seconds.nanoseconds; missing digits at the end count as zeros
                     * @example 1700000000.000000001
                     */
                    validatorConsensusTimestamp?: string;
                    /** @description at most 100 bytes */
                    memo?: string;
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1035@1795903510.840952327",
                     *       "bytes": "CnQqcgpuChkKDAiWoK3YBhCH1P+QAxIHCAAQABiLCBgAEgYIABAAGAMYgLzB",
                     *       "bodyBytes": "ChkKDAiWoK3YBhCH1P+QAxIHCAAQABiLCBgAEgYIABAAGAMYgLzBlgsiAwiH",
                     *       "expiresAt": "2026-11-28T22:07:25.841Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1035",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100c52d663612886eddddb55f9df1bdfe48f798f3ff2dd779404546d4ca5ee079d2"
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    deleteHtsDeleteByToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1040 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1032@1795902945.036426751",
                     *       "bytes": "CkAqPgo6ChgKCwjhm63YBhD/p68REgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyAJoCCQoHCAAQABiQCBIA",
                     *       "bodyBytes": "ChgKCwjhm63YBhD/p68REgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyAJoCCQoHCAAQABiQCA==",
                     *       "expiresAt": "2026-11-28T21:58:00.037Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1032",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         },
                     *         {
                     *           "tokenId": "0.0.1040",
                     *           "role": "adminKey",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postHtsFreezeByToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1040 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "walletId": "0.0.1035"
                 *     }
                 */
                "application/json": {
                    walletId: components["schemas"]["AccountId"];
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1032@1795902945.035735127",
                     *       "bytes": "CkkqRwpDChgKCwjhm63YBhDXjIUREgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyAPoBEgoHCAAQABiQCBIHCAAQABiLCBIA",
                     *       "bodyBytes": "ChgKCwjhm63YBhDXjIUREgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyAPoBEgoHCAAQABiQCBIHCAAQABiLCA==",
                     *       "expiresAt": "2026-11-28T21:58:00.036Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1032",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         },
                     *         {
                     *           "tokenId": "0.0.1040",
                     *           "role": "freezeKey",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postHtsUnfreezeByToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1040 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "walletId": "0.0.1035"
                 *     }
                 */
                "application/json": {
                    walletId: components["schemas"]["AccountId"];
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1032@1795902945.035822285",
                     *       "bytes": "CkkqRwpDChgKCwjhm63YBhDNtYoREgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyAIICEgoHCAAQABiQCBIHCAAQABiLCBIA",
                     *       "bodyBytes": "ChgKCwjhm63YBhDNtYoREgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyAIICEgoHCAAQABiQCBIHCAAQABiLCA==",
                     *       "expiresAt": "2026-11-28T21:58:00.036Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1032",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         },
                     *         {
                     *           "tokenId": "0.0.1040",
                     *           "role": "freezeKey",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postHtsGrantKycByToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1040 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "walletId": "0.0.1035"
                 *     }
                 */
                "application/json": {
                    walletId: components["schemas"]["AccountId"];
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1032@1795902945.035470009",
                     *       "bytes": "CkkqRwpDChgKCwjhm63YBhC59fQQEgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyAIoCEgoHCAAQABiQCBIHCAAQABiLCBIA",
                     *       "bodyBytes": "ChgKCwjhm63YBhC59fQQEgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyAIoCEgoHCAAQABiQCBIHCAAQABiLCA==",
                     *       "expiresAt": "2026-11-28T21:58:00.036Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1032",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         },
                     *         {
                     *           "tokenId": "0.0.1040",
                     *           "role": "kycKey",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postHtsRevokeKycByToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1040 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "walletId": "0.0.1035"
                 *     }
                 */
                "application/json": {
                    walletId: components["schemas"]["AccountId"];
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1032@1795902945.035986560",
                     *       "bytes": "CkkqRwpDChgKCwjhm63YBhCAuZQREgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyAJICEgoHCAAQABiQCBIHCAAQABiLCBIA",
                     *       "bodyBytes": "ChgKCwjhm63YBhCAuZQREgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyAJICEgoHCAAQABiQCBIHCAAQABiLCA==",
                     *       "expiresAt": "2026-11-28T21:58:00.036Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1032",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         },
                     *         {
                     *           "tokenId": "0.0.1040",
                     *           "role": "kycKey",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postHtsMintNftByToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1042 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "metadata": [
                 *         "same"
                 *       ],
                 *       "quantity": 4
                 *     }
                 */
                "application/json": {
                    /** @description a text for each NFT, or one text for all */
                    metadata: string[];
                    /** @description how many NFTs to mint; by default one for each metadata */
                    quantity?: number;
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1032@1795902945.036461539",
                     *       "bytes": "ClgqVgpSChgKCwjhm63YBhDjt7EREgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyAKoCIQoHCAAQABiSCBoEc2FtZRoEc2FtZRoEc2FtZRoEc2FtZRIA",
                     *       "bodyBytes": "ChgKCwjhm63YBhDjt7EREgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyAKoCIQoHCAAQABiSCBoEc2FtZRoEc2FtZRoEc2FtZRoEc2FtZQ==",
                     *       "expiresAt": "2026-11-28T21:58:00.037Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1032",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         },
                     *         {
                     *           "tokenId": "0.0.1042",
                     *           "role": "supplyKey",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postHtsMintTokenByToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1040 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 500
                 *     }
                 */
                "application/json": {
                    amount: components["schemas"]["PositiveAmount"];
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1032@1795902945.035053768",
                     *       "bytes": "CkMqQQo9ChgKCwjhm63YBhDIwdsQEgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyAKoCDAoHCAAQABiQCBD0AxIA",
                     *       "bodyBytes": "ChgKCwjhm63YBhDIwdsQEgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyAKoCDAoHCAAQABiQCBD0Aw==",
                     *       "expiresAt": "2026-11-28T21:58:00.036Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1032",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         },
                     *         {
                     *           "tokenId": "0.0.1040",
                     *           "role": "supplyKey",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    putHtsNetworkKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1048 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1041@1796036004.800673332",
                     *       "bytes": "Ct8CKtwCCooBChkKDAikq7XYBhC0nOX9AhIHCAAQABiRCBgAEgYIABAAGAMY",
                     *       "bodyBytes": "ChkKDAikq7XYBhC0nOX9AhIHCAAQABiRCBgAEgYIABAAGAMYgISvXyIDCIcB",
                     *       "expiresAt": "2026-11-30T10:55:39.801Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1041",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100d84945712dd5005b306ce36aafe2947bc7f9af794603c3c109ee2d2769394d11"
                     *           ],
                     *           "missing": 1
                     *         },
                     *         {
                     *           "tokenId": "0.0.1048",
                     *           "role": "adminKey",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100d84945712dd5005b306ce36aafe2947bc7f9af794603c3c109ee2d2769394d11"
                     *           ],
                     *           "missing": 1
                     *         },
                     *         {
                     *           "role": "newKey",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100d84945712dd5005b306ce36aafe2947bc7f9af794603c3c109ee2d2769394d11"
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postHtsPauseByToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1050 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1032@1795903510.846096144",
                     *       "bytes": "CkEqPwo7ChkKDAiWoK3YBhCQzrmTAxIHCAAQABiICBgAEgYIABAAGAMYgISvXyIDCIcBMgDyAgkKBwgAEAAYmggSAA==",
                     *       "bodyBytes": "ChkKDAiWoK3YBhCQzrmTAxIHCAAQABiICBgAEgYIABAAGAMYgISvXyIDCIcBMgDyAgkKBwgAEAAYmgg=",
                     *       "expiresAt": "2026-11-28T22:07:25.847Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1032",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100b9a25c0e47e458520827698e4d73e7d6a83711c24e726f5867a5cee9b07c3624"
                     *           ],
                     *           "missing": 1
                     *         },
                     *         {
                     *           "tokenId": "0.0.1050",
                     *           "role": "pauseKey",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100b9a25c0e47e458520827698e4d73e7d6a83711c24e726f5867a5cee9b07c3624"
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postHtsUnpauseByToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1050 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1032@1795903510.846232019",
                     *       "bytes": "CkEqPwo7ChkKDAiWoK3YBhDT88GTAxIHCAAQABiICBgAEgYIABAAGAMYgISvXyIDCIcBMgD6AgkKBwgAEAAYmggSAA==",
                     *       "bodyBytes": "ChkKDAiWoK3YBhDT88GTAxIHCAAQABiICBgAEgYIABAAGAMYgISvXyIDCIcBMgD6AgkKBwgAEAAYmgg=",
                     *       "expiresAt": "2026-11-28T22:07:25.847Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1032",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100b9a25c0e47e458520827698e4d73e7d6a83711c24e726f5867a5cee9b07c3624"
                     *           ],
                     *           "missing": 1
                     *         },
                     *         {
                     *           "tokenId": "0.0.1050",
                     *           "role": "pauseKey",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100b9a25c0e47e458520827698e4d73e7d6a83711c24e726f5867a5cee9b07c3624"
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    patchHtsUpdateByToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1050 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Renamed"
                 *     }
                 */
                "application/json": {
                    currentTreasury?: components["schemas"]["AccountId"];
                    newTreasuryKey?: components["schemas"]["Key"];
                    name?: string;
                    /** @description the symbol, such as USDC */
                    symbol?: string;
                    /** @description at most 100 bytes */
                    memo?: string;
                    newTreasuryAccountId?: components["schemas"]["AccountId"];
                    adminKey?: components["schemas"]["Key"];
                    kycKey?: components["schemas"]["Key"];
                    freezeKey?: components["schemas"]["Key"];
                    wipeKey?: components["schemas"]["Key"];
                    supplyKey?: components["schemas"]["Key"];
                    feeScheduleKey?: components["schemas"]["Key"];
                    pauseKey?: components["schemas"]["Key"];
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1032@1795903510.845367993",
                     *       "bytes": "CrQBKrEBCkcKGQoMCJagrdgGELmVjZMDEgcIABAAGIgIGAASBggAEAAYAxiA",
                     *       "bodyBytes": "ChkKDAiWoK3YBhC5lY2TAxIHCAAQABiICBgAEgYIABAAGAMYgISvXyIDCIcBMgCiAhUKBwgAEAAYmggaB1JlbmFtZWSQAQA=",
                     *       "expiresAt": "2026-11-28T22:07:25.846Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1032",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100b9a25c0e47e458520827698e4d73e7d6a83711c24e726f5867a5cee9b07c3624"
                     *           ],
                     *           "missing": 1
                     *         },
                     *         {
                     *           "tokenId": "0.0.1050",
                     *           "role": "adminKey",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100b9a25c0e47e458520827698e4d73e7d6a83711c24e726f5867a5cee9b07c3624"
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    patchHtsUpdateFees: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1050 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "customFees": {
                 *         "fixed_fees": [
                 *           {
                 *             "amount": 3,
                 *             "collector_account_id": "0.0.1032"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description the custom fees that transfers are charged */
                    customFees: {
                        /** @description fees of a fixed amount */
                        fixed_fees?: {
                            /** @description an amount in tinybars, or the smallest unit of the denominating token if one is named: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                            amount: components["schemas"]["Amount"];
                            denominating_token_id?: components["schemas"]["TokenId"] | null;
                            collector_account_id: components["schemas"]["AccountId"];
                            /** @description whether no fee collector of the token pays this fee */
                            all_collectors_are_exempt?: boolean;
                        }[];
                        /** @description fees that are a part of what is transferred */
                        fractional_fees?: {
                            /** @description the fraction: numerator and denominator */
                            amount: {
                                /** @description an amount in parts: the fee is numerator / denominator of what moves: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                                numerator: components["schemas"]["Amount"];
                                /** @description an amount in parts: the fee is numerator / denominator of what moves: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                                denominator: components["schemas"]["Amount"];
                            };
                            minimum?: components["schemas"]["Amount"] | null;
                            maximum?: components["schemas"]["Amount"] | null;
                            /** @description whether the sender pays the fee on top of what is transferred */
                            net_of_transfers?: boolean;
                            denominating_token_id?: components["schemas"]["TokenId"] | null;
                            collector_account_id: components["schemas"]["AccountId"];
                            /** @description whether no fee collector of the token pays this fee */
                            all_collectors_are_exempt?: boolean;
                        }[];
                        /** @description fees that are a part of the price of an NFT */
                        royalty_fees?: {
                            /** @description the fraction: numerator and denominator */
                            amount: {
                                /** @description an amount in parts: the fee is numerator / denominator of what moves: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                                numerator: components["schemas"]["Amount"];
                                /** @description an amount in parts: the fee is numerator / denominator of what moves: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                                denominator: components["schemas"]["Amount"];
                            };
                            /** @description the fixed fee if the NFT is transferred without a price */
                            fallback_fee?: {
                                /** @description an amount in tinybars, or the smallest unit of the denominating token if one is named: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                                amount: components["schemas"]["Amount"];
                                denominating_token_id?: components["schemas"]["TokenId"] | null;
                            } | null;
                            collector_account_id: components["schemas"]["AccountId"];
                            /** @description whether no fee collector of the token pays this fee */
                            all_collectors_are_exempt?: boolean;
                        }[];
                    };
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1032@1795903510.846269477",
                     *       "bytes": "CrkBKrYBCkwKGQoMCJagrdgGEKWYxJMDEgcIABAAGIgIGAASBggAEAAYAxiA",
                     *       "bodyBytes": "ChkKDAiWoK3YBhClmMSTAxIHCAAQABiICBgAEgYIABAAGAMYgISvXyIDCIcBMgDqAhoKBwgAEAAYmggSDwoCCAMaBwgAEAAYiAgoAA==",
                     *       "expiresAt": "2026-11-28T22:07:25.847Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1032",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100b9a25c0e47e458520827698e4d73e7d6a83711c24e726f5867a5cee9b07c3624"
                     *           ],
                     *           "missing": 1
                     *         },
                     *         {
                     *           "tokenId": "0.0.1050",
                     *           "role": "feeScheduleKey",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100b9a25c0e47e458520827698e4d73e7d6a83711c24e726f5867a5cee9b07c3624"
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postHtsWipeNftByToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1042 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "serialNumbers": [
                 *         1
                 *       ],
                 *       "account_id": "0.0.1035"
                 *     }
                 */
                "application/json": {
                    /** @description the serial numbers of NFTs */
                    serialNumbers: number[];
                    account_id: components["schemas"]["AccountId"];
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1032@1795902945.036832471",
                     *       "bytes": "CkwqSgpGChgKCwjhm63YBhDXicgREgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyALoCFQoHCAAQABiSCBIHCAAQABiLCCIBARIA",
                     *       "bodyBytes": "ChgKCwjhm63YBhDXicgREgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyALoCFQoHCAAQABiSCBIHCAAQABiLCCIBAQ==",
                     *       "expiresAt": "2026-11-28T21:58:00.037Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1032",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         },
                     *         {
                     *           "tokenId": "0.0.1042",
                     *           "role": "wipeKey",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postHtsWipeTokenByToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1040 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 20,
                 *       "account_id": "0.0.1035"
                 *     }
                 */
                "application/json": {
                    amount: components["schemas"]["PositiveAmount"];
                    account_id: components["schemas"]["AccountId"];
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1032@1795902945.035835769",
                     *       "bytes": "CksqSQpFChgKCwjhm63YBhD5nosREgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyALoCFAoHCAAQABiQCBIHCAAQABiLCBgUEgA=",
                     *       "bodyBytes": "ChgKCwjhm63YBhD5nosREgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyALoCFAoHCAAQABiQCBIHCAAQABiLCBgU",
                     *       "expiresAt": "2026-11-28T21:58:00.036Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1032",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         },
                     *         {
                     *           "tokenId": "0.0.1040",
                     *           "role": "wipeKey",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postAccounts: {
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
                 *       "validatorConsensusTimestamp": "1795903826.048007000",
                 *       "balance": 200000000,
                 *       "maxAutomaticTokenAssociations": 5
                 *     }
                 */
                "application/json": {
                    /**
                     * a consensus timestamp, seconds.nanoseconds
                     * @description seconds.nanoseconds; missing digits at the end count as zeros
                     * @example 1700000000.000000001
                     */
                    validatorConsensusTimestamp?: string;
                    /** @description at most 100 bytes */
                    memo?: string;
                    /** @description an amount in tinybars: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                    balance?: components["schemas"]["Amount"];
                    /** @description how many tokens are associated automatically when they arrive; -1: any number */
                    maxAutomaticTokenAssociations?: number;
                    /** @description whether the account must sign for what it receives */
                    isReceiverSignatureRequired?: boolean;
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1032@1795903821.049271005",
                     *       "bytes": "CoEBKn8KewoYCgsIzaKt2AYQ3aG/FxIHCAAQABiICBgAEgYIABAAGAMYgISv",
                     *       "bodyBytes": "ChgKCwjNoq3YBhDdob8XEgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEy",
                     *       "expiresAt": "2026-11-28T22:12:36.050Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1032",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100c3dc487658f9fd421ea5b960c11c9558cfce3fb25a706c327d2a676cee604bf0"
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    getAccountsByWallet: {
        parameters: {
            query?: {
                /** @description the chain; by default the session's, else the first of CHAINS */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1034 */
                wallet: string;
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
                     *       "balance": "700000000",
                     *       "accountId": "0.0.1034",
                     *       "contractAccountId": "000000000000000000000000000000000000040a",
                     *       "isDeleted": false,
                     *       "proxyAccountId": null,
                     *       "proxyReceived": "0",
                     *       "key": "302a300506032b65700321003e8d2321200cfb2824340a8733b85e16b89259b63cd2e7194059c95df5d60bea",
                     *       "sendRecordThreshold": "0",
                     *       "receiveRecordThreshold": "0",
                     *       "isReceiverSignatureRequired": false,
                     *       "expirationTime": "1803679081.000000000",
                     *       "autoRenewPeriod": {
                     *         "seconds": {
                     *           "low": 7776000,
                     *           "high": 0,
                     *           "unsigned": false
                     *         }
                     *       },
                     *       "accountMemo": "bob",
                     *       "ownedNfts": 1,
                     *       "maxAutomaticTokenAssociations": 10,
                     *       "aliasKey": null,
                     *       "ledgerId": "local-node",
                     *       "ethereumNonce": 0,
                     *       "stakingInfo": {
                     *         "declineStakingReward": false,
                     *         "stakePeriodStart": null,
                     *         "pendingReward": 0,
                     *         "stakedToMe": null,
                     *         "stakedAccountId": null,
                     *         "stakedNodeId": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description tinybars */
                        balance: string;
                        /** @description an account id, such as 0.0.1001 */
                        accountId: string;
                        /** @description the account's EVM address, hex */
                        contractAccountId: string | null;
                        /** @description whether it was deleted on the ledger */
                        isDeleted: boolean;
                        /** @description always empty: the ledger no longer has proxy accounts */
                        proxyAccountId: null;
                        /** @description tinybars */
                        proxyReceived: string;
                        key: string | null;
                        /** @description tinybars */
                        sendRecordThreshold: string;
                        /** @description tinybars */
                        receiveRecordThreshold: string;
                        /** @description whether the account must sign for what it receives */
                        isReceiverSignatureRequired: boolean;
                        expirationTime: string | null;
                        /** @description how long a renewal lasts */
                        autoRenewPeriod: {
                            /** @description the period in seconds, as the two halves of a 64-bit number */
                            seconds: {
                                /** @description the lower 32 bits */
                                low: number;
                                /** @description the upper 32 bits */
                                high: number;
                                /** @description whether the 64 bits are an unsigned number */
                                unsigned: boolean;
                            };
                        };
                        /** @description the account's memo */
                        accountMemo: string;
                        /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                        ownedNfts: number | string;
                        /** @description true if the account holds more tokens than are counted in `ownedNfts` */
                        truncated?: boolean;
                        /** @description how many tokens are associated automatically when they arrive; -1: any number */
                        maxAutomaticTokenAssociations: number;
                        /** @description the account's alias; null or empty if it has none */
                        aliasKey: string | null;
                        /** @description the network: mainnet, testnet, previewnet or local-node */
                        ledgerId: string;
                        /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                        ethereumNonce: number | string;
                        /** @description what the account stakes to */
                        stakingInfo: {
                            /** @description whether the account declines staking rewards */
                            declineStakingReward: boolean;
                            /** @description when the staking period began */
                            stakePeriodStart: string | null;
                            /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                            pendingReward: number | string;
                            stakedToMe: (number | string) | null;
                            /** @description the account that it stakes to */
                            stakedAccountId: string | null;
                            /** @description the consensus node that it stakes to */
                            stakedNodeId: number | null;
                        };
                    };
                };
            };
        };
    };
    putAccountsByWallet: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1038 */
                wallet: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "memo": "mine"
                 *     }
                 */
                "application/json": {
                    /** @description at most 100 bytes */
                    memo?: string;
                    /** @description how many tokens are associated automatically when they arrive; -1: any number */
                    maxAutomaticTokenAssociations?: number;
                    /** @description whether the account must sign for what it receives */
                    isReceiverSignatureRequired?: boolean;
                    /**
                     * the id of a consensus node, or -1 for none
                     * @description a consensus node; -1 ends staking
                     */
                    stakingNode?: number;
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1032@1795903510.839928171",
                     *       "bytes": "Cq8BKqwBCkIKGQoMCJagrdgGEOuSwZADEgcIABAAGIgIGAASBggAEAAYAxiA",
                     *       "bodyBytes": "ChkKDAiWoK3YBhDrksGQAxIHCAAQABiICBgAEgYIABAAGAMYgISvXyIDCIcBMgB6ERIHCAAQABiOCHIGCgRtaW5l",
                     *       "expiresAt": "2026-11-28T22:07:25.840Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1032",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100b9a25c0e47e458520827698e4d73e7d6a83711c24e726f5867a5cee9b07c3624"
                     *           ],
                     *           "missing": 1
                     *         },
                     *         {
                     *           "accountId": "0.0.1038",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100b9a25c0e47e458520827698e4d73e7d6a83711c24e726f5867a5cee9b07c3624"
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    deleteAccountsByWallet: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1043 */
                wallet: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "transferAccountId": "0.0.1035"
                 *     }
                 */
                "application/json": {
                    transferAccountId: components["schemas"]["AccountId"];
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1032@1795902945.037327086",
                     *       "bytes": "CkgqRgpCChgKCwjhm63YBhDuoeYREgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyAGISCgcIABAAGIsIEgcIABAAGJMIEgA=",
                     *       "bodyBytes": "ChgKCwjhm63YBhDuoeYREgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyAGISCgcIABAAGIsIEgcIABAAGJMI",
                     *       "expiresAt": "2026-11-28T21:58:00.038Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1032",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         },
                     *         {
                     *           "accountId": "0.0.1043",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302d300706052b8104000a03220003671310b7348e983a13808ead785f148cb165e96cb1bc017cbd37228a01d65b40"
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    putAccountsNetworkKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1044 */
                wallet: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1041@1796035810.872397192",
                     *       "bytes": "CtsCKtgCCoYBChkKDAjiqbXYBhCI8/6fAxIHCAAQABiRCBgAEgYIABAAGAMY",
                     *       "bodyBytes": "ChkKDAjiqbXYBhCI8/6fAxIHCAAQABiRCBgAEgYIABAAGAMYgISvXyIDCIcB",
                     *       "expiresAt": "2026-11-30T10:52:25.873Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1041",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b657003210027dab241a1865197a238ff48e426fef7f1d5350b36aaf1af6acfbb4f1fc28374"
                     *           ],
                     *           "missing": 1
                     *         },
                     *         {
                     *           "accountId": "0.0.1044",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b657003210027dab241a1865197a238ff48e426fef7f1d5350b36aaf1af6acfbb4f1fc28374"
                     *           ],
                     *           "missing": 1
                     *         },
                     *         {
                     *           "role": "newKey",
                     *           "publicKeys": [
                     *             "302a300506032b657003210027dab241a1865197a238ff48e426fef7f1d5350b36aaf1af6acfbb4f1fc28374"
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postAccountsAllowanceApprove: {
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
                 *       "type": "nft",
                 *       "tokenId": "0.0.1042",
                 *       "ownerAccountId": "0.0.1032",
                 *       "spenderAccountId": "0.0.1035",
                 *       "serialNumbers": [
                 *         2
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @enum {unknown} */
                    type: "hbar" | "token" | "nft";
                    ownerAccountId?: components["schemas"]["AccountId"];
                    spenderAccountId?: components["schemas"]["AccountId"];
                    tokenId?: components["schemas"]["TokenId"];
                    /** @description an amount in tinybars for hbar, the smallest unit of tokenId for token: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                    amount?: components["schemas"]["Amount"];
                    /** @description the serial numbers of NFTs */
                    serialNumbers?: number[];
                    /** @description whether it is for all NFTs of the token */
                    allSerials?: boolean;
                    /** @description the most that one transaction may charge in custom fees: for a token that is sent, or for a message on a topic, by denomination. A token with a fee schedule key must be named, even with no fees: its issuer may raise them until the transaction is executed */
                    maxCustomFees?: {
                        id: components["schemas"]["TokenId"];
                        /** @description the highest fees, one for each token */
                        fees: {
                            token_id: "HBAR" | components["schemas"]["TokenId"];
                            amount: components["schemas"]["Amount"];
                        }[];
                    }[];
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1032@1795902945.036801445",
                     *       "bytes": "ClcqVQpRChgKCwjhm63YBhCll8YREgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyAIIDIBIeCgcIABAAGJIIEgcIABAAGIgIGgcIABAAGIsIIgECEgA=",
                     *       "bodyBytes": "ChgKCwjhm63YBhCll8YREgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyAIIDIBIeCgcIABAAGJIIEgcIABAAGIgIGgcIABAAGIsIIgEC",
                     *       "expiresAt": "2026-11-28T21:58:00.037Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1032",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postAccountsAllowanceDelete: {
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
                 *       "type": "token",
                 *       "ownerAccountId": "0.0.1032",
                 *       "spenderAccountId": "0.0.1035",
                 *       "amount": 3,
                 *       "tokenId": "0.0.1044"
                 *     }
                 */
                "application/json": {
                    /** @enum {unknown} */
                    type: "hbar" | "token" | "nft";
                    ownerAccountId?: components["schemas"]["AccountId"];
                    spenderAccountId?: components["schemas"]["AccountId"];
                    tokenId?: components["schemas"]["TokenId"];
                    /** @description an amount in tinybars for hbar, the smallest unit of tokenId for token: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                    amount?: components["schemas"]["Amount"];
                    /** @description the serial numbers of NFTs */
                    serialNumbers?: number[];
                    /** @description whether it is for all NFTs of the token */
                    allSerials?: boolean;
                    /** @description the most that one transaction may charge in custom fees: for a token that is sent, or for a message on a topic, by denomination. A token with a fee schedule key must be named, even with no fees: its issuer may raise them until the transaction is executed */
                    maxCustomFees?: {
                        id: components["schemas"]["TokenId"];
                        /** @description the highest fees, one for each token */
                        fees: {
                            token_id: "HBAR" | components["schemas"]["TokenId"];
                            amount: components["schemas"]["Amount"];
                        }[];
                    }[];
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1032@1795902945.037939833",
                     *       "bytes": "ClYqVApQChgKCwjhm63YBhD51IsSEgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyAIIDHxodCgcIABAAGJQIEgcIABAAGIgIGgcIABAAGIsIIAASAA==",
                     *       "bodyBytes": "ChgKCwjhm63YBhD51IsSEgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyAIIDHxodCgcIABAAGJQIEgcIABAAGIgIGgcIABAAGIsIIAA=",
                     *       "expiresAt": "2026-11-28T21:58:00.038Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1032",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postAccountsTransferAtomicSwap: {
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
                 *       "from": "0.0.1032",
                 *       "to": "0.0.1035",
                 *       "token_id": "0.0.1045",
                 *       "decimals": 1,
                 *       "amount": 30,
                 *       "counter": {
                 *         "token_id": "HBAR",
                 *         "amount": 500
                 *       }
                 *     }
                 */
                "application/json": {
                    token_id: components["schemas"]["TokenId"];
                    /** @description how many decimal places the token has: a balance counts units of 10^-decimals */
                    decimals?: number;
                    amount: components["schemas"]["PositiveAmount"];
                    /** @description what `to` gives for it. If absent, the `swapConditions.prices` of the validator of `from`; nothing without a validator */
                    counter?: {
                        token_id: "HBAR" | components["schemas"]["TokenId"];
                        /** @description an amount in the smallest unit of token_id (tinybars of 'HBAR'): an integer from 1 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                        amount: components["schemas"]["PositiveAmount"];
                        /** @description how many decimal places the token has: a balance counts units of 10^-decimals */
                        decimals?: number;
                    };
                    /** @description the most that one transaction may charge in custom fees: for a token that is sent, or for a message on a topic, by denomination. A token with a fee schedule key must be named, even with no fees: its issuer may raise them until the transaction is executed */
                    maxCustomFees?: {
                        id: components["schemas"]["TokenId"];
                        /** @description the highest fees, one for each token */
                        fees: {
                            token_id: "HBAR" | components["schemas"]["TokenId"];
                            amount: components["schemas"]["Amount"];
                        }[];
                    }[];
                    from: components["schemas"]["AccountId"];
                    to: components["schemas"]["AccountId"];
                    /** @description at most 100 bytes */
                    memo?: string;
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1032@1795902945.038264900",
                     *       "bytes": "CoYBKoMBCn8KGAoLCOGbrdgGEMTAnxISBwgAEAAYiAgYABIGCAAQABgDGIDC",
                     *       "bodyBytes": "ChgKCwjhm63YBhDEwJ8SEgcIABAAGIgIGAASBggAEAAYAxiAwtcvIgMIhwEy",
                     *       "expiresAt": "2026-11-28T21:58:00.039Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1032",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         },
                     *         {
                     *           "accountId": "0.0.1035",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302d300706052b8104000a03220003671310b7348e983a13808ead785f148cb165e96cb1bc017cbd37228a01d65b40"
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postAccountsTransferHbar: {
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
                 *       "from": "0.0.1041",
                 *       "to": "0.0.1039",
                 *       "amount": 4000000000,
                 *       "sender": {
                 *         "id": "0.0.1039"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description an amount in tinybars: an integer from 1 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                    amount: components["schemas"]["PositiveAmount"];
                    from: components["schemas"]["AccountId"];
                    to: components["schemas"]["AccountId"];
                    /** @description at most 100 bytes */
                    memo?: string;
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1039@1795904023.982081054",
                     *       "bytes": "Cl8qXQpZChkKDAiXpK3YBhCevKXUAxIHCAAQABiPCBgAEgYIABAAGAMYgMLX",
                     *       "bodyBytes": "ChkKDAiXpK3YBhCevKXUAxIHCAAQABiPCBgAEgYIABAAGAMYgMLXLyIDCIcBMgByKAomChEKBwgAEAAYjwgQgKDZ5h0YAAoRCgcIABAAGJEIEP+f2eYdGAA=",
                     *       "expiresAt": "2026-11-28T22:15:58.983Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1039",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100af9af7d7592eb58425b3727da8ca24ce6899b33d254099a039ddb713882d0e98"
                     *           ],
                     *           "missing": 1
                     *         },
                     *         {
                     *           "accountId": "0.0.1041",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100ecfd18d9510f4bc52696738932c55e528e34031dada0200443c23383d19b5949",
                     *             "302a300506032b6570032100704c181df10661e2f7604105fa3bc291b0b89baeea627deaefc5ebdc92308748",
                     *             "302a300506032b6570032100af9af7d7592eb58425b3727da8ca24ce6899b33d254099a039ddb713882d0e98"
                     *           ],
                     *           "missing": 2
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postAccountsTransferNft: {
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
                 *       "nft": "0.0.1042",
                 *       "from": "0.0.1032",
                 *       "to": "0.0.1035",
                 *       "serial_number": 1,
                 *       "memo": "yours"
                 *     }
                 */
                "application/json": {
                    nft: components["schemas"]["TokenId"];
                    /** @description the serial number of the NFT, from 1 */
                    serial_number: number;
                    /** @description the most that one transaction may charge in custom fees: for a token that is sent, or for a message on a topic, by denomination. A token with a fee schedule key must be named, even with no fees: its issuer may raise them until the transaction is executed */
                    maxCustomFees?: {
                        id: components["schemas"]["TokenId"];
                        /** @description the highest fees, one for each token */
                        fees: {
                            token_id: "HBAR" | components["schemas"]["TokenId"];
                            amount: components["schemas"]["Amount"];
                        }[];
                    }[];
                    from: components["schemas"]["AccountId"];
                    to: components["schemas"]["AccountId"];
                    /** @description at most 100 bytes */
                    memo?: string;
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1032@1795902945.036625767",
                     *       "bytes": "CmAqXgpaChgKCwjhm63YBhDnursREgcIABAAGIgIGAASBggAEAAYAxiAwtcv",
                     *       "bodyBytes": "ChgKCwjhm63YBhDnursREgcIABAAGIgIGAASBggAEAAYAxiAwtcvIgMIhwEyBXlvdXJzciUKABIhCgcIABAAGJIIGhYKBwgAEAAYiAgSBwgAEAAYiwgYASAA",
                     *       "expiresAt": "2026-11-28T21:58:00.037Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1032",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postAccountsTransferToken: {
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
                 *       "token_id": "0.0.1040",
                 *       "from": "0.0.1032",
                 *       "to": "0.0.1035",
                 *       "amount": 50,
                 *       "decimals": 2,
                 *       "memo": "rent"
                 *     }
                 */
                "application/json": {
                    token_id: components["schemas"]["TokenId"];
                    amount: components["schemas"]["PositiveAmount"];
                    /** @description how many decimal places the token has: a balance counts units of 10^-decimals */
                    decimals?: number;
                    /** @description the most that one transaction may charge in custom fees: for a token that is sent, or for a message on a topic, by denomination. A token with a fee schedule key must be named, even with no fees: its issuer may raise them until the transaction is executed */
                    maxCustomFees?: {
                        id: components["schemas"]["TokenId"];
                        /** @description the highest fees, one for each token */
                        fees: {
                            token_id: "HBAR" | components["schemas"]["TokenId"];
                            amount: components["schemas"]["Amount"];
                        }[];
                    }[];
                    from: components["schemas"]["AccountId"];
                    to: components["schemas"]["AccountId"];
                    /** @description at most 100 bytes */
                    memo?: string;
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1032@1795902945.035591358",
                     *       "bytes": "CmkqZwpjChgKCwjhm63YBhC+qfwQEgcIABAAGIgIGAASBggAEAAYAxiAwtcv",
                     *       "bodyBytes": "ChgKCwjhm63YBhC+qfwQEgcIABAAGIgIGAASBggAEAAYAxiAwtcvIgMIhwEy",
                     *       "expiresAt": "2026-11-28T21:58:00.036Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1032",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b6570032100cd87010344160fa2d9c105ba98fbe6b0f68c072d75848af0f11580f31976332d"
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postContractsCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1046 */
                contract: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": "0x0a754de6",
                 *       "gas": 60000
                 *     }
                 */
                "application/json": {
                    /**
                     * the function and its arguments, in hex (0x)
                     * @description the selector of the function and its encoded arguments, in hex; without it, only hbars are sent
                     * @example 0x0a754de6
                     */
                    data?: string;
                    /** @description the maximum gas that the call may use */
                    gas: number;
                    /** @description an amount in tinybars: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991) */
                    amount?: components["schemas"]["Amount"];
                    sender?: components["schemas"]["Sender"];
                    dao?: components["schemas"]["DecisionReference"];
                    /** @description whether to answer bytes to sign in any case */
                    isOfflineTransaction?: boolean;
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
                     *       "status": "SIGNATURE_REQUIRED",
                     *       "transactionId": "0.0.1032@1796030230.124882315",
                     *       "bytes": "CkkqRwpDChgKCwiW/rTYBhCLm8Y7EgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyADoTCgcIABAAGJYIEODUAyIECnVN5hIA",
                     *       "bodyBytes": "ChgKCwiW/rTYBhCLm8Y7EgcIABAAGIgIGAASBggAEAAYAxiAhK9fIgMIhwEyADoTCgcIABAAGJYIEODUAyIECnVN5g==",
                     *       "expiresAt": "2026-11-30T09:19:25.125Z",
                     *       "signers": [
                     *         {
                     *           "accountId": "0.0.1032",
                     *           "role": "key",
                     *           "publicKeys": [
                     *             "302a300506032b657003210052f5127d3049dacf29c8a24d95b98fac6d06063ea6bd55ab76a45a0244a97b1c"
                     *           ],
                     *           "missing": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"] | components["schemas"]["SignatureRequired"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postTransactionsSubmit: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description bytes: the answer of a write, signed by the wallet; or unchanged, together with the signature of a key of the payer (64 bytes or a SignatureMap) */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "bytes": "Ck0qSwpHChgKCwjho63YBhD98rIdEgcIABAAGI4IGAASBggAEAAYAxiAhK9fIgMImwEyAIIDFgoUCgcIABAAGI4IEgcIABAAGIsIGAkSAA=="
                 *     }
                 */
                "application/json": {
                    bytes: components["schemas"]["Bytes"];
                    signature?: components["schemas"]["Bytes"];
                    /** @description if the answer of the write has `ownership`: its request, and the signature of its text by the account (64 bytes or a SignatureMap) */
                    ownership?: {
                        request: components["schemas"]["RequestAgain"];
                        signature?: components["schemas"]["Bytes"];
                    };
                };
            };
        };
        responses: {
            /** @description Done: the fields of the receipt */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "SUCCESS",
                     *       "transactionId": "0.0.1038@1795903969.061651325",
                     *       "consensusTimestamp": "1795903974.051058000"
                     *     }
                     */
                    "application/json": components["schemas"]["WriteSuccess"];
                };
            };
            /** @description Submitted, but not confirmed yet: ask GET /transactions/receipt/{transactionId} */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePending"];
                };
            };
        };
    };
    postValidatorsAccounts: {
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
                 *       "smartNodeSecurity": "full",
                 *       "actionsConditions": {
                 *         "values": [
                 *           "transfer/atomic-swap"
                 *         ],
                 *         "controller": "anyone"
                 *       },
                 *       "swapConditions": {
                 *         "prices": [
                 *           {
                 *             "token_id": "0.0.1048",
                 *             "amount": 10,
                 *             "counter": {
                 *               "token_id": "HBAR",
                 *               "amount": 25
                 *             }
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AccountValidator"];
            };
        };
        responses: {
            /** @description The consensus timestamp that names it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example 1795903515.837053000 */
                    "text/plain": string;
                };
            };
        };
    };
    getValidatorsAccountsByTimestamp: {
        parameters: {
            query?: {
                /** @description the default one if absent */
                chain?: string;
            };
            header?: never;
            path: {
                /**
                 * @description the consensus timestamp that names it
                 * @example 1795904213.925007000
                 */
                timestamp: string;
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
                     *       "smartNodeSecurity": "full",
                     *       "actionsConditions": {
                     *         "values": [
                     *           "transfer/hbar"
                     *         ],
                     *         "controller": "dao:0.0.1036"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AccountValidator"];
                };
            };
        };
    };
    postValidatorsConsensus: {
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
                 *       "smartNodeSecurity": "full",
                 *       "actionsConditions": {
                 *         "create": [
                 *           "anyone"
                 *         ],
                 *         "update": [
                 *           "owner"
                 *         ],
                 *         "delete": [
                 *           "nobody"
                 *         ]
                 *       },
                 *       "updateConditions": {
                 *         "memo": "owner"
                 *       },
                 *       "customInterface": {
                 *         "parameters": {
                 *           "text": {
                 *             "type": "string",
                 *             "maxLength": 5
                 *           },
                 *           "size": {
                 *             "type": "integer"
                 *           }
                 *         },
                 *         "conditions": [
                 *           {
                 *             "required": [
                 *               "text"
                 *             ]
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TopicValidator"];
            };
        };
        responses: {
            /** @description The consensus timestamp that names it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example 1795903515.837068000 */
                    "text/plain": string;
                };
            };
        };
    };
    getValidatorsConsensusByTimestamp: {
        parameters: {
            query?: {
                /** @description the default one if absent */
                chain?: string;
            };
            header?: never;
            path: {
                /**
                 * @description the consensus timestamp that names it
                 * @example 1795903515.837008000
                 */
                timestamp: string;
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
                     *       "smartNodeSecurity": "full",
                     *       "tokenGates": {
                     *         "fungibleTokens": [],
                     *         "nonFungibleTokens": []
                     *       },
                     *       "customInterface": {
                     *         "parameters": {
                     *           "text": {
                     *             "type": "string"
                     *           }
                     *         },
                     *         "conditions": []
                     *       },
                     *       "actionsConditions": {
                     *         "create": [
                     *           "anyone"
                     *         ],
                     *         "update": [],
                     *         "delete": [
                     *           "nobody"
                     *         ]
                     *       },
                     *       "updateConditions": {
                     *         "memo": "owner"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TopicValidator"];
                };
            };
        };
    };
    postValidatorsTokens: {
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
                 *       "smartNodeSecurity": "full",
                 *       "actionsConditions": {
                 *         "values": [
                 *           "freeze/token"
                 *         ],
                 *         "controller": {
                 *           "type": "dao",
                 *           "topicId": "0.0.1037"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TokenValidator"];
            };
        };
        responses: {
            /** @description The consensus timestamp that names it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example 1795903974.051027000 */
                    "text/plain": string;
                };
            };
        };
    };
    getValidatorsTokensByTimestamp: {
        parameters: {
            query?: {
                /** @description the default one if absent */
                chain?: string;
            };
            header?: never;
            path: {
                /**
                 * @description the consensus timestamp that names it
                 * @example 1795903515.837009000
                 */
                timestamp: string;
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
                     *       "smartNodeSecurity": "partial",
                     *       "updateConditions": {
                     *         "values": [
                     *           "name"
                     *         ],
                     *         "controller": {
                     *           "type": "owner"
                     *         }
                     *       },
                     *       "actionsConditions": {
                     *         "values": [
                     *           "mint/token"
                     *         ],
                     *         "controller": {
                     *           "type": "dao",
                     *           "topicId": "0.0.9"
                     *         }
                     *       },
                     *       "feesConditions": {
                     *         "values": [],
                     *         "controller": {
                     *           "type": "nobody"
                     *         }
                     *       },
                     *       "keysConditions": {
                     *         "values": [
                     *           "supplyKey"
                     *         ],
                     *         "controller": {
                     *           "type": "owner"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TokenValidator"];
                };
            };
        };
    };
    getValidatorsBindings: {
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
                     *         "entityId": "0.0.1038",
                     *         "kind": "topic",
                     *         "validator": "1795904213.925009000",
                     *         "owner": "0.0.1032",
                     *         "transactionId": "0.0.1032@1795904208.926356555"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Binding"][];
                };
            };
        };
    };
    getValidatorsBindingsByEntityId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description of any of the three
                 * @example 0.0.1037
                 */
                entityId: string;
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
                     *       "entityId": "0.0.1037",
                     *       "kind": "account",
                     *       "validator": "1795904213.925007000",
                     *       "owner": "0.0.1032",
                     *       "transactionId": "0.0.1032@1795904208.926205034"
                     *     }
                     */
                    "application/json": components["schemas"]["Binding"];
                };
            };
        };
    };
    getBallotKeys: {
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
                     *       "networkKeys": [
                     *         "505a695a4e4f5736a8552425176c06756440c7b755374753d109343e72dd36c0"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        networkKeys: string[];
                    };
                };
            };
        };
    };
    postBallotKeys: {
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
                 *       "purpose": {
                 *         "chain": "hedera:devnet",
                 *         "topicId": "0.0.1032",
                 *         "daoId": "00000000-0000-4000-8000-000000000001",
                 *         "proposalId": "00000000-0000-4000-8000-000000000002",
                 *         "endTime": "2026-11-30T06:56:59.793Z"
                 *       },
                 *       "publisher": "0.0.1022",
                 *       "timestamp": "2026-11-30T05:56:59.793Z",
                 *       "signature": "678f358fe983df813695493ce7fed510ce022379944a1cf9638d1f8745a5e1d9e1b6ce566dfd1db1b84c8b82fd5d4aab6888c4b35352bf8b5d4b57004ba96401"
                 *     }
                 */
                "application/json": {
                    /** @description the vote that the key is for */
                    purpose: {
                        /** @description the chain of the DAO */
                        chain: string;
                        /** @description the DAO's topic */
                        topicId: components["schemas"]["TopicId"];
                        /**
                         * an id of the governance service
                         * @example 1f0c1f5e-0f4b-4f39-9f4e-0a3b7f0f2b11
                         */
                        daoId: string;
                        /**
                         * an id of the governance service
                         * @example 1f0c1f5e-0f4b-4f39-9f4e-0a3b7f0f2b11
                         */
                        proposalId: string;
                        /**
                         * a time with milliseconds, in UTC
                         * Format: date-time
                         * @description the end of the voting: no node gives its part of the key before
                         * @example 2026-11-30T12:00:00.000Z
                         */
                        endTime: string;
                    };
                    /** @description the account of the governance service */
                    publisher: components["schemas"]["AccountId"];
                    /**
                     * Format: date-time
                     * @description when it was signed, ISO 8601
                     */
                    timestamp: string;
                    /**
                     * 64 bytes in lower-case hex
                     * @example abababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababab
                     */
                    signature: string;
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
                     *       "topicId": "0.0.1032",
                     *       "publicKey": "7d96744446a7e6559c39d3f91e3d792084b358a700a7aa7493b7834510aa1e13",
                     *       "networkKey": "52dd9f4c84c2d5636109578d292152cc42b3d4f68ca3ca9cf0e0fa574ed4b092",
                     *       "signature": "31bd36a4b7e4c35137e0715484fea5e66d8d98c9f4b56b10cc00efa44f8a3808a459244bd3108ca0c0ad0e9926198ad6d17f241a729ba3da19298d8ef4b5570c"
                     *     }
                     */
                    "application/json": {
                        /** @description a topic id, such as 0.0.1003 */
                        topicId: string;
                        /** @description X25519, hex: ballots are sealed with it */
                        publicKey: string;
                        /** @description Ed25519, hex */
                        networkKey: string;
                        /** @description the network key's signature of what the key is for, hex */
                        signature: string;
                    };
                };
            };
        };
    };
    postBallotKeysOpen: {
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
                 *       "publicKey": "7d96744446a7e6559c39d3f91e3d792084b358a700a7aa7493b7834510aa1e13",
                 *       "closedAt": "1796021819.793000000"
                 *     }
                 */
                "application/json": {
                    /**
                     * 32 bytes in lower-case hex
                     * @example abababababababababababababababababababababababababababababababab
                     */
                    publicKey: string;
                    /**
                     * a consensus timestamp, seconds.nanoseconds
                     * @description the consensus timestamp of the closing record
                     * @example 1700000000.000000001
                     */
                    closedAt: string;
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
                     *       "ballotSecret": "30ca55fbecff6257d2b8719f98c478714d8bc4b26c6d4bbd7abb8bfea3580161",
                     *       "cheaters": []
                     *     }
                     */
                    "application/json": {
                        /** @description X25519, hex */
                        ballotSecret: string;
                        /** @description members that have given wrong parts */
                        cheaters: string[];
                    };
                };
            };
        };
    };
    postSmartNodeDkgBallotKeys: {
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
                 *       "from": "0.0.1022",
                 *       "to": "0.0.1024",
                 *       "timestamp": "2026-11-30T05:56:59.793Z",
                 *       "dkgId": "0.0.1032@1796018219.793010000",
                 *       "purpose": {
                 *         "chain": "hedera:devnet",
                 *         "topicId": "0.0.1032",
                 *         "daoId": "00000000-0000-4000-8000-000000000001",
                 *         "proposalId": "00000000-0000-4000-8000-000000000002",
                 *         "endTime": "2026-11-30T06:56:59.793Z"
                 *       },
                 *       "signature": "4cbeda52ab1cdf55bba84594b3975f1dfdd838e5234599ca842e5766e7d8dcfb10a7aba1c69ce528322ccfdab5e8e2fd6f87657171108fe1ff414b53a6ca4a00"
                 *     }
                 */
                "application/json": {
                    from: components["schemas"]["AccountId"];
                    to: components["schemas"]["AccountId"];
                    /** @description the shared key */
                    dkgId: string;
                    /**
                     * Format: date-time
                     * @description when it was signed, ISO 8601
                     */
                    timestamp: string;
                    /**
                     * 64 bytes in lower-case hex
                     * @example abababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababab
                     */
                    signature: string;
                    /** @description the vote that the key is for */
                    purpose: {
                        /** @description the chain of the DAO */
                        chain: string;
                        /** @description the DAO's topic */
                        topicId: components["schemas"]["TopicId"];
                        /**
                         * an id of the governance service
                         * @example 1f0c1f5e-0f4b-4f39-9f4e-0a3b7f0f2b11
                         */
                        daoId: string;
                        /**
                         * an id of the governance service
                         * @example 1f0c1f5e-0f4b-4f39-9f4e-0a3b7f0f2b11
                         */
                        proposalId: string;
                        /**
                         * a time with milliseconds, in UTC
                         * Format: date-time
                         * @description the end of the voting: no node gives its part of the key before
                         * @example 2026-11-30T12:00:00.000Z
                         */
                        endTime: string;
                    };
                    /** @description the answers that make the key; the member keeps its part. If they are absent, the member is asked for a dealing */
                    dealings?: {
                        from: components["schemas"]["AccountId"];
                        /**
                         * 64 bytes in lower-case hex
                         * @description the signature of the question
                         * @example abababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababab
                         */
                        question: string;
                        /**
                         * 64 bytes in lower-case hex
                         * @example abababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababab
                         */
                        signature: string;
                        /** @description a member's contribution to the key */
                        dealing?: {
                            /** @description the dealer's number */
                            from: number;
                            /** @description points of the coefficients */
                            commitments: string[];
                            /**
                             * 64 bytes in lower-case hex
                             * @example abababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababab
                             */
                            proof: string;
                            /**
                             * 32 bytes in lower-case hex
                             * @example abababababababababababababababababababababababababababababababab
                             */
                            ephemeral: string;
                            /** @description a share for each member */
                            sealed: string[];
                        };
                        /**
                         * 32 bytes in lower-case hex
                         * @example abababababababababababababababababababababababababababababababab
                         */
                        publicKey?: string;
                        /** @description the numbers of the dealers whose dealings are wrong */
                        refused?: number[];
                        /**
                         * 32 bytes in lower-case hex
                         * @example abababababababababababababababababababababababababababababababab
                         */
                        share?: string;
                    }[];
                    /** @description the member is asked for its part */
                    open?: {
                        /**
                         * 32 bytes in lower-case hex
                         * @example abababababababababababababababababababababababababababababababab
                         */
                        publicKey: string;
                        /**
                         * a consensus timestamp, seconds.nanoseconds
                         * @description the consensus timestamp of the closing record
                         * @example 1700000000.000000001
                         */
                        closedAt: string;
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
                     *       "from": "0.0.1024",
                     *       "question": "4cbeda52ab1cdf55bba84594b3975f1dfdd838e5234599ca842e5766e7d8dcfb10a7aba1c69ce528322ccfdab5e8e2fd6f87657171108fe1ff414b53a6ca4a00",
                     *       "signature": "220dabf9923bbe617aac8b89a41c4c8063a16c2159e0d2f167d72ed7924d3b0d8a3b59d8fcf584eb5f1bf9548ad777c24697aca2098e30c176b06635a6be050b",
                     *       "dealing": {
                     *         "from": 3,
                     *         "commitments": [
                     *           "2ce3c1764ea7e2d6972aaeccefbdc0ee4c9dd336866c4de13053d66fa39a311b",
                     *           "56fe2bb3bbf63086f4c001a747122be417f1d6a44469c5670a733134abd05d73"
                     *         ],
                     *         "proof": "93e24915cbc92c18851373e22f6b60eb14cba458633a7c96e4d0a69bf19ad4bf9081f38acc011aef8cd4228719368a18b0ede9d185b359ec2adcdea09de1d201",
                     *         "ephemeral": "430559220938c234bfeec002514d985df8965e978887cc23f094bbdd06814f09",
                     *         "sealed": [
                     *           "913ab3ef13dac5ec798113c39cdd5d2fffdaabf5747d1c2a7809cdc4d4af7d1a179ccfe1358457450383a84f13f88d40",
                     *           "9f7185430df3877b469a128f140145f19274ca77cd98878d5223352561df0690329e0b92c6ca335b812389f7d90901f8",
                     *           "8b400fe2d2b3dcda59206dd8d5af641c16f5256b934dd022a6f0d9c8be54f82b7c572af75a5bd545a470be146e10739b"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        from: components["schemas"]["AccountId"];
                        /**
                         * 64 bytes in lower-case hex
                         * @description the signature of the question
                         * @example abababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababab
                         */
                        question: string;
                        /**
                         * 64 bytes in lower-case hex
                         * @example abababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababab
                         */
                        signature: string;
                        /** @description a member's contribution to the key */
                        dealing?: {
                            /** @description the dealer's number */
                            from: number;
                            /** @description points of the coefficients */
                            commitments: string[];
                            /**
                             * 64 bytes in lower-case hex
                             * @example abababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababab
                             */
                            proof: string;
                            /**
                             * 32 bytes in lower-case hex
                             * @example abababababababababababababababababababababababababababababababab
                             */
                            ephemeral: string;
                            /** @description a share for each member */
                            sealed: string[];
                        };
                        /**
                         * 32 bytes in lower-case hex
                         * @example abababababababababababababababababababababababababababababababab
                         */
                        publicKey?: string;
                        /** @description the numbers of the dealers whose dealings are wrong */
                        refused?: number[];
                        /**
                         * 32 bytes in lower-case hex
                         * @example abababababababababababababababababababababababababababababababab
                         */
                        share?: string;
                    };
                };
            };
        };
    };
    getValidatorsDecisions: {
        parameters: {
            query?: {
                /** @description the maximum number of entries on a page */
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
                /**
                 * @description a DAO's topic; if absent, the transactions that I submitted
                 * @example 0.0.1001
                 */
                topicId?: string;
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
                     *         "topicId": "0.0.1036",
                     *         "consensusTimestamp": "1795904363.928003000",
                     *         "proposalId": "99e7ba8c-6c2a-45c8-973d-5e3589c2f244",
                     *         "state": "UNDER_WAY",
                     *         "charged": false,
                     *         "own": true,
                     *         "transactionId": "0.0.1032@1795904358.929355120",
                     *         "windowEndsAt": "2026-11-28T22:21:53.930Z"
                     *       },
                     *       {
                     *         "topicId": "0.0.1036",
                     *         "consensusTimestamp": "1795904363.928000000",
                     *         "proposalId": "f2a2e5ff-a8a6-4833-bb74-95600bfe781e",
                     *         "state": "USED",
                     *         "charged": false,
                     *         "own": true,
                     *         "transactionId": "0.0.1032@1795904358.928486880",
                     *         "windowEndsAt": "2026-11-28T22:21:53.929Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Opening"][];
                };
            };
        };
    };
    getValidatorsDecisionsOffers: {
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
                     * @example [
                     *       {
                     *         "topicId": "0.0.1036",
                     *         "consensusTimestamp": "1795904213.925014000",
                     *         "operation": "transfer/hbar",
                     *         "params": {},
                     *         "body": {
                     *           "to": "0.0.1035",
                     *           "dao": {
                     *             "topicId": "0.0.1036",
                     *             "consensusTimestamp": "1795904213.925014000"
                     *           },
                     *           "from": "0.0.1037",
                     *           "amount": 5
                     *         },
                     *         "sender": "0.0.1032",
                     *         "transactionId": "0.0.1032@1795904208.926991040",
                     *         "windowEndsAt": "2026-11-28T22:19:23.927Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["DecisionOffer"][];
                };
            };
        };
    };
    postWalletsSign: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1038 */
                walletId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "dao": {
                 *         "topicId": "0.0.1036",
                 *         "consensusTimestamp": "1795904149.979014000"
                 *       },
                 *       "bodyBytes": "ChkKDAiQpa3YBhDEuenUAxIHCAAQABiICBgAEgYIABAAGAMYgMq17gEiAgh4MgDiAgkKBwgAEAAYogg="
                 *     }
                 */
                "application/json": {
                    dao: components["schemas"]["DecisionReference"];
                    /** @description of a scheduled request: those of the ScheduleSign */
                    bodyBytes?: components["schemas"]["Bytes"];
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
                     *       "jobId": "9edef571-5110-4d19-932a-ada59dfa328d",
                     *       "walletId": "0.0.1038",
                     *       "senderId": "0.0.1037",
                     *       "publicKey": "f5a53c1a29458c94b4cb18abd129dd97e1b8325407ea5fe35b5903cf440e8c59",
                     *       "signature": "0xc273d8770567da38ca1360615b19a97ecbc8c34e21e462d182ef8b902533e8c12b00c01ac25ecc67ad5504e764bd878ad714363c0f4fa5c1d9ff9fa0b236b707"
                     *     }
                     */
                    "application/json": components["schemas"]["WalletSignature"];
                };
            };
        };
    };
    getMirrorsHcsTopicsMessages: {
        parameters: {
            query?: {
                /** @description of the messages: base64 or utf-8 */
                encoding?: "base64" | "utf-8" | "utf8" | "UTF-8";
                /** @description how many at most, 1 to 1000 */
                limit?: number;
                /** @description asc or desc */
                order?: "asc" | "desc" | "ASC" | "DESC";
                /** @description a sequence number; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                sequencenumber?: string | string[];
                /** @description a sequence number; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                sequenceNumber?: string | string[];
                /** @description seconds.nanoseconds or ISO 8601; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                timestamp?: string | string[];
                /** @description the chain; by default the session's, else the first of CHAINS */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1035 */
                topic: string;
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
                     *         "chunk_info": {
                     *           "number": 1,
                     *           "total": 1,
                     *           "initial_transaction_id": {
                     *             "account_id": "0.0.1022",
                     *             "nonce": 0,
                     *             "scheduled": false,
                     *             "transaction_valid_start": "1795903629.690933572"
                     *           }
                     *         },
                     *         "consensus_timestamp": "1795903634.690000000",
                     *         "message": "three",
                     *         "payer_account_id": "0.0.1022",
                     *         "running_hash": "pgZ5dvmL4k4j8IUUN2329LJkYzNWoAppu3d6vU5SSkaBjd87Ub9oNIV/zrIbTpLg",
                     *         "running_hash_version": 3,
                     *         "sequence_number": 3,
                     *         "topic_id": "0.0.1035"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["TopicMessage"][];
                };
            };
        };
    };
    getMirrorsHcsTopicsMessagesBySequenceNumber: {
        parameters: {
            query?: {
                /** @description the chain; by default the session's, else the first of CHAINS */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1035 */
                topic: string;
                /** @example 2 */
                sequenceNumber: string;
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
                     *       "chunk_info": {
                     *         "number": 1,
                     *         "total": 1,
                     *         "initial_transaction_id": {
                     *           "account_id": "0.0.1022",
                     *           "nonce": 0,
                     *           "scheduled": false,
                     *           "transaction_valid_start": "1795903628.690516552"
                     *         }
                     *       },
                     *       "consensus_timestamp": "1795903633.690000000",
                     *       "message": "dHdv",
                     *       "payer_account_id": "0.0.1022",
                     *       "running_hash": "WvqJgkCcdGMiZ/8EmyhK2x/29xLTHPrXHBCO/CzzbRftV9/1iN5ww7anBHP4NCzy",
                     *       "running_hash_version": 3,
                     *       "sequence_number": 2,
                     *       "topic_id": "0.0.1035"
                     *     }
                     */
                    "application/json": components["schemas"]["TopicMessage"];
                };
            };
        };
    };
    getMirrorsHcsTopicsMessagesByTimestamp: {
        parameters: {
            query?: {
                /** @description the chain; by default the session's, else the first of CHAINS */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 1795903633.690000000 */
                timestamp: string;
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
                     *       "_status": {
                     *         "topicId": "0.0.1035",
                     *         "sequenceNumber": 2,
                     *         "runningHash": "WvqJgkCcdGMiZ/8EmyhK2x/29xLTHPrXHBCO/CzzbRftV9/1iN5ww7anBHP4NCzy",
                     *         "runningHashVersion": 3
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TopicStatus"];
                };
            };
        };
    };
    getMirrorsHtsTokensByToken: {
        parameters: {
            query?: {
                /** @description seconds.nanoseconds or ISO 8601; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                timestamp?: string | string[];
                /** @description the chain; by default the session's, else the first of CHAINS */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1036 */
                token: string;
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
                     *       "admin_key": {
                     *         "_type": "ED25519",
                     *         "key": "0b3d4a18bb0013cf9bc80b988a3ea3043775438493534e4d04c1687e848164c8"
                     *       },
                     *       "auto_renew_account": "0.0.1022",
                     *       "auto_renew_period": 7776000,
                     *       "created_timestamp": "1795903635.690000000",
                     *       "custom_fees": {
                     *         "created_timestamp": "1795903635.690000000",
                     *         "fixed_fees": [],
                     *         "fractional_fees": []
                     *       },
                     *       "decimals": "2",
                     *       "deleted": false,
                     *       "expiry_timestamp": 1803679635000000000,
                     *       "fee_schedule_key": null,
                     *       "freeze_default": false,
                     *       "freeze_key": null,
                     *       "initial_supply": "10000",
                     *       "kyc_key": null,
                     *       "max_supply": "0",
                     *       "memo": "",
                     *       "modified_timestamp": "1795903635.690000000",
                     *       "name": "Gold",
                     *       "pause_key": null,
                     *       "pause_status": "NOT_APPLICABLE",
                     *       "supply_key": null,
                     *       "supply_type": "INFINITE",
                     *       "symbol": "AU",
                     *       "token_id": "0.0.1036",
                     *       "total_supply": "10000",
                     *       "treasury_account_id": "0.0.1022",
                     *       "type": "FUNGIBLE_COMMON",
                     *       "wipe_key": null
                     *     }
                     */
                    "application/json": components["schemas"]["MirrorToken"];
                };
            };
        };
    };
    getMirrorsHtsTokensBalances: {
        parameters: {
            query?: {
                /** @description a balance in smallest units; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                "account.balance"?: string | string[];
                /** @description a balance in smallest units; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                accountBalance?: string | string[];
                /** @description an account; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                "account.id"?: string | string[];
                /** @description an account; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                accountId?: string | string[];
                /** @description a public key in hex; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                "account.publickey"?: string | string[];
                /** @description a public key in hex; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                accountPublicKey?: string | string[];
                /** @description a public key in hex; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                accountPublickey?: string | string[];
                /** @description how many at most, 1 to 1000 */
                limit?: number;
                /** @description asc or desc */
                order?: "asc" | "desc" | "ASC" | "DESC";
                /** @description seconds.nanoseconds or ISO 8601; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                timestamp?: string | string[];
                /** @description the chain; by default the session's, else the first of CHAINS */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1036 */
                token: string;
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
                     *       "timestamp": "1795903635.690003000",
                     *       "balances": [
                     *         {
                     *           "account": "0.0.1022",
                     *           "balance": 7500,
                     *           "tokens": [
                     *             {
                     *               "token_id": "0.0.1036",
                     *               "balance": 7500
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "account": "0.0.1034",
                     *           "balance": 2500,
                     *           "tokens": [
                     *             {
                     *               "token_id": "0.0.1036",
                     *               "balance": 2500
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "links": {
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TokenBalances"];
                };
            };
        };
    };
    getMirrorsHtsTokensNfts: {
        parameters: {
            query?: {
                /** @description an account; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                "account.id"?: string | string[];
                /** @description an account; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                accountId?: string | string[];
                /** @description a serial number; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                serialnumber?: string | string[];
                /** @description a serial number; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                serialNumber?: string | string[];
                /** @description how many at most, 1 to 1000 */
                limit?: number;
                /** @description asc or desc */
                order?: "asc" | "desc" | "ASC" | "DESC";
                /** @description the chain; by default the session's, else the first of CHAINS */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1037 */
                token: string;
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
                     *       "nfts": [
                     *         [
                     *           {
                     *             "account_id": "0.0.1022",
                     *             "created_timestamp": "1795903635.690002000",
                     *             "delegating_spender": null,
                     *             "deleted": false,
                     *             "metadata": "YQ==",
                     *             "modified_timestamp": "1795903635.690002000",
                     *             "serial_number": 1,
                     *             "spender_id": null,
                     *             "token_id": "0.0.1037"
                     *           },
                     *           {
                     *             "account_id": "0.0.1034",
                     *             "created_timestamp": "1795903635.690002000",
                     *             "delegating_spender": null,
                     *             "deleted": false,
                     *             "metadata": "Yg==",
                     *             "modified_timestamp": "1795903635.690003000",
                     *             "serial_number": 2,
                     *             "spender_id": null,
                     *             "token_id": "0.0.1037"
                     *           }
                     *         ]
                     *       ],
                     *       "links": {
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Nfts"];
                };
            };
        };
    };
    getMirrorsHtsTokensNftsBySerialNumber: {
        parameters: {
            query?: {
                /** @description the chain; by default the session's, else the first of CHAINS */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1037 */
                token: string;
                /** @example 1 */
                serialNumber: string;
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
                     *       "nfts": [
                     *         [
                     *           {
                     *             "account_id": "0.0.1022",
                     *             "created_timestamp": "1795903635.690002000",
                     *             "delegating_spender": null,
                     *             "deleted": false,
                     *             "metadata": "YQ==",
                     *             "modified_timestamp": "1795903635.690002000",
                     *             "serial_number": 1,
                     *             "spender_id": null,
                     *             "token_id": "0.0.1037"
                     *           }
                     *         ]
                     *       ],
                     *       "links": {
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Nfts"];
                };
            };
        };
    };
    getMirrorsHtsTokensNftsTransactions: {
        parameters: {
            query?: {
                /** @description a serial number; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                serialnumber?: string | string[];
                /** @description a serial number; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                serialNumber?: string | string[];
                /** @description an account; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                "account.id"?: string | string[];
                /** @description an account; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                accountId?: string | string[];
                /** @description how many at most, 1 to 1000 */
                limit?: number;
                /** @description asc or desc */
                order?: "asc" | "desc" | "ASC" | "DESC";
                /** @description seconds.nanoseconds or ISO 8601; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                timestamp?: string | string[];
                /** @description the chain; by default the session's, else the first of CHAINS */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1037 */
                token: string;
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
                     *         "is_approval": false,
                     *         "receiver_account_id": "0.0.1034",
                     *         "sender_account_id": "0.0.1022",
                     *         "serial_number": 2,
                     *         "token_id": "0.0.1037"
                     *       },
                     *       {
                     *         "is_approval": false,
                     *         "receiver_account_id": "0.0.1022",
                     *         "sender_account_id": null,
                     *         "serial_number": 2,
                     *         "token_id": "0.0.1037"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["NftTransfer"][];
                };
            };
        };
    };
    getMirrorsAccountsByWallet: {
        parameters: {
            query?: {
                /** @description how many at most, 1 to 1000 */
                limit?: number;
                /** @description asc or desc */
                order?: "asc" | "desc" | "ASC" | "DESC";
                /** @description seconds.nanoseconds or ISO 8601; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                timestamp?: string | string[];
                /** @description false leaves the transactions out */
                transactions?: "true" | "false";
                /** @example CRYPTOTRANSFER */
                transactiontype?: string;
                /** @example CRYPTOTRANSFER */
                transactionType?: string;
                /** @description the chain; by default the session's, else the first of CHAINS */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1034 */
                wallet: string;
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
                     *       "account": "0.0.1034",
                     *       "alias": null,
                     *       "auto_renew_period": 7776000,
                     *       "balance": {
                     *         "timestamp": "1795903635.690003000",
                     *         "balance": 700000000,
                     *         "tokens": [
                     *           {
                     *             "token_id": "0.0.1036",
                     *             "balance": 2500
                     *           },
                     *           {
                     *             "token_id": "0.0.1037",
                     *             "balance": 1
                     *           }
                     *         ]
                     *       },
                     *       "created_timestamp": "1795903632.690003000",
                     *       "decline_reward": false,
                     *       "deleted": false,
                     *       "ethereum_nonce": 0,
                     *       "evm_address": "0x000000000000000000000000000000000000040a",
                     *       "expiry_timestamp": "1803679632.000000000",
                     *       "key": {
                     *         "_type": "ED25519",
                     *         "key": "50fbeaefa1bcfb35af331df6281526ffbad92f2a9eece668081c4ccd0d0b8a95"
                     *       },
                     *       "max_automatic_token_associations": 10,
                     *       "memo": "bob",
                     *       "pending_reward": 0,
                     *       "receiver_sig_required": false,
                     *       "staked_account_id": null,
                     *       "staked_node_id": null,
                     *       "stake_period_start": null,
                     *       "links": {
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MirrorAccount"];
                };
            };
        };
    };
    getMirrorsAccountsNfts: {
        parameters: {
            query?: {
                /** @description how many at most, 1 to 1000 */
                limit?: number;
                /** @description asc or desc */
                order?: "asc" | "desc" | "ASC" | "DESC";
                /** @description a serial number; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                serialnumber?: string | string[];
                /** @description a serial number; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                serialNumber?: string | string[];
                /** @description a token; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                "token.id"?: string | string[];
                /** @description a token; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                tokenId?: string | string[];
                /** @description the chain; by default the session's, else the first of CHAINS */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1034 */
                wallet: string;
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
                     *       "nfts": [
                     *         [
                     *           {
                     *             "account_id": "0.0.1034",
                     *             "created_timestamp": "1795903635.690002000",
                     *             "delegating_spender": null,
                     *             "deleted": false,
                     *             "metadata": "Yg==",
                     *             "modified_timestamp": "1795903635.690003000",
                     *             "serial_number": 2,
                     *             "spender_id": null,
                     *             "token_id": "0.0.1037"
                     *           }
                     *         ]
                     *       ],
                     *       "links": {
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Nfts"];
                };
            };
        };
    };
    getMirrorsAccountsRewards: {
        parameters: {
            query?: {
                /** @description how many at most, 1 to 1000 */
                limit?: number;
                /** @description asc or desc */
                order?: "asc" | "desc" | "ASC" | "DESC";
                /** @description seconds.nanoseconds or ISO 8601; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                timestamp?: string | string[];
                /** @description the chain; by default the session's, else the first of CHAINS */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1038 */
                wallet: string;
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
                     *       "rewards": [
                     *         {
                     *           "account_id": "0.0.1038",
                     *           "amount": 13698000,
                     *           "timestamp": "1796249235.690003000"
                     *         },
                     *         {
                     *           "account_id": "0.0.1038",
                     *           "amount": 6849000,
                     *           "timestamp": "1796076435.690003000"
                     *         }
                     *       ],
                     *       "links": {
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Rewards"];
                };
            };
        };
    };
    getMirrorsAccountsTokens: {
        parameters: {
            query?: {
                /** @description how many at most, 1 to 1000 */
                limit?: number;
                /** @description asc or desc */
                order?: "asc" | "desc" | "ASC" | "DESC";
                /** @description a token; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                "token.id"?: string | string[];
                /** @description a token; eq:, ne:, gt:, gte:, lt: or lte: may go before it */
                tokenId?: string | string[];
                /** @description the chain; by default the session's, else the first of CHAINS */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1034 */
                wallet: string;
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
                     *         "automatic_association": true,
                     *         "balance": 2500,
                     *         "created_timestamp": "1795903635.690003000",
                     *         "decimals": 2,
                     *         "freeze_status": "NOT_APPLICABLE",
                     *         "kyc_status": "NOT_APPLICABLE",
                     *         "token_id": "0.0.1036"
                     *       },
                     *       {
                     *         "automatic_association": true,
                     *         "balance": 1,
                     *         "created_timestamp": "1795903635.690003000",
                     *         "decimals": 0,
                     *         "freeze_status": "NOT_APPLICABLE",
                     *         "kyc_status": "NOT_APPLICABLE",
                     *         "token_id": "0.0.1037"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["TokenRelationship"][];
                };
            };
        };
    };
    getMirrorsTransactionsByTransaction: {
        parameters: {
            query?: {
                /** @description 0 for what users submit */
                nonce?: number;
                /** @description true (or empty) for the execution of a schedule, or false */
                scheduled?: "true" | "false" | "";
                /** @description the chain; by default the session's, else the first of CHAINS */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1022@1796076430.690429149 */
                transaction: string;
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
                     *       "assessed_custom_fees": [],
                     *       "bytes": null,
                     *       "charged_tx_fee": 83333,
                     *       "consensus_timestamp": "1796076435.690003000",
                     *       "entity_id": null,
                     *       "max_fee": "100000000",
                     *       "memo_base64": "",
                     *       "name": "CRYPTOTRANSFER",
                     *       "nft_transfers": [],
                     *       "node": "0.0.3",
                     *       "nonce": 0,
                     *       "parent_consensus_timestamp": null,
                     *       "result": "SUCCESS",
                     *       "scheduled": false,
                     *       "staking_reward_transfers": [
                     *         {
                     *           "account_id": "0.0.1038",
                     *           "amount": 6849000
                     *         }
                     *       ],
                     *       "token_transfers": [],
                     *       "transaction_hash": "K4E7EDQgnn8P8VnkmwbuIcUE2WC/14GTOWKPgC7u0bCrK+oD8xy7T/VEp8B5vpvA",
                     *       "transaction_id": "0.0.1022-1796076430-690429149",
                     *       "transfers": [
                     *         {
                     *           "account": "0.0.800",
                     *           "amount": -6849000,
                     *           "is_approval": false
                     *         },
                     *         {
                     *           "account": "0.0.802",
                     *           "amount": 83333,
                     *           "is_approval": false
                     *         },
                     *         {
                     *           "account": "0.0.1022",
                     *           "amount": -83334,
                     *           "is_approval": false
                     *         }
                     *       ],
                     *       "valid_duration_seconds": "120",
                     *       "valid_start_timestamp": "1796076430.690429149"
                     *     }
                     */
                    "application/json": components["schemas"]["MirrorTransaction"];
                };
            };
        };
    };
    getMirrorsTransactionsStateproof: {
        parameters: {
            query?: {
                /** @description 0 for what users submit */
                nonce?: number;
                /** @description true (or empty) for the execution of a schedule, or false */
                scheduled?: "true" | "false" | "";
                /** @description the chain; by default the session's, else the first of CHAINS */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1022@1796249230.690842781 */
                transaction: string;
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
                     *       "address_books": [
                     *         "CvIGGgUwLjAuMyLMBjMwODIwMWEyMzAwZDA2MDkyYTg2NDg4NmY3MGQwMTAx"
                     *       ],
                     *       "record_file": {
                     *         "head": "AAAABgAAAAAAAABGAAAAAA==",
                     *         "start_running_hash_object": "9CLag6JRdB4AAAABWP+BGwAAADCQhXYDYXVru/su43vpflXnWYyAU1VD6EaNiW0oA9fM2Tim3eyo9MQOXqa8//vEF4A=",
                     *         "end_running_hash_object": "9CLag6JRdB4AAAABWP+BGwAAADA2gixHkISoliCbKpFMFjYJRzMHh4s2a3kP2KmauOOq6zIyJClBvBIKEjPGXmyKJSk=",
                     *         "hashes_before": [
                     *           [
                     *             "wSKsH0hmshFvLui3AyVA5B5Um7VIA7E0rV+efLk509pLNhMADuzGxngbMH/pGIHO"
                     *           ],
                     *           [
                     *             "AtQ2A2dhmCMbAo/ihUSIy2RU/iVCwNWWXkOhWjLH8SiX/mWXBj6PqVysv53wLoc6"
                     *           ],
                     *           [
                     *             "t5gflEXaerXKJPiLS6u6o8a5FzEBYLKmYVQgX8JM4kOxlNCtYM5xuZzbvxXTUyNc"
                     *           ]
                     *         ],
                     *         "hashes_after": [],
                     *         "record_stream_object": "43CSm6VCnYsAAAABAAAApAogCBYqHAoMCAEQDBoGCICumaQPEgwIARAMGgYI",
                     *         "block_number": "AAAAAAAAAAM="
                     *       },
                     *       "signature_files": {
                     *         "0.0.3": "BgrLAwgBEIADGOX9/////////wEigAMHr5/qm8HCQr9Vu6r1TPmtkAqS8koB"
                     *       },
                     *       "version": 6
                     *     }
                     */
                    "application/json": components["schemas"]["StateProof"];
                };
            };
        };
    };
    getMirrorsTransactionsSchedulesBySchedule: {
        parameters: {
            query?: {
                /** @description the chain; by default the session's, else the first of CHAINS */
                chain?: string;
            };
            header?: never;
            path: {
                /**
                 * @description a schedule, such as 0.0.1001
                 * @example 0.0.1039
                 */
                schedule: string;
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
                     *       "admin_key": null,
                     *       "consensus_timestamp": "1796249235.690006000",
                     *       "creator_account_id": "0.0.1022",
                     *       "deleted": false,
                     *       "executed_timestamp": "1796249235.690006001",
                     *       "expiration_time": null,
                     *       "memo": "",
                     *       "payer_account_id": "0.0.1022",
                     *       "schedule_id": "0.0.1039",
                     *       "signatures": [
                     *         {
                     *           "consensus_timestamp": "1796249235.690006000",
                     *           "public_key_prefix": "Cz1KGLsAE8+byAuYij6jBDd1Q4STU05NBMFofoSBZMg=",
                     *           "signature": "63xji+HGUCD4BEiFz+2oaE4kgcW5E3lxCwi1xZOfQASVOvKO/m2Z57iYA7TtUV/Ll0HKfqCUUNqH6zhtOuNFDg==",
                     *           "type": "ED25519"
                     *         }
                     *       ],
                     *       "transaction_body": "{\"maxCustomFees\":[],\"transactionFee\":\"100000000\",\"cryptoTran…",
                     *       "transaction_body_bytes": "CIDC1y9KGgoYCgoKAxj+BxD/g69fCgoKAxiACBCAhK9f",
                     *       "wait_for_expiry": false
                     *     }
                     */
                    "application/json": components["schemas"]["MirrorSchedule"];
                };
            };
        };
    };
    getTransactionsQueryByTransaction: {
        parameters: {
            query?: {
                /** @description the chain; by default the session's, else the first of CHAINS */
                chain?: string;
                /** @description true (or empty) for the execution of a schedule, or false */
                scheduled?: "true" | "false" | "";
                /** @description 0 for what users submit */
                nonce?: number;
            };
            header?: never;
            path: {
                /**
                 * @description 0.0.n@s.n or 0.0.n-s-n, with ?scheduled or /nonce
                 * @example 0.0.1022@1795903084.704891278
                 */
                transaction: string;
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
                     *       "receipt": {
                     *         "status": "SUCCESS",
                     *         "accountId": null
                     *       },
                     *       "transactionHash": "30a76120a0167b5755ea4e4156cc436079909376f3a4823b255659bff2e58811b46a1f2776ec5c9e0a2efdc9c5ceb405",
                     *       "consensusTimestamp": {
                     *         "seconds": 1795903089,
                     *         "nanos": 704002000
                     *       },
                     *       "transactionId": "0.0.1022@1795903084.704891278",
                     *       "transactionMemo": "thanks",
                     *       "transactionFee": "1000000",
                     *       "transfers": [
                     *         {
                     *           "accountId": "0.0.802",
                     *           "amount": 1000000
                     *         },
                     *         {
                     *           "accountId": "0.0.1022",
                     *           "amount": -101000000
                     *         },
                     *         {
                     *           "accountId": "0.0.1024",
                     *           "amount": 100000000
                     *         }
                     *       ],
                     *       "contractFunctionResult": null,
                     *       "tokenTransfers": {
                     *         "0.0.1037": {
                     *           "0.0.1022": -10,
                     *           "0.0.1034": 10
                     *         }
                     *       },
                     *       "tokenTransfersList": [
                     *         {
                     *           "tokenId": "0.0.1037",
                     *           "accountId": "0.0.1022",
                     *           "amount": -10
                     *         },
                     *         {
                     *           "tokenId": "0.0.1037",
                     *           "accountId": "0.0.1034",
                     *           "amount": 10
                     *         }
                     *       ],
                     *       "scheduleRef": null,
                     *       "assessedCustomFees": [],
                     *       "nftTransfers": {
                     *         "0.0.1038": {
                     *           "0.0.1034": [
                     *             "0.0.1038/1"
                     *           ]
                     *         }
                     *       },
                     *       "automaticTokenAssociations": null,
                     *       "parentConsensusTimestamp": null,
                     *       "aliasKey": null,
                     *       "ethereumHash": null,
                     *       "paidStakingRewards": [],
                     *       "prngBytes": null,
                     *       "prngNumber": null,
                     *       "evmAddress": null,
                     *       "newPendingAirdrops": null,
                     *       "duplicates": [],
                     *       "children": [],
                     *       "partial": true
                     *     }
                     */
                    "application/json": components["schemas"]["Record"];
                };
            };
        };
    };
    getTransactionsReceiptByTransaction: {
        parameters: {
            query?: {
                /** @description the chain; by default the session's, else the first of CHAINS */
                chain?: string;
                /** @description true (or empty) for the execution of a schedule, or false */
                scheduled?: "true" | "false" | "";
                /** @description 0 for what users submit */
                nonce?: number;
            };
            header?: never;
            path: {
                /**
                 * @description 0.0.n@s.n or 0.0.n-s-n, with ?scheduled or /nonce
                 * @example 0.0.1022@1795903688.760174937
                 */
                transaction: string;
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
                     *       "status": "SUCCESS",
                     *       "accountId": null,
                     *       "fileId": null,
                     *       "contractId": null,
                     *       "topicId": null,
                     *       "tokenId": null,
                     *       "scheduleId": null,
                     *       "exchangeRate": {
                     *         "hbars": 1,
                     *         "cents": 12,
                     *         "expirationTime": "2100-01-01T00:00:00.000Z"
                     *       },
                     *       "nextExchangeRate": {
                     *         "hbars": 1,
                     *         "cents": 12,
                     *         "expirationTime": "2100-01-01T00:00:00.000Z"
                     *       },
                     *       "topicSequenceNumber": null,
                     *       "topicRunningHash": null,
                     *       "totalSupply": 3,
                     *       "scheduledTransactionId": null,
                     *       "serials": [
                     *         3
                     *       ],
                     *       "nodeId": null,
                     *       "duplicates": [],
                     *       "children": []
                     *     }
                     */
                    "application/json": components["schemas"]["Receipt"];
                };
            };
        };
    };
    getAccountsBalance: {
        parameters: {
            query?: {
                /** @description the chain; by default the session's, else the first of CHAINS */
                chain?: string;
                /** @example 0.0.1001 */
                tokenId?: string;
                /** @example 0.0.1001 */
                token?: string;
                /** @example 0.0.1001 */
                "token.id"?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1034 */
                wallet: string;
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
                     *       "hbars": {
                     *         "_valueInTinybar": "700000000"
                     *       },
                     *       "tokens": [
                     *         {
                     *           "tokenId": "0.0.1038",
                     *           "balance": "1",
                     *           "decimals": "0"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description an account id, such as 0.0.1001, an EVM address or an alias */
                        wallet: string;
                        /** @description the balance of hbars */
                        hbars: {
                            /** @description tinybars */
                            _valueInTinybar: string;
                        };
                        /** @description the balances of tokens */
                        tokens: {
                            /** @description a token id, such as 0.0.1002 */
                            tokenId: string;
                            /** @description the balance, in the smallest unit; hbars in tinybars */
                            balance: string;
                            /** @description how many decimal places the token has: a balance counts units of 10^-decimals */
                            decimals: string;
                        }[];
                        /** @description the account holds more tokens: ask for one, or read them all at /mirrors/accounts */
                        truncated?: boolean;
                    };
                };
            };
        };
    };
    getAccountsPublicKey: {
        parameters: {
            query?: {
                /** @description the chain; by default the session's, else the first of CHAINS */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1034 */
                wallet: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description DER in hex */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example 302a300506032b65700321003e8d2321200cfb2824340a8733b85e16b89259b63cd2e7194059c95df5d60bea */
                    "text/plain": string;
                };
            };
        };
    };
    getHtsTokenByToken: {
        parameters: {
            query?: {
                /** @description the chain; by default the session's, else the first of CHAINS */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1037 */
                token: string;
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
                     *       "tokenId": "0.0.1037",
                     *       "name": "Gold",
                     *       "symbol": "AU",
                     *       "decimals": 2,
                     *       "totalSupply": "10000",
                     *       "treasuryAccountId": "0.0.1022",
                     *       "adminKey": "302a300506032b65700321000b3d4a18bb0013cf9bc80b988a3ea3043775438493534e4d04c1687e848164c8",
                     *       "kycKey": null,
                     *       "freezeKey": null,
                     *       "pauseKey": null,
                     *       "wipeKey": null,
                     *       "supplyKey": null,
                     *       "feeScheduleKey": null,
                     *       "defaultFreezeStatus": null,
                     *       "pauseStatus": null,
                     *       "isDeleted": false,
                     *       "autoRenewAccountId": "0.0.1022",
                     *       "autoRenewPeriod": 7776000,
                     *       "expirationTime": "1803679081.000000000",
                     *       "tokenMemo": "",
                     *       "customFees": {
                     *         "fixed_fees": [],
                     *         "fractional_fees": [],
                     *         "royalty_fees": []
                     *       },
                     *       "tokenType": "FUNGIBLE_COMMON",
                     *       "supplyType": "INFINITE",
                     *       "maxSupply": "0",
                     *       "ledgerId": "local-node"
                     *     }
                     */
                    "application/json": {
                        /** @description a token id, such as 0.0.1002 */
                        tokenId: string;
                        name: string;
                        /** @description the symbol, such as USDC */
                        symbol: string;
                        /** @description how many decimal places the token has: a balance counts units of 10^-decimals */
                        decimals: number;
                        /** @description in smallest units */
                        totalSupply: string;
                        /** @description the account that holds what is minted */
                        treasuryAccountId: string | null;
                        /** @description the key that may change and delete it */
                        adminKey: string | null;
                        /** @description the key that grants and revokes KYC */
                        kycKey: string | null;
                        /** @description the key that freezes accounts for the token */
                        freezeKey: string | null;
                        /** @description the key that pauses the token */
                        pauseKey: string | null;
                        /** @description the key that wipes balances */
                        wipeKey: string | null;
                        /** @description the key that mints and burns */
                        supplyKey: string | null;
                        /** @description the key that replaces the custom fees */
                        feeScheduleKey: string | null;
                        /** @description whether accounts are frozen for the token until it is unfrozen for them */
                        defaultFreezeStatus: boolean | null;
                        pauseStatus: boolean | null;
                        /** @description whether it was deleted on the ledger */
                        isDeleted: boolean;
                        /** @description the account that pays for the renewal */
                        autoRenewAccountId: string | null;
                        autoRenewPeriod: (number | string) | null;
                        expirationTime: string | null;
                        /** @description the token's memo */
                        tokenMemo: string;
                        /** @description the custom fees that transfers are charged */
                        customFees: {
                            /** @description fees of a fixed amount */
                            fixed_fees: {
                                [key: string]: unknown;
                            }[];
                            /** @description fees that are a part of what is transferred */
                            fractional_fees: {
                                [key: string]: unknown;
                            }[];
                            /** @description fees that are a part of the price of an NFT */
                            royalty_fees: {
                                [key: string]: unknown;
                            }[];
                        };
                        /** @description whether the token is fungible or an NFT collection */
                        tokenType: string;
                        /** @description whether the supply is limited */
                        supplyType: string | null;
                        /** @description the highest supply, in its smallest unit; 0: no limit */
                        maxSupply: string | null;
                        /** @description the network: mainnet, testnet, previewnet or local-node */
                        ledgerId: string;
                    };
                };
            };
        };
    };
    getHtsNftBySerialNumber: {
        parameters: {
            query?: {
                /** @description the chain; by default the session's, else the first of CHAINS */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1038 */
                token: string;
                /** @example 2 */
                serialNumber: string;
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
                     *         "nftId": {
                     *           "tokenId": "0.0.1038",
                     *           "serialNumber": 2
                     *         },
                     *         "accountId": "0.0.1034",
                     *         "creationTime": "1795903081.873008000",
                     *         "metadata": "Yg==",
                     *         "ledgerId": "local-node",
                     *         "spenderId": null
                     *       }
                     *     ]
                     */
                    "application/json": {
                        /** @description the token and the serial number */
                        nftId: {
                            /** @description a token id, such as 0.0.1002 */
                            tokenId: string;
                            /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                            serialNumber: number | string;
                        };
                        /** @description an account id, such as 0.0.1001 */
                        accountId: string | null;
                        /** @description when the NFT was minted */
                        creationTime: string | null;
                        /** @description base64 */
                        metadata: string;
                        /** @description the network: mainnet, testnet, previewnet or local-node */
                        ledgerId: string;
                        /** @description the account with an allowance for the NFT */
                        spenderId: string | null;
                    }[];
                };
            };
        };
    };
    getHcsMessages: {
        parameters: {
            query?: {
                /** @description a sequence number */
                start?: number;
                /** @description a sequence number */
                end?: number;
                /** @description maximum number of entries */
                limit?: number;
                /** @description a URL whose host is one of WEBHOOK_HOSTS */
                callbackSuccess?: string;
                /** @description a URL whose host is one of WEBHOOK_HOSTS */
                callbackError?: string;
                /** @description the chain; by default the session's, else the first of CHAINS */
                chain?: string;
            };
            header?: never;
            path: {
                /** @example 0.0.1034 */
                topic: string;
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
                     *       "messages": [
                     *         {
                     *           "chunk_info": {
                     *             "number": 1,
                     *             "total": 1,
                     *             "initial_transaction_id": {
                     *               "account_id": "0.0.1022",
                     *               "nonce": 0,
                     *               "scheduled": false,
                     *               "transaction_valid_start": "1795903797.788522029"
                     *             }
                     *           },
                     *           "consensus_timestamp": "1795903802.787007000",
                     *           "message": "bWVzc2FnZSA0",
                     *           "payer_account_id": "0.0.1022",
                     *           "running_hash": "SaI2mPjcVSMQq3209TwXs6BQiqcrqbiDwbEzE7fFFV5HlHS92UzCOLBQntaMxUNH",
                     *           "running_hash_version": 3,
                     *           "sequence_number": 4,
                     *           "topic_id": "0.0.1034"
                     *         }
                     *       ],
                     *       "links": {
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description the messages, in the order of the topic */
                        messages: components["schemas"]["TopicMessage"][];
                        /** @description the addresses of further pages */
                        links: {
                            /** @description the address of the next page; null after the last */
                            next: string | null;
                        };
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
                        /** @description the identifier of the delivery, which each webhook names */
                        deliveryId: string;
                        /** @description a topic id, such as 0.0.1003 */
                        topicId: string;
                        /** @description x-quorate-signature is sha256=HMAC-SHA256(secret, x-quorate-timestamp + "." + body) in hex; deliveryId and page in the body identify a page that is sent again; an old timestamp may mean that somebody else repeats it */
                        secret: string;
                    };
                };
            };
        };
    };
    postSnapshotsGenerateByTokenId: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 0.0.1034 */
                tokenId: string;
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
                     *       "_sender": "0.0.1024",
                     *       "_jobId": "673f804b-16d0-4aab-92e0-1101b042a54b"
                     *     }
                     */
                    "application/json": {
                        /** @description the account that asked for it */
                        _sender: string;
                        /** @description the identifier of the snapshot */
                        _jobId: string;
                    };
                };
            };
        };
    };
    getSnapshotsByJobId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description the _jobId
                 * @example 673f804b-16d0-4aab-92e0-1101b042a54b
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
                     *       "_sender": "0.0.1024",
                     *       "_jobId": "673f804b-16d0-4aab-92e0-1101b042a54b",
                     *       "chain": "hedera:devnet",
                     *       "tokenId": "0.0.1034",
                     *       "status": "DONE",
                     *       "progress": {
                     *         "holders": 104
                     *       },
                     *       "timestamp": "1795903664.588119000",
                     *       "files": {
                     *         "json": {
                     *           "cid": null,
                     *           "url": "/snapshots/673f804b-16d0-4aab-92e0-1101b042a54b/json",
                     *           "size": 3897
                     *         },
                     *         "csv": {
                     *           "cid": null,
                     *           "url": "/snapshots/673f804b-16d0-4aab-92e0-1101b042a54b/csv",
                     *           "size": 1270
                     *         }
                     *       },
                     *       "error": null,
                     *       "createdAt": "2026-11-28T22:07:44.588Z",
                     *       "finishedAt": "2026-11-28T22:07:44.588Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Snapshot"];
                };
            };
        };
    };
    getSnapshotsByFormat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description the _jobId
                 * @example 67564705-78c6-4c1e-b3aa-18fed2630cf8
                 */
                jobId: string;
                /**
                 * @description the format of the file
                 * @example csv
                 */
                format: "json" | "csv";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the holders */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description the ledger, such as hedera:mainnet */
                        chain: string;
                        /** @description a token id, such as 0.0.1002 */
                        tokenId: string;
                        name: string;
                        /** @description the symbol, such as USDC */
                        symbol: string;
                        /** @description how many decimal places the token has: a balance counts units of 10^-decimals */
                        decimals: number;
                        /** @description seconds.nanoseconds */
                        timestamp: string;
                        /** @description the holders, each with its balance */
                        holders: {
                            /** @description the account id */
                            account: string;
                            /** @description an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991 */
                            balance: number | string;
                        }[];
                        /** @description how many holders there are */
                        count: number;
                    };
                    /**
                     * @example account,balance
                     *     0.0.1022,999279
                     *     0.0.1035,7
                     *     0.0.1036,7
                     *     0.…
                     */
                    "text/csv": string;
                };
            };
        };
    };
    getSmartNodeNetwork: {
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
                     * @example [
                     *       {
                     *         "membership": {
                     *           "walletId": "0.0.1022",
                     *           "operator": {
                     *             "id": "0.0.1022",
                     *             "name": "Node one"
                     *           },
                     *           "status": "ACTIVE",
                     *           "details": {
                     *             "metadata": {
                     *               "name": "Node one",
                     *               "description": ""
                     *             }
                     *           }
                     *         },
                     *         "trustScore": {
                     *           "score": 100,
                     *           "timestamp": "2026-11-28T22:08:59.047Z"
                     *         },
                     *         "type": "node",
                     *         "clusters": [],
                     *         "dkgId": null
                     *       }
                     *     ]
                     */
                    "application/json": {
                        /** @description the node and its operator */
                        membership: {
                            /** @description the account of the node */
                            walletId: string;
                            /** @description who runs the node */
                            operator: {
                                /** @description the account of the operator */
                                id: string;
                                name: string;
                            };
                            /**
                             * @description INACTIVE: it does not answer heartbeats
                             * @enum {unknown}
                             */
                            status: "ACTIVE" | "INACTIVE";
                            /** @description what the node says of itself */
                            details: {
                                /** @description the name of the node, and what it is */
                                metadata: {
                                    name: string;
                                    description: string;
                                };
                            };
                        };
                        /** @description how reliably the node answers heartbeats */
                        trustScore: {
                            /** @description from 0 to 100: a moving average of how the node answers heartbeats */
                            score: number;
                            timestamp: string | null;
                        };
                        type: string;
                        /** @description groups of nodes that the node belongs to */
                        clusters: {
                            /** @description the identifier */
                            id: string;
                            name: string;
                            /** @description the accounts of the nodes */
                            nodes: string[];
                        }[];
                        /** @description the identifier of the distributed key; null if there is none */
                        dkgId: string | null;
                    }[];
                };
            };
        };
    };
    postSmartNodeHeartbeat: {
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
                 *       "from": "0.0.2001",
                 *       "to": "0.0.2003",
                 *       "nonce": "61dee0d77bfd99d16a7c1595a9fa79e7",
                 *       "timestamp": "2026-11-28T22:19:50.447Z",
                 *       "sees": {
                 *         "0.0.2001": true,
                 *         "0.0.2003": true
                 *       },
                 *       "signature": "799bcbfe77618dc5959202fdefb00aee1a998ff22dfe65b1a60d8612a9d4ba1a24e2e34b4a9f92c89843581989ef9c36b496124b06a1727897ef9437f5fe6e02"
                 *     }
                 */
                "application/json": {
                    from: components["schemas"]["AccountId"];
                    to: components["schemas"]["AccountId"];
                    /** @description a random value; the answer repeats it */
                    nonce: string;
                    /**
                     * Format: date-time
                     * @description when it was signed, ISO 8601
                     */
                    timestamp: string;
                    /** @description which members are live, as the sender sees it */
                    sees: {
                        [key: string]: boolean;
                    };
                    /**
                     * 64 bytes in lower-case hex
                     * @description over the line "Quorate heartbeat v1" and the RFC 8785 JSON of the rest, hex
                     * @example abababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababab
                     */
                    signature: string;
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
                     *       "from": "0.0.2003",
                     *       "to": "0.0.2001",
                     *       "nonce": "61dee0d77bfd99d16a7c1595a9fa79e7",
                     *       "timestamp": "2026-11-28T22:19:50.452Z",
                     *       "sees": {
                     *         "0.0.2003": true,
                     *         "0.0.2001": true,
                     *         "0.0.2002": true
                     *       },
                     *       "signature": "87f1a6f1e3c5cc46a3e6e779af00cfff29903625e751a75cac98b8d530d72cd719fb3ece1a30412fc38ecaed0554b583dc65e5434b42fcf8a57bc8b2a86e1c0c"
                     *     }
                     */
                    "application/json": {
                        from: components["schemas"]["AccountId"];
                        to: components["schemas"]["AccountId"];
                        /** @description a random value; the answer repeats it */
                        nonce: string;
                        /**
                         * Format: date-time
                         * @description when it was signed, ISO 8601
                         */
                        timestamp: string;
                        /** @description which members are live, as the sender sees it */
                        sees: {
                            [key: string]: boolean;
                        };
                        /**
                         * 64 bytes in lower-case hex
                         * @description over the line "Quorate heartbeat v1" and the RFC 8785 JSON of the rest, hex
                         * @example abababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababab
                         */
                        signature: string;
                    };
                };
            };
        };
    };
    getSmartNodeDkg: {
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
                     *       "state": "ACTIVE",
                     *       "dkgId": "0.0.1032@1796032303.761026000",
                     *       "publicKey": "6247197817aaa92b01cc4663af7980b3d6c896dc5d13a835fbfd62f221e2c2e5",
                     *       "threshold": 2,
                     *       "epoch": 2,
                     *       "members": [
                     *         {
                     *           "walletId": "0.0.1012",
                     *           "number": 1,
                     *           "publicKey": "02b3c641418e89452cd5202adfd4758f459acb8e364f741fd16cd2db79835d39d2",
                     *           "verifyingShare": "3f55900ac1ee3c340cabc5c925c314089896ff43c9fbdf2965a96e22bb5e3a4f",
                     *           "live": false,
                     *           "answeredAt": "2026-11-30T09:51:43.761Z"
                     *         },
                     *         {
                     *           "walletId": "0.0.1022",
                     *           "number": 2,
                     *           "publicKey": "0b3d4a18bb0013cf9bc80b988a3ea3043775438493534e4d04c1687e848164c8",
                     *           "verifyingShare": "d65aaae45ba9ebf3e671955f8ea1990e8f7f5ea865f95bb208eb92c015249148",
                     *           "live": true,
                     *           "answeredAt": null
                     *         }
                     *       ],
                     *       "canFail": -1,
                     *       "hasShare": true,
                     *       "backedUpAt": null,
                     *       "topic": "0.0.1032",
                     *       "isTopicRead": true,
                     *       "time": "2026-11-30T09:51:43.761Z",
                     *       "replaced": [
                     *         "8a4f02c1b5f2760df6b20937a0dca15f7b410d822b10b3c348d3ba55ee3ab628"
                     *       ],
                     *       "former": [
                     *         {
                     *           "publicKey": "8a4f02c1b5f2760df6b20937a0dca15f7b410d822b10b3c348d3ba55ee3ab628",
                     *           "dkgId": "0.0.1032@1796032303.761008000",
                     *           "hasShare": true
                     *         }
                     *       ],
                     *       "moves": {
                     *         "moved": 0,
                     *         "left": 2,
                     *         "entities": [
                     *           {
                     *             "kind": "account",
                     *             "entity": "0.0.1041",
                     *             "state": "FAILED",
                     *             "reason": "Fewer than 2 members have signed; 0.0.1012 does not answer"
                     *           },
                     *           {
                     *             "kind": "account",
                     *             "entity": "0.0.1042",
                     *             "state": "FAILED",
                     *             "reason": "Fewer than 2 members have signed; 0.0.1012 does not answer"
                     *           }
                     *         ]
                     *       },
                     *       "ceremony": {
                     *         "dkgId": "0.0.1032@1796032303.761026000",
                     *         "kind": "rotate",
                     *         "phase": "done",
                     *         "deadline": "2026-11-30T09:56:43.761Z",
                     *         "missing": [],
                     *         "out": [],
                     *         "failure": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SharedKey"];
                };
            };
        };
    };
    postSmartNodeDkg: {
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
                 *       "kind": "rotate"
                 *     }
                 */
                "application/json": {
                    /** @description what the entity is */
                    kind: "generate" | "split" | "reshare" | "refresh" | "repair" | "rotate";
                };
            };
        };
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "state": "KEY_GENERATION",
                     *       "dkgId": "0.0.1032@1796032282.269043000",
                     *       "publicKey": "de6bca6a774344c3233641a3e3f2fa1bbe0a9478e01af6f36896719354934d63",
                     *       "threshold": 2,
                     *       "epoch": 3,
                     *       "members": [
                     *         {
                     *           "walletId": "0.0.1012",
                     *           "number": 1,
                     *           "publicKey": "02b3c641418e89452cd5202adfd4758f459acb8e364f741fd16cd2db79835d39d2",
                     *           "verifyingShare": "e68328e88b88557b84f0835df2d94fa1d1201287b11c55c9a2fc5bcf311eb399",
                     *           "live": true,
                     *           "answeredAt": "2026-11-30T09:51:22.269Z"
                     *         },
                     *         {
                     *           "walletId": "0.0.1022",
                     *           "number": 2,
                     *           "publicKey": "0b3d4a18bb0013cf9bc80b988a3ea3043775438493534e4d04c1687e848164c8",
                     *           "verifyingShare": "f401928a771f837df154cc948a1971a2e129494d16194bb4f200b71d0d553f07",
                     *           "live": true,
                     *           "answeredAt": "2026-11-30T09:51:22.269Z"
                     *         }
                     *       ],
                     *       "canFail": 1,
                     *       "hasShare": true,
                     *       "backedUpAt": null,
                     *       "topic": "0.0.1032",
                     *       "isTopicRead": true,
                     *       "time": "2026-11-30T09:51:22.269Z",
                     *       "replaced": [
                     *         "cac831083a23d9b901e6f845ccfb78b066b08e1bc3b2fa06ee575794cb032965",
                     *         "5b3a582a12f702d76c7a06c5659be8e27665e34318c61281e68ae6812694cceb"
                     *       ],
                     *       "former": [
                     *         {
                     *           "publicKey": "5b3a582a12f702d76c7a06c5659be8e27665e34318c61281e68ae6812694cceb",
                     *           "dkgId": "0.0.1032@1796032282.269026000",
                     *           "hasShare": true
                     *         },
                     *         {
                     *           "publicKey": "cac831083a23d9b901e6f845ccfb78b066b08e1bc3b2fa06ee575794cb032965",
                     *           "dkgId": "0.0.1032@1796032282.269010000",
                     *           "hasShare": true
                     *         }
                     *       ],
                     *       "moves": {
                     *         "moved": 0,
                     *         "left": 0,
                     *         "entities": []
                     *       },
                     *       "ceremony": {
                     *         "dkgId": "0.0.1032@1796032282.269060000",
                     *         "kind": "rotate",
                     *         "phase": "commit",
                     *         "deadline": "2026-11-30T09:56:22.269Z",
                     *         "missing": [
                     *           "0.0.1012",
                     *           "0.0.1022",
                     *           "0.0.1023"
                     *         ],
                     *         "out": [],
                     *         "failure": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SharedKey"];
                };
            };
        };
    };
    getSmartNodeDkgCheck: {
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
                     *       "topic": "0.0.1032",
                     *       "isTopicRead": true,
                     *       "threshold": 2,
                     *       "members": [
                     *         {
                     *           "walletId": "0.0.1022",
                     *           "url": "https://node.example.com",
                     *           "live": true,
                     *           "answers": true,
                     *           "version": null,
                     *           "clockOffsetMs": 0,
                     *           "topic": "0.0.1032",
                     *           "isTopicRead": true,
                     *           "isBackedUp": false,
                     *           "dkgId": "0.0.1032@1796032701.376000000",
                     *           "hasShare": true
                     *         },
                     *         {
                     *           "walletId": "0.0.1012",
                     *           "url": "https://node.example.com",
                     *           "live": true,
                     *           "answers": true,
                     *           "version": null,
                     *           "clockOffsetMs": 0,
                     *           "topic": "0.0.1032",
                     *           "isTopicRead": true,
                     *           "isBackedUp": false,
                     *           "dkgId": "0.0.1032@1796032701.376000000",
                     *           "hasShare": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        topic: string | null;
                        /** @description whether the node has read the topic to its end */
                        isTopicRead: boolean;
                        /** @description how many would sign together after a generation or a reshare */
                        threshold: number;
                        /** @description the list of the nodes */
                        members: {
                            walletId: components["schemas"]["AccountId"];
                            /** @description the address of the service */
                            url: string;
                            /** @description whether it answers heartbeats, which need its key in the list and clocks less than 60 s apart */
                            live: boolean;
                            /** @description whether it answers this node at `GET /smart-node/dkg` */
                            answers: boolean;
                            version: string | null;
                            clockOffsetMs: number | null;
                            topic: string | null;
                            /** @description whether it has read that topic to its end */
                            isTopicRead: boolean;
                            /** @description whether an operator has confirmed a backup of its share */
                            isBackedUp: boolean;
                            dkgId: string | null;
                            /** @description whether it says that it has its share */
                            hasShare: boolean;
                        }[];
                    };
                };
            };
        };
    };
    postSmartNodeDkgVerify: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
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
                     *       "publicKey": "eb6c19c77b145ca1609ab9f2b246d3175e1e076c8a108989fc5fcf6c6c2654e1",
                     *       "message": "51756f72617465207369676e696e6720746573742076310a302e302e3130353340313739353938383837372e3931323031343030300a6533346134393835326439643733613430333262393336386233666631396563",
                     *       "signature": "5998b7867ada0f50d6d81921a3c78cdc6cf2dce7c4c3828249419b24e56a9d8a817b6275127dec167327132dbdc9a5c60e61661846bfd722f75367233ec67906",
                     *       "cheaters": []
                     *     }
                     */
                    "application/json": {
                        /** @description hex */
                        publicKey: string;
                        /** @description hex; it begins with "Quorate signing test v1" */
                        message: string;
                        /** @description an ordinary Ed25519 signature of the public key over the message, hex */
                        signature: string;
                        /** @description members whose answers were wrong */
                        cheaters: components["schemas"]["AccountId"][];
                    };
                };
            };
        };
    };
    postSmartNodeDkgShares: {
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
                 *       "from": "0.0.1022",
                 *       "to": "0.0.1023",
                 *       "dkgId": "0.0.1053@1795988877.912014000",
                 *       "message": "51756f72617465207369676e696e6720746573742076310a302e302e3130353340313739353938383837372e3931323031343030300a6533346134393835326439643733613430333262393336386233666631396563",
                 *       "timestamp": "2026-11-29T21:47:57.912Z",
                 *       "signature": "d2ebfd9cb9ad2490764474575ca338bdc2652ad3df46e458e47d5432788e94af5e6e061afe6e165bfbd59233bc94ada490e84a667e704c85beec0e21f1ddc507"
                 *     }
                 */
                "application/json": {
                    from: components["schemas"]["AccountId"];
                    to: components["schemas"]["AccountId"];
                    /** @description the shared key */
                    dkgId: string;
                    /**
                     * Format: date-time
                     * @description when it was signed, ISO 8601
                     */
                    timestamp: string;
                    /**
                     * 64 bytes in lower-case hex
                     * @example abababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababab
                     */
                    signature: string;
                    /**
                     * bytes in lower-case hex
                     * @description what is to be signed, hex: a test message, or what the evidence permits
                     * @example 5175
                     */
                    message?: string;
                    /** @description evidence for the bodies that this request produces */
                    write?: {
                        /** @description the account that makes the request, as the asking member says */
                        wallet: components["schemas"]["AccountId"];
                        request: components["schemas"]["RequestAgain"];
                        /**
                         * bytes in base64
                         * @description a TransactionList: the bodies, with the signatures that they have
                         * @example CgsM
                         */
                        bytes: string;
                        /**
                         * bytes in base64
                         * @description the account's signature, which proves that it makes the request
                         * @example CgsM
                         */
                        ownership?: string;
                    };
                    /** @description evidence for the bytes that this decision names */
                    walletSignature?: {
                        walletId: components["schemas"]["AccountId"];
                        dao: components["schemas"]["DecisionReference"];
                        /**
                         * a raw public key in hex
                         * @description the key that makes the request, as the asking member says
                         * @example abababababababababababababababababababababababababababababababab
                         */
                        publicKey: string;
                        /**
                         * bytes in base64
                         * @description of a scheduled request: those of the ScheduleSign
                         * @example CgsM
                         */
                        bodyBytes?: string;
                    };
                    /** @description evidence for the statement that this key is for this vote */
                    ballotKey?: {
                        /** @description the vote that the key is for */
                        purpose: {
                            /** @description the chain of the DAO */
                            chain: string;
                            /** @description the DAO's topic */
                            topicId: components["schemas"]["TopicId"];
                            /**
                             * an id of the governance service
                             * @example 1f0c1f5e-0f4b-4f39-9f4e-0a3b7f0f2b11
                             */
                            daoId: string;
                            /**
                             * an id of the governance service
                             * @example 1f0c1f5e-0f4b-4f39-9f4e-0a3b7f0f2b11
                             */
                            proposalId: string;
                            /**
                             * a time with milliseconds, in UTC
                             * Format: date-time
                             * @description the end of the voting: no node gives its part of the key before
                             * @example 2026-11-30T12:00:00.000Z
                             */
                            endTime: string;
                        };
                        /**
                         * 32 bytes in lower-case hex
                         * @example abababababababababababababababababababababababababababababababab
                         */
                        publicKey: string;
                    };
                    /** @description absent: only a commitment is asked for */
                    session?: number;
                    /** @description of those who sign together; present with `session` */
                    commitments?: {
                        /** @description the member's number */
                        number: number;
                        /**
                         * 32 bytes in lower-case hex
                         * @example abababababababababababababababababababababababababababababababab
                         */
                        hiding: string;
                        /**
                         * 32 bytes in lower-case hex
                         * @example abababababababababababababababababababababababababababababababab
                         */
                        binding: string;
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
                     *       "from": "0.0.1023",
                     *       "question": "d2ebfd9cb9ad2490764474575ca338bdc2652ad3df46e458e47d5432788e94af5e6e061afe6e165bfbd59233bc94ada490e84a667e704c85beec0e21f1ddc507",
                     *       "commitment": {
                     *         "number": 2,
                     *         "hiding": "200c50a1e2344bbb0f5ea4a39424fd4fef99711c38c1baf59d54cb1b530345d3",
                     *         "binding": "cce17f99b6a3fd6fa6b1fea2451b9fa1c909d2a0b19a42e466bc6e0f91132917"
                     *       },
                     *       "signature": "073a2cfcfe5f95bdfafce0c4adaed595a1d39961a41f516c27978cd424441b284b6774cdf7a459e926ad10626c4aa24ae16ced0d318b16b6d75b160e6e612f06"
                     *     }
                     */
                    "application/json": {
                        from: components["schemas"]["AccountId"];
                        /**
                         * 64 bytes in lower-case hex
                         * @description the signature of the question
                         * @example abababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababab
                         */
                        question: string;
                        /**
                         * 64 bytes in lower-case hex
                         * @example abababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababab
                         */
                        signature: string;
                        /**
                         * 32 bytes in lower-case hex
                         * @example abababababababababababababababababababababababababababababababab
                         */
                        share?: string;
                        /** @description a member's public nonces, used once (RFC 9591, section 5.1) */
                        commitment?: {
                            /** @description the member's number */
                            number: number;
                            /**
                             * 32 bytes in lower-case hex
                             * @example abababababababababababababababababababababababababababababababab
                             */
                            hiding: string;
                            /**
                             * 32 bytes in lower-case hex
                             * @example abababababababababababababababababababababababababababababababab
                             */
                            binding: string;
                        };
                        /** @description why the member does not sign; the answer then has no other result */
                        refused?: {
                            /** @description as of the write; SIGNING_REFUSED for anything else, NONCE_UNKNOWN if its nonce is gone */
                            code: string;
                            /** @description what happened, in words */
                            message: string;
                        };
                    };
                };
            };
        };
    };
    getSmartNodeDkgBackup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the backup of a node's share. Without SHARE_KEY nobody can open it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "quorate": 1,
                     *       "type": "share",
                     *       "chain": "hedera:devnet",
                     *       "key": {
                     *         "dkgId": "0.0.1032@1796001207.453006000",
                     *         "epoch": 1,
                     *         "threshold": 2,
                     *         "publicKey": "51d87e9326e230bbabe5d289f3de728caa7848b55a1745d538b716be3302e345",
                     *         "members": [
                     *           {
                     *             "id": "0.0.1012",
                     *             "key": "02b3c641418e89452cd5202adfd4758f459acb8e364f741fd16cd2db79835d39d2",
                     *             "number": 1,
                     *             "verifyingShare": "be91ab2618e214623e9fa19eb4904d0aa5dc8d0edfba49cc24650d6fdab50bcf"
                     *           },
                     *           {
                     *             "id": "0.0.1022",
                     *             "key": "0b3d4a18bb0013cf9bc80b988a3ea3043775438493534e4d04c1687e848164c8",
                     *             "number": 2,
                     *             "verifyingShare": "b195187f43cfca4b244489057c76afb0be510fef104b5a23ea2cf76141c2119f"
                     *           }
                     *         ]
                     *       },
                     *       "sealed": "D3fmn4n5M5NAkr02KbRsDPu6p8bCMLz58mNoysdBIZeHe7EMuJU6OseQ3bKaOPpaoKeC6uanUQ68a04y"
                     *     }
                     */
                    "application/json": components["schemas"]["ShareBackup"];
                };
            };
        };
    };
    putSmartNodeDkgBackup: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description the backup of a node's share. Without SHARE_KEY nobody can open it */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "quorate": 1,
                 *       "type": "share",
                 *       "chain": "hedera:devnet",
                 *       "key": {
                 *         "dkgId": "0.0.1032@1796032701.376000000",
                 *         "epoch": 2,
                 *         "threshold": 2,
                 *         "publicKey": "0e9c005907286e000718c340f60a767e90d92e72eeb9d600abcef343938423ad",
                 *         "members": [
                 *           {
                 *             "id": "0.0.1012",
                 *             "key": "02b3c641418e89452cd5202adfd4758f459acb8e364f741fd16cd2db79835d39d2",
                 *             "number": 1,
                 *             "verifyingShare": "f5f9fd53ebb15dd054c0db0d6b3a254f8d3fa145b880a39fc4de7bd635be9c84"
                 *           },
                 *           {
                 *             "id": "0.0.1022",
                 *             "key": "0b3d4a18bb0013cf9bc80b988a3ea3043775438493534e4d04c1687e848164c8",
                 *             "number": 2,
                 *             "verifyingShare": "9e8a9ad389b4d6d4e22e660e2be2d8884b9da735d04dab879c292daa4afd4c09"
                 *           }
                 *         ]
                 *       },
                 *       "sealed": "sOeF21IJ5JHgfktIg7guphEc4MOkDxXtFDLJ0LJvPC4CbYyKlZSbQ+afdsFbjiPvkBRCdQAOxGecUpgV"
                 *     }
                 */
                "application/json": components["schemas"]["ShareBackup"];
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
                     *       "state": "ACTIVE",
                     *       "dkgId": "0.0.1032@1796032701.376000000",
                     *       "publicKey": "0e9c005907286e000718c340f60a767e90d92e72eeb9d600abcef343938423ad",
                     *       "threshold": 2,
                     *       "epoch": 2,
                     *       "members": [
                     *         {
                     *           "walletId": "0.0.1012",
                     *           "number": 1,
                     *           "publicKey": "02b3c641418e89452cd5202adfd4758f459acb8e364f741fd16cd2db79835d39d2",
                     *           "verifyingShare": "f5f9fd53ebb15dd054c0db0d6b3a254f8d3fa145b880a39fc4de7bd635be9c84",
                     *           "live": true,
                     *           "answeredAt": null
                     *         },
                     *         {
                     *           "walletId": "0.0.1022",
                     *           "number": 2,
                     *           "publicKey": "0b3d4a18bb0013cf9bc80b988a3ea3043775438493534e4d04c1687e848164c8",
                     *           "verifyingShare": "9e8a9ad389b4d6d4e22e660e2be2d8884b9da735d04dab879c292daa4afd4c09",
                     *           "live": true,
                     *           "answeredAt": "2026-11-30T09:58:31.376Z"
                     *         }
                     *       ],
                     *       "canFail": 0,
                     *       "hasShare": true,
                     *       "backedUpAt": "2026-11-30T09:58:31.376Z",
                     *       "topic": "0.0.1032",
                     *       "isTopicRead": true,
                     *       "time": "2026-11-30T09:58:31.376Z",
                     *       "replaced": [],
                     *       "former": [],
                     *       "moves": {
                     *         "moved": 0,
                     *         "left": 0,
                     *         "entities": []
                     *       },
                     *       "ceremony": {
                     *         "dkgId": "0.0.1032@1796032701.376000000",
                     *         "kind": "refresh",
                     *         "phase": "done",
                     *         "deadline": "2026-11-30T10:03:21.376Z",
                     *         "missing": [],
                     *         "out": [],
                     *         "failure": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SharedKey"];
                };
            };
        };
    };
    postSmartNodeDkgRestore: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description the backup of a node's share. Without SHARE_KEY nobody can open it */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "quorate": 1,
                 *       "type": "share",
                 *       "chain": "hedera:devnet",
                 *       "key": {
                 *         "dkgId": "0.0.1032@1796032701.376000000",
                 *         "epoch": 2,
                 *         "threshold": 2,
                 *         "publicKey": "0e9c005907286e000718c340f60a767e90d92e72eeb9d600abcef343938423ad",
                 *         "members": [
                 *           {
                 *             "id": "0.0.1012",
                 *             "key": "02b3c641418e89452cd5202adfd4758f459acb8e364f741fd16cd2db79835d39d2",
                 *             "number": 1,
                 *             "verifyingShare": "f5f9fd53ebb15dd054c0db0d6b3a254f8d3fa145b880a39fc4de7bd635be9c84"
                 *           },
                 *           {
                 *             "id": "0.0.1022",
                 *             "key": "0b3d4a18bb0013cf9bc80b988a3ea3043775438493534e4d04c1687e848164c8",
                 *             "number": 2,
                 *             "verifyingShare": "9e8a9ad389b4d6d4e22e660e2be2d8884b9da735d04dab879c292daa4afd4c09"
                 *           }
                 *         ]
                 *       },
                 *       "sealed": "sOeF21IJ5JHgfktIg7guphEc4MOkDxXtFDLJ0LJvPC4CbYyKlZSbQ+afdsFbjiPvkBRCdQAOxGecUpgV"
                 *     }
                 */
                "application/json": components["schemas"]["ShareBackup"];
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
                     *       "state": "ACTIVE",
                     *       "dkgId": "0.0.1032@1796032701.376000000",
                     *       "publicKey": "0e9c005907286e000718c340f60a767e90d92e72eeb9d600abcef343938423ad",
                     *       "threshold": 2,
                     *       "epoch": 2,
                     *       "members": [
                     *         {
                     *           "walletId": "0.0.1012",
                     *           "number": 1,
                     *           "publicKey": "02b3c641418e89452cd5202adfd4758f459acb8e364f741fd16cd2db79835d39d2",
                     *           "verifyingShare": "f5f9fd53ebb15dd054c0db0d6b3a254f8d3fa145b880a39fc4de7bd635be9c84",
                     *           "live": true,
                     *           "answeredAt": null
                     *         },
                     *         {
                     *           "walletId": "0.0.1022",
                     *           "number": 2,
                     *           "publicKey": "0b3d4a18bb0013cf9bc80b988a3ea3043775438493534e4d04c1687e848164c8",
                     *           "verifyingShare": "9e8a9ad389b4d6d4e22e660e2be2d8884b9da735d04dab879c292daa4afd4c09",
                     *           "live": true,
                     *           "answeredAt": "2026-11-30T09:58:41.376Z"
                     *         }
                     *       ],
                     *       "canFail": 0,
                     *       "hasShare": true,
                     *       "backedUpAt": null,
                     *       "topic": "0.0.1032",
                     *       "isTopicRead": true,
                     *       "time": "2026-11-30T09:58:41.376Z",
                     *       "replaced": [],
                     *       "former": [],
                     *       "moves": {
                     *         "moved": 0,
                     *         "left": 0,
                     *         "entities": []
                     *       },
                     *       "ceremony": {
                     *         "dkgId": "0.0.1032@1796032701.376000000",
                     *         "kind": "refresh",
                     *         "phase": "done",
                     *         "deadline": "2026-11-30T10:03:21.376Z",
                     *         "missing": [],
                     *         "out": [],
                     *         "failure": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SharedKey"];
                };
            };
        };
    };
    postSmartNodeDkgMove: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "state": "ACTIVE",
                     *       "dkgId": "0.0.1032@1796032215.871037000",
                     *       "publicKey": "82753a9a66112486642fd9eda92b8f69179c376f2a87103d863007ac07b7b062",
                     *       "threshold": 2,
                     *       "epoch": 2,
                     *       "members": [
                     *         {
                     *           "walletId": "0.0.1022",
                     *           "number": 1,
                     *           "publicKey": "0b3d4a18bb0013cf9bc80b988a3ea3043775438493534e4d04c1687e848164c8",
                     *           "verifyingShare": "7f09397abe05058b08ee27c9aaaead17014c793399838bdd9e5f6a07a83fb17c",
                     *           "live": true,
                     *           "answeredAt": null
                     *         },
                     *         {
                     *           "walletId": "0.0.1023",
                     *           "number": 2,
                     *           "publicKey": "d9f8acac5501ecdd23263743445a31913881fbf78077d2863f6cec07a4c29ed9",
                     *           "verifyingShare": "9ea024ef32ac3b13fab2820576d67911c0f2ebe782febaa5bf60ad7d3e309fce",
                     *           "live": true,
                     *           "answeredAt": "2026-11-30T10:50:15.871Z"
                     *         }
                     *       ],
                     *       "canFail": 1,
                     *       "hasShare": true,
                     *       "backedUpAt": null,
                     *       "topic": "0.0.1032",
                     *       "isTopicRead": true,
                     *       "time": "2026-11-30T10:50:15.871Z",
                     *       "replaced": [
                     *         "db09c690a212d6af200556f9b69473ebdcf9909cd9f92165742b5bbd9b0382ba"
                     *       ],
                     *       "former": [
                     *         {
                     *           "publicKey": "db09c690a212d6af200556f9b69473ebdcf9909cd9f92165742b5bbd9b0382ba",
                     *           "dkgId": "0.0.1032@1796032215.871010000",
                     *           "hasShare": true
                     *         }
                     *       ],
                     *       "moves": {
                     *         "moved": 0,
                     *         "left": 4,
                     *         "entities": [
                     *           {
                     *             "kind": "account",
                     *             "entity": "0.0.1043",
                     *             "state": "WAITING",
                     *             "reason": null
                     *           },
                     *           {
                     *             "kind": "account",
                     *             "entity": "0.0.1044",
                     *             "state": "WAITING",
                     *             "reason": null
                     *           },
                     *           {
                     *             "kind": "topic",
                     *             "entity": "0.0.1045",
                     *             "state": "WAITING",
                     *             "reason": null
                     *           }
                     *         ]
                     *       },
                     *       "ceremony": {
                     *         "dkgId": "0.0.1032@1796032215.871037000",
                     *         "kind": "rotate",
                     *         "phase": "done",
                     *         "deadline": "2026-11-30T09:55:15.871Z",
                     *         "missing": [],
                     *         "out": [],
                     *         "failure": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SharedKey"];
                };
            };
        };
    };
    postSmartNodeDkgRetire: {
        parameters: {
            query?: {
                /**
                 * @description accounts of listed nodes that are lost and need not answer. Topics, and accounts whose key has several parts, that only these nodes know can then never be moved
                 * @example 0.0.1026
                 */
                without?: string;
            };
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
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
                     *       "state": "ACTIVE",
                     *       "dkgId": "0.0.1032@1796032215.871037000",
                     *       "publicKey": "82753a9a66112486642fd9eda92b8f69179c376f2a87103d863007ac07b7b062",
                     *       "threshold": 2,
                     *       "epoch": 2,
                     *       "members": [
                     *         {
                     *           "walletId": "0.0.1022",
                     *           "number": 1,
                     *           "publicKey": "0b3d4a18bb0013cf9bc80b988a3ea3043775438493534e4d04c1687e848164c8",
                     *           "verifyingShare": "7f09397abe05058b08ee27c9aaaead17014c793399838bdd9e5f6a07a83fb17c",
                     *           "live": true,
                     *           "answeredAt": "2026-11-30T10:50:15.871Z"
                     *         },
                     *         {
                     *           "walletId": "0.0.1023",
                     *           "number": 2,
                     *           "publicKey": "d9f8acac5501ecdd23263743445a31913881fbf78077d2863f6cec07a4c29ed9",
                     *           "verifyingShare": "9ea024ef32ac3b13fab2820576d67911c0f2ebe782febaa5bf60ad7d3e309fce",
                     *           "live": true,
                     *           "answeredAt": "2026-11-30T10:50:15.871Z"
                     *         }
                     *       ],
                     *       "canFail": 1,
                     *       "hasShare": true,
                     *       "backedUpAt": null,
                     *       "topic": "0.0.1032",
                     *       "isTopicRead": true,
                     *       "time": "2026-11-30T10:50:15.871Z",
                     *       "replaced": [
                     *         "db09c690a212d6af200556f9b69473ebdcf9909cd9f92165742b5bbd9b0382ba"
                     *       ],
                     *       "former": [],
                     *       "moves": {
                     *         "moved": 3,
                     *         "left": 0,
                     *         "entities": [
                     *           {
                     *             "kind": "account",
                     *             "entity": "0.0.1043",
                     *             "state": "MOVED",
                     *             "reason": null
                     *           },
                     *           {
                     *             "kind": "topic",
                     *             "entity": "0.0.1045",
                     *             "state": "MOVED",
                     *             "reason": null
                     *           },
                     *           {
                     *             "kind": "token",
                     *             "entity": "0.0.1046",
                     *             "state": "MOVED",
                     *             "reason": null
                     *           }
                     *         ]
                     *       },
                     *       "ceremony": {
                     *         "dkgId": "0.0.1032@1796032215.871037000",
                     *         "kind": "rotate",
                     *         "phase": "done",
                     *         "deadline": "2026-11-30T09:55:15.871Z",
                     *         "missing": [],
                     *         "out": [],
                     *         "failure": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SharedKey"];
                };
            };
        };
    };
    getSmartNodeIdentifier: {
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
                     *       "accountId": "0.0.1022",
                     *       "publicKey": "302a300506032b65700321000b3d4a18bb0013cf9bc80b988a3ea3043775438493534e4d04c1687e848164c8",
                     *       "url": "https://node.example.com",
                     *       "nft": {
                     *         "id": "0.0.5005",
                     *         "serialNumber": 7,
                     *         "name": "Node one",
                     *         "description": "",
                     *         "attributes": {
                     *           "tier": "gold",
                     *           "region": "eu",
                     *           "permissions": [
                     *             "governance",
                     *             "storage"
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description an account id, such as 0.0.1001 */
                        accountId: string;
                        /** @description DER in hex */
                        publicKey: string;
                        /** @description the address of the service */
                        url: string;
                        /** @description the NFT that represents the node */
                        nft: {
                            id: string | null;
                            /** @description the serial number of an NFT, from 1 */
                            serialNumber: number | null;
                            name: string;
                            description: string;
                            /** @description the traits of the node */
                            attributes: {
                                /** @description the setting NODE_TIER */
                                tier: string;
                                /** @description the setting NODE_REGION */
                                region: string;
                                /** @description the setting NODE_PERMISSIONS */
                                permissions: string[];
                            };
                        };
                    };
                };
            };
        };
    };
    getSmartNodeStatus: {
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
                     *       "node": {
                     *         "status": "online",
                     *         "lastSeen": "2026-11-28T22:08:59.047Z",
                     *         "metrics": {
                     *           "cpu": "88.7%",
                     *           "memory": "21.5%",
                     *           "network": "1/1"
                     *         }
                     *       },
                     *       "ipfs": {
                     *         "connected": false,
                     *         "peers": 0,
                     *         "storage": {
                     *           "pinned": 0,
                     *           "available": "0"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description the account of the consensus node */
                        node: {
                            /**
                             * @description offline: too few members of the network are there
                             * @enum {unknown}
                             */
                            status: "online" | "offline";
                            /** @description ISO 8601 */
                            lastSeen: string;
                            /** @description the load of the machine and the state of the network */
                            metrics: {
                                /** @description percent in use */
                                cpu: string;
                                /** @description percent in use */
                                memory: string;
                                /** @description how many of the members are live */
                                network: string;
                            };
                        };
                        /** @description the content that the node keeps */
                        ipfs: {
                            /** @description whether the node reads and keeps content */
                            connected: boolean;
                            /** @description how many nodes of IPFS it is connected to */
                            peers: number;
                            /** @description the space that content takes */
                            storage: {
                                /** @description how many pins the node keeps */
                                pinned: number;
                                /** @description free space on the drive, such as 12.34 GB */
                                available: string;
                            };
                        };
                    };
                };
            };
        };
    };
    getSmartNodeUtilities: {
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
                     * @example [
                     *       {
                     *         "name": "Utility",
                     *         "id": "0.0.1034",
                     *         "treasury": "0.0.1022",
                     *         "decimals": "4"
                     *       }
                     *     ]
                     */
                    "application/json": {
                        name: string;
                        /** @description the identifier */
                        id: string;
                        /** @description the account that holds what is minted */
                        treasury: string | null;
                        /** @description how many decimal places the token has: a balance counts units of 10^-decimals */
                        decimals: string;
                    }[];
                };
            };
        };
    };
    getIpfsByCid: {
        parameters: {
            query?: {
                /** @description the name for the saved file */
                filename?: string;
                /** @description `true` makes browsers save it instead of showing it */
                download?: string;
                /** @description of a directory, the entries on a page */
                limit?: number;
                /**
                 * @description of a directory, `next` of the page before
                 * @example 99
                 */
                cursor?: string;
                /** @description the format of the answer instead of `Accept`: `raw` is one block, `car` is all blocks in an archive, `tar` is a tree of files, and the others are blocks of that codec */
                format?: "raw" | "car" | "tar" | "dag-json" | "dag-cbor" | "json" | "cbor";
                /** @description blocks of a CAR in addition to those of the path: the block at its end; those of the file or of the directory's list of names; or all below it (default) */
                "dag-scope"?: "block" | "entity" | "all";
                /**
                 * @description of a CAR, the bytes of a file whose blocks are sent, `from:to`: both inclusive, negative ones from the end, `*` for the last; dag-scope is `entity` then
                 * @example 0:1023
                 */
                "entity-bytes"?: string;
                /** @description the version of a CAR */
                "car-version"?: "1";
                /** @description the order of the blocks in a CAR; it is always `dfs`, depth first */
                "car-order"?: "dfs" | "unk";
                /** @description whether a CAR repeats a block wherever it occurs */
                "car-dups"?: "y" | "n";
            };
            header?: never;
            path: {
                /** @description a content identifier of version 0 or 1 in any base, or an ipfs:// or gateway address, percent-encoded */
                cid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the content; of a directory, its names as `application/json` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                    "*/*": unknown;
                    "application/vnd.ipld.raw": unknown;
                    "application/vnd.ipld.car": unknown;
                    "application/x-tar": unknown;
                    "application/vnd.ipld.dag-json": unknown;
                    "application/vnd.ipld.dag-cbor": unknown;
                    "application/cbor": unknown;
                    "application/json": {
                        /** @description the identifier of the directory */
                        cid: string;
                        /** @description the names in the directory */
                        entries: {
                            name: string;
                            /** @description the identifier of the entry */
                            cid: string;
                            /** @description bytes of a file; null for other types */
                            size: number | null;
                            /**
                             * @description `data` is dag-cbor or dag-json; `unknown` if the first block of the entry is not on this node, or is of no known type
                             * @enum {unknown}
                             */
                            type: "file" | "directory" | "symlink" | "data" | "unknown";
                        }[];
                        /** @description the cursor of the next page, if there is one */
                        next?: string;
                    };
                };
            };
            /** @description the requested range */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                    "*/*": unknown;
                    "application/vnd.ipld.raw": unknown;
                    "application/vnd.ipld.car": unknown;
                    "application/x-tar": unknown;
                    "application/vnd.ipld.dag-json": unknown;
                    "application/vnd.ipld.dag-cbor": unknown;
                    "application/cbor": unknown;
                };
            };
            /** @description A directory, without a slash at the end of its address */
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    getIpfsByPath: {
        parameters: {
            query?: {
                /** @description the name for the saved file */
                filename?: string;
                /** @description `true` makes browsers save it instead of showing it */
                download?: string;
                /** @description of a directory, the entries on a page */
                limit?: number;
                /**
                 * @description of a directory, `next` of the page before
                 * @example 99
                 */
                cursor?: string;
                /** @description the format of the answer instead of `Accept`: `raw` is one block, `car` is all blocks in an archive, `tar` is a tree of files, and the others are blocks of that codec */
                format?: "raw" | "car" | "tar" | "dag-json" | "dag-cbor" | "json" | "cbor";
                /** @description blocks of a CAR in addition to those of the path: the block at its end; those of the file or of the directory's list of names; or all below it (default) */
                "dag-scope"?: "block" | "entity" | "all";
                /**
                 * @description of a CAR, the bytes of a file whose blocks are sent, `from:to`: both inclusive, negative ones from the end, `*` for the last; dag-scope is `entity` then
                 * @example 0:1023
                 */
                "entity-bytes"?: string;
                /** @description the version of a CAR */
                "car-version"?: "1";
                /** @description the order of the blocks in a CAR; it is always `dfs`, depth first */
                "car-order"?: "dfs" | "unk";
                /** @description whether a CAR repeats a block wherever it occurs */
                "car-dups"?: "y" | "n";
            };
            header?: never;
            path: {
                /** @description a content identifier of version 0 or 1 in any base, or an ipfs:// or gateway address, percent-encoded */
                cid: string;
                /** @description a path below the content */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the content; of a directory, its names as `application/json` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                    "*/*": unknown;
                    "application/vnd.ipld.raw": unknown;
                    "application/vnd.ipld.car": unknown;
                    "application/x-tar": unknown;
                    "application/vnd.ipld.dag-json": unknown;
                    "application/vnd.ipld.dag-cbor": unknown;
                    "application/cbor": unknown;
                    "application/json": {
                        /** @description the identifier of the directory */
                        cid: string;
                        /** @description the names in the directory */
                        entries: {
                            name: string;
                            /** @description the identifier of the entry */
                            cid: string;
                            /** @description bytes of a file; null for other types */
                            size: number | null;
                            /**
                             * @description `data` is dag-cbor or dag-json; `unknown` if the first block of the entry is not on this node, or is of no known type
                             * @enum {unknown}
                             */
                            type: "file" | "directory" | "symlink" | "data" | "unknown";
                        }[];
                        /** @description the cursor of the next page, if there is one */
                        next?: string;
                    };
                };
            };
            /** @description the requested range */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                    "*/*": unknown;
                    "application/vnd.ipld.raw": unknown;
                    "application/vnd.ipld.car": unknown;
                    "application/x-tar": unknown;
                    "application/vnd.ipld.dag-json": unknown;
                    "application/vnd.ipld.dag-cbor": unknown;
                    "application/cbor": unknown;
                };
            };
            /** @description A directory, without a slash at the end of its address */
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    getIpfsFileByCid: {
        parameters: {
            query?: {
                /** @description the name for the saved file */
                filename?: string;
                /** @description `true` makes browsers save it instead of showing it */
                download?: string;
                /** @description of a directory, the entries on a page */
                limit?: number;
                /**
                 * @description of a directory, `next` of the page before
                 * @example 99
                 */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description a content identifier of version 0 or 1 in any base, or an ipfs:// or gateway address, percent-encoded */
                cid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the content */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": unknown;
                    "image/jpeg": unknown;
                    "image/gif": unknown;
                    "image/webp": unknown;
                    "image/svg+xml": unknown;
                    "video/mp4": unknown;
                    "audio/mpeg": unknown;
                    "application/pdf": unknown;
                    "application/json": unknown;
                    "text/plain": unknown;
                    "text/html": unknown;
                    "application/octet-stream": unknown;
                    "*/*": unknown;
                };
            };
            /** @description the requested range */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": unknown;
                    "image/jpeg": unknown;
                    "image/gif": unknown;
                    "image/webp": unknown;
                    "image/svg+xml": unknown;
                    "video/mp4": unknown;
                    "audio/mpeg": unknown;
                    "application/pdf": unknown;
                    "application/json": unknown;
                    "text/plain": unknown;
                    "text/html": unknown;
                    "application/octet-stream": unknown;
                    "*/*": unknown;
                };
            };
            /** @description A directory, without a slash at the end of its address */
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    getIpfsFileByPath: {
        parameters: {
            query?: {
                /** @description the name for the saved file */
                filename?: string;
                /** @description `true` makes browsers save it instead of showing it */
                download?: string;
                /** @description of a directory, the entries on a page */
                limit?: number;
                /**
                 * @description of a directory, `next` of the page before
                 * @example 99
                 */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description a content identifier of version 0 or 1 in any base, or an ipfs:// or gateway address, percent-encoded */
                cid: string;
                /** @description a path below the content */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the content */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": unknown;
                    "image/jpeg": unknown;
                    "image/gif": unknown;
                    "image/webp": unknown;
                    "image/svg+xml": unknown;
                    "video/mp4": unknown;
                    "audio/mpeg": unknown;
                    "application/pdf": unknown;
                    "application/json": unknown;
                    "text/plain": unknown;
                    "text/html": unknown;
                    "application/octet-stream": unknown;
                    "*/*": unknown;
                };
            };
            /** @description the requested range */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": unknown;
                    "image/jpeg": unknown;
                    "image/gif": unknown;
                    "image/webp": unknown;
                    "image/svg+xml": unknown;
                    "video/mp4": unknown;
                    "audio/mpeg": unknown;
                    "application/pdf": unknown;
                    "application/json": unknown;
                    "text/plain": unknown;
                    "text/html": unknown;
                    "application/octet-stream": unknown;
                    "*/*": unknown;
                };
            };
            /** @description A directory, without a slash at the end of its address */
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    getIpfsMetadataByCid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description a content identifier of version 0 or 1 in any base, or an ipfs:// or gateway address, percent-encoded
                 * @example bafkreifemwgzpg4xqxo4p5fsmgvvuzywux5axh67gbtflf26hhwrasnloe
                 */
                cid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the stored JSON, with URLs of this node in place of its `ipfs://` addresses */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "One",
                     *       "image": "https://node.example.com/ipfs/file/bafybeihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku",
                     *       "animation_url": "https://node.example.com/ipfs/file/bafybeihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku/movie%201.mp4",
                     *       "format": "HIP412@2.0.0",
                     *       "properties": {
                     *         "external": "ipfs://QmdfTbBqBPQ7VNxZEYEj14VmRuZBkqFbiwReogJgS1zR1n"
                     *       },
                     *       "files": [
                     *         {
                     *           "uri": "https://node.example.com/ipfs/file/bafybeihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku/a.png",
                     *           "type": "image/png",
                     *           "metadata": {
                     *             "image": "https://node.example.com/ipfs/file/bafybeihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku"
                     *           }
                     *         },
                     *         {
                     *           "uri": "https://example.org/b.png"
                     *         },
                     *         "not a file"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        name?: unknown;
                        /** @description the URL of the image at this node */
                        image?: unknown;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    getIpfsMetadataByPath: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description a content identifier of version 0 or 1 in any base, or an ipfs:// or gateway address, percent-encoded
                 * @example bafybeickee6os6cj5s4ddhtmrwnjxuu2sij74zf26mzx2xzvffckzev4cq
                 */
                cid: string;
                /**
                 * @description a path below the content
                 * @example 299.json
                 */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the stored JSON, with URLs of this node in place of its `ipfs://` addresses */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "299.json"
                     *     }
                     */
                    "application/json": {
                        name?: unknown;
                        /** @description the URL of the image at this node */
                        image?: unknown;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    getIpfsPinByCid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description a content identifier of version 0 or 1 in any base, or an ipfs:// or gateway address, percent-encoded
                 * @example bafkreiablk6x6xgfpiw5ss3vsdyevwaiijzzaxxdh3c45pvomitwvf7ymi
                 */
                cid: string;
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
                     *       "cid": "bafkreiablk6x6xgfpiw5ss3vsdyevwaiijzzaxxdh3c45pvomitwvf7ymi",
                     *       "owner": "0.0.1001",
                     *       "chain": "hedera:devnet",
                     *       "timestamp": 1795903596,
                     *       "status": "pinned",
                     *       "bytes": 4096,
                     *       "metadata": {
                     *         "filename": "a.json",
                     *         "mimetype": "application/json; charset=utf-8",
                     *         "size": 7
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Pin"];
                };
            };
        };
    };
    postIpfsPinByCid: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description a content identifier of version 0 or 1 in any base, or an ipfs:// or gateway address, percent-encoded
                 * @example bafybeigo6q462662rg4vqnddfe7yxsnugb73btfkykrygltr45t72r67ci
                 */
                cid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "filename": "x.bin"
                 *     }
                 */
                "application/json": {
                    /** @description the name of the file */
                    filename?: string;
                    /** @description the media type of the file */
                    mimetype?: string;
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
                    "application/json": components["schemas"]["Pin"];
                };
            };
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "cid": "bafybeigo6q462662rg4vqnddfe7yxsnugb73btfkykrygltr45t72r67ci",
                     *       "owner": "0.0.1001",
                     *       "chain": "hedera:devnet",
                     *       "timestamp": 1795903796,
                     *       "status": "queued",
                     *       "bytes": 0,
                     *       "metadata": {
                     *         "filename": "x.bin"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Pin"];
                };
            };
        };
    };
    deleteIpfsUnpinByCid: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description a content identifier of version 0 or 1 in any base, or an ipfs:// or gateway address, percent-encoded
                 * @example bafkreihv43icjqc4ttbhi2r6cj2aroi2rn5h6krq3igclg6fijsvalo66q
                 */
                cid: string;
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
                     *       "cid": "bafkreihv43icjqc4ttbhi2r6cj2aroi2rn5h6krq3igclg6fijsvalo66q",
                     *       "owner": "0.0.1001",
                     *       "chain": "hedera:devnet",
                     *       "timestamp": 1795903596,
                     *       "status": "unpinned",
                     *       "metadata": {
                     *         "filename": "file.bin",
                     *         "mimetype": "text/plain; charset=utf-8",
                     *         "size": 5
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description the content identifier (CID) */
                        cid: string;
                        /** @description the wallet */
                        owner: string;
                        /** @description the wallet's chain */
                        chain: string;
                        /** @description Unix time of the pin, seconds */
                        timestamp: number;
                        /** @description the name and media type of the file */
                        metadata?: {
                            /** @description the name of the file */
                            filename?: string;
                            /** @description the media type of the file */
                            mimetype?: string;
                            /** @description bytes */
                            size?: number;
                        };
                        /** @enum {string} */
                        status: "unpinned";
                    };
                };
            };
        };
    };
    getIpfsPins: {
        parameters: {
            query?: {
                /** @description the maximum number of entries on a page */
                limit?: number;
                /** @description from the Link header of the page before */
                cursor?: string;
                /** @description only pins in this status */
                status?: "queued" | "pinning" | "pinned" | "failed";
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
                     *         "cid": "bafkreielloo3bqj5wjbfnsbjvi3evkimnuxlummlsizkjk4tco4vju2vl4",
                     *         "owner": "0.0.1003",
                     *         "chain": "hedera:devnet",
                     *         "timestamp": 1795903776,
                     *         "status": "pinned",
                     *         "bytes": 4096,
                     *         "metadata": {
                     *           "filename": "file.bin",
                     *           "mimetype": "text/plain; charset=utf-8",
                     *           "size": 5
                     *         }
                     *       },
                     *       {
                     *         "cid": "bafkreib7ytgp45cyodrmbwm7ohzq74dfnsg63va4yhl5hu3wwdn6nbpc6m",
                     *         "owner": "0.0.1003",
                     *         "chain": "hedera:devnet",
                     *         "timestamp": 1795903776,
                     *         "status": "pinned",
                     *         "bytes": 4096,
                     *         "metadata": {
                     *           "filename": "file.bin",
                     *           "mimetype": "text/plain; charset=utf-8",
                     *           "size": 3
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Pin"][];
                };
            };
        };
    };
    getIpfsUsage: {
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
                     *       "bytes": 0,
                     *       "released": 0,
                     *       "pins": 0,
                     *       "pending": 0,
                     *       "limits": {
                     *         "bytes": 1000000,
                     *         "pins": 100000,
                     *         "pending": 100,
                     *         "fileSize": 500000
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Usage"];
                };
            };
        };
    };
    getIpfsNames: {
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
                     * @example [
                     *       {
                     *         "name": "k51qzi5uqu5djmw2yvf8kk5cdjc1ddc00o4d5sjwi6f79xzcay9j3gkddw5uu4",
                     *         "value": "/ipfs/bafkreieq4y6yl6q2wleo2zjcf47l26kldzjews347bf6yriviliekgzjqu",
                     *         "sequence": "0",
                     *         "validUntil": "2026-12-29T17:41:17.595Z",
                     *         "status": "valid",
                     *         "ttl": 300,
                     *         "record": "QkBUmferqepJp3Uzp59irCIUd6ZUv2UaudkVvL057WnoJqb/syonu7VJsigL"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Name"][];
                };
            };
        };
    };
    postIpfsNames: {
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
                 *       "name": "kzwfwjn5ji4puqqlr1m09ey6sdsef18jmaw1yja2ka9t32y4ooxh99qi8j134pb",
                 *       "record": "QkYwRAIgQidDg1POSR41LtoNi6NsJM6yTsCT5JT4euY8qlUDAmACIDEWVcEP"
                 *     }
                 */
                "application/json": {
                    /** @description an IPNS name, in any base, or as a peer id */
                    name: string;
                    record: components["schemas"]["Bytes"];
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
                     *       "name": "kzwfwjn5ji4puqqlr1m09ey6sdsef18jmaw1yja2ka9t32y4ooxh99qi8j134pb",
                     *       "value": "/ipfs/bafkreieq4y6yl6q2wleo2zjcf47l26kldzjews347bf6yriviliekgzjqu",
                     *       "sequence": "1",
                     *       "validUntil": "2026-12-29T17:41:17.595Z",
                     *       "status": "valid",
                     *       "ttl": 300,
                     *       "record": "QkYwRAIgQidDg1POSR41LtoNi6NsJM6yTsCT5JT4euY8qlUDAmACIDEWVcEP"
                     *     }
                     */
                    "application/json": components["schemas"]["Name"];
                };
            };
        };
    };
    getIpfsNamesByName: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description an IPNS name, in any base, or as a peer id
                 * @example k51qzi5uqu5djb27vn9n0wyrcf4iltgzgurq06d080ndy02xsa67u6z417so02
                 */
                name: string;
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
                     *       "name": "k51qzi5uqu5djb27vn9n0wyrcf4iltgzgurq06d080ndy02xsa67u6z417so02",
                     *       "value": "/ipfs/bafkreieq4y6yl6q2wleo2zjcf47l26kldzjews347bf6yriviliekgzjqu",
                     *       "sequence": "1",
                     *       "validUntil": "2026-12-29T17:41:17.595Z",
                     *       "status": "valid",
                     *       "ttl": 300,
                     *       "record": "QkB2TckAM8SxYWUKbdAXR/+XlFSJpwgP9TToYC5/h6gg4WpHpozXCaJl4NAn",
                     *       "routingError": "127.0.0.1:44557: it answered 500"
                     *     }
                     */
                    "application/json": components["schemas"]["Name"];
                };
            };
        };
    };
    deleteIpfsNamesByName: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description an IPNS name, in any base, or as a peer id
                 * @example k51qzi5uqu5dgnbcflm8p0ba9upupospde8jv0568fd7tt97ib4r73fv3c4vru
                 */
                name: string;
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
                     *       "name": "k51qzi5uqu5dgnbcflm8p0ba9upupospde8jv0568fd7tt97ib4r73fv3c4vru",
                     *       "status": "removed"
                     *     }
                     */
                    "application/json": {
                        /** @description the IPNS name, in base36 */
                        name: string;
                        /** @enum {string} */
                        status: "removed";
                    };
                };
            };
        };
    };
    getIpfsResolveByName: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description an IPNS name, or a domain with DNSLink
                 * @example docs.example.com
                 */
                name: string;
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
                     *       "name": "docs.example.com",
                     *       "path": "/ipfs/bafkreih3vycbwawed3ip3cso7mbzxr4a3vvpjipqyqqpijlbvzyf3wsd7y",
                     *       "value": "/ipfs/bafkreih3vycbwawed3ip3cso7mbzxr4a3vvpjipqyqqpijlbvzyf3wsd7y"
                     *     }
                     */
                    "application/json": components["schemas"]["Resolution"];
                };
            };
        };
    };
    getIpnsByName: {
        parameters: {
            query?: {
                /** @description the name for the saved file */
                filename?: string;
                /** @description `true` makes browsers save it instead of showing it */
                download?: string;
                /** @description of a directory, the entries on a page */
                limit?: number;
                /**
                 * @description of a directory, `next` of the page before
                 * @example 99
                 */
                cursor?: string;
                /** @description a block, several as CAR, or the signed record of the name */
                format?: "raw" | "car" | "tar" | "dag-json" | "dag-cbor" | "json" | "cbor" | "ipns-record";
                /** @description blocks of a CAR in addition to those of the path: the block at its end; those of the file or of the directory's list of names; or all below it (default) */
                "dag-scope"?: "block" | "entity" | "all";
                /**
                 * @description of a CAR, the bytes of a file whose blocks are sent, `from:to`: both inclusive, negative ones from the end, `*` for the last; dag-scope is `entity` then
                 * @example 0:1023
                 */
                "entity-bytes"?: string;
                /** @description the version of a CAR */
                "car-version"?: "1";
                /** @description the order of the blocks in a CAR; it is always `dfs`, depth first */
                "car-order"?: "dfs" | "unk";
                /** @description whether a CAR repeats a block wherever it occurs */
                "car-dups"?: "y" | "n";
            };
            header?: never;
            path: {
                /** @description an IPNS name, or a domain with DNSLink */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the content; of a directory, its names as `application/json` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                    "*/*": unknown;
                    "application/vnd.ipld.raw": unknown;
                    "application/vnd.ipld.car": unknown;
                    "application/x-tar": unknown;
                    "application/vnd.ipld.dag-json": unknown;
                    "application/vnd.ipld.dag-cbor": unknown;
                    "application/cbor": unknown;
                    "application/json": {
                        /** @description the identifier of the directory */
                        cid: string;
                        /** @description the names in the directory */
                        entries: {
                            name: string;
                            /** @description the identifier of the entry */
                            cid: string;
                            /** @description bytes of a file; null for other types */
                            size: number | null;
                            /**
                             * @description `data` is dag-cbor or dag-json; `unknown` if the first block of the entry is not on this node, or is of no known type
                             * @enum {unknown}
                             */
                            type: "file" | "directory" | "symlink" | "data" | "unknown";
                        }[];
                        /** @description the cursor of the next page, if there is one */
                        next?: string;
                    };
                };
            };
            /** @description the requested range */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                    "*/*": unknown;
                    "application/vnd.ipld.raw": unknown;
                    "application/vnd.ipld.car": unknown;
                    "application/x-tar": unknown;
                    "application/vnd.ipld.dag-json": unknown;
                    "application/vnd.ipld.dag-cbor": unknown;
                    "application/cbor": unknown;
                };
            };
            /** @description A directory, without a slash at the end of its address */
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    getIpnsByPath: {
        parameters: {
            query?: {
                /** @description the name for the saved file */
                filename?: string;
                /** @description `true` makes browsers save it instead of showing it */
                download?: string;
                /** @description of a directory, the entries on a page */
                limit?: number;
                /**
                 * @description of a directory, `next` of the page before
                 * @example 99
                 */
                cursor?: string;
                /** @description a block, several as CAR, or the signed record of the name */
                format?: "raw" | "car" | "tar" | "dag-json" | "dag-cbor" | "json" | "cbor" | "ipns-record";
                /** @description blocks of a CAR in addition to those of the path: the block at its end; those of the file or of the directory's list of names; or all below it (default) */
                "dag-scope"?: "block" | "entity" | "all";
                /**
                 * @description of a CAR, the bytes of a file whose blocks are sent, `from:to`: both inclusive, negative ones from the end, `*` for the last; dag-scope is `entity` then
                 * @example 0:1023
                 */
                "entity-bytes"?: string;
                /** @description the version of a CAR */
                "car-version"?: "1";
                /** @description the order of the blocks in a CAR; it is always `dfs`, depth first */
                "car-order"?: "dfs" | "unk";
                /** @description whether a CAR repeats a block wherever it occurs */
                "car-dups"?: "y" | "n";
            };
            header?: never;
            path: {
                /** @description an IPNS name, or a domain with DNSLink */
                name: string;
                /** @description a path below the content */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the content; of a directory, its names as `application/json` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                    "*/*": unknown;
                    "application/vnd.ipld.raw": unknown;
                    "application/vnd.ipld.car": unknown;
                    "application/x-tar": unknown;
                    "application/vnd.ipld.dag-json": unknown;
                    "application/vnd.ipld.dag-cbor": unknown;
                    "application/cbor": unknown;
                    "application/json": {
                        /** @description the identifier of the directory */
                        cid: string;
                        /** @description the names in the directory */
                        entries: {
                            name: string;
                            /** @description the identifier of the entry */
                            cid: string;
                            /** @description bytes of a file; null for other types */
                            size: number | null;
                            /**
                             * @description `data` is dag-cbor or dag-json; `unknown` if the first block of the entry is not on this node, or is of no known type
                             * @enum {unknown}
                             */
                            type: "file" | "directory" | "symlink" | "data" | "unknown";
                        }[];
                        /** @description the cursor of the next page, if there is one */
                        next?: string;
                    };
                };
            };
            /** @description the requested range */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                    "*/*": unknown;
                    "application/vnd.ipld.raw": unknown;
                    "application/vnd.ipld.car": unknown;
                    "application/x-tar": unknown;
                    "application/vnd.ipld.dag-json": unknown;
                    "application/vnd.ipld.dag-cbor": unknown;
                    "application/cbor": unknown;
                };
            };
            /** @description A directory, without a slash at the end of its address */
            301: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    getRoutingV1IpnsByName: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description an IPNS name, as an identifier of version 1 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the signed record */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.ipfs.ipns-record": unknown;
                };
            };
            /** @description Not modified */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    putRoutingV1IpnsByName: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description an IPNS name, as an identifier of version 1
                 * @example k51qzi5uqu5dkp6b8mj8gg920s0rsawtu3c662hc83nhj8f97szhu72ii9q9c3
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/vnd.ipfs.ipns-record": unknown;
            };
        };
        responses: {
            /** @description The record was stored, or was stored before */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    postIpfsUpload: {
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
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description the file
                     */
                    file: Blob;
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
                     *       "cid": "bafkreiablk6x6xgfpiw5ss3vsdyevwaiijzzaxxdh3c45pvomitwvf7ymi",
                     *       "size": 7,
                     *       "mimetype": "application/json; charset=utf-8",
                     *       "filename": "a.json"
                     *     }
                     */
                    "application/json": components["schemas"]["Upload"];
                };
            };
        };
    };
    getIpfsFolders: {
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
                     * @example [
                     *       {
                     *         "id": "6339f3a4-e254-4e58-b06a-d1b8e962fefb",
                     *         "status": "open",
                     *         "files": 25,
                     *         "size": 40,
                     *         "createdAt": "2026-11-29T16:59:39.979Z",
                     *         "expiresAt": "2026-11-30T16:59:39.979Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Folder"][];
                };
            };
        };
    };
    postIpfsFolders: {
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
                 *       "name": "Minutes"
                 *     }
                 */
                "application/json": {
                    /** @description the name that the pin gets */
                    name?: string;
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
                     *       "id": "49c1c6f2-6ffc-47b6-a3c2-cfc969880fdc",
                     *       "status": "open",
                     *       "files": 0,
                     *       "size": 0,
                     *       "createdAt": "2026-11-29T16:59:37.731Z",
                     *       "expiresAt": "2026-11-30T16:59:37.731Z",
                     *       "name": "Minutes"
                     *     }
                     */
                    "application/json": components["schemas"]["Folder"];
                };
            };
        };
    };
    postIpfsFoldersFinish: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the id of the upload
                 * @example 49c1c6f2-6ffc-47b6-a3c2-cfc969880fdc
                 */
                id: string;
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
                     *       "cid": "bafybeihw2yw3molgeycu4weaoxdnqtdigffzgm3dkbbccsagwodq5be6eu",
                     *       "size": 3500012,
                     *       "files": 5
                     *     }
                     */
                    "application/json": components["schemas"]["FinishedFolder"];
                };
            };
        };
    };
    getIpfsFoldersById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description the id of the upload
                 * @example 49c1c6f2-6ffc-47b6-a3c2-cfc969880fdc
                 */
                id: string;
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
                     *       "id": "49c1c6f2-6ffc-47b6-a3c2-cfc969880fdc",
                     *       "status": "finished",
                     *       "files": 5,
                     *       "size": 3500012,
                     *       "createdAt": "2026-11-29T16:59:37.731Z",
                     *       "expiresAt": "2026-11-30T16:59:37.731Z",
                     *       "name": "Minutes",
                     *       "cid": "bafybeihw2yw3molgeycu4weaoxdnqtdigffzgm3dkbbccsagwodq5be6eu"
                     *     }
                     */
                    "application/json": components["schemas"]["Folder"];
                };
            };
        };
    };
    deleteIpfsFoldersById: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the id of the upload
                 * @example 3652c7f5-3bf3-4794-8055-a054506729df
                 */
                id: string;
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
                     *       "id": "3652c7f5-3bf3-4794-8055-a054506729df",
                     *       "files": 2,
                     *       "size": 2000001,
                     *       "createdAt": "2026-11-29T17:03:04.860Z",
                     *       "expiresAt": "2026-11-30T17:03:04.860Z",
                     *       "status": "deleted"
                     *     }
                     */
                    "application/json": {
                        /** @description the id of this upload */
                        id: string;
                        /** @description the name that the pin gets */
                        name?: string;
                        /** @description how many files have arrived */
                        files: number;
                        /** @description bytes of their content */
                        size: number;
                        /** @description the identifier of the directory, once it is finished */
                        cid?: string;
                        /** @description when the upload was opened, ISO 8601 */
                        createdAt: string;
                        /** @description when the upload is deleted, with its files if it is not finished. Each file moves it forward */
                        expiresAt: string;
                        /** @enum {string} */
                        status: "deleted";
                    };
                };
            };
        };
    };
    getIpfsFoldersFiles: {
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
                 * @description the id of the upload
                 * @example 6339f3a4-e254-4e58-b06a-d1b8e962fefb
                 */
                id: string;
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
                     *         "path": "a b/5",
                     *         "cid": "bafkreihpfujh3y33sqv2vudbixsuwddbtipsemt3f2547pwhr5kwjl7dtu",
                     *         "size": 1
                     *       },
                     *       {
                     *         "path": "a b/6",
                     *         "cid": "bafkreihh63abc53orw342mylkqlu7v3ppubbnnqshb5f77h3qhtpbemwqm",
                     *         "size": 1
                     *       },
                     *       {
                     *         "path": "a b/7",
                     *         "cid": "bafkreidzajuzxzbmrkhen653iuaxezix5bvsfrlkdcpxmjng3jeqqgzeke",
                     *         "size": 1
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["FolderFile"][];
                };
            };
        };
    };
    postIpfsFoldersFiles: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the id of the upload
                 * @example 49c1c6f2-6ffc-47b6-a3c2-cfc969880fdc
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description the file */
                    file: Blob[];
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
                     *       "files": [
                     *         {
                     *           "path": "a b+c%.txt",
                     *           "cid": "bafkreibnoelefnzgwbcacyt4vh52ymxvzbjq7mmqhtcnwarfq4lzegsiqe",
                     *           "size": 1
                     *         },
                     *         {
                     *           "path": "minutes/2026/may.md",
                     *           "cid": "bafkreievrppa3ccd2sc3eairtdxvncvqvl6hwki7cmvvx6jmcrza5ndiou",
                     *           "size": 5
                     *         },
                     *         {
                     *           "path": "big.bin",
                     *           "cid": "bafybeie55bmxutmdsv66gg5ee5dql3g7fnbadj5fd7w5276xfqgss3vhlu",
                     *           "size": 3500000
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description its files, once it is done */
                        files: components["schemas"]["FolderFile"][];
                    };
                };
            };
        };
    };
    postIpfsImport: {
        parameters: {
            query?: {
                /** @description the identifier of the content to pin; without it, the only root that the archive names */
                root?: string;
                /** @description the name of the pin */
                filename?: string;
            };
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/vnd.ipld.car": Blob;
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
                     *       "cid": "bafkreiablk6x6xgfpiw5ss3vsdyevwaiijzzaxxdh3c45pvomitwvf7ymi",
                     *       "size": 7,
                     *       "mimetype": "application/json",
                     *       "blocks": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Import"];
                };
            };
        };
    };
    getIpfsPinningPins: {
        parameters: {
            query?: {
                /** @description content identifiers, comma-separated, at most 10 */
                cid?: string;
                /** @description only requests with this name */
                name?: string;
                /** @description how `name` is compared; i: in upper or lower case */
                match?: "exact" | "iexact" | "partial" | "ipartial";
                /**
                 * @description statuses, comma-separated. If it is absent, `pinned`
                 * @example queued,pinning
                 */
                status?: string;
                /** @description only requests made before this time */
                before?: string;
                /** @description only requests made after this time */
                after?: string;
                /** @description the maximum number of entries on a page */
                limit?: number;
                /** @description a JSON object of texts that the metadata must have */
                meta?: string;
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 2,
                     *       "results": [
                     *         {
                     *           "requestid": "70e1cb41-f03b-44be-b7d3-30c98af50aa4",
                     *           "status": "pinned",
                     *           "created": "2026-11-29T17:53:06.721Z",
                     *           "pin": {
                     *             "cid": "bafkreidoyen7lkmegunpznuklrenh5ozvd2f4t5gjqal6r2e2fk5ugrmzq",
                     *             "name": "of Ben"
                     *           },
                     *           "delegates": [
                     *             "/ip4/127.0.0.1/tcp/33321/p2p/12D3KooWHsbmq2Fm9ZPDDT7sUPBMeyC48QSLvcv7UfpMepXrbbdr"
                     *           ]
                     *         },
                     *         {
                     *           "requestid": "0a3b0e3d-360c-4515-81c7-8ae03b6c606f",
                     *           "status": "pinned",
                     *           "created": "2026-11-29T17:53:06.720Z",
                     *           "pin": {
                     *             "cid": "bafkreidoyen7lkmegunpznuklrenh5ozvd2f4t5gjqal6r2e2fk5ugrmzq",
                     *             "name": "file.bin"
                     *           },
                     *           "delegates": [
                     *             "/ip4/127.0.0.1/tcp/33321/p2p/12D3KooWHsbmq2Fm9ZPDDT7sUPBMeyC48QSLvcv7UfpMepXrbbdr"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ServicePinResults"];
                };
            };
        };
    };
    postIpfsPinningPins: {
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
                 *       "cid": "bafkreigks6arfsq3xxfpvqrrwonchxcnu6do76auprhhfomao6c273sixm",
                 *       "name": "first"
                 *     }
                 */
                "application/json": {
                    /** @description the content identifier */
                    cid: string;
                    name?: string;
                    /** @description addresses of peers that have the content. This node does not connect to them */
                    origins?: string[];
                    /**
                     * an object of names and texts
                     * @description any names and texts, 1024 bytes as JSON
                     */
                    meta?: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestid": "c944d285-a2e4-42ca-a4b7-736599071e9a",
                     *       "status": "pinning",
                     *       "created": "2026-11-29T17:55:55.632Z",
                     *       "pin": {
                     *         "cid": "bafkreigks6arfsq3xxfpvqrrwonchxcnu6do76auprhhfomao6c273sixm",
                     *         "name": "first"
                     *       },
                     *       "delegates": [
                     *         "/ip4/127.0.0.1/tcp/33955/p2p/12D3KooWQ9RFykn2F2RpyoMuMZX2eKh4P8BfgM7SmxD6WMh1RZcD"
                     *       ],
                     *       "info": {
                     *         "origins": "Not used: this node connects only to peers that its operator…"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ServicePinStatus"];
                };
            };
        };
    };
    getIpfsPinningPinsByRequestid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description the id of the request
                 * @example d759a5f9-f7d1-4cf0-b527-a2a9a4000da9
                 */
                requestid: string;
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
                     *       "requestid": "d759a5f9-f7d1-4cf0-b527-a2a9a4000da9",
                     *       "status": "failed",
                     *       "created": "2026-11-29T17:53:06.721Z",
                     *       "pin": {
                     *         "cid": "bafkreieyqbknig4xafc5l3rlkv5icxptcu35uz4q7tmimijru326isb22e"
                     *       },
                     *       "delegates": [
                     *         "/ip4/127.0.0.1/tcp/33321/p2p/12D3KooWHsbmq2Fm9ZPDDT7sUPBMeyC48QSLvcv7UfpMepXrbbdr"
                     *       ],
                     *       "info": {
                     *         "error": "This would be more than the 20000 bytes that one wallet may pin: unpin something",
                     *         "origins": "Not used: this node connects only to peers that its operator…"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ServicePinStatus"];
                };
            };
        };
    };
    postIpfsPinningPinsByRequestid: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the id of the request
                 * @example c944d285-a2e4-42ca-a4b7-736599071e9a
                 */
                requestid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cid": "bafkreib6epubmabzlffdhckpmvsodmjuro6xuaei2qwevs3t52xnlhaatu",
                 *       "name": "second"
                 *     }
                 */
                "application/json": {
                    /** @description the content identifier */
                    cid: string;
                    name?: string;
                    /** @description addresses of peers that have the content. This node does not connect to them */
                    origins?: string[];
                    /**
                     * an object of names and texts
                     * @description any names and texts, 1024 bytes as JSON
                     */
                    meta?: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestid": "88521306-feb1-4e43-b7ad-1829e5c1d13a",
                     *       "status": "pinning",
                     *       "created": "2026-11-29T17:55:55.633Z",
                     *       "pin": {
                     *         "cid": "bafkreib6epubmabzlffdhckpmvsodmjuro6xuaei2qwevs3t52xnlhaatu",
                     *         "name": "second"
                     *       },
                     *       "delegates": [
                     *         "/ip4/127.0.0.1/tcp/33955/p2p/12D3KooWQ9RFykn2F2RpyoMuMZX2eKh4P8BfgM7SmxD6WMh1RZcD"
                     *       ],
                     *       "info": {
                     *         "origins": "Not used: this node connects only to peers that its operator…"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ServicePinStatus"];
                };
            };
        };
    };
    deleteIpfsPinningPinsByRequestid: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: sending the same write again with it repeats the first answer instead of the write */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description the id of the request
                 * @example 26ce1335-9d07-4766-ba7e-bf539cc97442
                 */
                requestid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": Record<string, never>;
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
}
